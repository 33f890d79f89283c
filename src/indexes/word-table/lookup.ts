/**
 * What does a word mean, as far as the bundled table knows? Its meaning is a row of 4-bit figures. Rows are decoded a
 * block at a time, when one of them is first read: a short process needs few of them.
 *
 * Rows are ordered by the words' frequency, so the row's number tells how common a word is. Nothing here is learnt
 * from memory: the table is the same for everyone and changes only with its version.
 */
import { baseForms } from "./inflection.ts";
import { ROWS, WORDS } from "./table.ts";

/** Figures per word. */
export const ROW_FIGURES = 128;
const ROW_BYTES = ROW_FIGURES / 2;
/** Figures have sixteen levels, eight on either side of zero. */
const LEVELS_MIDDLE = 7.5;
/** By byte: the squares of its two figures, added. */
const SQUARES = Float64Array.from(
  { length: 256 },
  (_, byte) => ((byte & 15) - LEVELS_MIDDLE) ** 2 + ((byte >> 4) - LEVELS_MIDDLE) ** 2,
);

let words: readonly string[] | undefined;
let rowOf: Map<string, number> | undefined;
/** Blocks of rows begin where a character of base64 begins a byte. */
const BLOCK_ROWS = 96;
const BLOCK_BYTES = BLOCK_ROWS * ROW_BYTES;
const BLOCK_CHARS = (BLOCK_BYTES / 3) * 4;
let rows: Uint8Array | undefined;
const decodedBlocks = new Set<number>();
/** Rows of base forms, for words that have no row of their own; `NO_ROW` if their base forms have none either. */
const NO_ROW = -1;
const MAX_KEPT_FORMS = 32_768;
const keptForms = new Map<string, number>();

/** Words by row. */
export function tableWords(): readonly string[] {
  words ??= WORDS.split(" ");
  return words;
}

/** The row of the word, or of its base form. */
export function findRow(word: string): number | undefined {
  rowOf ??= new Map(tableWords().map((one, row) => [one, row]));
  const row = rowOf.get(word) ?? keptForms.get(word) ?? keepForm(word, rowOf);
  return row === NO_ROW ? undefined : row;
}

/** The rows of these words, each once, at most `most`. Words without a row are passed over. */
export function findRows(some: Iterable<string>, most: number): readonly number[] {
  const found = new Set<number>();
  for (const word of some) {
    if (found.size >= most) break;
    const row = findRow(word);
    if (row !== undefined) found.add(row);
  }
  return [...found];
}

function keepForm(word: string, rowOf: ReadonlyMap<string, number>): number {
  const base = baseForms(word).find((one) => rowOf.has(one));
  const row = base === undefined ? NO_ROW : (rowOf.get(base) as number);
  if (keptForms.size === MAX_KEPT_FORMS) keptForms.clear();
  keptForms.set(word, row);
  return row;
}

/** The words of an erased fact must not stay in memory. */
export function forgetForms(): void {
  keptForms.clear();
}

/** The estimated share of a row's word among all words spoken: it falls with the rank. */
export function frequencyOf(row: number): number {
  return 0.1 / (10 + row);
}

/** Writes the row to `to` as a vector of about this length; fractions of figures are cut off. */
export function readRow(row: number, length: number, to: Int16Array, from: number): void {
  const all = withBlock(Math.floor(row / BLOCK_ROWS));
  const at = row * ROW_BYTES;
  let square = 0;
  for (let i = 0; i < ROW_BYTES; i++) square += SQUARES[all[at + i] as number] as number;
  const scale = length / Math.sqrt(square);
  for (let i = 0; i < ROW_BYTES; i++) {
    const byte = all[at + i] as number;
    to[from + 2 * i] = ((byte & 15) - LEVELS_MIDDLE) * scale;
    to[from + 2 * i + 1] = ((byte >> 4) - LEVELS_MIDDLE) * scale;
  }
}

/** All rows as in the table: two figures per byte, each from 0 to 15, the first in the low half. */
export function tableRows(): Uint8Array {
  if (whole !== undefined) return whole;
  let all = withBlock(0);
  for (let block = 1; block * BLOCK_CHARS < ROWS.length; block++) all = withBlock(block);
  whole = all;
  return all;
}

/** The rows, once all blocks are decoded: recall asks for them thousands of times. */
let whole: Uint8Array | undefined;

/** All rows; those of this block are decoded. */
function withBlock(block: number): Uint8Array {
  rows ??= new Uint8Array(tableWords().length * ROW_BYTES);
  if (decodedBlocks.has(block)) return rows;
  const binary = atob(ROWS.slice(block * BLOCK_CHARS, (block + 1) * BLOCK_CHARS));
  const at = block * BLOCK_BYTES;
  for (let i = 0; i < binary.length; i++) rows[at + i] = binary.charCodeAt(i);
  decodedBlocks.add(block);
  return rows;
}
