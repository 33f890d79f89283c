/**
 * Which facts are near a text, or near each other, in meaning and form?
 *
 * Every fact of the origin has a vector (`encoder.ts`), made when the fact is added and kept as a blob beside the
 * snapshot, so that neither opening nor the first search pays for it again. A vector tells about a fact's words:
 * when a fact is erased, its vector is overwritten here, and the store has destroyed the blob by then.
 *
 * Says how near, and nothing about whether that is near enough, or whether the fact may be shown: `accept` does.
 */
import type { Fact } from "../model/fact.ts";
import type { Head, RecordedEvent } from "../ports/storage.ts";
import { ANALYSER_VERSION } from "../text/canonical.ts";
import { words } from "../text/words.ts";
import { DIMENSIONS, ENCODER_VERSION, encodeInto, forgetWords } from "./encoder.ts";
import { product } from "./vector-kernel.ts";
import { type Promising, VectorRows } from "./vector-rows.ts";

export interface Neighbour {
  readonly id: string;
  /**
   * Of meaning and form, weighed as in the query: from -1 to 1. A half that the fact lacks counts as 0, one that the
   * query lacks does not count.
   */
  readonly cosine: number;
}

/** What an index needs to see of a state. */
interface FactsView {
  readonly head: Head;
  readonly facts: {
    readonly size: number;
    keys(): Iterable<string>;
    values(): Iterable<Fact>;
    get(id: string): Fact | undefined;
  };
}

/** Rows that get their exact cosine: at least so many, so many for each that is wanted, and this share of all. */
const LEAST_CANDIDATES = 1_024;
const CANDIDATES_PER_WANTED = 8;
const CANDIDATE_SHARE = 1 / 32;
/** Where these are not enough, so many times more are looked at. */
const WIDER = 4;
/** If the accepted are fewer than one in so many, more rows are looked at. */
const REJECTS_ALLOWED = 4;

export class VectorIndex {
  readonly name = "vectors";
  readonly isPatient = true;
  private rows = new VectorRows();
  private ids: string[] = [];
  private rowOf = new Map<string, number>();
  private moveCount = 0;
  private readonly fresh = new Int8Array(DIMENSIONS);

  /** Facts that have a vector: one without any word has none. */
  get size(): number {
    return this.rows.size;
  }

  /** Raised whenever a row that is there gets another meaning; rows that are added do not count. */
  get moves(): number {
    return this.moveCount;
  }

  idAt(row: number): string {
    return this.ids[row] as string;
  }

  /** Rows that look near for a first look at this many, or a wider one; with their products. */
  promising(query: Int8Array, limit: number, before?: Promising): Promising {
    const first = Math.max(LEAST_CANDIDATES, CANDIDATES_PER_WANTED * limit, CANDIDATE_SHARE * this.size);
    return this.rows.promising(query, before === undefined ? first : WIDER * before.count);
  }

  /** The products of the first `count` of these rows with the query; rows may change places. */
  productsOf(query: Int8Array, rows: Int32Array, count: number, products: Int32Array): void {
    this.rows.productsOf(query, rows, count, products);
  }

