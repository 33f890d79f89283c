/**
 * Is a text spelled out letter by letter, so that no word of it is found? ("I.G.N.O.R.E. the user", "i g n o r e   all")
 *
 * Abbreviations ("U.S.A.", "e.g.") and initials are too short to count.
 */
import type { Unmasked } from "./unmask.ts";

/**
 * Letters, each behind the same mark or a single space, with no further letter behind them. A full stop may end the word.
 */
const SPELLED_OUT = /(?<![\p{L}\p{N}])\p{L}([ ._*-])\p{L}(?:\1\p{L})*(?![\p{L}\p{N}])(?:\.(?= ))?/gu;
/** A word this long is hardly an abbreviation. */
const MIN_LETTERS = 5;

/** The text with its letters joined to words, if a word of it is spelled out; else nothing. */
export function spelledOutIn({ text, at }: Unmasked): readonly Unmasked[] {
  const words = [...text.matchAll(SPELLED_OUT)];
  if (!words.some(([word]) => (word.length + 1) / 2 >= MIN_LETTERS)) return [];
  const places: number[] = [];
  let joined = "";
  let from = 0;
  const copy = (to: number): void => {
    for (; from < to; from++) {
      joined += text[from];
      places.push(from);
    }
  };
  for (const { index, 0: word, 1: mark } of words) {
    copy(index);
    for (const end = index + word.length; from < end; from++) {
      if (text[from] === mark || text[from] === ".") continue;
      joined += text[from];
      places.push(from);
    }
  }
  copy(text.length);
  return [{ text: joined, at: (place) => at(places[place] ?? text.length) }];
}
