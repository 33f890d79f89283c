/**
 * What is the arithmetic of a search, on a block of rows? This is plain JavaScript; every other kernel must give the
 * same figures.
 *
 * A row is 256 figures of one byte. Its signs are 256 bits; a bit is set if the figure is below zero. The distance of
 * a row from the query is first estimated from the signs alone: the sum of the query's magnitudes at all places where
 * the signs differ. Magnitudes have three bits, so the estimate takes three bit counts. A kernel owns the memory of
 * its blocks, because WebAssembly (`vector-wasm.ts`) can read only its own.
 */
import { DIMENSIONS } from "./encoder.ts";

export const BLOCK_ROWS = 2_048;
/** Signs of a row, in words of 32 bits. */
export const SIGN_WORDS = DIMENSIONS / 32;
/** Bits of a magnitude. */
const PLANES = 3;
const MAX_MAGNITUDE = 2 ** PLANES - 1;
/** A figure of this many times the root mean square, or more, has the greatest magnitude. */
const MAGNITUDE_REACH = 2.5;
export const MAX_DISTANCE = MAX_MAGNITUDE * DIMENSIONS;

export interface Block {
  readonly figures: Int8Array;
}

/** A query in the form in which it is compared with rows. */
interface Question {
  readonly signs: Int32Array;
  /** One bit plane for each bit of the magnitudes, the lowest first; each has as many words as `signs`. */
  readonly planes: Int32Array;
}

export interface Kernel {
  readonly name: "script" | "wasm";
  /** Each holds `BLOCK_ROWS` rows, except a first block that is still small. `grow` replaces these objects. */
  readonly blocks: readonly Block[];
  /** How many rows fit. */
  readonly capacity: number;
  /** Number of rows by distance, filled by `compare`. Like `chosen` and `products`, valid until any kernel is asked next. */
  readonly histogram: Uint32Array;
  /** Rows of a block, from `choose`; their products, from `multiply`. */
  readonly chosen: Uint16Array;
  readonly products: Int32Array;
  /** Makes room for more rows, filled with zeros. False if there is no memory. */
  grow(): boolean;
  /** Derives a row's signs from its figures. */
  sign(block: number, row: number): void;
  /** Sets the query. `compares`: `compare` will be called too, not only `multiply`. */
  ask(figures: Int8Array, compares: boolean): void;
  /** Computes the distance of each row from the query. */
  compare(block: number, rows: number): void;
  /** Writes the rows at most this far away to `chosen`; returns how many there are. */
  choose(block: number, rows: number, farthest: number): number;
  /** Computes Σ aᵢ · qᵢ for the chosen rows. */
  multiply(block: number, count: number): void;
}

/** Most origins are small, so the first block starts with few rows and grows by this factor. */
const FIRST_ROWS = 32;
const FIRST_GROWTH = 4;

/**
 * What one search notes on its way. One for all kernels of the process: a search never rests, and a host has thousands of
 * origins of a few facts, each with a kernel for every class.
 */
const HISTOGRAM = new Uint32Array(MAX_DISTANCE + 1);
const CHOSEN = new Uint16Array(BLOCK_ROWS);
const PRODUCTS = new Int32Array(BLOCK_ROWS);
const NOTHING_ASKED = new Int8Array(DIMENSIONS);

export class ScriptKernel implements Kernel {
  readonly name = "script";
  readonly blocks: Block[] = [];
  readonly histogram = HISTOGRAM;
  readonly chosen = CHOSEN;
  readonly products = PRODUCTS;
  private readonly signs: Int32Array[] = [];
  private readonly distances: Uint16Array[] = [];
  private figures: Int8Array = NOTHING_ASKED;
  private question: Question | undefined;

  get capacity(): number {
    const last = this.distances.at(-1)?.length ?? 0;
    return Math.max(0, this.blocks.length - 1) * BLOCK_ROWS + last;
  }

  grow(): boolean {
    const [first] = this.blocks;
    const rows = this.capacity;
    if (first === undefined) this.place(0, FIRST_ROWS);
    else if (rows >= BLOCK_ROWS) this.place(this.blocks.length, BLOCK_ROWS);
    else {
      const signs = this.signs[0] as Int32Array;
      this.place(0, Math.min(BLOCK_ROWS, FIRST_GROWTH * rows)).figures.set(first.figures);
      this.signs[0]?.set(signs);
    }
    return true;
  }

