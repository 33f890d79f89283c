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

// ── finding listed words in a text without cutting them out

const NOTHING = 0;
const SMALL_LETTERS = /^[a-z]+$/;
/** The bit that turns a capital ASCII letter into a small one. */
export const SMALL = 32;

/** The hash of a word, extended by its next letter, which must be small. */
export function hashOn(hash: number, letter: number): number {
  return (Math.imul(hash, 31) + letter) | 0;
}

/** Holds one value, made once, for every listed word of the letters a to z. */
export class ListedWords<T extends { readonly text: string }> {
  private readonly make: (word: string, lists: number) => T;
  /** How many lists there were when the table was filled. */
  private filled = 0;
  private mask = 0;
  private hashes = new Int32Array(1);
  private kept: T[] = [];

  constructor(make: (word: string, lists: number) => T) {
    this.make = make;
  }

  /** The value for the letters from `from` to `to`, in any case. `hash` is the hash of the letters in lower case. */
  find(text: string, from: number, to: number, hash: number): T | undefined {
    if (this.filled !== made) this.fill();
    for (let at = hash & this.mask; ; at = (at + 1) & this.mask) {
      const found = this.hashes[at];
      if (found === NOTHING) return undefined;
      const kept = found === hash ? this.kept[at] : undefined;
      if (kept !== undefined && isAt(kept.text, text, from, to)) return kept;
    }
  }

  private fill(): void {
    // At most half full: most words are in no list, and in a sparse table the first probe mostly shows that.
    const size = 2 ** Math.ceil(Math.log2(2 * lists.size + 1));
    this.mask = size - 1;
    this.hashes = new Int32Array(size);
    this.kept = new Array<T>(size);
    for (const [word, bits] of lists) if (SMALL_LETTERS.test(word)) this.keep(word, this.make(word, bits));
    this.filled = made;
  }

  private keep(word: string, kept: T): void {
    let hash = 0;
    for (let i = 0; i < word.length; i++) hash = hashOn(hash, word.charCodeAt(i));
    assert(hash !== NOTHING, "the hash of no listed word is 0");
    let at = hash & this.mask;
    while (this.hashes[at] !== NOTHING) at = (at + 1) & this.mask;
    this.hashes[at] = hash;
    this.kept[at] = kept;
  }
}

function isAt(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false;
  for (let i = 0; i < word.length; i++)
    if ((text.charCodeAt(from + i) | SMALL) !== word.charCodeAt(i)) return false;
  return true;
}
