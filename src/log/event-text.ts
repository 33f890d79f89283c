/**
 * How is an event written? As `JSON.stringify` writes it; its words apart from its figures.
 *
 * What is written most is put together here: an add that says no more than every add does, and words that need nothing
 * but quotes. Both take half the time so. Whatever else there is goes the long way, and a property test holds the two
 * ways equal.
 *
 * Events are checked before they are written: what a plain add holds needs no quotes but its own.
 */
import type { By, EventOf, MemoryEvent, SealedBody } from "../model/event.ts";

export type WithWords = MemoryEvent & { readonly body?: unknown; readonly sealed?: SealedBody | undefined };

/** All but the words. `spelt`: what is to become of a text that may hold any names of figures. */
export function figuresText(event: WithWords, spelt: (text: string) => string): string {
  if (event.type === "added" && isPlain(event)) return plainText(event);
  const isWordless = event.body === undefined && event.sealed === undefined;
  return spelt(JSON.stringify(isWordless ? event : withoutWords(event)));
}

/** What is undefined is not written; one copy takes half the time of leaving a field out. */
function withoutWords(event: WithWords): object {
  return event.sealed === undefined
    ? { ...event, body: undefined }
    : { ...event, body: undefined, sealed: undefined };
}

type Added = EventOf<"added">;

/** In the order in which `write/events.ts` has them. */
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

/** Every one of these, and then as many of those as there are, in this order. */
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

/** These fields, in this order. */
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

/** A string that JSON has as it is. */
const NEEDS_QUOTES_ONLY = /^[ !#-[\]-~\u00a1-\ud7ff]*$/;

/** Of an event's body. */
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
