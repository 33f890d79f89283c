/**
 * How alike in meaning are one word and others, as far as the bundled table knows? Cosines of rows, one word against
 * as many rows as are asked for.
 */
import { ROW_FIGURES, readRow, tableRows } from "./lookup.ts";

const ROW_BYTES = ROW_FIGURES / 2;
const MIDDLE = 15;
/** Figures of a row are read with this length: whole numbers, precise enough. */
const LENGTH = 8_192;

/** 1 divided by a row's length, by row; 0 until it is first needed. */
let inverses: Float64Array | undefined;

/**
 * Cosines are kept, because a question meets the same words in many facts. Each pair of rows has one place; a newer
 * pair takes it from an older one.
 */
const PLACE_BITS = 15;
const SPREADING = 0x9e3779b1;
const keptPairs = new Int32Array(1 << PLACE_BITS);
const keptCosines = new Float64Array(1 << PLACE_BITS);

/** One word, ready to be compared with rows. */
export class WordLikeness {
  private readonly row: number;
  private readonly figures = new Int16Array(ROW_FIGURES);
  private readonly sum: number;
  private readonly inverse: number;

  constructor(row: number) {
    this.row = row;
    readRow(row, LENGTH, this.figures, 0);
    let [sum, square] = [0, 0];
    for (const figure of this.figures) {
      sum += figure;
      square += figure * figure;
    }
    this.sum = sum;
    this.inverse = 1 / Math.sqrt(square);
  }

  /** The highest cosine with one of these rows; 0 if none is alike. */
  highestWith(others: readonly number[]): number {
    const rows = tableRows();
    let most = 0;
    for (let i = 0; i < others.length; i++) most = Math.max(most, this.with(others[i] as number, rows));
    return most;
  }

  private with(row: number, rows: Uint8Array): number {
    const pair = 1 + this.row * (rows.length / ROW_BYTES) + row;
    const place = Math.imul(pair, SPREADING) >>> (32 - PLACE_BITS);
    if (keptPairs[place] === pair) return keptCosines[place] as number;
    const cosine = this.cosineWith(row, rows);
    keptPairs[place] = pair;
    keptCosines[place] = cosine;
    return cosine;
  }

  private cosineWith(row: number, rows: Uint8Array): number {
    const { figures } = this;
    const at = row * ROW_BYTES;
    let product = 0;
    for (let i = 0; i < ROW_BYTES; i++) {
      const byte = rows[at + i] as number;
      product += (byte & 15) * (figures[2 * i] as number) + (byte >> 4) * (figures[2 * i + 1] as number);
    }
    return (2 * product - MIDDLE * this.sum) * this.inverse * inverseOf(row, rows);
  }
}

function inverseOf(row: number, rows: Uint8Array): number {
  inverses ??= new Float64Array(rows.length / ROW_BYTES);
  const known = inverses[row] as number;
  if (known !== 0) return known;
  let square = 0;
  for (let i = row * ROW_BYTES; i < (row + 1) * ROW_BYTES; i++) {
    const byte = rows[i] as number;
    square += (2 * (byte & 15) - MIDDLE) ** 2 + (2 * (byte >> 4) - MIDDLE) ** 2;
  }
  const inverse = 1 / Math.sqrt(square);
  inverses[row] = inverse;
  return inverse;
}
