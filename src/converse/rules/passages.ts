/**
 * Which sentences of a turn could be remembered, where do they stand, and how much is each worth?
 *
 * A sentence that only half belongs to the talk ("I can't eat nuts, so what do you suggest?") is cut to the clauses that
 * do not. What "she" or "the van" stands for is put in its place where the sentence before says it for certain. A sentence
 * that points to the one before it otherwise ("It cost 200 euros") takes that one along.
 */
import { essentialOf } from "../../text/claims/essential/essential.ts";
import { type Span, sentencesOf } from "../../text/words/sentences.ts";
import { ORDER } from "../order.ts";
import { leavesOut } from "./alone.ts";
import { dated } from "./dated.ts";
import { isPlainElsewhere } from "./elsewhere.ts";
import { DANGLING, OWN } from "./english.ts";
import { isLasting } from "./lasting.ts";
import { HOLE } from "./own-words.ts";
import { openingOf, tidied } from "./plain.ts";
import { named } from "./referents.ts";
import { askingOf } from "./remembered.ts";
import { isTold } from "./told.ts";
import { NOTHING, type Setting, worthOf } from "./worth.ts";

/** Words of a turn, as they stand, and as a reader wants them. */
export interface Passage extends Span {
  readonly content: string;
  /** The first moment of a day or a period of which it speaks and that has begun. */
  readonly occurredAt: number | undefined;
  readonly worth: number;
  /** Does it tell by itself something that one wants to know later? */
  readonly isKept: boolean;
  /** The sentence before, if that says whom or what this one means. */
  readonly named?: Span | undefined;
}

