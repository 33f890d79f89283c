/**
 * Where do vectors lie that are worth fewer than eight bits a figure? Packed, one row behind the other, each with its
 * own range in front (`lifecycle/quantize.ts`), and compared with a query as they lie: nothing is unpacked for it.
 *
 * Nothing stays where a row was that went.
 */
import { dequantize, quantize } from "../lifecycle/quantize.ts";
import { RowBook } from "./row-book.ts";

export type PackedBits = 4 | 2;

/** Least and largest value, and how many codes of the last byte are not used. */
const RANGE_BYTES = 9;

export class PackedRows {
  readonly bits: PackedBits;
  /** Of one row. */
  readonly rowBytes: number;
  private bytes = new Uint8Array(0);
  private readonly book = new RowBook();
  private readonly lengths: number[] = [];

  constructor(bits: PackedBits, dimensions: number) {
    this.bits = bits;
    this.rowBytes = RANGE_BYTES + Math.ceil((dimensions * bits) / 8);
  }

  get size(): number {
    return this.book.size;
  }

  /** What the rows take, without the room behind them. */
  get usedBytes(): number {
    return this.size * this.rowBytes;
  }

  has(id: string): boolean {
    return this.book.has(id);
  }

  keys(): Iterable<string> {
    return this.book.ids;
  }

  put(id: string, figures: ArrayLike<number>): void {
    this.putBytes(id, quantize(Float32Array.from(figures), this.bits).bytes);
  }

  /** A row as `bytesOf` gave it. */
  putBytes(id: string, row: Uint8Array): void {
    const at = this.book.take(id);
    if ((at + 1) * this.rowBytes > this.bytes.length) this.makeRoom();
    this.bytes.set(row, at * this.rowBytes);
    this.lengths[at] = lengthOf(dequantize({ bits: this.bits, bytes: row }));
  }

  /** The row itself, until something is written; undefined if there is none. */
  bytesOf(id: string): Uint8Array | undefined {
    const row = this.book.rowOf(id);
    return row === undefined ? undefined : this.rowAt(row);
  }

  figuresOf(id: string): Float32Array | undefined {
    const bytes = this.bytesOf(id);
    return bytes === undefined ? undefined : dequantize({ bits: this.bits, bytes });
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

  /** Cosines of all rows. Σ q·(least + step·code) = least·Σq + step·Σ q·code. */
  forEachCosine(query: Float32Array, each: (id: string, cosine: number) => void): void {
    const queryLength = lengthOf(query);
    if (this.size === 0 || queryLength === 0) return;
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
    const querySum = query.reduce((sum, figure) => sum + figure, 0);
    const steps = 2 ** this.bits - 1;
    for (let row = 0; row < this.size; row++) {
      const from = row * this.rowBytes;
      const least = view.getFloat32(from, true);
      const step = (view.getFloat32(from + 4, true) - least) / steps;
      const product = least * querySum + step * this.codesTimes(query, from + RANGE_BYTES);
      const length = (this.lengths[row] as number) * queryLength;
      each(this.book.ids[row] as string, length === 0 ? 0 : product / length);
    }
  }

  private codesTimes(query: Float32Array, from: number): number {
    const { bytes, bits } = this;
    const mask = 2 ** bits - 1;
    let sum = 0;
    for (let at = from, i = 0; i < query.length; at++) {
      const byte = bytes[at] as number;
      for (let shift = 0; shift < 8 && i < query.length; shift += bits, i++)
        sum += (query[i] as number) * ((byte >> shift) & mask);
    }
    return sum;
  }

  private rowAt(row: number): Uint8Array {
    return this.bytes.subarray(row * this.rowBytes, (row + 1) * this.rowBytes);
  }

  private makeRoom(): void {
    const larger = new Uint8Array(Math.max(16 * this.rowBytes, 2 * this.bytes.length));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

function lengthOf(vector: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += (vector[i] as number) ** 2;
  return Math.sqrt(sum);
}
