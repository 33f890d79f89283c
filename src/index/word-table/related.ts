/**
 * Which words mean nearly the same as a word, as far as the bundled table knows? "whisky" leads to "alcohol", "sleep"
 * to "awake".
 *
 * Nothing here depends on what is in memory, so no fact can change what a question's words lead to. A word's list is
 * found by a scan of the table's signs, then by exact cosines of the few that are left; it is kept.
 */
import { stem } from "../../text/stems.ts";
import { isFraming } from "../framing.ts";
import { findRow, ROW_FIGURES, readRow, tableRows, tableWords } from "./lookup.ts";

export interface RelatedWord {
  /** Its stem. */
  readonly term: string;
  readonly cosine: number;
}

/** Below this, words have a subject in common at best. */
const LEAST_COSINE = 0.5;
const MOST_RELATED = 24;
/** Signs that may differ: twice what LEAST_COSINE lets expect would be chance. */
const MOST_DIFFERENT = 55;
const SIGN_WORDS = ROW_FIGURES / 32;
const FIGURE_WORDS = ROW_FIGURES / 8;
const ROW_LENGTH = 8_192;
/** Figures lose what is behind the point when they are read: far less than this. */
const ESTIMATE_ERROR = 0.01;
const MAX_KEPT = 4_096;

/** What a scan reads of every row. */
interface Scan {
  /** The figures, eight to a word. */
  readonly figures: Int32Array;
  /** 1 where a figure is below the middle. */
  readonly signs: Int32Array;
  readonly lengths: Float32Array;
}

let scan: Scan | undefined;
const kept = new Map<number, readonly RelatedWord[]>();
const asked = new Int16Array(ROW_FIGURES);
const other = new Int16Array(ROW_FIGURES);

/** The nearest first, each stem once; not the word's own. Empty for a word that the table does not know. */
export function relatedTo(word: string): readonly RelatedWord[] {
  const row = findRow(word);
  if (row === undefined || isFraming(word)) return [];
  const known = kept.get(row);
  if (known !== undefined) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const found = search(row);
  kept.set(row, found);
  return found;
}

function search(row: number): readonly RelatedWord[] {
  const words = tableWords();
  const own = stem(words[row] as string, "en");
  const best = new Map<string, number>();
  const near = nearRows(row);
  readRow(row, ROW_LENGTH, asked, 0);
  for (const i of near) {
    readRow(i, ROW_LENGTH, other, 0);
    const cosine = cosineOf(asked, other);
    if (cosine < LEAST_COSINE) continue;
    const term = stem(words[i] as string, "en");
    if (term !== own && cosine > (best.get(term) ?? 0)) best.set(term, cosine);
  }
  return [...best]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, MOST_RELATED)
    .map(([term, cosine]) => ({ term, cosine }));
}

/** Rows that may be near enough: by their signs, then by an estimate of the cosine. */
function nearRows(row: number): readonly number[] {
  scan ??= scanOf(tableRows());
  const { figures, signs, lengths } = scan;
  const at = row * SIGN_WORDS;
  const first = signs[at] as number;
  const second = signs[at + 1] as number;
  const third = signs[at + 2] as number;
  const fourth = signs[at + 3] as number;
  const weights = figuresOf(figures, row);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const least = (LEAST_COSINE - ESTIMATE_ERROR) * (lengths[row] as number);
  const near: number[] = [];
  for (let i = 0, from = 0; i < lengths.length; i++, from += SIGN_WORDS) {
    const different =
      bitsIn(first ^ (signs[from] as number)) +
      bitsIn(second ^ (signs[from + 1] as number)) +
      bitsIn(third ^ (signs[from + 2] as number)) +
      bitsIn(fourth ^ (signs[from + 3] as number));
    if (different > MOST_DIFFERENT || i === row) continue;
    // Figures are from 0 to 15: in halves of a level from the middle they are 2 · figure - 15.
    const product = 2 * weighedSum(figures, i, weights) - 15 * sum;
    if (product >= least * (lengths[i] as number)) near.push(i);
  }
  return near;
}

function weighedSum(figures: Int32Array, row: number, weights: Int32Array): number {
  let sum = 0;
  let place = 0;
  for (let i = row * FIGURE_WORDS; i < (row + 1) * FIGURE_WORDS; i++) {
    const word = figures[i] as number;
    sum +=
      (weights[place] as number) * (word & 15) +
      (weights[place + 1] as number) * ((word >>> 4) & 15) +
      (weights[place + 2] as number) * ((word >>> 8) & 15) +
      (weights[place + 3] as number) * ((word >>> 12) & 15) +
      (weights[place + 4] as number) * ((word >>> 16) & 15) +
      (weights[place + 5] as number) * ((word >>> 20) & 15) +
      (weights[place + 6] as number) * ((word >>> 24) & 15) +
      (weights[place + 7] as number) * (word >>> 28);
    place += 8;
  }
  return sum;
}

function scanOf(rows: Uint8Array): Scan {
  const figures = new Int32Array(rows.buffer, rows.byteOffset, rows.length / 4);
  const count = figures.length / FIGURE_WORDS;
  const signs = new Int32Array(count * SIGN_WORDS);
  const lengths = new Float32Array(count);
  for (let row = 0; row < count; row++) {
    let square = 0;
    for (let i = 0; i < FIGURE_WORDS; i++) {
      const word = figures[row * FIGURE_WORDS + i] as number;
      let below = 0;
      for (let place = 0; place < 8; place++) {
        const figure = 2 * ((word >>> (4 * place)) & 15) - 15;
        square += figure * figure;
        if (figure < 0) below |= 1 << place;
      }
      (signs[row * SIGN_WORDS + (i >> 2)] as number) |= below << (8 * (i & 3));
    }
    lengths[row] = Math.sqrt(square);
  }
  return { figures, signs, lengths };
}

/** A row's figures, in halves of a level from the middle. */
function figuresOf(figures: Int32Array, row: number): Int32Array {
  const made = new Int32Array(ROW_FIGURES);
  for (let i = 0; i < ROW_FIGURES; i++)
    made[i] = 2 * (((figures[row * FIGURE_WORDS + (i >> 3)] as number) >>> (4 * (i & 7))) & 15) - 15;
  return made;
}

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function cosineOf(a: Int16Array, b: Int16Array): number {
  let product = 0;
  let squareA = 0;
  let squareB = 0;
  for (let i = 0; i < ROW_FIGURES; i++) {
    const x = a[i] as number;
    const y = b[i] as number;
    product += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  return product / Math.sqrt(squareA * squareB);
}
