/**
 * Could what a caller hands in be a fact?
 *
 * `unknown` enters, a readonly draft leaves. Nothing is guessed and nothing is trimmed silently: an unknown option, a
 * wrong type, a number out of range, an empty or oversized text is an error, and nothing is written.
 */
import { type Reading, readFact } from "../indexes/keys.ts";
import { badArgument, fieldsOf, maybe, parseName, parseTime, type Time } from "../model/arguments.ts";
import type { Author } from "../model/author.ts";
import type { Slot, TurnQuote } from "../model/fact.ts";
import { FACT_FIELDS, type FactFields, type FieldName, fieldsWhere, NOTHING } from "../model/fact-fields.ts";
import type { FieldInput } from "../model/field-input.ts";
import type { Link } from "../model/link.ts";
import { DEFAULT_SEGMENT, type Segment } from "../model/segment.ts";
import { type Authority, type KnownSource, sourceTag } from "../model/source.ts";
import type { Speaker } from "../model/speaker.ts";

type GivenOf<F> = F extends { readonly input: FieldInput<unknown, infer G> } ? G : never;
type ParsedOf<F> = F extends { readonly input: FieldInput<infer T, unknown> } ? T : never;

/** An episode and the place in it are given together. */
type Together = "episode" | "position";
type PlainName<N extends FieldName> = FactFields[N] extends { readonly input: unknown }
  ? Exclude<N, Together>
  : never;

/** The fields that a caller gives under their own names. */
type PlainInput = {
  readonly [N in keyof FactFields as PlainName<N>]?: GivenOf<FactFields[N]> | undefined;
};
type PlainDraft = {
  readonly [N in keyof FactFields as PlainName<N>]: ParsedOf<FactFields[N]> | undefined;
};

