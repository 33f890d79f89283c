/**
 * Which rows of the word table may be near a row? Signs rule most of them out, then an estimate of the cosine
 * decides.
 *
 * The first time a word is asked for, all of some twenty thousand rows are scanned: a tenth of a millisecond in
 * WebAssembly, several times that in plain JavaScript, with the same result.
 */
import { bitsIn } from "../vectors/vector-kernel.ts";
import { ADDRESSES } from "../vectors/vector-module.ts";
import { type Exports, openInstance } from "../vectors/wasm-instance.ts";
import { ROW_FIGURES } from "./lookup.ts";

const ROW_BYTES = ROW_FIGURES / 2;
const SIGN_WORDS = ROW_FIGURES / 32;
const FIGURE_WORDS = ROW_FIGURES / 8;

export interface TableScan {
  readonly name: "script" | "wasm";
  /**
   * Rows whose signs differ from this row's in at most `mostDifferent` places, and whose cosine with it is about
   * `least` or more.
   */
  near(row: number, mostDifferent: number, least: number): readonly number[];
}

export function openTableScan(rows: Uint8Array): TableScan {
  return openWasmScan(rows) ?? new ScriptScan(rows);
}

export class ScriptScan implements TableScan {
  readonly name = "script";
  /** Eight figures per 32-bit word. */
  private readonly figures: Int32Array;
  private readonly signs: Int32Array;
  private readonly lengths: Float32Array;

  constructor(rows: Uint8Array) {
    this.figures = wordsOf(rows);
    this.lengths = new Float32Array(rows.length / ROW_BYTES);
    this.signs = new Int32Array(this.lengths.length * SIGN_WORDS);
    measure(rows, this.signs, this.lengths);
  }

  near(row: number, mostDifferent: number, least: number): readonly number[] {
    const { figures, signs, lengths } = this;
    const weights = figuresOf(figures, row);
    const found: number[] = [];
    for (let i = 0; i < lengths.length; i++) {
      let different = 0;
      for (let word = 0; word < SIGN_WORDS; word++)
        different += bitsIn(
          (signs[row * SIGN_WORDS + word] as number) ^ (signs[i * SIGN_WORDS + word] as number),
        );
      if (different > mostDifferent || i === row) continue;
      const product = productOf(weighedSum(figures, i, weights), weights);
      if (product >= least * (lengths[row] as number) * (lengths[i] as number)) found.push(i);
    }
    return found;
  }
}

/** Undefined if WebAssembly cannot be used. */
export function openWasmScan(rows: Uint8Array): TableScan | undefined {
  const count = rows.length / ROW_BYTES;
  const opened = openInstance(ADDRESSES.BLOCKS + rows.length + count * (SIGN_WORDS * 4 + 8));
  return opened && new WasmScan(rows, opened.memory.buffer, opened.exports);
}

class WasmScan implements TableScan {
  readonly name = "wasm";
  private readonly exports: Exports;
  private readonly figures: Int32Array;
  private readonly signs: Int32Array;
  private readonly chosen: Int32Array;
  private readonly sums: Int32Array;
  private readonly asked: Int32Array;
  private readonly weights: Int16Array;
  private readonly lengths: Float32Array;

  constructor(rows: Uint8Array, memory: ArrayBuffer, exports: Exports) {
    this.exports = exports;
    const count = rows.length / ROW_BYTES;
    let at: number = ADDRESSES.BLOCKS;
    const place = (length: number) => {
      const words = new Int32Array(memory, at, length);
      at += 4 * length;
      return words;
    };
    this.figures = place(rows.length / 4);
    this.signs = place(count * SIGN_WORDS);
    this.chosen = place(count);
    this.sums = place(count);
    this.asked = new Int32Array(memory, ADDRESSES.QUERY, SIGN_WORDS);
    this.weights = new Int16Array(memory, ADDRESSES.TABLES, ROW_FIGURES);
    this.lengths = new Float32Array(count);
    this.figures.set(wordsOf(rows));
    measure(rows, this.signs, this.lengths);
  }

