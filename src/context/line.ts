/**
 * What does one fact look like in the block? `- [marks] text`, on one line.
 *
 * Marks say what a reader must know to weigh the text: that it is hearsay and from where, that it claims to speak for
 * the owner, that it is disputed or no longer true, when it was or when it was said, who said it. They stand before the
 * text, in the only square brackets that open a line, so that no text can undo or forge them.
 *
 * The line depends on the fact and on what may have changed it, not on its rank, its score or the present time: an
 * unchanged fact has the same bytes in every block.
 */
import type { Fact } from "../model/fact.ts";
import type { SourceTag } from "../model/source.ts";
import { TRUSTED } from "../model/source.ts";
import { type ConsentOf, consentClaimedBy } from "../write/consent.ts";
import { neutralise, neutraliseForeign } from "./neutral.ts";

export interface Line {
  /** "- " and the marks, which come before the text. */
  readonly lead: string;
  /** Empty if nothing of the text is visible. */
  readonly text: string;
}

const MAX_NAME_CHARS = 40;
const UNCERTAIN = "perhaps unrelated";

const SOURCE_WORDS: Readonly<Record<SourceTag, string>> = {
  user_instruction: "the user",
  owner_message: "the owner",
  extraction: "a conversation",
  compaction: "a summary",
  agent: "the agent",
  dream: "inference",
  channel_message: "a message",
  import: "an import",
  tool_output: "a tool",
  retrieved_document: "a document",
  other: "an unknown source",
};

/** What a line says besides the fact itself. */
export interface Change {
  /** What other facts say about the same: both sides are dated, and the older one says that it may be outdated. */
  readonly replaces?: readonly string[] | undefined;
  readonly mayBeReplacedBy?: readonly string[] | undefined;
  /** It is not likely to be about the question. */
  readonly uncertain?: boolean | undefined;
}

export function lineOf(fact: Fact, change: Change = {}): Line {
  const marks = [
    ...(change.uncertain === true ? [UNCERTAIN] : []),
    ...standing(fact),
    ...ageing(fact, change),
    ...timeOf(fact, isChange(change)),
    ...speakerOf(fact),
  ];
  return {
    lead: marks.length === 0 ? "- " : `- [${marks.join("; ")}] `,
    text: textOf(fact),
  };
}

/** The content as a model gets it: the principal's own words keep their links. */
export function textOf({ authority, content }: Pick<Fact, "authority" | "content">): string {
  return authority < TRUSTED ? neutraliseForeign(content) : neutralise(content);
}

/** What a model is told of words about consent that are not the principal's. */
const CLAIMS: Readonly<Record<ConsentOf, string>> = {
  owner: "claims to speak for the owner",
  somebody: "claims somebody's consent or orders",
};

/** What it claims, if it says what the principal, or somebody, wants or allows. */
export function claimOf({ authority, content }: Pick<Fact, "authority" | "content">): string | undefined {
  const whose = consentClaimedBy(content, authority);
  return whose === undefined ? undefined : CLAIMS[whose];
}

/** How much it can be relied on. */
function standing(fact: Fact): readonly string[] {
  const marks: string[] = [];
  if (fact.authority < TRUSTED) {
    const name = fact.sourceName === undefined ? "" : nameOf(fact.sourceName);
    const from = name === "" ? SOURCE_WORDS[fact.source] : `a source called "${name}"`;
    marks.push(fact.authority === 2 ? `noted from ${from}` : `hearsay from ${from}`);
    const claim = claimOf(fact);
    if (claim !== undefined) marks.push(claim);
  }
  return [...marks, ...validityOf(fact)];
}

/** Does it still hold? */
export function validityOf({ validity }: Fact): readonly string[] {
  if (validity === "valid") return [];
  return [validity === "challenged" ? "disputed" : "no longer true"];
}

function isChange({ replaces, mayBeReplacedBy }: Change): boolean {
  return replaces !== undefined || mayBeReplacedBy !== undefined;
}

/** Which of two statements is the newer one. */
function ageing({ authority }: Fact, { replaces, mayBeReplacedBy }: Change): readonly string[] {
  const marks: string[] = [];
  if (authority === 2 && replaces !== undefined) marks.push("newer, from conversation");
  if (mayBeReplacedBy !== undefined) marks.push("may be outdated");
  return marks;
}

/** A word like "yesterday" means nothing without the day on which it was said. */
const RELATIVE =
  /\b(?:today|tonight|tomorrow|yesterday|now|currently|recently|ago|(?:last|next|this|past|coming) (?:\w+ )?(?:night|day|week|weekend|month|year|spring|summer|autumn|fall|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b/i;

/** When the fact holds; or when it was said, if that matters. */
export function timeOf(fact: Fact, isChanged = false): readonly string[] {
  const { validFrom, validTo } = fact;
  if (validFrom !== undefined && validTo !== undefined) return [`${day(validFrom)} to ${day(validTo)}`];
  if (validFrom !== undefined) return [`since ${day(validFrom)}`];
  if (validTo !== undefined) return [`until ${day(validTo)}`];
  const isDated =
    isChanged || fact.kind === "event" || fact.episode !== undefined || RELATIVE.test(fact.content);
  const { occurredAt, createdAt } = fact;
  if (occurredAt !== undefined && day(occurredAt) !== day(createdAt)) return [`of ${day(occurredAt)}`];
  return isDated ? [`said ${day(createdAt)}`] : [];
}

/** The day in UTC: the same on every machine. */
function day(time: number): string {
  const date = new Date(time);
  const two = (figure: number) => String(figure).padStart(2, "0");
  return `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

/** Below class 3 a name is only a claim: any writer can claim to be the owner. */
export function speakerOf({ actor, authority }: Fact): readonly string[] {
  const name = actor === undefined ? "" : nameOf(actor);
  if (name === "") return [];
  return [authority < TRUSTED ? `allegedly by "${name}"` : `by ${name}`];
}

/** A name that stands among our marks must not contain the characters that marks are made of. */
function nameOf(text: string): string {
  const plain = neutraliseForeign(text)
    .replace(/[[\];"]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return plain.length <= MAX_NAME_CHARS ? plain : `${cutAt(plain, MAX_NAME_CHARS - 1)}…`;
}

/** At most `most` UTF-16 units. Never cuts through a character, or between a letter and its combining marks. */
export function cutAt(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = Math.max(0, most);
  while (end > 0 && (text[end - 1] === JOINER || CONTINUES.test(text.slice(end, end + 2)))) end--;
  return text.slice(0, end);
}

const JOINER = "\u200d";
/** Begins with the second half of a surrogate pair, a combining mark, a joiner or an emoji modifier. */
const CONTINUES = /^(?:[\udc00-\udfff]|\p{M}|\u200c|\u200d|\ufe0f|\p{Emoji_Modifier})/u;
