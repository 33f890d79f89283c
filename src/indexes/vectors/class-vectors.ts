/**
 * Which facts of one class are near a text in meaning and form?
 *
 * Every fact with words has a vector (`encoder.ts`). Each class has its own rows, so that facts of another class,
 * however many, cannot crowd out the near ones.
 *
 * The answer says how near a fact is. Whether that is near enough is for the caller; whether the fact may be shown,
 * `accept` decides.
 */
import { DIMENSIONS } from "./encoder.ts";
import { product } from "./vector-kernel.ts";
import { type Promising, VectorRows } from "./vector-rows.ts";

export interface Neighbour {
  readonly id: string;
  /**
   * Cosine over meaning and form together, from -1 to 1. A half that the fact lacks counts as 0; a half that the
   * query lacks does not count.
   */
  readonly cosine: number;
}

/** Rows that get an exact cosine: at least this many, this many per fact wanted, and this share of all. */
const LEAST_CANDIDATES = 1_024;
const CANDIDATES_PER_WANTED = 8;
const CANDIDATE_SHARE = 1 / 32;
/** If these are not enough, this many times more are examined. */
const WIDER = 4;
/** If fewer than one in this many of the best rows is accepted, more rows are examined. */
const REJECTS_ALLOWED = 4;

export class ClassVectors {
  private readonly rows = new VectorRows();
  private readonly ids: string[] = [];
  private readonly rowOf = new Map<string, number>();
  private moveCount = 0;

  /** Facts that have a vector: those without any word have none. */
  get size(): number {
    return this.rows.size;
  }

  /** Changes whenever an existing row comes to stand for another fact; added rows do not count. */
  get moves(): number {
    return this.moveCount;
  }

  has(id: string): boolean {
    return this.rowOf.has(id);
  }

  idAt(row: number): string {
    return this.ids[row] as string;
  }

  /**
   * The rows that look nearest, with their products. `before`: an earlier result that was not enough, to be widened.
   */
  promising(query: Int8Array, limit: number, before?: Promising): Promising {
    const first = Math.max(LEAST_CANDIDATES, CANDIDATES_PER_WANTED * limit, CANDIDATE_SHARE * this.size);
    return this.rows.promising(query, before === undefined ? first : WIDER * before.count);
  }

  /**
   * The products of the first `count` of these rows with the query. May reorder `rows`; `products` has the same
   * order.
   */
  productsOf(query: Int8Array, rows: Int32Array, count: number, products: Int32Array): void {
    this.rows.productsOf(query, rows, count, products);
  }

  /** The nearest accepted facts, nearest first, ties by id. `query` must come from the same encoder. */
  nearest(query: Int8Array, limit: number, accept: (id: string) => boolean): readonly Neighbour[] {
    const square = squareOf(query);
    if (square === 0 || limit <= 0) return [];
    for (
      let promising = this.promising(query, limit);
      ;
      promising = this.promising(query, limit, promising)
    ) {
      const best = this.bestOf(promising, limit, accept);
      if (promising.count >= this.size || isEnough(promising, best[limit - 1]?.product, limit))
        return best.map(({ id, product }) => ({ id, cosine: cosineOf(product, square) }));
    }
  }

  /** A view of the vector in memory: do not keep or change it. */
  read(id: string): Int8Array | undefined {
    const row = this.rowOf.get(id);
    return row === undefined ? undefined : this.rows.read(row);
  }

  put(id: string, vector: Int8Array): void {
    const row = this.rowOf.get(id);
    if (row !== undefined) this.rows.write(row, vector);
    else {
      this.rowOf.set(id, this.rows.push(vector));
      this.ids.push(id);
    }
  }

  /** Adds many new facts at once, their vectors one after another. */
  append(ids: readonly string[], vectors: Int8Array): void {
    for (const id of ids) this.rowOf.set(id, this.ids.push(id) - 1);
    this.rows.append(vectors.subarray(0, DIMENSIONS * ids.length));
  }

  remove(id: string): void {
    const row = this.rowOf.get(id);
    if (row === undefined) return;
    this.moveCount++;
    this.rows.remove(row);
    this.rowOf.delete(id);
    const last = this.ids.pop() as string;
    if (last === id) return;
    this.ids[row] = last;
    this.rowOf.set(last, row);
  }

  private bestOf({ count, rows, products }: Promising, limit: number, accept: (id: string) => boolean) {
    const best: Candidate[] = [];
    for (let i = 0; i < count; i++) {
      const product = products[i] as number;
      const last = best[limit - 1];
      if (last !== undefined && product < last.product) continue;
      const candidate = { id: this.ids[rows[i] as number] as string, product };
      if ((last === undefined || isBefore(candidate, last)) && accept(candidate.id))
        insert(best, candidate, limit);
    }
    return best;
  }
}

/** The product of the query with itself: what a row equal to the query would reach. */
export function squareOf(query: Int8Array): number {
  return product(query, 0, query, 0);
}

/** Halves have fixed lengths, so a full match reaches the query's own square; rounding may add a little. */
export function cosineOf(product: number, querySquare: number): number {
  return Math.min(1, product / querySquare);
}

interface Candidate {
  readonly id: string;
  readonly product: number;
}

function isBefore(a: Candidate, b: Candidate): boolean {
  return a.product > b.product || (a.product === b.product && a.id < b.id);
}

/** Inserts into an ordered list of at most `limit`. It runs rarely: the list soon fills up with good candidates. */
function insert(best: Candidate[], candidate: Candidate, limit: number): void {
  let low = 0;
  for (let high = best.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (isBefore(candidate, best[middle] as Candidate)) high = middle;
    else low = middle + 1;
  }
  best.splice(low, 0, candidate);
  if (best.length > limit) best.pop();
}

/**
 * If most promising rows are rejected, nearer ones may be among those that looked less promising. `last`: the product
 * of the last fact wanted.
 */
export function isEnough({ count, products }: Promising, last: number | undefined, limit: number): boolean {
  if (last === undefined) return false;
  let better = 0;
  for (let i = 0; i < count; i++) if ((products[i] as number) >= last) better++;
  return better <= REJECTS_ALLOWED * limit;
}
