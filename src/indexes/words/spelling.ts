/**
 * Which known terms might a misspelt word have meant? Those one slip away, or two for longer words. A slip is a
 * letter too many, a letter missing, a wrong letter, or two letters swapped.
 *
 * It is asked only for words that no fact has. Terms are kept by length and by first letter: slips in the first
 * letter are rare, and are not corrected. Most terms are ruled out by the set of their letters: one slip adds at most
 * one letter to the set, and removes at most one.
 */
import type { Postings } from "./postings.ts";

const LEAST_CHARS = 4;
/** Words of at least this length may have two slips. */
const LONG_CHARS = 7;
const MAX_CHARS = 32;
const MAX_CORRECTIONS = 4;
const LETTERS = /^\p{L}+$/u;

export interface Correction {
  readonly term: number;
  readonly slips: 1 | 2;
}

/** Terms of the same length with the same first letter. */
interface Shelf {
  readonly texts: string[];
  readonly terms: number[];
  /** The set of letters of each term, as bits; some letters share a bit. */
  readonly letters: number[];
}

interface Found extends Correction {
  readonly text: string;
}

export class Spelling {
  private shelves = new Map<number, Shelf>();
  private source: Postings | undefined;
  private read = 0;

  /** Corrections among the terms that live facts have. */
  corrections(word: string, postings: Postings): readonly Correction[] {
    if (word.length < LEAST_CHARS || word.length > MAX_CHARS || !LETTERS.test(word)) return [];
    this.catchUp(postings);
    const most = word.length >= LONG_CHARS ? 2 : 1;
    const found: Found[] = [];
    for (let length = word.length - most; length <= word.length + most; length++)
      this.search(word, length, most, postings, found);
    // Fewest slips first; ties in alphabetical order.
    found.sort((a, b) => a.slips - b.slips || (a.text < b.text ? -1 : 1));
    const fewest = found[0]?.slips;
    return found
      .filter(({ slips }) => slips === fewest)
      .slice(0, MAX_CORRECTIONS)
      .map(({ term, slips }) => ({ term, slips }));
  }

  private search(word: string, length: number, most: 1 | 2, postings: Postings, found: Found[]): void {
    const shelf = this.shelves.get(shelfOf(word, length));
    if (shelf === undefined) return;
    const own = lettersOf(word);
    for (let i = 0; i < shelf.letters.length; i++) {
      const letters = shelf.letters[i] as number;
      if (isMoreThan(own & ~letters, most) || isMoreThan(letters & ~own, most)) continue;
      const text = shelf.texts[i] as string;
      const slips = slipsBetween(word, text, most);
      const term = shelf.terms[i] as number;
      if ((slips === 1 || slips === 2) && slips <= most && postings.isKnown(term))
        found.push({ text, term, slips });
    }
  }

  /** Reads the terms added since the last call. Terms are only ever appended, until everything is laid out anew. */
  private catchUp(postings: Postings): void {
    if (this.source !== postings) {
      this.source = postings;
      this.shelves = new Map();
      this.read = 0;
    }
    for (; this.read < postings.texts.length; this.read++) {
      const text = postings.texts[this.read] as string;
      if (text.length < LEAST_CHARS - 1 || !LETTERS.test(text)) continue;
      const key = shelfOf(text, text.length);
      let shelf = this.shelves.get(key);
      if (shelf === undefined) {
        shelf = { texts: [], terms: [], letters: [] };
        this.shelves.set(key, shelf);
      }
      shelf.texts.push(text);
      shelf.terms.push(this.read);
      shelf.letters.push(lettersOf(text));
    }
  }
}

/** All terms of 63 letters and more share one shelf: they are longer than any word that is corrected. */
function shelfOf(text: string, length: number): number {
  return text.charCodeAt(0) * 64 + Math.min(length, 63);
}

function lettersOf(text: string): number {
  let letters = 0;
  for (let i = 0; i < text.length; i++) letters |= 1 << (text.charCodeAt(i) & 31);
  return letters;
}

/** Are more than `most` bits set? */
function isMoreThan(bits: number, most: 1 | 2): boolean {
  const less = bits & (bits - 1);
  return most === 1 ? less !== 0 : (less & (less - 1)) !== 0;
}

const ROW = MAX_CHARS + 4;
const table = new Uint8Array(ROW * ROW);

/**
 * Slips from one word to the other; if there are more than `most`, some number above `most`. The common beginning and
 * end are skipped: no slip is needed there.
 */
function slipsBetween(a: string, b: string, most: number): number {
  let begin = 0;
  let endA = a.length;
  let endB = b.length;
  while (begin < endA && begin < endB && a.charCodeAt(begin) === b.charCodeAt(begin)) begin++;
  while (endA > begin && endB > begin && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--;
    endB--;
  }
  const [rows, columns] = [endA - begin, endB - begin];
  if (rows === 0 || columns === 0) return rows + columns;
  for (let j = 0; j <= columns; j++) table[j] = j;
  for (let i = 1; i <= rows; i++) {
    const row = i * ROW;
    const letter = a.charCodeAt(begin + i - 1);
    let least = i;
    table[row] = i;
    for (let j = 1; j <= columns; j++) {
      const other = b.charCodeAt(begin + j - 1);
      const at = row + j;
      let slips = Math.min(
        (table[at - ROW] as number) + 1,
        (table[at - 1] as number) + 1,
        (table[at - ROW - 1] as number) + (letter === other ? 0 : 1),
      );
      if (i > 1 && j > 1 && letter === b.charCodeAt(begin + j - 2) && a.charCodeAt(begin + i - 2) === other)
        slips = Math.min(slips, (table[at - 2 * ROW - 2] as number) + 1);
      table[at] = slips;
      if (slips < least) least = slips;
    }
    if (least > most) return most + 1;
  }
  return table[rows * ROW + columns] as number;
}
