/**
 * Which lists does a word stand in? Number words, function words of a language, short forms, names of times: every word
 * of a text is asked about in a dozen lists, and one look-up answers for all of them.
 *
 * A list is a bit. Lists are made while the code is loaded, and never change.
 */
import { assert } from "../../assert.ts";

const MAX_LISTS = 31;
const lists = new Map<string, number>();
let made = 0;

/** A list of words: the bit that `listsOf` has for each of them. Without words, a list that its owner fills by a rule. */
export function listWords(words: Iterable<string> = []): number {
  assert(made < MAX_LISTS, "there is a bit for every list of words");
  const bit = 1 << made++;
  for (const word of words) lists.set(word, listsOf(word) | bit);
  return bit;
}

/** The lists that have the word, as bits; 0 for most words. */
export function listsOf(word: string): number {
  return lists.get(word) ?? 0;
}

// ── listed words, found in a text without cutting them out

const NOTHING = 0;
const SMALL_LETTERS = /^[a-z]+$/;
/** Makes a capital a small letter. */
export const SMALL = 32;

/** The hash of a word from that of the letters before its last one, small. */
export function hashOn(hash: number, letter: number): number {
  return (Math.imul(hash, 31) + letter) | 0;
}

/** What is made of every listed word of the letters a to z, once. */
export class ListedWords<T extends { readonly text: string }> {
  private readonly make: (word: string, lists: number) => T;
  /** How many lists there were when they were filled in. */
  private filled = 0;
  private mask = 0;
  private hashes = new Int32Array(1);
  private kept: T[] = [];

  constructor(make: (word: string, lists: number) => T) {
    this.make = make;
  }

  /** Of the letters from `from` to `to`, whatever their case; `hash` is that of the small ones. */
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
    // At most half full: most words stand in no list, and most of them are known for it by the first look.
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
