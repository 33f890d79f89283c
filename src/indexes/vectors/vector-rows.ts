/**
 * Where do vectors lie in memory, and how are the nearest found?
 *
 * A search has two steps. First every row's sign bits are compared with the query's: only 32 bytes per row have to be
 * read. Then the most promising rows, far more than asked for, get their exact product. Both steps use whole numbers,
 * and rows are chosen by distance, never by where they lie. So the same vectors give the same answer with any kernel
 * and in any order of arrival.
 *
 * Rows have no gaps: when one is removed, the last one takes its place. Rows know nothing of facts;
 * `class-vectors.ts` and `learned/` keep which row belongs to which fact.
 */
import { DIMENSIONS } from "./encoder.ts";
import { BLOCK_ROWS, type Block, type Kernel, MAX_DISTANCE, ScriptKernel } from "./vector-kernel.ts";
import { openWasmKernel } from "./vector-wasm.ts";

/** From this many rows on, WebAssembly is worth a memory of its own, which takes 0.1 ms to allocate. */
const WASM_FROM_ROWS = 128;
const NO_FIGURES = new Int8Array(DIMENSIONS);

/**
 * Rows and their products with the query, Σ aᵢ · qᵢ: the first `count` entries of each array, valid until the next
 * search.
 */
export interface Promising {
  readonly count: number;
  readonly rows: Int32Array;
  readonly products: Int32Array;
}

export class VectorRows {
  private kernel: Kernel = new ScriptKernel();
  private used = 0;
  private rows = new Int32Array(0);
  private products = new Int32Array(0);
  private readonly openKernel: () => Kernel | undefined;

  /** `openKernel` gives the kernel for many rows; undefined if only plain JavaScript is available. */
  constructor(openKernel: () => Kernel | undefined = openWasmKernel) {
    this.openKernel = openKernel;
  }

  get size(): number {
    return this.used;
  }

  get kernelName(): Kernel["name"] {
    return this.kernel.name;
  }

  push(vector: Int8Array): number {
    if (this.used === this.kernel.capacity) this.makeRoom();
    this.write(this.used, vector);
    return this.used++;
  }

  /** Adds many rows at once, given one after another. */
  append(vectors: Int8Array): void {
    for (let from = 0; from < vectors.length; ) {
      if (this.used === this.kernel.capacity) this.makeRoom();
      const begin = this.used % BLOCK_ROWS;
      const room = Math.min(BLOCK_ROWS - begin, this.kernel.capacity - this.used);
      const some = vectors.subarray(from, from + room * DIMENSIONS);
      this.blockOf(this.used).figures.set(some, begin * DIMENSIONS);
      const block = Math.floor(this.used / BLOCK_ROWS);
      const count = some.length / DIMENSIONS;
      for (let row = begin; row < begin + count; row++) this.kernel.sign(block, row);
      this.used += count;
      from += some.length;
    }
  }

  write(row: number, vector: Int8Array): void {
    this.blockOf(row).figures.set(vector, (row % BLOCK_ROWS) * DIMENSIONS);
    this.kernel.sign(Math.floor(row / BLOCK_ROWS), row % BLOCK_ROWS);
  }

  /** The last row takes its place. Both old copies are overwritten. */
  remove(row: number): void {
    const last = this.used - 1;
    if (row !== last) this.write(row, this.read(last));
    this.write(last, NO_FIGURES);
    this.used = last;
  }

  /** A view of the row, valid until something is written. Copy it to keep it. */
  read(row: number): Int8Array {
    const from = (row % BLOCK_ROWS) * DIMENSIONS;
    return this.blockOf(row).figures.subarray(from, from + DIMENSIONS);
  }

  /** At least `wanted` rows (all, if there are fewer): the nearest, as far as their signs tell. */
  promising(query: Int8Array, wanted: number): Promising {
    const { kernel } = this;
    const isAll = wanted >= this.used;
    kernel.ask(query, !isAll);
    const { farthest, count } = isAll ? { farthest: MAX_DISTANCE, count: this.used } : this.reach(wanted);
    if (this.rows.length < count) {
      this.rows = new Int32Array(2 * count);
      this.products = new Int32Array(2 * count);
    }
    let at = 0;
    for (let block = 0; block < kernel.blocks.length; block++) {
      const chosen = kernel.choose(block, this.rowsIn(block), farthest);
      kernel.multiply(block, chosen);
      this.products.set(kernel.products.subarray(0, chosen), at);
      for (let i = 0; i < chosen; i++) this.rows[at++] = block * BLOCK_ROWS + (kernel.chosen[i] as number);
    }
    return { count, rows: this.rows, products: this.products };
  }

  private reach(wanted: number): { farthest: number; count: number } {
    const { kernel } = this;
    kernel.histogram.fill(0);
    for (let block = 0; block < kernel.blocks.length; block++) kernel.compare(block, this.rowsIn(block));
    return reachOf(kernel.histogram, wanted);
  }

  /**
   * The products of the first `count` of these rows with the query. May reorder `rows`; `products` has the same
   * order.
   */
  productsOf(query: Int8Array, rows: Int32Array, count: number, products: Int32Array): void {
    const { kernel } = this;
    kernel.ask(query, false);
    if (this.used > BLOCK_ROWS) rows.subarray(0, count).sort();
    for (let begin = 0; begin < count; ) {
      const block = Math.floor((rows[begin] as number) / BLOCK_ROWS);
      const first = block * BLOCK_ROWS;
      let end = begin;
      for (; end < count && (rows[end] as number) < first + BLOCK_ROWS; end++)
        kernel.chosen[end - begin] = (rows[end] as number) - first;
      kernel.multiply(block, end - begin);
      for (let i = begin; i < end; i++) products[i] = kernel.products[i - begin] as number;
      begin = end;
    }
  }

  /**
   * Adds every row's product with the query to its entry in `sums`: for vectors that are spread over several of
   * these.
   */
  addProducts(query: Int8Array, sums: Float64Array): void {
    const { kernel } = this;
    kernel.ask(query, false);
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

  private makeRoom(): void {
    if (this.kernel.name === "script" && this.used >= WASM_FROM_ROWS && this.used < BLOCK_ROWS) {
      const faster = this.openKernel();
      if (faster !== undefined && this.moveTo(faster)) return;
    }
    if (!this.kernel.grow()) this.moveTo(new ScriptKernel());
  }

  /** Moves all rows to another kernel, with room for at least one more; false if there is no memory for that. */
  private moveTo(kernel: Kernel): boolean {
    while (kernel.capacity <= this.used) if (!kernel.grow()) return false;
    for (const [i, { figures }] of this.kernel.blocks.entries()) {
      const rows = this.rowsIn(i);
      (kernel.blocks[i] as Block).figures.set(figures.subarray(0, rows * DIMENSIONS));
      for (let row = 0; row < rows; row++) kernel.sign(i, row);
    }
    this.kernel = kernel;
    return true;
  }
}

/** Up to which distance are there `wanted` rows, and how many rows are there up to it? */
function reachOf(histogram: Uint32Array, wanted: number): { farthest: number; count: number } {
  let count = 0;
  for (let farthest = 0; farthest <= MAX_DISTANCE; farthest++) {
    count += histogram[farthest] as number;
    if (count >= wanted) return { farthest, count };
  }
  return { farthest: MAX_DISTANCE, count };
}
