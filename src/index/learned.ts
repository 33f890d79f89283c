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
 * Where a policy says how much of a fact is left, less of its vector is kept, too (`compress`): eight bits a figure as
 * above, then four, then two, packed (`packed-rows.ts`), in memory and in the blob. The coarser a vector, the less a
 * likeness with it proves: cosines are lowered by the mixed-precision distance (FRQAD). What was dropped comes
 * back only from the model: a fact that is fresh again waits for its vector once more.
 *
 * It embeds nothing: `upkeep/embedding.ts` does, and puts vectors here.
 */
import { assert } from "../assert.ts";
import type { Precision } from "../lifecycle/policy.ts";
import { mixedDistance } from "../lifecycle/quantize.ts";
import type { MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import type { Hash } from "../ports/hash.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import { DIMENSIONS as SLAB } from "./encoder.ts";
import { blobNameOf, decodeRows, encodeRows } from "./learned-blob.ts";
import { PackedRows } from "./packed-rows.ts";
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
  /** Facts whose rows count as eight bits; those of others are as good as they came. */
  private readonly rounded = new Set<string>();
  private readonly packed: readonly PackedRows[];
  /** Facts that are worth a finer vector again than is left of theirs. */
  private readonly stale = new Set<string>();
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
    this.packed = ([4, 2] as const).map((bits) => new PackedRows(bits, space.dimensions));
  }

  /** A copy, in bytes; undefined for a fact without one. */
  vectorOf(id: string): Int8Array | undefined {
    const row = this.rowOf.get(id);
    if (row === undefined) return this.unpacked(id);
    const whole = new Int8Array(this.slabs.length * SLAB);
    for (const [i, slab] of this.slabs.entries()) whole.set(slab.read(row), i * SLAB);
    return whole;
  }

  /** Facts that have a vector. */
  get size(): number {
    return this.packed.reduce((sum, rows) => sum + rows.size, this.ids.length);
  }

  /** Which vectors an answer was found with: the model, and how many of them are kept in fewer bits. */
  get edition(): string {
    const coarse = this.size - this.ids.length + this.rounded.size;
    return coarse === 0 ? this.space.model : `${this.space.model} (${coarse} in fewer bits)`;
  }

  /** Bytes that the vectors take, and what they would take as floats. */
  get memory(): { readonly bytes: number; readonly asFloats: number } {
    const { dimensions } = this.space;
    const whole = this.ids.length * dimensions;
    const bytes = this.packed.reduce((sum, rows) => sum + rows.usedBytes, whole);
    return { bytes, asFloats: 4 * this.size * dimensions };
  }

  /** In how many bits a fact's vector is kept; undefined for a fact without one. */
  bitsOf(id: string): Precision | undefined {
    if (this.rowOf.has(id)) return this.rounded.has(id) ? 8 : 32;
    return this.packed.find((rows) => rows.has(id))?.bits;
  }

  /** Keeps the vector in so many bits; if it would need more than are left, it waits for the model again. */
  compress(id: string, bits: Precision): void {
    const before = this.bitsOf(id);
    const isTooCoarse = before !== undefined && before < bits && before < 8;
    if (isTooCoarse) this.stale.add(id);
    else this.stale.delete(id);
    if (before === undefined || before === bits || isTooCoarse) return;
    this.changes++;
    if (bits === 8) this.rounded.add(id);
    else this.rounded.delete(id);
    if (bits >= 8) return;
    const figures = this.vectorOf(id)?.subarray(0, this.space.dimensions);
    this.drop(id);
    if (figures !== undefined) this.packedAt(bits)?.put(id, figures);
  }

  /** Facts with a vector that is too coarse for what they are worth. */
  get staleCount(): number {
    return this.stale.size;
  }

  private unpacked(id: string): Int8Array | undefined {
    const figures = this.packed.find((rows) => rows.has(id))?.figuresOf(id);
    if (figures === undefined) return undefined;
    const whole = new Int8Array(this.slabs.length * SLAB);
    for (const [i, piece] of quantise(figures).entries()) whole.set(piece, i * SLAB);
    return whole;
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
    return this.bitsOf(id) !== undefined;
  }

  /** The ids of facts that wait, the oldest first. */
  next(limit: number): readonly string[] {
    const ids: string[] = [];
    for (const some of [this.waiting, this.stale])
      for (const id of some) {
        if (ids.length >= limit) return ids;
        ids.push(id);
      }
    return ids;
  }

  put(id: string, vector: Float32Array, space: VectorSpace): void {
    this.checkSpace(space, vector.length);
    this.waiting.delete(id);
    this.stale.delete(id);
    this.drop(id);
    this.write(id, quantise(vector));
    this.changes++;
  }

  /** The model refused this fact's text: it does not wait any more. */
  giveUp(id: string): void {
    this.waiting.delete(id);
    this.stale.delete(id);
    this.unfit.add(id);
  }

  /** Cosines of all facts, lowered for vectors in fewer bits. Unordered. */
  forEachCosine(query: Float32Array, space: VectorSpace, each: (id: string, cosine: number) => void): void {
    this.checkSpace(space, query.length);
    const pieces = quantise(query);
    const square = squareOf(pieces);
    if (square === 0) return;
    const count = this.ids.length;
    if (this.products.length < count) this.products = new Float64Array(2 * count);
    this.products.fill(0, 0, count);
    for (const [i, slab] of this.slabs.entries()) slab.addProducts(pieces[i] as Int8Array, this.products);
    for (let row = 0; row < count; row++) {
      const id = this.ids[row] as string;
      const cosine = (this.products[row] as number) / Math.sqrt(square * (this.squares[row] as number));
      each(id, this.rounded.size > 0 && this.rounded.has(id) ? lowered(cosine, 8) : cosine);
    }
    for (const rows of this.packed)
      rows.forEachCosine(query, (id, cosine) => each(id, lowered(cosine, rows.bits)));
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
    const all = [...this.ids, ...this.packed.flatMap((rows) => [...rows.keys()])];
    const kept = all.filter((id) => state.facts.has(id));
    if (kept.length === 0) return undefined;
    const rows = kept.map((id) => ({ id, bits: this.bitsOf(id) ?? 32, bytes: this.bytesOf(id) }));
    return encodeRows(this.space, rows);
  }

  private bytesOf(id: string): Uint8Array {
    const packed = this.packed.find((rows) => rows.has(id))?.bytesOf(id);
    if (packed !== undefined) return packed;
    return new Uint8Array((this.vectorOf(id) as Int8Array).buffer, 0, this.space.dimensions);
  }

  /** The blob could not be written, or was destroyed: it is to be written again. */
  isNotKept(): void {
    this.keptChanges = -1;
  }

  private readBlob(bytes: Uint8Array, accept: (id: string) => boolean = () => true): void {
    const rowBytes = (bits: Precision) => this.packedAt(bits)?.rowBytes ?? this.space.dimensions;
    for (const { id, bits, bytes: row } of decodeRows(bytes, this.space, rowBytes) ?? []) {
      if (this.has(id) || !accept(id)) continue;
      const packed = this.packedAt(bits);
      const pieces = piecesOf(new Int8Array(row.buffer, row.byteOffset, row.length));
      if (packed === undefined && squareOf(pieces) === 0) continue;
      if (packed === undefined) this.write(id, pieces);
      else packed.putBytes(id, row);
      if (bits === 8) this.rounded.add(id);
      this.waiting.delete(id);
    }
  }

  private packedAt(bits: Precision): PackedRows | undefined {
    return this.packed.find((rows) => rows.bits === bits);
  }

  /** Should this fact have a vector? Not what cannot be recalled: its text need not leave the machine. */
  private look(fact: Fact | undefined): void {
    if (fact === undefined) return;
    const isWanted =
      !fact.erased && !fact.quarantined && fact.lifecycle !== "pruned" && fact.content.trim() !== "";
    if (isWanted && !this.has(fact.id) && !this.unfit.has(fact.id)) this.waiting.add(fact.id);
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
    this.stale.delete(id);
    // The store destroys every blob when it erases: what is left must be written again.
    this.isNotKept();
    this.drop(id);
  }

  /** Takes the vector out of its rows. */
  private drop(id: string): void {
    this.rounded.delete(id);
    for (const rows of this.packed) rows.remove(id);
    const row = this.rowOf.get(id);
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

/** The coarser a vector, the less a likeness with it proves. The query is as exact as the model gave it. */
function lowered(cosine: number, bits: Precision): number {
  return 1 - mixedDistance(cosine, 32, bits);
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
