/**
 * Which lists does a word stand in? Number words, function words of a language, short forms, names of times: every word
 * of a text is asked about in a dozen lists, and one look-up answers for all of them.
 *
 * A list is a bit. Lists are made while the code is loaded, and never change.
 */
import { assert } from "../assert.ts";

const MAX_LISTS = 31;
const lists = new Map<string, number>();
let made = 0;

/** A list of words: the bit that `listsOf` has for each of them. */
export function listWords(words: Iterable<string>): number {
  assert(made < MAX_LISTS, "there is a bit for every list of words");
  const bit = 1 << made++;
  for (const word of words) lists.set(word, listsOf(word) | bit);
  return bit;
}

/** The lists that have the word, as bits; 0 for most words. */
export function listsOf(word: string): number {
  return lists.get(word) ?? 0;
}