/** A fact, as a caller gives it. Only `content` is required. */
export interface AddInput extends PlainInput {
  readonly content: string;
  /** What sort of knowledge it is. Default: by rules (`guessed` in the result); below class 3 "knowledge". */
  readonly segment?: Segment | undefined;
  /**
   * Where it comes from; how far it is trusted follows from it. Any other name, from code without types, counts as
   * foreign (class 0), and `note` in the result says so.
   */
  readonly source?: KnownSource | undefined;
  readonly subject?: string | undefined;
  readonly attribute?: string | undefined;
  readonly episode?: string | { readonly id: string; readonly position?: number | undefined } | undefined;
  /**
   * When memory heard it, for turns and imports: ageing begins then. Default: now; for the source "import", `occurredAt`.
   */
  readonly heardAt?: Time | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** The checked input, with what the handle and the clock add to it. */
export interface Draft extends PlainDraft {
  readonly id: string;
  readonly at: number;
  readonly speaker: Speaker;
  readonly author: Author;
  readonly content: string;
  readonly reading: Reading;
  readonly segment: Segment;
  /** If not, the segment is "knowledge" here, and guessed when the fact is filed. */
  readonly isSegmentGiven: boolean;
  readonly source: string;
  readonly slot: Slot | undefined;
  readonly episode: string | undefined;
  readonly position: number | undefined;
  readonly pinned: boolean;
  readonly createdAt: number;
  readonly links: readonly Link[];
  readonly evidence: readonly string[];
  readonly idempotencyKey: string | undefined;
  /**
   * The class that the engine's own distilling vouches for, because it found the quotes in turns of that class. No caller
   * can give it.
   */
  readonly granted?: Authority | undefined;
  /** The fact whose words it puts right: it is the same statement, and a fact of its own all the same. */
  readonly corrects?: string | undefined;
  /** The words of turns that it was distilled from, and the ids of those turns. */
  readonly quotes?: readonly TurnQuote[] | undefined;
  readonly turns?: readonly string[] | undefined;
}

const PLAIN = fieldsWhere<keyof PlainInput>(
  ({ input }, name) => input !== undefined && name !== "episode" && name !== "position",
);
const FIELDS: ReadonlySet<string> = new Set<keyof AddInput>([
  ...PLAIN,
  ...(["source", "subject", "attribute", "episode", "heardAt", "idempotencyKey"] as const),
]);

export interface DraftContext {
  readonly id: string;
  readonly now: number;
  readonly defaultSource: string;
  readonly speaker: Speaker;
}

/** The reading of a draft whose words were not read. */
const UNREAD: Reading = {
  form: "",
  frameKey: "",
  slotKey: undefined,
  denial: undefined,
  telling: undefined,
};

const A_FACT = 'a text, or an object such as { content: "I like tea." }';

/** Throws if the input would not be accepted. Skips reading its words, which is most of the cost of parsing. */
export function checkDraft(value: unknown, context: DraftContext): void {
  parseDraft(value, context, () => UNREAD);
}

export function parseDraft(value: unknown, context: DraftContext, read = readFact): Draft {
  const input = fieldsOf(typeof value === "string" ? { content: value } : value, FIELDS, "add", A_FACT);
  const content = FACT_FIELDS.content.input.parse(input.content, "content");
  const slot = parseSlot(input);
  const source = maybe(input, "source", parseName) ?? context.defaultSource;
  const { episode, position } = parseEpisode(input.episode);
  const named: Named = {
    id: context.id,
    at: context.now,
    speaker: context.speaker,
    author: { source, actor: maybe(input, "actor", parseName), writer: context.speaker.writer },
    content,
    reading: read(content, slot),
    segment: maybe(input, "segment", FACT_FIELDS.segment.input.parse) ?? DEFAULT_SEGMENT,
    isSegmentGiven: input.segment !== undefined,
    source,
    slot,
    episode,
    position,
    pinned: false,
    createdAt: parseHeard(input, source, context.now),
    links: NOTHING,
    evidence: NOTHING,
    idempotencyKey: maybe(input, "idempotencyKey", parseName),
  };
  const draft = withGiven(named, input);
  const { validFrom, validTo } = draft;
  if (validFrom !== undefined && validTo !== undefined && validTo < validFrom)
    throw badArgument("validTo is before validFrom");
  return draft;
}

/** What every draft has. */
type Named = Omit<Draft, Exclude<keyof PlainDraft, "content" | "segment" | "pinned" | "links" | "evidence">>;

const OPTIONAL = PLAIN.filter((name) => name !== "content" && name !== "segment");

/**
 * Adds the plain fields that were given. Those that were not given are left out: V8 is slow with objects to which a loop
 * adds many fields.
 */
function withGiven(draft: Named, input: Readonly<Record<string, unknown>>): Draft {
  const plain = draft as unknown as Record<string, unknown>;
  for (const name of OPTIONAL) {
    const given = input[name];
    if (given !== undefined) plain[name] = FACT_FIELDS[name].input.parse(given, name);
  }
  return draft as Draft;
}

/** A record that an importer brings in was heard when it was made. */
function parseHeard(input: Readonly<Record<string, unknown>>, source: string, now: number): number {
  const heardAt = maybe(input, "heardAt", parseTime);
  if (heardAt !== undefined && heardAt > now) throw badArgument("heardAt is in the future");
  const made = sourceTag(source) === "import" ? maybe(input, "occurredAt", parseTime) : undefined;
  return heardAt ?? Math.min(made ?? now, now);
}

function parseSlot(input: Readonly<Record<string, unknown>>): Slot | undefined {
  const subject = maybe(input, "subject", parseName);
  const attribute = maybe(input, "attribute", parseName);
  if (subject === undefined && attribute === undefined) return undefined;
  if (subject === undefined || attribute === undefined)
    throw badArgument("subject and attribute go together, because they name a slot: give both or neither");
  return { subject, attribute };
}

function parseEpisode(value: unknown): Pick<Draft, Together> {
  if (value === undefined) return { episode: undefined, position: undefined };
  const { episode, position } = FACT_FIELDS;
  if (typeof value === "string")
    return { episode: episode.input.parse(value, "episode"), position: undefined };
  const given = fieldsOf(value, new Set(["id", "position"]), "episode");
  return {
    episode: episode.input.parse(given.id, "episode.id"),
    position:
      given.position === undefined ? undefined : position.input.parse(given.position, "episode.position"),
  };
}
