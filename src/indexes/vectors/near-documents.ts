/**
 * Which documents of a class are near a query, and how near are some given ones?
 *
 * A search finds the same as `ClassVectors.nearest`. It works with numbers of rows and documents throughout; ids are
 * looked up only to break ties, and after facts were added or removed.
 */

import { type Documents, LIVE, NONE } from "../words/documents.ts";
import { type ClassVectors, cosineOf, isEnough, squareOf } from "./class-vectors.ts";
import type { Promising } from "./vector-rows.ts";

/** Valid until the next query. */
export interface Near {
  /** What the search found: the first `count` entries, in no order. */
  readonly count: number;
  readonly documents: Int32Array;
  /** By document; 0 if it was neither found nor measured. */
  readonly cosines: Float64Array;
}

/** Products fall into this many ranges: counting finds the nearest, and only one range has to be sorted. */
const RANGES = 1_024;
/** Mark of a row that is not accepted; an accepted row has its range plus 1. */
const NOT_ACCEPTED = 0;

export class NearDocuments {
  private readonly vectors: ClassVectors;
  /** Number of rows per range. */
  private readonly counts = new Int32Array(RANGES);
  /** By promising row: its range plus 1, or `NOT_ACCEPTED`. */
  private places = new Uint16Array(0);
  private documents: Documents | undefined;
  /** Documents by row, for the first `rows` rows; `NONE` if the index of words does not hold the fact. */
  private documentOf = new Int32Array(0);
  private rows = 0;
  /** These tell whether rows or documents were renumbered since. */
  private moves = -1;
  private goneCount = -1;
  private hasUnknown = false;
  /** Rows by document; `NONE` if it has no vector. */
  private rowOf = new Int32Array(0);
  private count = 0;
  private found = new Int32Array(0);
  private cosines = new Float64Array(0);
  private isFound = new Uint8Array(0);
  private measuredCount = 0;
  private measured = new Int32Array(0);
  private products = new Int32Array(0);

  constructor(vectors: ClassVectors) {
    this.vectors = vectors;
  }

  /** Forgets the last query, and catches up with rows and documents that were added, moved or removed. */
  begin(documents: Documents): void {
    this.forget(this.found, this.count);
    this.forget(this.measured, this.measuredCount);
    this.count = 0;
    this.measuredCount = 0;
    if (this.cosines.length < documents.size) {
      this.cosines = new Float64Array(roomFor(documents.size));
      this.isFound = new Uint8Array(this.cosines.length);
    }
    this.renumber(documents);
  }

  get near(): Near {
    return { count: this.count, documents: this.found, cosines: this.cosines };
  }

  /** Notes the cosines of the first `count` of these documents. */
  measure(query: Int8Array, documents: Int32Array, count: number): void {
    const square = squareOf(query);
    if (square === 0) return;
    if (this.measured.length < count) {
      this.measured = new Int32Array(2 * count);
      this.products = new Int32Array(2 * count);
    }
    const { measured: rows, products, cosines, documentOf } = this;
    let known = 0;
    for (let i = 0; i < count; i++) {
      const row = this.rowOf[documents[i] as number] as number;
      if (row !== NONE) rows[known++] = row;
    }
    this.vectors.productsOf(query, rows, known, products);
    for (let i = 0; i < known; i++) {
      const document = documentOf[rows[i] as number] as number;
      cosines[document] = cosineOf(products[i] as number, square);
      rows[i] = document;
    }
    this.measuredCount = known;
  }

  /**
   * Finds the nearest `limit`. `takesAll`: also documents that are not live.
   */
  search(query: Int8Array, documents: Documents, limit: number, takesAll: boolean): void {
    if (this.found.length < limit) this.found = new Int32Array(limit);
    const square = squareOf(query);
    if (square === 0 || limit <= 0 || this.vectors.size === 0) return;
    const needed = takesAll ? 0 : LIVE;
    let promising = this.vectors.promising(query, limit);
    for (;;) {
      this.sort(promising, documents.flags.values, needed, square);
      const nearest = this.nearestOf(promising, limit);
      const last = nearest.length < limit ? undefined : promising.products[nearest[limit - 1] as number];
      if (promising.count >= this.vectors.size || isEnough(promising, last, limit)) {
        this.note(promising, nearest, square);
        return;
      }
      promising = this.vectors.promising(query, limit, promising);
    }
  }

