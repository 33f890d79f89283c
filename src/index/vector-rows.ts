/**
 * Where do vectors lie in memory, and how are the nearest found?
 *
 * A search has two steps. First every row's sign bits are compared with the query's: 32 bytes a row, which is what
 * memory delivers fast. Then the most promising rows, far more than are asked for, get their exact product. Both
 * steps are whole-number arithmetic, and rows are chosen by how far they are, never by where they lie: the same
 * vectors give the same answer, whatever kernel computes it and in whatever order they came.
 *
 * Rows are without gaps: the last one moves into the place of one that goes. They know nothing of facts; their
 * numbers are given their meaning by `vectors.ts`.
 */
import { DIMENSIONS } from "./encoder.ts";
import {
  BLOCK_ROWS,
  type Block,
  type Kernel,
  MAX_DISTANCE,
  questionOf,
  ScriptKernel,
  SIGN_WORDS,
  writeSigns,
} from "./vector-kernel.ts";

export interface RowProduct {
  readonly row: number;
  /** Σ aᵢ · bᵢ. */
  readonly product: number;
}

export class VectorRows {
  private kernel: Kernel = new ScriptKernel();
  private used = 0;

  get size(): number {
    return this.used;
  }

  push(vector: Int8Array): number {
    const row = this.used++;
    if (row === this.kernel.blocks.length * BLOCK_ROWS) this.kernel.grow();
    this.write(row, vector);
    return row;
  }

  write(row: number, vector: Int8Array): void {
    const { figures, signs } = this.blockOf(row);
    const at = row % BLOCK_ROWS;
    figures.set(vector, at * DIMENSIONS);
    writeSigns(vector, 0, signs, at * SIGN_WORDS);
  }

  /** The last row moves here, and nothing stays of either where it was. */
  remove(row: number): void {
    const last = this.used - 1;
    if (row !== last) this.write(row, this.read(last));
    this.write(last, new Int8Array(DIMENSIONS));
    this.used = last;
  }

  /** The row itself: a copy, if it is to be kept. */
  read(row: number): Int8Array {
    const from = (row % BLOCK_ROWS) * DIMENSIONS;
    return this.blockOf(row).figures.subarray(from, from + DIMENSIONS);
  }

  /** The products of at least `wanted` rows (of all, if there are fewer): the nearest ones, as far as signs tell. */
  *promising(query: Int8Array, wanted: number): Generator<RowProduct> {
    const { kernel } = this;
    kernel.ask(questionOf(query));
    kernel.histogram.fill(0);
    for (let block = 0; block < kernel.blocks.length; block++) kernel.compare(block, this.rowsIn(block));
    const farthest = farthestOf(kernel.histogram, wanted);
    for (let block = 0; block < kernel.blocks.length; block++) {
      const count = kernel.choose(block, this.rowsIn(block), farthest);
      if (count > 0) kernel.multiply(block, count);
      for (let i = 0; i < count; i++) {
        const row = block * BLOCK_ROWS + (kernel.chosen[i] as number);
        yield { row, product: kernel.products[i] as number };
      }
    }
  }

  /** Adds every row's product with the query to its place in `sums`: for vectors that lie in several of these. */
  addProducts(query: Int8Array, sums: Float64Array): void {
    const { kernel } = this;
    kernel.ask(questionOf(query));
    for (let block = 0; block < kernel.blocks.length; block++) {
      const count = kernel.choose(block, this.rowsIn(block), MAX_DISTANCE);
      kernel.multiply(block, count);
      for (let i = 0; i < count; i++) {
        const row = block * BLOCK_ROWS + (kernel.chosen[i] as number);
        sums[row] = (sums[row] as number) + (kernel.products[i] as number);
      }
    }
  }

  private rowsIn(block: number): number {
    return Math.max(0, Math.min(BLOCK_ROWS, this.used - block * BLOCK_ROWS));
  }

  private blockOf(row: number): Block {
    return this.kernel.blocks[Math.floor(row / BLOCK_ROWS)] as Block;
  }
}

/** At most so far are at least `wanted` rows. */
function farthestOf(histogram: Uint32Array, wanted: number): number {
  let rows = 0;
  for (let distance = 0; distance < MAX_DISTANCE; distance++) {
    rows += histogram[distance] as number;
    if (rows >= wanted) return distance;
  }
  return MAX_DISTANCE;
}
