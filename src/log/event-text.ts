/**
 * How does an event become JSON? As `JSON.stringify` would write it, with its words (the body) apart from its figures
 * (everything else).
 *
 * The two most frequent cases are assembled by hand, which halves the time: a plain add, which has only the fields that
 * every add has, and strings that need no escaping. Everything else goes through `JSON.stringify`. A property test
 * holds both ways equal.
 *
 * Events are checked before they are written, so the ids and slugs of a plain add need no escaping.
 */
import type { By, EventOf, MemoryEvent, SealedBody } from "../model/event.ts";

export type WithWords = MemoryEvent & { readonly body?: unknown; readonly sealed?: SealedBody | undefined };

/** The event without its words. `spelt` is applied to every text that may hold arbitrary field names. */
export function figuresText(event: WithWords, spelt: (text: string) => string): string {
  if (event.type === "added" && isPlain(event)) return plainText(event);
  const isWordless = event.body === undefined && event.sealed === undefined;
  return spelt(JSON.stringify(isWordless ? event : withoutWords(event)));
}

/** `JSON.stringify` skips undefined fields. A copy with undefined fields takes half the time of a copy without them. */
function withoutWords(event: WithWords): object {
  return event.sealed === undefined
    ? { ...event, body: undefined }
    : { ...event, body: undefined, sealed: undefined };
}

type Added = EventOf<"added">;

/** In the order in which `write/events.ts` sets them. */
const PLAIN_FIELDS: readonly (keyof Added)[] = [
  ...(["type", "v", "at", "by", "why", "fact", "segment", "tier", "kind", "layer"] as const),
  ...(["importance", "decayRate", "source", "authority", "confidence", "createdAt", "body"] as const),
];
const WHY_FIELDS = ["rule"];

function isPlain(event: Added): boolean {
  const { by, why } = event;
  if (by?.source === undefined || by.authority === undefined || why === undefined) return false;
  return hasJust(event, PLAIN_FIELDS) && isPlainBy(by) && hasJust(why, WHY_FIELDS);
}

/** A plain `by` has all of `BY_FIELDS` and then any of `WRITER_FIELDS`, in this order. */
const BY_FIELDS = ["source", "authority"];
const WRITER_FIELDS = ["surface", "token", "client"];

function isPlainBy(by: By): boolean {
  let [at, more] = [0, 0];
  for (const name in by) {
    if (at < BY_FIELDS.length) {
      if (name !== BY_FIELDS[at++]) return false;
      continue;
    }
    while (more < WRITER_FIELDS.length && name !== WRITER_FIELDS[more]) more++;
    if (more++ === WRITER_FIELDS.length || by[name as keyof By] === undefined) return false;
  }
  return at === BY_FIELDS.length;
}

function byText(by: By): string {
  let text = `{"source":"${by.source}","authority":${by.authority}`;
  if (by.surface !== undefined) text += `,"surface":"${by.surface}"`;
  if (by.token !== undefined) text += `,"token":"${by.token}"`;
  if (by.client !== undefined) text += `,"client":"${by.client}"`;
  return `${text}}`;
}

/** Does the object have exactly these fields, in this order? */
function hasJust(value: object, names: readonly string[]): boolean {
  let at = 0;
  for (const name in value) if (name !== names[at++]) return false;
  return at === names.length;
}

function plainText(event: Added): string {
  const { v, at, by, why, fact, segment, tier, kind, layer, importance, decayRate } = event;
  const { source, authority, confidence, createdAt } = event;
  return `{"type":"added","v":${v},"at":${at},"by":${byText(by as By)},"why":{"rule":"${why?.rule}"},"fact":"${fact}","segment":"${segment}","tier":"${tier}","kind":"${kind}","layer":"${layer}","importance":${importance},"decayRate":${decayRate},"source":"${source}","authority":${authority},"confidence":${confidence},"createdAt":${createdAt}}`;
}

/** Strings that stand in JSON as they are, between quotes. */
const NEEDS_QUOTES_ONLY = /^[ !#-[\]-~\u00a1-\ud7ff]*$/;

/** The JSON of an event's body. */
export function wordsText(body: object): string {
  let text = "";
  for (const name in body) {
    const value: unknown = body[name as never];
    if (value === undefined) continue;
    const isPlain = typeof value === "string" && NEEDS_QUOTES_ONLY.test(value);
    text += `${text === "" ? "{" : ","}"${name}":${isPlain ? `"${value}"` : JSON.stringify(value)}`;
  }
  return `${text === "" ? "{" : text}}`;
}