  /** The nearest of the accepted, the nearest first, ties by id. `query` is of the same encoder. */
  nearest(
    query: Int8Array,
    limit: number,
    accept: (id: string) => boolean = () => true,
  ): readonly Neighbour[] {
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

  /** As `nearest` would say. Undefined for a fact without a vector. */
  similarity(id: string, query: Int8Array): number | undefined {
    const row = this.rowOf.get(id);
    if (row === undefined) return undefined;
    const square = squareOf(query);
    return square === 0 ? 0 : cosineOf(product(this.rows.read(row), 0, query, 0), square);
  }

  /** The plain cosine of two facts: the same both ways. */
  between(a: string, b: string): number | undefined {
    const [rowA, rowB] = [this.rowOf.get(a), this.rowOf.get(b)];
    if (rowA === undefined || rowB === undefined) return undefined;
    const [x, y] = [this.rows.read(rowA), this.rows.read(rowB)];
    return product(x, 0, y, 0) / Math.sqrt(product(x, 0, x, 0) * product(y, 0, y, 0));
  }

  /** A copy. */
  vectorOf(id: string): Int8Array | undefined {
    const row = this.rowOf.get(id);
    return row === undefined ? undefined : this.rows.read(row).slice();
  }

  follow({ event }: RecordedEvent, state: FactsView): void {
    if (event.type === "added" || (event.type === "revised" && event.body !== undefined)) {
      const fact = state.facts.get(event.fact);
      if (fact !== undefined) this.put(fact);
    }
    if (event.type === "erased" && event.facts !== undefined) {
      for (const id of event.facts) this.remove(id);
      this.fresh.fill(0);
      forgetWords();
    }
  }

  restore(state: FactsView, bytes: Uint8Array | undefined): void {
    this.moveCount++;
    this.rows = new VectorRows();
    this.ids = [];
    this.rowOf = new Map();
    if (bytes !== undefined && this.readRows(state, bytes)) return;
    for (const fact of state.facts.values()) this.put(fact);
  }

  /** In the order of the state's facts; zeros for a fact that has no vector. */
  encode(state: FactsView): Uint8Array {
    const header = new TextEncoder().encode(`${headerOf(state)}\n`);
    const bytes = new Uint8Array(header.length + DIMENSIONS * state.facts.size);
    const figures = new Int8Array(bytes.buffer);
    bytes.set(header);
    let at = header.length;
    for (const id of state.facts.keys()) {
      const row = this.rowOf.get(id);
      if (row !== undefined) figures.set(this.rows.read(row), at);
      at += DIMENSIONS;
    }
    return bytes;
  }

  private readRows(state: FactsView, bytes: Uint8Array): boolean {
    const end = bytes.indexOf(10);
    if (end < 0 || new TextDecoder().decode(bytes.subarray(0, end)) !== headerOf(state)) return false;
    if (bytes.length !== end + 1 + DIMENSIONS * state.facts.size) return false;
    const figures = new Int8Array(bytes.buffer, bytes.byteOffset + end + 1, DIMENSIONS * state.facts.size);
    let from = 0;
    let at = 0;
    for (const id of state.facts.keys()) {
      if (isZero(figures, at)) {
        this.rows.append(figures.subarray(from, at));
        from = at + DIMENSIONS;
      } else this.rowOf.set(id, this.ids.push(id) - 1);
      at += DIMENSIONS;
    }
    this.rows.append(figures.subarray(from));
    return true;
  }

  private put(fact: Fact): void {
    const { id } = fact;
    encodeInto(termsOf(fact), this.fresh, 0);
    const row = this.rowOf.get(id);
    if (isZero(this.fresh, 0)) this.remove(id);
    else if (row === undefined) this.push(id, this.fresh);
    else this.rows.write(row, this.fresh);
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

  private push(id: string, vector: Int8Array): void {
    this.rowOf.set(id, this.rows.push(vector));
    this.ids.push(id);
  }

  private remove(id: string): void {
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
}

/** What a row that is just the query would come to. */
export function squareOf(query: Int8Array): number {
  return product(query, 0, query, 0);
}

/** What its vector is made of: a slot's subject is mostly a name, and says little of the meaning. */
function termsOf({ content, slot, tags, aliases }: Fact): readonly string[] {
  const terms = words(content);
  if (slot !== undefined) terms.push(...words(slot.attribute));
  for (const tag of tags) terms.push(...words(tag));
  for (const alias of aliases) terms.push(...words(alias));
  return terms;
}

/** Halves have fixed lengths, so the query's own square is what a full match would come to; rounding may add a bit. */
export function cosineOf(product: number, querySquare: number): number {
  return Math.min(1, product / querySquare);
}

function headerOf({ head, facts }: FactsView): string {
  return JSON.stringify({ vectors: ENCODER_VERSION, analyser: ANALYSER_VERSION, head, facts: facts.size });
}

function isZero(figures: Int8Array, from: number): boolean {
  for (let i = from; i < from + DIMENSIONS; i++) if (figures[i] !== 0) return false;
  return true;
}

interface Candidate {
  readonly id: string;
  readonly product: number;
}

function isBefore(a: Candidate, b: Candidate): boolean {
  return a.product > b.product || (a.product === b.product && a.id < b.id);
}

/** Into a list in order, which stays that short. Few candidates come so far: the list is soon full of good ones. */
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
 * Where most of the promising are not accepted, better ones may be among those that seemed less promising. `last`: the
 * product of the last of those that are wanted.
 */
export function isEnough({ count, products }: Promising, last: number | undefined, limit: number): boolean {
  if (last === undefined) return false;
  let better = 0;
  for (let i = 0; i < count; i++) if ((products[i] as number) >= last) better++;
  return better <= REJECTS_ALLOWED * limit;
}
