/**
 * Where do vectors lie that have fewer than eight bits per figure? Packed, one row after another, each beginning with
 * its own range (`lifecycle/quantize.ts`). They are compared with a query as they are, without unpacking.
 */
import { dequantize, quantize } from "../../lifecycle/quantize.ts";
import { lengthOf, RowsById } from "./rows-by-id.ts";

export type PackedBits = 4 | 2;

/**
 * Bytes in front of the codes: least and largest value (two floats), and how many codes of the last byte are not
 * used.
 */
const RANGE_BYTES = 9;

export class PackedRows {
  readonly bits: PackedBits;
  private readonly rows: RowsById<Uint8Array>;

  constructor(bits: PackedBits, dimensions: number) {
    this.bits = bits;
    const rowBytes = RANGE_BYTES + Math.ceil((dimensions * bits) / 8);
    this.rows = new RowsById(rowBytes, (size) => new Uint8Array(size));
  }

  /** Bytes of one row. */
  get rowBytes(): number {
    return this.rows.width;
  }

  get size(): number {
    return this.rows.size;
  }

  /** Bytes of all rows, without the free space behind them. */
  get usedBytes(): number {
    return this.size * this.rowBytes;
  }

  has(id: string): boolean {
    return this.rows.has(id);
  }

  keys(): Iterable<string> {
    return this.rows.ids;
  }

  put(id: string, figures: ArrayLike<number>): void {
    this.putBytes(id, quantize(Float32Array.from(figures), this.bits).bytes);
  }

  /** `row`: as `bytesOf` gave it. */
  putBytes(id: string, row: Uint8Array): void {
    this.rows.put(id, row, lengthOf(dequantize({ bits: this.bits, bytes: row })));
  }

  /** A view of the row, valid until something is written; undefined if there is none. */
  bytesOf(id: string): Uint8Array | undefined {
    return this.rows.rowOf(id);
  }

  figuresOf(id: string): Float32Array | undefined {
    const bytes = this.bytesOf(id);
    return bytes === undefined ? undefined : dequantize({ bits: this.bits, bytes });
  }

  remove(id: string): void {
    this.rows.remove(id);
  }

  /**
   * Calls `each` with the cosine of every row. The product needs no unpacked figures: Σ q·(least + step·code) =
   * least·Σq + step·Σ q·code.
   */
  forEachCosine(query: Float32Array, each: (id: string, cosine: number) => void): void {
    const queryLength = lengthOf(query);
    if (this.size === 0 || queryLength === 0) return;
    const { all, ids, lengths } = this.rows;
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    const querySum = query.reduce((sum, figure) => sum + figure, 0);
    const steps = 2 ** this.bits - 1;
    for (let row = 0; row < this.size; row++) {
      const from = row * this.rowBytes;
      const least = view.getFloat32(from, true);
      const step = (view.getFloat32(from + 4, true) - least) / steps;
      const product = least * querySum + step * this.codesTimes(query, from + RANGE_BYTES);
      const length = (lengths[row] as number) * queryLength;
      each(ids[row] as string, length === 0 ? 0 : product / length);
    }
  }

  private codesTimes(query: Float32Array, from: number): number {
    const { bits } = this;
    const { all: bytes } = this.rows;
    const mask = 2 ** bits - 1;
    let sum = 0;
    for (let at = from, i = 0; i < query.length; at++) {
      const byte = bytes[at] as number;
      for (let shift = 0; shift < 8 && i < query.length; shift += bits, i++)
        sum += (query[i] as number) * ((byte >> shift) & mask);
    }
    return sum;
  }
}
