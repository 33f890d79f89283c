/**
 * Which known terms might a misspelt word have meant? Those one slip away, or two for longer words: a letter too many,
 * too few, another one, or two swapped.
 *
 * Asked only for words that no fact has. Terms are kept by their first letter, which slips hardly ever touch.
 */
import type { Postings } from "./postings.ts";

const LEAST_CHARS = 4;
/** Words from this length on may have two slips. */
const LONG_CHARS = 7;
const MAX_CHARS = 32;
const MAX_CORRECTIONS = 4;
const LETTERS = /^\p{L}+$/u;

export interface Correction {
  readonly term: number;
  readonly slips: 1 | 2;
}

export class Spelling {
  private byFirst = new Map<string, string[]>();
  private source: Postings | undefined;
  private read = 0;

  /** Among the terms that `isMeant`. */
  corrections(word: string, postings: Postings, isMeant: (term: number) => boolean): readonly Correction[] {
    if (word.length < LEAST_CHARS || word.length > MAX_CHARS || !LETTERS.test(word)) return [];
    this.catchUp(postings);
    const most = word.length >= LONG_CHARS ? 2 : 1;
    const found: { readonly text: string; readonly slips: number }[] = [];
    for (const text of this.byFirst.get(word[0] as string) ?? []) {
      if (Math.abs(text.length - word.length) > most) continue;
      const slips = slipsBetween(word, text, most);
      if (slips > 0 && slips <= most && isMeant(postings.terms.get(text) as number))
        found.push({ text, slips });
    }
    // The fewest slips; of equals, the first by letters.
    found.sort((a, b) => a.slips - b.slips || (a.text < b.text ? -1 : 1));
    const fewest = found[0]?.slips;
    return found
      .filter(({ slips }) => slips === fewest)
      .slice(0, MAX_CORRECTIONS)
      .map(({ text, slips }) => ({ term: postings.terms.get(text) as number, slips: slips as 1 | 2 }));
  }

  /** Terms only ever get more, until everything is laid out anew. */
  private catchUp(postings: Postings): void {
    if (this.source !== postings) {
      this.source = postings;
      this.byFirst = new Map();
      this.read = 0;
    }
    if (this.read === postings.terms.size) return;
    let at = 0;
    for (const text of postings.terms.keys()) {
      if (at++ < this.read || text.length < LEAST_CHARS - 1 || !LETTERS.test(text)) continue;
      const first = text[0] as string;
      const others = this.byFirst.get(first);
      if (others === undefined) this.byFirst.set(first, [text]);
      else others.push(text);
    }
    this.read = postings.terms.size;
  }
}

/** Slips from one word to the other; more than `most` is not counted further. */
function slipsBetween(a: string, b: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let slips = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + same,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        slips = Math.min(slips, (before[j - 2] as number) + 1);
      row.push(slips);
      least = Math.min(least, slips);
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length] as number;
}
