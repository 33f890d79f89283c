/**
 * Which facts are near a query, by the vectors of a learned model? And which facts have no vector yet?
 *
 * Vectors belong to one model: they carry its name and dimensions, and those of another are never compared with
 * them. A fact's words never change, so its vector is good for as long as the fact is; it is kept in a blob of the
 * model's own, whatever state the blob was written at. What is erased goes from memory here, and from the disk with
 * the store's blobs.
 *
 * A figure takes one byte, scaled so that the largest of its vector is 127: a quarter of the memory and of the blob,
 * for an error of a cosine that is far below what tells facts apart. The scan is that of the model-free lane,
 * 256 figures at a time, over every row: exact.
 *
 * It embeds nothing: `upkeep/embedding.ts` does, and puts vectors here.
 */
import { assert } from "../assert.ts";
import type { MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import type { Hash } from "../ports/hash.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import { DIMENSIONS as SLAB } from "./encoder.ts";
import { badVectors, type VectorSpace } from "./vector-check.ts";
import { VectorRows } from "./vector-rows.ts";

/** What an index needs to see of a state. */
interface FactsView {
  readonly facts: {
    readonly size: number;
    values(): Iterable<Fact>;
    get(id: string): Fact | undefined;
    has(id: string): boolean;
  };
}

/** How far the vectors of a memory have come. */
export interface EmbeddingStatus extends VectorSpace {
  /** Facts with a vector, without one yet, and such that the model refused. */
  readonly embedded: number;
  readonly waiting: number;
  readonly refused: number;
  /** Why it does not go on, where it does not. */
  readonly failure: { readonly code: string; readonly reason: string; readonly at: number } | undefined;
}

export interface LearnedNeighbour {
  readonly id: string;
  /** From -1 to 1. */
  readonly cosine: number;
}

/** A vector in bytes, cut into pieces that the scan takes. */
type Pieces = readonly Int8Array[];

const FORMAT = 1;
const LARGEST = 127;

export class LearnedVectors {
  /** Of its blob. */
  readonly name: string;
  /** The blob is of use at any state. */
  readonly isLasting = true;
  readonly space: VectorSpace;
  private readonly slabs: readonly VectorRows[];
  private readonly ids: string[] = [];
  private readonly rowOf = new Map<string, number>();
  /** Σ aᵢ² of each row, over all its pieces. */
  private readonly squares: number[] = [];
  private readonly waiting = new Set<string>();
  /** Facts that the model cannot do anything with. */
  private readonly unfit = new Set<string>();
  private products = new Float64Array(0);
  private changes = 0;
  private keptChanges = 0;

  constructor(space: VectorSpace, hash: Hash) {
    this.space = { model: space.model, dimensions: space.dimensions };
    this.name = blobNameOf(this.space, hash);
    this.slabs = Array.from({ length: Math.ceil(space.dimensions / SLAB) }, () => new VectorRows());
  }

  /** A copy, in bytes; undefined for a fact without one. */
  vectorOf(id: string): Int8Array | undefined {
    const row = this.rowOf.get(id);
    if (row === undefined) return undefined;
    const whole = new Int8Array(this.slabs.length * SLAB);
    for (const [i, slab] of this.slabs.entries()) whole.set(slab.read(row), i * SLAB);
    return whole;
  }

  /** Facts that have a vector. */
  get size(): number {
    return this.ids.length;
  }

  /** Facts that should have a vector, and have none yet. */
  get waitingCount(): number {
    return this.waiting.size;
  }

  get refusedCount(): number {
    return this.unfit.size;
  }

  /** Vectors that came or went since the blob was written. */
  get unkept(): number {
    return this.changes - this.keptChanges;
  }

  has(id: string): boolean {
    return this.rowOf.has(id);
  }

  /** The ids of facts that wait, the oldest first. */
  next(limit: number): readonly string[] {
    const ids: string[] = [];
    for (const id of this.waiting) {
      if (ids.length >= limit) break;
      ids.push(id);
    }
    return ids;
  }

  put(id: string, vector: Float32Array, space: VectorSpace): void {
    this.checkSpace(space, vector.length);
    this.waiting.delete(id);
    this.write(id, quantise(vector));
    this.changes++;
  }

  /** The model refused this fact's text: it does not wait any more. */
  giveUp(id: string): void {
    this.waiting.delete(id);
    this.unfit.add(id);
  }

  /** Cosines of all facts, in the order in which their ids are given to `each`. Unordered. */
  forEachCosine(query: Float32Array, space: VectorSpace, each: (id: string, cosine: number) => void): void {
    this.checkSpace(space, query.length);
    const pieces = quantise(query);
    const square = squareOf(pieces);
    if (square === 0) return;
    if (this.products.length < this.size) this.products = new Float64Array(2 * this.size);
    this.products.fill(0, 0, this.size);
    for (const [i, slab] of this.slabs.entries()) slab.addProducts(pieces[i] as Int8Array, this.products);
    for (let row = 0; row < this.ids.length; row++)
      each(
        this.ids[row] as string,
        (this.products[row] as number) / Math.sqrt(square * (this.squares[row] as number)),
      );
  }

  /** The nearest of the accepted, the nearest first, ties by id. */
  nearest(
    query: Float32Array,
    space: VectorSpace,
    limit: number,
    accept: (id: string) => boolean = () => true,
  ): readonly LearnedNeighbour[] {
    const found: LearnedNeighbour[] = [];
    this.forEachCosine(query, space, (id, cosine) => {
      if (accept(id)) found.push({ id, cosine });
    });
    return found.sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1)).slice(0, Math.max(0, limit));
  }

  // ── keeping up

  follow({ event }: RecordedEvent, state: FactsView): void {
    if (event.type === "erased") for (const id of event.facts ?? []) this.remove(id);
    else if (changesWants(event)) this.look(state.facts.get(event.fact));
  }

  /** Vectors that are there already stay: a fact's words do not change. */
  restore(state: FactsView, bytes: Uint8Array | undefined): void {
    if (bytes !== undefined) this.readBlob(bytes);
    this.waiting.clear();
    for (const fact of state.facts.values()) this.look(fact);
  }

  /** What others have embedded meanwhile, for facts that are there and lack a vector here. */
  merge(bytes: Uint8Array, state: FactsView): void {
    this.readBlob(bytes, (id) => state.facts.has(id));
  }

  /** Undefined if nothing has changed since the last time. */
  encode(state: FactsView): Uint8Array | undefined {
    if (this.unkept === 0) return undefined;
    this.keptChanges = this.changes;
    const rows = [...this.rowOf].filter(([id]) => state.facts.has(id));
    if (rows.length === 0) return undefined;
    const head = { learned: FORMAT, ...this.space, rows: rows.length };
    const header = new TextEncoder().encode(
      `${[JSON.stringify(head), ...rows.map(([id]) => id)].join("\n")}\n`,
    );
    const { dimensions } = this.space;
    const bytes = new Uint8Array(header.length + dimensions * rows.length);
    const figures = new Int8Array(bytes.buffer);
    bytes.set(header);
    for (const [i, [, row]] of rows.entries()) {
      const at = header.length + dimensions * i;
      for (const [s, slab] of this.slabs.entries())
        figures.set(slab.read(row).subarray(0, Math.min(SLAB, dimensions - SLAB * s)), at + SLAB * s);
    }
    return bytes;
  }

  /** The blob could not be written, or was destroyed: it is to be written again. */
  isNotKept(): void {
    this.keptChanges = -1;
  }

  /** Anything that is not just as written is no blob: the facts are embedded anew. */
  private readBlob(bytes: Uint8Array, accept: (id: string) => boolean = () => true): void {
    const lines = new Lines(bytes);
    const { dimensions, model } = this.space;
    const head = parseHead(lines.next());
    if (head?.learned !== FORMAT || head.model !== model || head.dimensions !== dimensions) return;
    const ids: string[] = [];
    for (let i = 0; i < head.rows; i++) ids.push(lines.next() ?? "");
    if (ids.includes("") || bytes.length !== lines.at + dimensions * ids.length) return;
    const figures = new Int8Array(bytes.buffer, bytes.byteOffset + lines.at);
    for (const [i, id] of ids.entries()) {
      const pieces = piecesOf(figures.subarray(dimensions * i, dimensions * (i + 1)));
      if (!this.rowOf.has(id) && squareOf(pieces) > 0 && accept(id)) {
        this.write(id, pieces);
        this.waiting.delete(id);
      }
    }
  }

  /** Should this fact have a vector? Not what cannot be recalled: its text need not leave the machine. */
  private look(fact: Fact | undefined): void {
    if (fact === undefined) return;
    const isWanted =
      !fact.erased && !fact.quarantined && fact.lifecycle !== "pruned" && fact.content.trim() !== "";
    if (isWanted && !this.rowOf.has(fact.id) && !this.unfit.has(fact.id)) this.waiting.add(fact.id);
    else this.waiting.delete(fact.id);
  }

  private write(id: string, pieces: Pieces): void {
    const known = this.rowOf.get(id);
    const row = known ?? this.ids.length;
    for (const [i, slab] of this.slabs.entries()) {
      const piece = pieces[i] as Int8Array;
      if (known === undefined) assert(slab.push(piece) === row, "pieces of a vector lie in the same row");
      else slab.write(row, piece);
    }
    this.squares[row] = squareOf(pieces);
    if (known !== undefined) return;
    this.ids.push(id);
    this.rowOf.set(id, row);
  }

  private remove(id: string): void {
    this.waiting.delete(id);
    this.unfit.delete(id);
    const row = this.rowOf.get(id);
    // The store destroys every blob when it erases: what is left must be written again.
    this.isNotKept();
    if (row === undefined) return;
    for (const slab of this.slabs) slab.remove(row);
    this.rowOf.delete(id);
    const last = this.ids.pop() as string;
    const square = this.squares.pop() as number;
    if (last === id) return;
    this.ids[row] = last;
    this.squares[row] = square;
    this.rowOf.set(last, row);
  }

  private checkSpace({ model, dimensions }: VectorSpace, length: number): void {
    const own = this.space;
    if (model !== own.model || dimensions !== own.dimensions)
      throw badVectors(model, `has other vectors than "${own.model}": they cannot be compared`);
    if (length !== own.dimensions)
      throw badVectors(model, `answered with ${length} dimensions, and ${own.dimensions} were promised`);
  }
}

