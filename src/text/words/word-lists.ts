/**
 * Which lists is a word in? Number words, function words of a language, short forms, names of times: a dozen lists are
 * asked about every word of a text, and one look-up answers for all of them.
 *
 * Each list is a bit. Lists are made while the code is loaded and never change.
 */
import { assert } from "../../assert.ts";

const MAX_LISTS = 31;
const lists = new Map<string, number>();
let made = 0;

/**
 * Makes a list of words and returns its bit, which `listsOf` then has for each of the words. A list without words is
 * for callers that decide membership by a rule of their own.
 */
export function listWords(words: Iterable<string> = []): number {
  assert(made < MAX_LISTS, "there is a bit for every list of words");
  const bit = 1 << made++;
  for (const word of words) lists.set(word, listsOf(word) | bit);
  return bit;
}

/** The lists that contain the word, as bits; 0 for most words. */
export function listsOf(word: string): number {
  return lists.get(word) ?? 0;
}