  near(row: number, mostDifferent: number, least: number): readonly number[] {
    const { figures, signs, chosen, sums, lengths } = this;
    this.asked.set(signs.subarray(row * SIGN_WORDS, (row + 1) * SIGN_WORDS));
    const weights = figuresOf(figures, row);
    for (let i = 0; i < ROW_FIGURES; i++) this.weights[placeOf(i)] = weights[i] as number;
    const count = this.exports.differ(signs.byteOffset, lengths.length, mostDifferent, chosen.byteOffset);
    this.exports.weigh(figures.byteOffset, chosen.byteOffset, count, sums.byteOffset);
    const found: number[] = [];
    const middle = productOf(0, weights);
    for (let at = 0; at < count; at++) {
      const i = chosen[at] as number;
      const product = 2 * (sums[at] as number) + middle;
      if (i !== row && product >= least * (lengths[row] as number) * (lengths[i] as number)) found.push(i);
    }
    return found;
  }
}

/**
 * Where the kernel expects a figure's weight: of every 32 figures, first those in the low halves of bytes, then the
 * others.
 */
function placeOf(figure: number): number {
  return (figure & ~31) + ((figure & 1) === 0 ? 0 : 16) + ((figure & 31) >> 1);
}

function wordsOf(rows: Uint8Array): Int32Array {
  return new Int32Array(rows.buffer, rows.byteOffset, rows.length / 4);
}

/**
 * By byte, for its two figures: the sum of their squares, in units of half a level; and, as bits, which are below the
 * middle.
 */
const SQUARES = Int32Array.from(
  { length: 256 },
  (_, byte) => fromMiddle(byte & 15) ** 2 + fromMiddle(byte >> 4) ** 2,
);
const BELOW = Int32Array.from(
  { length: 256 },
  (_, byte) => (fromMiddle(byte & 15) < 0 ? 1 : 0) | (fromMiddle(byte >> 4) < 0 ? 2 : 0),
);

/** The signs of every row (1 for a figure below the middle) and its length, in units of half a level. */
function measure(rows: Uint8Array, signs: Int32Array, lengths: Float32Array): void {
  for (let row = 0; row < lengths.length; row++) {
    let square = 0;
    for (let word = 0; word < SIGN_WORDS; word++) {
      let below = 0;
      for (let i = 0; i < 16; i++) {
        const byte = rows[row * ROW_BYTES + 16 * word + i] as number;
        square += SQUARES[byte] as number;
        below |= (BELOW[byte] as number) << (2 * i);
      }
      signs[row * SIGN_WORDS + word] = below;
    }
    lengths[row] = Math.sqrt(square);
  }
}

/** The figure's distance from the middle, in units of half a level. In the table figures go from 0 to 15. */
function fromMiddle(figure: number): number {
  return 2 * figure - 15;
}

/** A row's figures as distances from the middle, in units of half a level: from -15 to 15. */
function figuresOf(figures: Int32Array, row: number): Int32Array {
  const made = new Int32Array(ROW_FIGURES);
  for (let i = 0; i < ROW_FIGURES; i++)
    made[i] = fromMiddle(((figures[row * FIGURE_WORDS + (i >> 3)] as number) >>> (4 * (i & 7))) & 15);
  return made;
}

function weighedSum(figures: Int32Array, row: number, weights: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < ROW_FIGURES; i++) {
    const word = figures[row * FIGURE_WORDS + (i >> 3)] as number;
    sum += (weights[i] as number) * ((word >>> (4 * (i & 7))) & 15);
  }
  return sum;
}

/**
 * The product with a row, from `weighed`: the sum over the row's figures as in the table. Each stands for 2 · figure
 * - 15.
 */
function productOf(weighed: number, weights: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i] as number;
  return 2 * weighed - 15 * sum;
}
