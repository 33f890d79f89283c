/**
 * Where do vectors lie that are as exact as the model gave them? In an array of floats, one row after another.
 *
 * They exist only if a policy grades vectors by how much of a fact is left (`learned.ts`), and then for facts of
 * which everything is left.
 */
import { lengthOf, RowsById } from "./rows-by-id.ts";

const FLOAT_BYTES = 4;

export class ExactRows {
  private readonly rows: RowsById<Float32Array>;

  constructor(dimensions: number) {
    this.rows = new RowsById(dimensions, (size) => new Float32Array(size));
  }

  get rowBytes(): number {
    return FLOAT_BYTES * this.rows.width;
  }

  get size(): number {
    return this.rows.size;
  }

  has(id: string): boolean {
    return this.rows.has(id);
  }

  keys(): Iterable<string> {
    return this.rows.ids;
  }

  put(id: string, vector: Float32Array): void {
    this.rows.put(id, vector, lengthOf(vector));
  }

  /** A view of the row, valid until something is written; undefined if there is none. */
  figuresOf(id: string): Float32Array | undefined {
    return this.rows.rowOf(id);
  }

  remove(id: string): void {
    this.rows.remove(id);
  }

  /** Calls `each` with the cosine of every row. */
  forEachCosine(query: Float32Array, each: (id: string, cosine: number) => void): void {
    const queryLength = lengthOf(query);
    if (queryLength === 0) return;
    const { ids, lengths } = this.rows;
    for (let row = 0; row < this.size; row++) {
      const length = (lengths[row] as number) * queryLength;
      each(ids[row] as string, length === 0 ? 0 : this.product(query, row) / length);
    }
  }

  /** Four running sums, so that the processor need not wait for one addition before the next. */
  private product(query: Float32Array, row: number): number {
    const { all, width } = this.rows;
    const from = row * width;
    const at = (i: number) => (query[i] as number) * (all[from + i] as number);
    let [a, b, c, d] = [0, 0, 0, 0];
    let i = 0;
    for (; i + 3 < width; i += 4) {
      a += at(i);
      b += at(i + 1);
      c += at(i + 2);
      d += at(i + 3);
    }
    for (; i < width; i++) a += at(i);
    return a + b + c + d;
  }
}
