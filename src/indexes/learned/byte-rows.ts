/**
 * Where do vectors of a learned model lie that have one byte per figure? One row after another, cut into pieces of
 * 256 figures for the scan (`vector-rows.ts`), which here computes the exact product of every row.
 *
 * Figures are scaled so that the largest of a vector is 127. That takes a quarter of the memory and of the blob, for
 * an error of the cosine far below what separates facts.
 */
import { assert } from "../../assert.ts";
import { DIMENSIONS as SLAB } from "../vectors/encoder.ts";
import { VectorRows } from "../vectors/vector-rows.ts";
import { RowBook } from "./row-book.ts";

/** A vector in bytes, cut into pieces for the scan. */
type Pieces = readonly Int8Array[];

const LARGEST = 127;

export class ByteRows {
  private readonly slabs: readonly VectorRows[];
  private readonly book = new RowBook();
  /** Σ aᵢ² of each row, over all its pieces. */
  private readonly squares: number[] = [];
  private products = new Float64Array(0);

  constructor(dimensions: number) {
    this.slabs = Array.from({ length: Math.ceil(dimensions / SLAB) }, () => new VectorRows());
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
    this.write(id, piecesOf(inBytes(vector)));
  }

  /** Figures as `figuresOf` gave them. A vector of length 0 is not accepted: false. */
  putBytes(id: string, figures: Int8Array): boolean {
    const pieces = piecesOf(figures);
    if (squareOf(pieces) === 0) return false;
    this.write(id, pieces);
    return true;
  }

  /** A copy, padded with zeros to whole pieces; undefined if there is none. */
  figuresOf(id: string): Int8Array | undefined {
    const row = this.book.rowOf(id);
    return row === undefined ? undefined : joined(this.slabs.map((slab) => slab.read(row)));
  }

  remove(id: string): void {
    const left = this.book.leave(id);
    if (left === undefined) return;
    for (const slab of this.slabs) slab.remove(left.row);
    const square = this.squares.pop() as number;
    if (left.row !== left.lastRow) this.squares[left.row] = square;
  }

  /** Calls `each` with the cosine of every row. */
  forEachCosine(query: Float32Array, each: (id: string, cosine: number) => void): void {
    const pieces = piecesOf(inBytes(query));
    const square = squareOf(pieces);
    if (square === 0) return;
    const count = this.book.size;
    if (this.products.length < count) this.products = new Float64Array(2 * count);
    this.products.fill(0, 0, count);
    for (const [i, slab] of this.slabs.entries()) slab.addProducts(pieces[i] as Int8Array, this.products);
    for (let row = 0; row < count; row++)
      each(
        this.book.ids[row] as string,
        (this.products[row] as number) / Math.sqrt(square * (this.squares[row] as number)),
      );
  }

  private write(id: string, pieces: Pieces): void {
    const known = this.book.rowOf(id);
    const row = this.book.take(id);
    for (const [i, slab] of this.slabs.entries()) {
      const piece = pieces[i] as Int8Array;
      if (known === undefined) assert(slab.push(piece) === row, "pieces of a vector lie in the same row");
      else slab.write(row, piece);
    }
    this.squares[row] = squareOf(pieces);
  }
}

/** The vector in bytes as a row would hold it, padded with zeros to whole pieces. */
export function byteFigures(vector: Float32Array): Int8Array {
  return joined(piecesOf(inBytes(vector)));
}

function inBytes(vector: Float32Array): Int8Array {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i] as number));
  const scale = largest === 0 ? 0 : LARGEST / largest;
  const figures = new Int8Array(vector.length);
  for (let i = 0; i < vector.length; i++) figures[i] = Math.round((vector[i] as number) * scale);
  return figures;
}

function joined(pieces: Pieces): Int8Array {
  const whole = new Int8Array(pieces.length * SLAB);
  for (const [i, piece] of pieces.entries()) whole.set(piece, i * SLAB);
  return whole;
}

function piecesOf(figures: Int8Array): Pieces {
  const pieces: Int8Array[] = [];
  for (let from = 0; from < figures.length; from += SLAB) {
    const piece = new Int8Array(SLAB);
    piece.set(figures.subarray(from, from + SLAB));
    pieces.push(piece);
  }
  return pieces;
}

function squareOf(pieces: Pieces): number {
  let sum = 0;
  for (const piece of pieces) for (let i = 0; i < piece.length; i++) sum += (piece[i] as number) ** 2;
  return sum;
}