/** May the event change whether a fact should have a vector? */
function changesWants(event: MemoryEvent): event is MemoryEvent & { readonly fact: string } {
  return (
    event.type === "added" ||
    event.type === "restored" ||
    event.type === "pruned" ||
    event.type === "quarantined" ||
    event.type === "released"
  );
}

function quantise(vector: Float32Array): Pieces {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i] as number));
  const scale = largest === 0 ? 0 : LARGEST / largest;
  const figures = new Int8Array(vector.length);
  for (let i = 0; i < vector.length; i++) figures[i] = Math.round((vector[i] as number) * scale);
  return piecesOf(figures);
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

const MAX_SLUG_CHARS = 24;

function blobNameOf({ model, dimensions }: VectorSpace, hash: Hash): string {
  const slug = model
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_CHARS);
  const digest = hash
    .sha256(`${model}\n${dimensions}`)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "0");
  return `learned-${slug}-${digest.slice(0, 12)}`.replace(/-+/g, "-");
}

interface Head {
  readonly learned: number;
  readonly model: string;
  readonly dimensions: number;
  readonly rows: number;
}

function parseHead(line: string | undefined): Head | undefined {
  try {
    const head = JSON.parse(line ?? "") as Head;
    return Number.isSafeInteger(head?.rows) && head.rows >= 0 ? head : undefined;
  } catch {
    return undefined; // Not ours: embedded anew.
  }
}

/** Lines of text at the beginning of bytes. */
class Lines {
  at = 0;
  private readonly bytes: Uint8Array;
  private readonly decoder = new TextDecoder();

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  next(): string | undefined {
    const end = this.bytes.indexOf(10, this.at);
    if (end < 0) return undefined;
    const line = this.decoder.decode(this.bytes.subarray(this.at, end));
    this.at = end + 1;
    return line;
  }
}
