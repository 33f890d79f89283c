/**
 * Could what a caller hands in be a fact?
 *
 * `unknown` enters, a readonly draft leaves. Nothing is guessed and nothing is trimmed silently: an unknown option, a
 * wrong type, a number out of range, an empty or oversized text is an error, and nothing is written.
 */
import { type Reading, readFact } from "../indexes/keys.ts";
import { MAX_CONTENT_CHARS, MAX_LINKS_PER_FACT, MAX_METADATA_CHARS, MAX_METADATA_DEPTH } from "../limits.ts";
import {
  badArgument,
  fieldsOf,
  maybe,
  type Parse,
  parseFlag,
  parseList,
  parseName,
  parseNames,
  parseNumber,
  parseOneOf,
  parseSlug,
  parseTime,
  SEEN,
  type Time,
} from "../model/arguments.ts";
import type { Author } from "../model/author.ts";
import { json } from "../model/event-shape.ts";
import type { Metadata, Slot } from "../model/fact.ts";
import { LINK_KINDS, type Link } from "../model/link.ts";
import {
  DEFAULT_SEGMENT,
  KINDS,
  type Kind,
  LAYERS,
  type Layer,
  SEGMENTS,
  type Segment,
  TIERS,
  type Tier,
} from "../model/segment.ts";
import type { Speaker } from "../model/speaker.ts";

export interface AddInput {
  readonly content: string;
  /** What sort of knowledge it is. Default: "knowledge". */
  readonly segment?: Segment | undefined;
  readonly source?: string | undefined;
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
  readonly attribute?: string | undefined;
  readonly episode?: string | { readonly id: string; readonly position?: number | undefined } | undefined;
  readonly kind?: Kind | undefined;
  readonly layer?: Layer | undefined;
  readonly tier?: Tier | undefined;
  readonly importance?: number | undefined;
  readonly decayRate?: number | undefined;
  readonly confidence?: number | undefined;
  readonly valence?: number | undefined;
  readonly pinned?: boolean | undefined;
  /** When it was said, for imports and transcripts. Default: now. */
  readonly occurredAt?: Time | undefined;
  readonly validFrom?: Time | undefined;
  readonly validTo?: Time | undefined;
  readonly recurrence?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly links?: readonly Link[] | undefined;
  readonly evidence?: readonly string[] | undefined;
  readonly metadata?: Metadata | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Why a person should look at the fact, as a slug. `review()` lists the fact until somebody has looked. */
  readonly review?: string | undefined;
}

/** The checked input, with what the handle and the clock add to it. */
export interface Draft {
  readonly id: string;
  readonly at: number;
  readonly speaker: Speaker;
  readonly author: Author;
  readonly content: string;
  readonly reading: Reading;
  readonly segment: Segment;
  readonly source: string;
  readonly actor: string | undefined;
  readonly slot: Slot | undefined;
  readonly episode: string | undefined;
  readonly position: number | undefined;
  readonly kind: Kind | undefined;
  readonly layer: Layer | undefined;
  readonly tier: Tier | undefined;
  readonly importance: number | undefined;
  readonly decayRate: number | undefined;
  readonly confidence: number | undefined;
  readonly valence: number | undefined;
  readonly pinned: boolean;
  readonly createdAt: number;
  readonly validFrom: number | undefined;
  readonly validTo: number | undefined;
  readonly recurrence: string | undefined;
  readonly tags: readonly string[] | undefined;
  readonly aliases: readonly string[] | undefined;
  readonly links: readonly Link[];
  readonly evidence: readonly string[];
  readonly metadata: Metadata | undefined;
  readonly idempotencyKey: string | undefined;
  readonly review: string | undefined;
}

const FIELDS: ReadonlySet<string> = new Set<keyof AddInput>([
  "content",
  "segment",
  "source",
  "actor",
  "subject",
  "attribute",
  "episode",
  "kind",
  "layer",
  "tier",
  "importance",
  "decayRate",
  "confidence",
  "valence",
  "pinned",
  "occurredAt",
  "validFrom",
  "validTo",
  "recurrence",
  "tags",
  "aliases",
  "links",
  "evidence",
  "metadata",
  "idempotencyKey",
  "review",
]);

export interface DraftContext {
  readonly id: string;
  readonly now: number;
  readonly defaultSource: string;
  readonly speaker: Speaker;
}

/** The reading of a draft whose words were not read. */
const UNREAD: Reading = { form: "", frameKey: "", slotKey: undefined, denial: undefined };

/** Throws if the input would not be accepted. Skips reading its words, which is most of the cost of parsing. */
export function checkDraft(value: unknown, context: DraftContext): void {
  parseDraft(value, context, () => UNREAD);
}