  /** Assigns accepted rows to their ranges, and counts each range. */
  private sort(
    { count, rows, products }: Promising,
    flags: Uint8Array,
    needed: number,
    square: number,
  ): void {
    if (this.places.length < count) this.places = new Uint16Array(2 * count);
    const { counts, documentOf, places } = this;
    const scale = RANGES / square;
    counts.fill(0);
    for (let i = 0; i < count; i++) {
      const product = products[i] as number;
      places[i] = NOT_ACCEPTED;
      const document = documentOf[rows[i] as number] as number;
      const flag = document === NONE ? 0 : (flags[document] as number);
      if (document === NONE || (flag & needed) !== needed) continue;
      const range = product <= 0 ? 0 : Math.min(RANGES - 1, Math.floor(product * scale));
      (counts[range] as number)++;
      places[i] = range + 1;
    }
  }

  /** Indexes of the nearest in the list, at most `limit`; if there are that many, the farthest of them is last. */
  private nearestOf({ count, rows, products }: Promising, limit: number): number[] {
    const { counts, places, vectors } = this;
    let boundary = RANGES - 1;
    for (let sum = counts[boundary] as number; sum < limit && boundary > 0; )
      sum += counts[--boundary] as number;
    const above: number[] = [];
    const ties: number[] = [];
    for (let i = 0; i < count; i++) {
      const range = (places[i] as number) - 1;
      if (range >= boundary) (range > boundary ? above : ties).push(i);
    }
    ties.sort((a, b) => {
      const further = (products[b] as number) - (products[a] as number);
      return further || (vectors.idAt(rows[a] as number) < vectors.idAt(rows[b] as number) ? -1 : 1);
    });
    for (let i = 0; above.length < limit && i < ties.length; i++) above.push(ties[i] as number);
    return above;
  }

  private note({ rows, products }: Promising, nearest: readonly number[], square: number): void {
    for (const i of nearest) {
      const document = this.documentOf[rows[i] as number] as number;
      if (this.isFound[document] === 1) continue;
      this.isFound[document] = 1;
      this.cosines[document] = cosineOf(products[i] as number, square);
      this.found[this.count++] = document;
    }
  }

  private forget(documents: Int32Array, count: number): void {
    for (let i = 0; i < count; i++) {
      this.cosines[documents[i] as number] = 0;
      this.isFound[documents[i] as number] = 0;
    }
  }

  private renumber(documents: Documents): void {
    const { vectors } = this;
    const isSame =
      this.documents === documents && this.goneCount === documents.goneCount && this.moves === vectors.moves;
    let row = isSame && !this.hasUnknown ? this.rows : 0;
    if (this.rowOf.length < documents.size || row === 0) {
      const larger = new Int32Array(roomFor(documents.size)).fill(NONE);
      if (row > 0) larger.set(this.rowOf);
      this.rowOf = larger;
    }
    if (row === vectors.size && row > 0) return;
    if (this.documentOf.length < vectors.size) {
      const larger = new Int32Array(roomFor(vectors.size));
      larger.set(this.documentOf);
      this.documentOf = larger;
    }
    this.hasUnknown = false;
    for (; row < vectors.size; row++) {
      const document = documents.ordinalOf(vectors.idAt(row)) ?? NONE;
      this.documentOf[row] = document;
      if (document === NONE) this.hasUnknown = true;
      else this.rowOf[document] = row;
    }
    this.rows = row;
    this.documents = documents;
    this.goneCount = documents.goneCount;
    this.moves = vectors.moves;
  }
}

function roomFor(size: number): number {
  return Math.ceil(size * 1.25) + 64;
}
