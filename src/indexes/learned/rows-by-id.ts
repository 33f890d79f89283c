/**
 * Where do rows of figures lie that each belong to a fact? One after another in one array, each with the length of
 * its vector. When a row is removed, its old place is overwritten.
 */
import { RowBook } from "./row-book.ts";

type Figures = Uint8Array | Float32Array;

const LEAST_ROWS = 16;

export class RowsById<F extends Figures> {
  /** Entries per row. */
  readonly width: number;
  /** All rows, and free space behind them. */
  all: F;
  readonly lengths: number[] = [];
  private readonly book = new RowBook();
  private readonly make: (size: number) => F;

  constructor(width: number, make: (size: number) => F) {
    this.width = width;
    this.make = make;
    this.all = make(0);
  }

  get size(): number {
    return this.book.size;
  }

  get ids(): readonly string[] {
    return this.book.ids;
  }

  has(id: string): boolean {
    return this.book.has(id);
  }

  /** A view of the row, valid until something is written; undefined if there is none. */
  rowOf(id: string): F | undefined {
    const row = this.book.rowOf(id);
    return row === undefined ? undefined : this.rowAt(row);
  }

  put(id: string, figures: F, length: number): void {
    const row = this.book.take(id);
    if ((row + 1) * this.width > this.all.length) this.makeRoom();
    this.all.set(figures, row * this.width);
    this.lengths[row] = length;
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

  private rowAt(row: number): F {
    return this.all.subarray(row * this.width, (row + 1) * this.width) as F;
  }

  private makeRoom(): void {
    const larger = this.make(Math.max(LEAST_ROWS * this.width, 2 * this.all.length));
    larger.set(this.all);
    this.all = larger;
  }
}

export function lengthOf(vector: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += (vector[i] as number) ** 2;
  return Math.sqrt(sum);
}
