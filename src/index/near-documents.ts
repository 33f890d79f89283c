/**
 * Which documents are near a query, of all and of the trusted ones, and how near are some given ones?
 *
 * A search is the same as two of the vectors, the second for trusted facts only, in one scan. Works with the numbers
 * of rows and of documents throughout; nothing is looked up by id unless facts have come or gone.
 */
import { type Documents, LIVE, NONE, TRUSTED_TEXT } from "./documents.ts";
import type { Promising } from "./vector-rows.ts";
import { cosineOf, isEnough, squareOf, type VectorIndex } from "./vectors.ts";

/** Until the next question. */
export interface Near {
  /** What a search found: the first `count`, in no order. */
  readonly count: number;
  readonly documents: Int32Array;
  /** By document; 0 where it was neither found nor measured. */
  readonly cosines: Float64Array;
}

/** Products fall into so many ranges: the nearest are found by counting, and one range only is put in order. */
const RANGES = 1_024;
/** Who takes a row, beside its range: nobody, the search of all, the search of the trusted. */
const ACCEPTED = 1;
const ACCEPTED_TRUSTED = 2;

export class NearDocuments {
  private readonly vectors: VectorIndex;
  /** Rows per range; of those the trusted. */
  private readonly counts = new Int32Array(RANGES);
  private readonly trustedCounts = new Int32Array(RANGES);
  /** Of each promising row: its range, and who takes it. */
  private places = new Uint16Array(0);
  private documents: Documents | undefined;
  /** Documents by row, for the first `rows` rows. */
  private documentOf = new Int32Array(0);
  private rows = 0;
  /** By these it is seen whether any of them has moved since. */
  private moves = -1;
  private goneCount = -1;
  private hasUnknown = false;
  /** Rows by document; of one that has none, `NONE`. */
  private rowOf = new Int32Array(0);
  private count = 0;
  private found = new Int32Array(0);
  private cosines = new Float64Array(0);
  private isFound = new Uint8Array(0);
  /** Products below it are not wanted; 0 if all are. */
  private least = 0;
  private measuredCount = 0;
  private measured = new Int32Array(0);
  private products = new Int32Array(0);

  constructor(vectors: VectorIndex) {
    this.vectors = vectors;
  }

  /** Forgets the last question, and learns what has been added or has moved since. */
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

  /** Notes how near the first `count` of these are. */
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
   * Finds `limit` of all; and, if there are others among them, as many of the trusted: lower classes must not take the
   * places. `takesAll`: also those that are not live. `least`: what is not so near need not be found.
   */
  search(query: Int8Array, documents: Documents, limit: number, takesAll: boolean, least: number): void {
    if (this.found.length < 2 * limit) this.found = new Int32Array(2 * limit);
    const square = squareOf(query);
    if (square > 0 && limit > 0 && this.vectors.size > 0) {
      const sort = (promising: Promising) =>
        this.sort(promising, documents.flags.values, takesAll ? 0 : LIVE, square);
      const first = this.vectors.promising(query, limit);
      // Only where all rows are there: of some, a crowd that is not near enough may have taken the places.
      this.least = first.count >= this.vectors.size ? least * square : 0;
      sort(first);
      const last = this.look(query, limit, square, first, this.counts, ACCEPTED, sort);
      if (this.hasOthers(documents)) {
        // A wider look has taken the place of the first one.
        const again = last === first ? first : this.vectors.promising(query, limit);
        if (last !== first) sort(again);
        this.look(query, limit, square, again, this.trustedCounts, ACCEPTED_TRUSTED, sort);
      }
    }
  }

  /** Puts rows into their ranges, and counts these. */
  private sort(
    { count, rows, products }: Promising,
    flags: Uint8Array,
    needed: number,
    square: number,
  ): void {
    if (this.places.length < count) this.places = new Uint16Array(2 * count);
    const { counts, trustedCounts, documentOf, places } = this;
    const least = this.least > 0 ? Math.floor(this.least) : Number.NEGATIVE_INFINITY;
    const scale = RANGES / square;
    counts.fill(0);
    trustedCounts.fill(0);
    for (let i = 0; i < count; i++) {
      const product = products[i] as number;
      places[i] = 0;
      if (product < least) continue;
      const document = documentOf[rows[i] as number] as number;
      const flag = document === NONE ? 0 : (flags[document] as number);
      if (document === NONE || (flag & needed) !== needed) continue;
      const range = product <= 0 ? 0 : Math.min(RANGES - 1, Math.floor(product * scale));
      (counts[range] as number)++;
      if ((flag & TRUSTED_TEXT) === 0) places[i] = (range << 2) | ACCEPTED;
      else {
        (trustedCounts[range] as number)++;
        places[i] = (range << 2) | ACCEPTED | ACCEPTED_TRUSTED;
      }
    }
  }

  /** Notes the nearest: of the first look or, where that is not enough, of wider ones. */
  private look(
    query: Int8Array,
    limit: number,
    square: number,
    first: Promising,
    counts: Int32Array,
    by: number,
    sort: (promising: Promising) => void,
  ): Promising {
    let promising = first;
    for (;;) {
      const nearest = this.nearestOf(promising, limit, counts, by);
      const last = nearest.length < limit ? undefined : promising.products[nearest[limit - 1] as number];
      if (promising.count >= this.vectors.size || isEnough(promising, last, limit)) {
        this.note(promising, nearest, square);
        return promising;
      }
      promising = this.vectors.promising(query, limit, promising);
      sort(promising);
    }
  }

  /** The nearest in the list, as many as are wanted; the farthest of them is the last. */
  private nearestOf(
    { count, rows, products }: Promising,
    limit: number,
    counts: Int32Array,
    by: number,
  ): number[] {
    const { places, vectors } = this;
    let boundary = RANGES - 1;
    for (let sum = counts[boundary] as number; sum < limit && boundary > 0; )
      sum += counts[--boundary] as number;
    const least = boundary << 2;
    const above: number[] = [];
    const ties: number[] = [];
    for (let i = 0; i < count; i++) {
      const place = places[i] as number;
      if (place < least || (place & by) === 0) continue;
      (place >> 2 > boundary ? above : ties).push(i);
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

  private hasOthers(documents: Documents): boolean {
    for (let i = 0; i < this.count; i++) if (!documents.isTrusted(this.found[i] as number)) return true;
    return false;
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