/** What somebody asked to be remembered is worth more than anything that he just said. */
export const ASKED = 20;
/** A plain statement in a language of which only plain statements are known. */
const PLAIN = 6;
/** A clause must be so much better than the whole sentence. */
const BETTER = 0.5;
/** A longer sentence is read whole. */
const MAX_CLAUSES = 6;
const CONDITIONAL = /(?<!\p{L})(?:if|unless|whether|wenn|falls|si)(?!\p{L})/iu;
const CLAUSE_END = new RegExp(
  `(?:,|;| [–—-]|\\.{3}|…)\\s+(?=(?:and|but|so|plus|or|then|also|aber|pero|mais)\\b)|${ORDER}|;\\s+| [–—] `,
  "giu",
);
const MAX_SENTENCE_CHARS = 600;
/** What a sentence must be worth to come along with the one before it. */
const LEAST_LED = 0;
/** "That was the goal." adds nothing. */
const SUMS_UP = /^(?:that|this)(?:['’]s| was| is| were) (?:the|an?|why|what|how|where|when)(?!\p{L})/iu;
const MIN_OWN_SHARE = 0.34;
const MAX_OWN_TURN_CHARS = 1_000;

/** A turn's own words as they are read. */
interface Reading {
  /** With everything blanked that is not the speaker's own. */
  readonly own: string;
  /** When it was said, on the speaker's wall clock. */
  readonly at: number;
}

/** `least`: what is worth keeping by itself. It yields after every sentence. */
export function* passagesOf(reading: Reading, least: number): Generator<undefined, readonly Passage[]> {
  const { own } = reading;
  const sentences = sentencesOf(own.trimEnd()).filter(({ from, to }) => to - from <= MAX_SENTENCE_CHARS);
  const chars = own.replace(/\s+/g, " ").length;
  const said = (span: Span) => own.slice(span.from, span.to);
  const ownShare = sentences.filter((span) => OWN.test(said(span))).length / Math.max(1, sentences.length);
  if (isDocument(own, sentences.length, chars, ownShare)) return [];
  const isOwnTurn = chars < MAX_OWN_TURN_CHARS && ownShare >= MIN_OWN_SHARE && sentences.length > 1;
  const passages: Passage[] = [];
  let before: Span | undefined;
  for (const sentence of sentences) {
    const near = before !== undefined && isNear(own, before, sentence) ? before : undefined;
    const passage =
      asked(reading, sentence) ?? bestReading(reading, sentence, { isOwnTurn, isLed: false }, near);
    const joined =
      passage.worth < least && near !== undefined
        ? withBefore(reading, near, sentence, passages.at(-1), isOwnTurn)
        : undefined;
    if (joined !== undefined) passages[passages.length - 1] = joined;
    else if (passage.worth > NOTHING) passages.push(passage);
    before = sentence;
    yield;
  }
  return passages;
}

/** Nothing but a blank stands between them, and both are whole. */
function isNear(own: string, before: Span, sentence: Span): boolean {
  return (
    !own.slice(before.to, sentence.from).includes("\n") && !own.slice(before.from, sentence.to).includes(HOLE)
  );
}

const MAX_SENTENCES = 40;
const LONG_CHARS = 1_000;
const LONG_OWN_SHARE = 0.35;
const MAX_CODE_SIGNS = 6;

/** Nobody talks like this: it was pasted. */
function isDocument(own: string, sentences: number, chars: number, ownShare: number): boolean {
  return (
    sentences > MAX_SENTENCES ||
    (chars > LONG_CHARS && ownShare < LONG_OWN_SHARE) ||
    (own.match(/[={}<>\t|]/g)?.length ?? 0) > MAX_CODE_SIGNS
  );
}

/** The clause after "remember that", if it asks for nothing itself. */
function asked(reading: Reading, { from, to }: Span): Passage | undefined {
  const { own } = reading;
  const opened = from + openingOf(own.slice(from, to));
  const [whole, rest] = [askingOf(own.slice(from, to)), askingOf(own.slice(opened, to))];
  if (whole === 0 && rest === 0) return undefined;
  const span = { from: whole > 0 ? from + whole : opened + rest, to };
  const passage = read(reading, span, { isOwnTurn: true, isLed: false });
  return passage.worth === NOTHING ? undefined : { ...passage, worth: passage.worth + ASKED, isKept: true };
}

/** What is kept comes before what is not. */
function bestReading(reading: Reading, sentence: Span, setting: Setting, before: Span | undefined): Passage {
  const all = readingsOf(reading.own, sentence).map((span) => read(reading, span, setting, before));
  const kept = all.filter(({ isKept }) => isKept);
  const [whole, ...clauses] = kept.length > 0 ? kept : all;
  return clauses.reduce(
    (best, clause) => (clause.worth > best.worth + BETTER ? clause : best),
    whole as Passage,
  );
}

/** The sentence without what opens it, and what is left of it when clauses are cut off its ends. */
function readingsOf(own: string, { from, to }: Span): readonly Span[] {
  const opened = (span: Span): Span => ({
    ...span,
    from: span.from + openingOf(own.slice(span.from, span.to)),
  });
  const cuts = Array.from(own.slice(from, to).matchAll(CLAUSE_END), ({ index, 0: sign }) => ({
    from: from + index,
    to: from + index + sign.length,
  }));
  const whole = opened({ from, to });
  // A clause without its condition would say more than the sentence.
  if (cuts.length === 0 || cuts.length > MAX_CLAUSES || CONDITIONAL.test(own.slice(from, to))) return [whole];
  const starts = [from, ...cuts.map((cut) => cut.to)];
  const ends = [...cuts.map((cut) => cut.from), to];
  const parts = starts.flatMap((start, i) =>
    ends.slice(i).map((end, j) => ({ from: start, to: end, isWhole: i === 0 && i + j === ends.length - 1 })),
  );
  return [
    whole,
    ...parts
      .filter((part) => !part.isWhole && part.to > part.from)
      .map(({ from: start, to: end }) => opened({ from: start, to: end })),
  ];
}

function read({ own, at }: Reading, { from, to }: Span, setting: Setting, before?: Span): Passage {
  const words = own.slice(from, to);
  const plain = tidied(words);
  const isElsewhere = isPlainElsewhere(plain);
  const put =
    before === undefined || isElsewhere ? undefined : named(plain, tidied(own.slice(before.from, before.to)));
  const { content, occurredAt } = dated(put ?? plain, at, !isElsewhere);
  const isWhole = !words.includes(HOLE) && !words.includes("?");
  const worth = !isWhole ? NOTHING : isElsewhere ? PLAIN : worthOf(content, setting);
  const isKept = worth > NOTHING && (isElsewhere || tells(content, plain));
  return { from, to, content, occurredAt, worth, isKept, named: put === undefined ? undefined : before };
}

/** `plain`: with the words that count from the day on which it was said. */
function tells(content: string, plain: string): boolean {
  if (essentialOf(content) !== undefined && !leavesOut(content)) return true;
  return isLasting(content) || isTold(content, plain);
}

/** The sentence together with the one before it, if that holds what this one points to. */
function withBefore(
  reading: Reading,
  before: Span,
  sentence: Span,
  passage: Passage | undefined,
  isOwnTurn: boolean,
): Passage | undefined {
  if (passage?.to !== before.to || !passage.isKept) return undefined;
  const { own } = reading;
  const from = sentence.from + openingOf(own.slice(sentence.from, sentence.to));
  const led = read(reading, { from, to: sentence.to }, { isOwnTurn, isLed: true });
  if (led.worth < LEAST_LED || !DANGLING.test(led.content) || SUMS_UP.test(led.content)) return undefined;
  return { ...passage, to: sentence.to, content: `${passage.content} ${led.content}` };
}
