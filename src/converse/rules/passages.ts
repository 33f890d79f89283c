/**
 * Which sentences of a turn could be remembered, where do they stand, and how much is each worth?
 *
 * A sentence that only half belongs to the talk ("I can't eat nuts, so what do you suggest?") is cut to the clauses that
 * do not. A sentence that points to the one before it takes that one along.
 */
import { type Span, sentencesOf } from "../../text/words/sentences.ts";
import { ORDER } from "../order.ts";
import { isPlainElsewhere } from "./elsewhere.ts";
import { DANGLING, OWN } from "./english.ts";
import { HOLE } from "./own-words.ts";
import { openingOf, tidied } from "./plain.ts";
import { askingOf } from "./remembered.ts";
import { NOTHING, type Setting, worthOf } from "./worth.ts";

/** Words of a turn, as they stand, and as a reader wants them. */
export interface Passage extends Span {
  readonly content: string;
  readonly worth: number;
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
const MIN_OWN_SHARE = 0.34;
const MAX_OWN_TURN_CHARS = 1_000;

export interface Passages {
  readonly passages: readonly Passage[];
  /** Characters of the speaker's own words. */
  readonly chars: number;
}

/**
 * `own`: the turn with everything blanked that is not the speaker's own. `least`: what is worth keeping by itself. It
 * yields after every sentence.
 */
export function* passagesOf(own: string, least: number): Generator<undefined, Passages> {
  const sentences = sentencesOf(own.trimEnd()).filter(({ from, to }) => to - from <= MAX_SENTENCE_CHARS);
  const chars = own.replace(/\s+/g, " ").length;
  const said = (span: Span) => own.slice(span.from, span.to);
  const ownShare = sentences.filter((span) => OWN.test(said(span))).length / Math.max(1, sentences.length);
  if (isDocument(own, sentences.length, chars, ownShare)) return { passages: [], chars };
  const isOwnTurn = chars < MAX_OWN_TURN_CHARS && ownShare >= MIN_OWN_SHARE && sentences.length > 1;
  const passages: Passage[] = [];
  let before: Span | undefined;
  for (const sentence of sentences) {
    const passage = asked(own, sentence) ?? bestReading(own, sentence, { isOwnTurn, isLed: false });
    const joined =
      passage.worth < least && before !== undefined
        ? withBefore(own, before, sentence, passages.at(-1), isOwnTurn)
        : undefined;
    if (joined !== undefined) passages[passages.length - 1] = joined;
    else if (passage.worth > NOTHING) passages.push(passage);
    before = sentence;
    yield;
  }
  return { passages, chars };
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
function asked(own: string, { from, to }: Span): Passage | undefined {
  const opened = from + openingOf(own.slice(from, to));
  const [whole, rest] = [askingOf(own.slice(from, to)), askingOf(own.slice(opened, to))];
  if (whole === 0 && rest === 0) return undefined;
  const passage = read(
    own,
    { from: whole > 0 ? from + whole : opened + rest, to },
    { isOwnTurn: true, isLed: false },
  );
  return passage.worth === NOTHING ? undefined : { ...passage, worth: passage.worth + ASKED };
}

function bestReading(own: string, sentence: Span, setting: Setting): Passage {
  const [whole, ...clauses] = readingsOf(own, sentence).map((span) => read(own, span, setting));
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

function read(own: string, { from, to }: Span, setting: Setting): Passage {
  const words = own.slice(from, to);
  const content = tidied(words);
  return { from, to, content, worth: worthAnywhere(words, content, setting) };
}

function worthAnywhere(words: string, content: string, setting: Setting): number {
  if (words.includes(HOLE) || words.includes("?")) return NOTHING;
  return isPlainElsewhere(content) ? PLAIN : worthOf(content, setting);
}

/** The sentence together with the one before it, if that holds what this one points to. */
function withBefore(
  own: string,
  before: Span,
  sentence: Span,
  passage: Passage | undefined,
  isOwnTurn: boolean,
): Passage | undefined {
  if (passage?.to !== before.to || own.slice(before.to, sentence.from).includes("\n")) return undefined;
  const from = sentence.from + openingOf(own.slice(sentence.from, sentence.to));
  const led = read(own, { from, to: sentence.to }, { isOwnTurn, isLed: true });
  if (
    led.worth < LEAST_LED ||
    !DANGLING.test(led.content) ||
    own.slice(passage.from, sentence.to).includes(HOLE)
  )
    return undefined;
  return {
    from: passage.from,
    to: sentence.to,
    content: `${passage.content} ${led.content}`,
    worth: passage.worth,
  };
}
