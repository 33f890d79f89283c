/**
 * What does a word mean, as far as the bundled table knows? Its meaning is a row of 4-bit figures; the table is
 * decoded on first use.
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
let rows: Uint8Array | undefined;
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
  const all = tableRows();
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
  rows ??= decodeBase64(ROWS);
  return rows;
}

function decodeBase64(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
