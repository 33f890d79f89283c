/**
 * Which words mean nearly the same as a word, as far as the bundled table knows? "whisky" leads to "alcohol", "sleep"
 * to "awake".
 *
 * Nothing here depends on what is in memory, so no fact can change what the words of a question lead to. A scan of
 * the table's signs leaves a few candidates for a word, exact cosines decide, and the list is kept.
 */
import { stem } from "../../text/words/stems.ts";
import { isFraming } from "../words/framing.ts";
import { findRow, ROW_FIGURES, readRow, tableRows, tableWords } from "./lookup.ts";
import { openTableScan, type TableScan } from "./scan.ts";

export interface RelatedWord {
  /** The stem of the related word. */
  readonly term: string;
  readonly cosine: number;
}

/** Words below this cosine have at best a topic in common. */
const LEAST_COSINE = 0.5;
const MOST_RELATED = 24;
/**
 * Signs that may differ. Of 128 signs, about 43 differ at a cosine of 0.5 and 64 between unrelated words; 55 leaves
 * room for variation.
 */
const MOST_DIFFERENT = 55;
const ROW_LENGTH = 8_192;
/** `readRow` cuts off fractions of figures, which changes a cosine by far less than this. */
const ESTIMATE_ERROR = 0.01;
const MAX_KEPT = 4_096;

let scan: TableScan | undefined;
const kept = new Map<number, readonly RelatedWord[]>();
const asked = new Int16Array(ROW_FIGURES);
const other = new Int16Array(ROW_FIGURES);

/**
 * Nearest first, each stem once, without the word's own stem. Empty if the table does not have the word, or if it
 * only frames (`framing.ts`).
 */
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
  scan ??= openTableScan(tableRows());
  readRow(row, ROW_LENGTH, asked, 0);
  for (const i of scan.near(row, MOST_DIFFERENT, LEAST_COSINE - ESTIMATE_ERROR)) {
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