export function parseDraft(value: unknown, context: DraftContext, read = readFact): Draft {
  const input = fieldsOf(value, FIELDS, "add");
  const { episode, position } = parseEpisode(input.episode);
  const validFrom = maybe(input, "validFrom", parseTime);
  const validTo = maybe(input, "validTo", parseTime);
  if (validFrom !== undefined && validTo !== undefined && validTo < validFrom)
    throw badArgument("validTo is before validFrom");
  const content = parseContent(input.content);
  const slot = parseSlot(input);
  const source = maybe(input, "source", parseName) ?? context.defaultSource;
  const actor = maybe(input, "actor", parseName);
  return {
    id: context.id,
    at: context.now,
    speaker: context.speaker,
    author: { source, actor, writer: context.speaker.writer },
    content,
    reading: read(content, slot),
    segment: maybe(input, "segment", parseSegment) ?? DEFAULT_SEGMENT,
    source,
    actor,
    slot,
    episode,
    position,
    kind: maybe(input, "kind", parseKind),
    layer: maybe(input, "layer", parseLayer),
    tier: maybe(input, "tier", parseTier),
    importance: maybe(input, "importance", parseShare),
    decayRate: maybe(input, "decayRate", parseRate),
    confidence: maybe(input, "confidence", parseShare),
    valence: maybe(input, "valence", parseValence),
    pinned: maybe(input, "pinned", parseFlag) ?? false,
    createdAt: maybe(input, "occurredAt", parseTime) ?? context.now,
    validFrom,
    validTo,
    recurrence: maybe(input, "recurrence", parseName),
    tags: maybe(input, "tags", parseNames),
    aliases: maybe(input, "aliases", parseNames),
    links: maybe(input, "links", parseLinks) ?? [],
    evidence: maybe(input, "evidence", parseIds) ?? [],
    metadata: maybe(input, "metadata", parseMetadata),
    idempotencyKey: maybe(input, "idempotencyKey", parseName),
    review: maybe(input, "review", parseSlug),
  };
}

function parseContent(value: unknown): string {
  if (typeof value !== "string") throw badArgument("content must be a string");
  if (!SEEN.test(value)) throw badArgument("content is empty: give at least one visible character");
  if (value.length > MAX_CONTENT_CHARS)
    throw badArgument(`content has ${value.length} characters; the limit is ${MAX_CONTENT_CHARS}`);
  return value.toWellFormed();
}

const parseIds: Parse<readonly string[]> = (value, name) => [
  ...new Set(parseList(MAX_LINKS_PER_FACT, " ids", parseName)(value, name)),
];

const parseSegment = parseOneOf(SEGMENTS);
const parseKind = parseOneOf(KINDS);
const parseLayer = parseOneOf(LAYERS);
const parseTier = parseOneOf(TIERS);
const parseShare = parseNumber(0, 1);
const parseRate = parseNumber(0, 1_000);
const parseValence = parseNumber(-1, 1);

function parseSlot(input: Readonly<Record<string, unknown>>): Slot | undefined {
  const subject = maybe(input, "subject", parseName);
  const attribute = maybe(input, "attribute", parseName);
  if (subject === undefined && attribute === undefined) return undefined;
  if (subject === undefined || attribute === undefined)
    throw badArgument("subject and attribute go together, because they name a slot: give both or neither");
  return { subject, attribute };
}

function parseEpisode(value: unknown): {
  readonly episode: string | undefined;
  readonly position: number | undefined;
} {
  if (value === undefined) return { episode: undefined, position: undefined };
  if (typeof value === "string") return { episode: parseName(value, "episode"), position: undefined };
  const { id, position } = fieldsOf(value, new Set(["id", "position"]), "episode");
  return {
    episode: parseName(id, "episode.id"),
    position: position === undefined ? undefined : parseNumber(0, 1e12)(position, "episode.position"),
  };
}

const parseLinks: Parse<readonly Link[]> = parseList(MAX_LINKS_PER_FACT, " links", (value, name) => {
  const { kind, to } = fieldsOf(value, new Set(["kind", "to"]), name);
  return { kind: parseOneOf(LINK_KINDS)(kind, `${name}.kind`), to: parseName(to, `${name}.to`) };
});

/**
 * The path to the first value that JSON would drop or turn into null. A field that is undefined does not count; an
 * undefined item of a list does.
 */
function lostInJson(value: unknown, path: string): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : path;
  if (typeof value === "function" || typeof value === "symbol") return path;
  if (typeof value !== "object" || value === null || "toJSON" in value) return undefined;
  const isPlain = Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
  if (!isPlain || (Array.isArray(value) && value.includes(undefined))) return path;
  for (const [name, inner] of Object.entries(value)) {
    const lost = lostInJson(inner, `${path}.${name.slice(0, 60)}`);
    if (lost !== undefined) return lost;
  }
  return undefined;
}

const parseMetadata: Parse<Metadata> = (value, name) => {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throw badArgument(`${name} must be a plain object of JSON values (${String(error)})`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || text === undefined)
    throw badArgument(`${name} must be a plain object of JSON values`);
  if (text.length > MAX_METADATA_CHARS)
    throw badArgument(`${name} takes ${text.length} characters as JSON; the limit is ${MAX_METADATA_CHARS}`);
  const kept: unknown = JSON.parse(text);
  if (typeof kept !== "object") throw badArgument(`${name} must be a plain object of JSON values`);
  if (!json.is(kept)) throw badArgument(`${name} must not be nested more than ${MAX_METADATA_DEPTH} deep`);
  const lost = lostInJson(value, name);
  if (lost !== undefined) throw badArgument(`${lost} is not a JSON value and would be lost`);
  return kept;
};
