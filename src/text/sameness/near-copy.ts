/**
 * Do two texts say the same in nearly the same words?
 *
 * Most of their words are shared, and what is not shared is no value: no number, no name, no negation. Cheap enough to
 * be asked of every pair that a search has found; `same` decides what may be merged, and is far stricter.
 */
import { tokenize } from "../words/words.ts";

export interface WordsAndValues {
  readonly words: ReadonlySet<string>;
  /** Words that a claim turns on: numbers, names inside a sentence, negations. */
  readonly values: ReadonlySet<string>;
}

/** Share of all their words that two copies have in common. */
const SHARED = 0.75;
const NEGATIONS = new Set(
  "not no never none nobody nothing neither nor without n't nicht kein keine jamais pas nunca".split(" "),
);
const CAPITAL = /^\p{Lu}/u;
const DIGIT = /\p{N}/u;

export function readForCopies(text: string): WordsAndValues {
  const words = new Set<string>();
  const values = new Set<string>();
  let isInside = false;
  for (const { text: word, raw, before, kind } of tokenize(text)) {
    words.add(word);
    const isName = isInside && before !== "." && CAPITAL.test(raw) && raw.length > 1;
    if (kind === "number" || DIGIT.test(word) || isName || NEGATIONS.has(word) || word.endsWith("n't"))
      values.add(word);
    isInside = true;
  }
  return { words, values };
}

export function areNearCopies(a: WordsAndValues, b: WordsAndValues): boolean {
  let shared = 0;
  for (const word of a.words) if (b.words.has(word)) shared++;
  if (shared < SHARED * (a.words.size + b.words.size - shared)) return false;
  return !lacks(a.values, b.words) && !lacks(b.values, a.words);
}

function lacks(values: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  for (const value of values) if (!words.has(value)) return true;
  return false;
}
