/**
 * Which documents are near a query, of all and of the trusted ones?
 *
 * The same as two searches of the vectors, the second for trusted facts only, in one scan. Works with the numbers of
 * rows and of documents throughout; nothing is looked up by id unless facts have come or gone.
 */
import { type Documents, LIVE, NONE, TRUSTED_TEXT } from "./documents.ts";
import type { Promising } from "./vector-rows.ts";
import { cosineOf, isEnough, squareOf, type VectorIndex } from "./vectors.ts";

/** Until the next search. */
export interface Near {
  /** The first `count`, in no order. */
  readonly count: number;
  readonly documents: Int32Array;
  /** By document; 0 where it is not among the near ones. */
  readonly cosines: Float64Array;
}

/** What is looked for. */
interface Asked {
  readonly query: Int8Array;
  readonly square: number;
  readonly limit: number;
  /** Flags of documents that count. */
  readonly flags: number;
}

/** Products fall into so many ranges: the nearest are found by counting, and one range only is put in order. */
const RANGES = 1_024;

export class NearDocuments {
  private readonly vectors: VectorIndex;
  private readonly counts = new Int32Array(RANGES);
  private documents: Documents | undefined;
  /** Documents by row, for the first `rows` rows. */
  private documentOf = new Int32Array(0);
  private rows = 0;
  /** By these it is seen whether any of them has moved since. */
  private moves = -1;
  private goneCount = -1;
  private hasUnknown = false;
  private count = 0;
  private found = new Int32Array(0);
  private cosines = new Float64Array(0);
  private isFound = new Uint8Array(0);

  constructor(vectors: VectorIndex) {
    this.vectors = vectors;
  }

  /**
   * `limit` of all; and, if there are others among them, as many of the trusted: lower classes must not take the
   * places. `takesAll`: also those that are not live.
   */
  search(query: Int8Array, documents: Documents, limit: number, takesAll: boolean): Near {
    this.begin(documents, limit);
    const square = squareOf(query);
    if (square > 0 && limit > 0) {
      const flags = takesAll ? 0 : LIVE;
      const first = this.vectors.promising(query, limit);
      const last = this.look({ query, square, limit, flags }, documents, first);
      if (this.hasOthers(documents)) {
        // A wider look has taken the place of the first one.
        const again = last === first ? first : this.vectors.promising(query, limit);
        this.look({ query, square, limit, flags: flags | TRUSTED_TEXT }, documents, again);
      }
    }
    return { count: this.count, documents: this.found, cosines: this.cosines };
  }

  /** Notes the nearest: of the first look or, where that is not enough, of wider ones. */
  private look(asked: Asked, documents: Documents, first: Promising): Promising {
    const { query, square, limit } = asked;
    for (let promising = first; ; promising = this.vectors.promising(query, limit, promising)) {
      const nearest = this.nearestOf(asked, documents, promising);
      const last = nearest.length < limit ? undefined : promising.products[nearest[limit - 1] as number];
      if (promising.count < this.vectors.size && !isEnough(promising, last, limit)) continue;
      for (const place of nearest) {
        const document = this.documentOf[promising.rows[place] as number] as number;
        if (this.isFound[document] === 1) continue;
        this.isFound[document] = 1;
        this.cosines[document] = cosineOf(promising.products[place] as number, square);
        this.found[this.count++] = document;
      }
      return promising;
    }
  }

  /** Places of the nearest in the list, as many as are wanted; the farthest of them is the last. */
  private nearestOf(asked: Asked, documents: Documents, { count, rows, products }: Promising): number[] {
    const { counts, documentOf } = this;
    const flags = documents.flags.values;
    const scale = RANGES / asked.square;
    counts.fill(0);
    for (let i = 0; i < count; i++) {
      const document = documentOf[rows[i] as number] as number;
      if (document === NONE || ((flags[document] as number) & asked.flags) !== asked.flags) continue;
      (counts[rangeOf(products[i] as number, scale)] as number)++;
    }
    let boundary = RANGES - 1;
    for (let sum = counts[boundary] as number; sum < asked.limit && boundary > 0; )
      sum += counts[--boundary] as number;
    const above: number[] = [];
    const ties: number[] = [];
    for (let i = 0; i < count; i++) {
      const range = rangeOf(products[i] as number, scale);
      if (range < boundary) continue;
      const document = documentOf[rows[i] as number] as number;
      if (document === NONE || ((flags[document] as number) & asked.flags) !== asked.flags) continue;
      (range > boundary ? above : ties).push(i);
    }
    ties.sort((a, b) => {
      const further = (products[b] as number) - (products[a] as number);
      return (
        further || (this.vectors.idAt(rows[a] as number) < this.vectors.idAt(rows[b] as number) ? -1 : 1)
      );
    });
    for (let i = 0; above.length < asked.limit && i < ties.length; i++) above.push(ties[i] as number);
    return above;
  }

  private hasOthers(documents: Documents): boolean {
    for (let i = 0; i < this.count; i++) if (!documents.isTrusted(this.found[i] as number)) return true;
    return false;
  }

  /** Forgets the last search, and learns what has been added or has moved since. */
  private begin(documents: Documents, limit: number): void {
    for (let i = 0; i < this.count; i++) {
      this.cosines[this.found[i] as number] = 0;
      this.isFound[this.found[i] as number] = 0;
    }
    this.count = 0;
    if (this.cosines.length < documents.size) {
      this.cosines = new Float64Array(roomFor(documents.size));
      this.isFound = new Uint8Array(this.cosines.length);
    }
    if (this.found.length < 2 * limit) this.found = new Int32Array(2 * limit);
    this.renumber(documents);
  }

  private renumber(documents: Documents): void {
    const { vectors } = this;
    const isSame =
      this.documents === documents && this.goneCount === documents.goneCount && this.moves === vectors.moves;
    let row = isSame && !this.hasUnknown ? this.rows : 0;
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

function rangeOf(product: number, scale: number): number {
  return product <= 0 ? 0 : Math.min(RANGES - 1, Math.floor(product * scale));
}
