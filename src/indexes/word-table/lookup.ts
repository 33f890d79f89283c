/**
 * What does a word mean, as far as the bundled table knows? A row of 4-bit figures, decoded on first use.
 *
 * Rows are in the order of the words' frequency, so that the row's number tells how common the word is. Nothing
 * here is learnt from memory: the table is the same for everyone and changes with its version only.
 */
import { baseForms } from "./inflection.ts";
import { ROWS, WORDS } from "./table.ts";

/** Figures per word. */
export const ROW_FIGURES = 128;
const ROW_BYTES = ROW_FIGURES / 2;
/** Sixteen levels, eight on either side of nothing. */
const LEVELS_MIDDLE = 7.5;
/** Of the two figures in a byte, added. */
const SQUARES = Float64Array.from(
  { length: 256 },
  (_, byte) => ((byte & 15) - LEVELS_MIDDLE) ** 2 + ((byte >> 4) - LEVELS_MIDDLE) ** 2,
);

let words: readonly string[] | undefined;
let rowOf: Map<string, number> | undefined;
let rows: Uint8Array | undefined;
/** Rows of base forms, for words that have none of their own; `NO_ROW` if those have none, either. */
const NO_ROW = -1;
const MAX_KEPT_FORMS = 32_768;
const keptForms = new Map<string, number>();

/** By row. */
export function tableWords(): readonly string[] {
  words ??= WORDS.split(" ");
  return words;
}

/** The word's row, or its base form's. */
export function findRow(word: string): number | undefined {
  rowOf ??= new Map(tableWords().map((one, row) => [one, row]));
  const row = rowOf.get(word) ?? keptForms.get(word) ?? keepForm(word, rowOf);
  return row === NO_ROW ? undefined : row;
}

function keepForm(word: string, rowOf: ReadonlyMap<string, number>): number {
  const base = baseForms(word).find((one) => rowOf.has(one));
  const row = base === undefined ? NO_ROW : (rowOf.get(base) as number);
  if (keptForms.size === MAX_KEPT_FORMS) keptForms.clear();
  keptForms.set(word, row);
  return row;
}

/** Words of erased facts must not stay in memory. */
export function forgetForms(): void {
  keptForms.clear();
}

/** Of all words that are said, the share that a row's word has, as it falls with the rank. */
export function frequencyOf(row: number): number {
  return 0.1 / (10 + row);
}

/** Writes the row to `to`, as a vector of about this length: figures lose what is behind the point. */
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

/** All rows as they stand in the table: bytes of two figures each, from 0 to 15, the lower half first. */
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
