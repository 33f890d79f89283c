/**
 * Which phrases occur in a text? Patterns over words, not characters: a step per word, with bounded gaps that
 * never leave the sentence. A regular expression per phrase was rejected: hundreds of them cost a pass over the
 * text each, and their backtracking is the attacker's to choose. Here one pass looks every word up once, and
 * the work at a word is bounded by the phrases that begin with it.
 *
 * A phrase is written as words with spaces between:
 *   ignore|forget   one of these words, lower case, without accents or apostrophes ("dont")
 *   the?            may be missing
 *   …  …6           up to 4 (or 6) words of any kind, within the sentence
 *   !you|we         the next word is none of these
 *   ^               first only: the next word stands where an order begins ("Please send", not "I send")
 *   ^send|post      later: the same for this word
 *   URL  EMAIL      an address
 *
 * What counts as a word, also in disguise, is decided in `words.ts`. The grammar (`rules.ts`) writes its phrases
 * in the same notation, with concepts in place of words.
 */
import { assert } from "../../assert.ts";
import type { Words } from "./words.ts";

export type Phrase<S extends OneOf = WordSet> = {
  readonly isOrder: boolean;
  readonly steps: readonly Step<S>[];
};

/** What a step asks for. */
export type OneOf = { has(id: number): boolean };

type Step<S extends OneOf> = {
  readonly words: S;
  /** It stands where an order begins. */
  readonly isOrder: boolean;
  readonly gapWords: number;
  readonly isOptional: boolean;
  readonly isAbsent: boolean;
};

/** Lexicon ids as bits: asked for every word that a gap may reach. */
export class WordSet {
  readonly ids: readonly number[];
  readonly #bits: Uint32Array;

  constructor(ids: readonly number[]) {
    this.ids = ids;
    this.#bits = new Uint32Array((Math.max(...ids) >>> 5) + 1);
    for (const id of ids) this.#bits[id >>> 5] = (this.#bits[id >>> 5] ?? 0) | (1 << (id & 31));
  }

  has(id: number): boolean {
    return (((this.#bits[id >>> 5] ?? 0) >>> (id & 31)) & 1) === 1;
  }
}

const DEFAULT_GAP_WORDS = 4;
/** A phrase spans at most so many words: a set of places in it is one integer. */
const WINDOW_WORDS = 30;

export function compilePhrase<S extends OneOf>(
  written: string,
  setOf: (words: readonly string[]) => S,
): Phrase<S> {
  const steps: Step<S>[] = [];
  let gapWords = 0;
  const parts = written.split(" ");
  for (const part of parts[0] === "^" ? parts.slice(1) : parts) {
    if (part.startsWith("…")) {
      gapWords = part === "…" ? DEFAULT_GAP_WORDS : Number(part.slice(1));
      continue;
    }
    const isAbsent = part.startsWith("!");
    const isOrder = part.startsWith("^");
    const isOptional = part.endsWith("?");
    const words = part.slice(isAbsent || isOrder ? 1 : 0, isOptional ? -1 : undefined).split("|");
    steps.push({ words: setOf(words), isOrder, gapWords, isOptional, isAbsent });
    gapWords = 0;
  }
  const first = steps[0];
  assert(first && !first.isOptional && !first.isAbsent, `the phrase "${written}" begins with a word`);
  return { isOrder: parts[0] === "^", steps };
}

/** Does the phrase begin at word `start`? Follows all ways through the gaps at once, as bits of places. */
export function matchesAt(phrase: Phrase<OneOf>, words: Words, start: number): boolean {
  if (phrase.isOrder && !words.opens[start]) return false;
  const length = Math.min((words.sentenceEnd[start] ?? start) - start, WINDOW_WORDS);
  const within = (1 << length) - 1;
  let places = 1;
  for (const step of phrase.steps) {
    let reach = places;
    for (let skipped = 0; skipped < step.gapWords; skipped++) reach |= (reach << 1) & within;
    let here = 0;
    for (let rest = reach & within; rest !== 0; rest &= rest - 1) {
      const place = 31 - Math.clz32(rest & -rest);
      if (step.isOrder && !words.opens[start + place]) continue;
      if (step.words.has(words.ids[start + place] ?? 0)) here |= 1 << place;
    }
    if (step.isAbsent) places = reach & ~here;
    else places = (here << 1) | (step.isOptional ? places : 0);
    if (places === 0) return false;
  }
  return true;
}
