/**
 * Where do vectors lie that are as exact as the model gave them? As floats, one row behind the other.
 *
 * Only where a policy grades vectors by what is left of a fact (`learned.ts`), and then for those of which all is left.
 */
import { RowBook } from "./row-book.ts";

const FLOAT_BYTES = 4;

export class ExactRows {
  private readonly dimensions: number;
  private figures = new Float32Array(0);
  private readonly book = new RowBook();
  private readonly lengths: number[] = [];

  constructor(dimensions: number) {
    this.dimensions = dimensions;
  }

  get rowBytes(): number {
    return FLOAT_BYTES * this.dimensions;
  }

  get size(): number {
    return this.book.size;
  }

  has(id: string): boolean {
    return this.book.has(id);
  }

  keys(): Iterable<string> {
    return this.book.ids;
  }

  put(id: string, vector: Float32Array): void {
    const row = this.book.take(id);
    if ((row + 1) * this.dimensions > this.figures.length) this.makeRoom();
    this.figures.set(vector, row * this.dimensions);
    this.lengths[row] = Math.sqrt(this.product(vector, row));
  }

  /** The row itself, until something is written; undefined if there is none. */
  figuresOf(id: string): Float32Array | undefined {
    const row = this.book.rowOf(id);
    return row === undefined ? undefined : this.rowAt(row);
  }

  remove(id: string): void {
    const left = this.book.leave(id);
    if (left === undefined) return;
    const { row, lastRow } = left;
    const length = this.lengths.pop() as number;
    if (row !== lastRow) {
      this.rowAt(row).set(this.rowAt(lastRow));
      this.lengths[row] = length;
    }
    this.rowAt(lastRow).fill(0);
  }

  /** Cosines of all rows. */
  forEachCosine(query: Float32Array, each: (id: string, cosine: number) => void): void {
    const queryLength = Math.hypot(...query);
    if (queryLength === 0) return;
    for (let row = 0; row < this.size; row++) {
      const length = (this.lengths[row] as number) * queryLength;
      each(this.book.ids[row] as string, length === 0 ? 0 : this.product(query, row) / length);
    }
  }

  /** Four sums at a time: the processor need not wait for one. */
  private product(query: Float32Array, row: number): number {
    const { figures, dimensions } = this;
    const from = row * dimensions;
    const at = (i: number) => (query[i] as number) * (figures[from + i] as number);
    let [a, b, c, d] = [0, 0, 0, 0];
    let i = 0;
    for (; i + 3 < dimensions; i += 4) {
      a += at(i);
      b += at(i + 1);
      c += at(i + 2);
      d += at(i + 3);
    }
    for (; i < dimensions; i++) a += at(i);
    return a + b + c + d;
  }

  private rowAt(row: number): Float32Array {
    return this.figures.subarray(row * this.dimensions, (row + 1) * this.dimensions);
  }

  private makeRoom(): void {
    const larger = new Float32Array(Math.max(16 * this.dimensions, 2 * this.figures.length));
    larger.set(this.figures);
    this.figures = larger;
  }
}