  sign(block: number, row: number): void {
    const { figures } = this.blocks[block] as Block;
    writeSigns(figures, row * DIMENSIONS, this.signs[block] as Int32Array, row * SIGN_WORDS);
  }

  ask(figures: Int8Array, compares: boolean): void {
    this.figures = figures;
    this.question = compares ? questionOf(figures) : undefined;
  }

  compare(block: number, rows: number): void {
    const signs = this.signs[block] as Int32Array;
    const distances = this.distances[block] as Uint16Array;
    const { histogram } = this;
    this.question ??= questionOf(this.figures);
    const { question } = this;
    for (let row = 0; row < rows; row++) {
      const distance = distanceOf(signs, row * SIGN_WORDS, question);
      distances[row] = distance;
      histogram[distance] = (histogram[distance] as number) + 1;
    }
  }

  choose(block: number, rows: number, farthest: number): number {
    const distances = this.distances[block] as Uint16Array;
    let count = 0;
    for (let row = 0; row < rows; row++)
      if ((distances[row] as number) <= farthest) this.chosen[count++] = row;
    return count;
  }

  multiply(block: number, count: number): void {
    const { figures } = this.blocks[block] as Block;
    for (let i = 0; i < count; i++) {
      const from = (this.chosen[i] as number) * DIMENSIONS;
      this.products[i] = product(figures, from, this.figures, 0);
    }
  }

  private place(block: number, rows: number): Block {
    const made = { figures: new Int8Array(rows * DIMENSIONS) };
    this.blocks[block] = made;
    this.signs[block] = new Int32Array(rows * SIGN_WORDS);
    this.distances[block] = new Uint16Array(rows);
    return made;
  }
}

/** Σ aᵢ · bᵢ over one row. */
export function product(a: Int8Array, fromA: number, b: Int8Array, fromB: number): number {
  let total = 0;
  for (let i = 0; i < DIMENSIONS; i++) total += (a[fromA + i] as number) * (b[fromB + i] as number);
  return total;
}

function questionOf(figures: Int8Array): Question {
  const signs = new Int32Array(SIGN_WORDS);
  const planes = new Int32Array(PLANES * SIGN_WORDS);
  writeSigns(figures, 0, signs, 0);
  const magnitudes = magnitudesOf(figures);
  for (let i = 0; i < DIMENSIONS; i++) {
    const magnitude = magnitudes[i] as number;
    for (let plane = 0; plane < PLANES; plane++) {
      const word = plane * SIGN_WORDS + (i >> 5);
      planes[word] = (planes[word] as number) | (((magnitude >> plane) & 1) << (i & 31));
    }
  }
  return { signs, planes };
}

/** What a differing sign counts, place by place. */
export function magnitudesOf(figures: Int8Array): Uint8Array {
  const magnitudes = new Uint8Array(DIMENSIONS);
  const reach = MAGNITUDE_REACH * Math.sqrt(product(figures, 0, figures, 0) / DIMENSIONS);
  for (let i = 0; i < DIMENSIONS && reach > 0; i++) {
    const size = Math.abs(figures[i] as number);
    magnitudes[i] = Math.min(MAX_MAGNITUDE, Math.round((size * MAX_MAGNITUDE) / reach));
  }
  return magnitudes;
}

function writeSigns(figures: Int8Array, from: number, signs: Int32Array, to: number): void {
  for (let word = 0; word < SIGN_WORDS; word++) {
    const at = from + 32 * word;
    let bits = 0;
    for (let i = 31; i >= 0; i--) bits = (bits << 1) | ((figures[at + i] as number) < 0 ? 1 : 0);
    signs[to + word] = bits;
  }
}

function distanceOf(signs: Int32Array, at: number, { signs: asked, planes }: Question): number {
  let distance = 0;
  for (let word = 0; word < SIGN_WORDS; word++) {
    const differing = (signs[at + word] as number) ^ (asked[word] as number);
    distance +=
      bitsIn(differing & (planes[word] as number)) +
      2 * bitsIn(differing & (planes[SIGN_WORDS + word] as number)) +
      4 * bitsIn(differing & (planes[2 * SIGN_WORDS + word] as number));
  }
  return distance;
}

export function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
