/**
 * Which facts are near a query, by the vectors of a learned model? And which facts have no vector yet?
 *
 * Vectors belong to one model: they carry its name and dimensions, and are never compared with those of another. A
 * fact's content never changes, so its vector stays good as long as the fact exists. Each model has a blob of its
 * own, which is of use whatever state it was written at. Erasing a fact removes its vector from memory here, and from
 * the disk with the store's blobs.
 *
 * A figure takes one byte (`byte-rows.ts`). If a policy grades vectors by how much of a fact is left (`compress`),
 * the vector of a fresh fact has floats as the model gave them (`exact-rows.ts`), later bytes, then four bits, then
 * two, packed (`packed-rows.ts`), in memory and in the blob. The coarser a vector, the less a similarity with it
 * proves: cosines are lowered by the mixed-precision distance (FRQAD). Dropped bits come back only from the model: a
 * fact that is fresh again waits for a new vector, unless it still has bytes, which ranking cannot tell from floats.
 *
 * Nothing is embedded here: `upkeep/embedding.ts` does that, and puts the vectors here.
 */
import type { Precision } from "../../lifecycle/policy.ts";
import { dequantize, mixedDistance, quantize } from "../../lifecycle/quantize.ts";
import type { MemoryEvent } from "../../model/event.ts";
import type { Fact } from "../../model/fact.ts";
import type { Hash } from "../../ports/hash.ts";
import type { RecordedEvent } from "../../ports/storage.ts";
import { ByteRows, byteFigures } from "./byte-rows.ts";
import { ExactRows } from "./exact-rows.ts";
import { blobNameOf, decodeRows, encodeRows, type KeptRow } from "./learned-blob.ts";
import { PackedRows } from "./packed-rows.ts";
import { badVectors, type VectorSpace } from "./vector-check.ts";

/** The part of a state that this index reads. */
interface FactsView {
  readonly facts: {
    readonly size: number;
    values(): Iterable<Fact>;
    get(id: string): Fact | undefined;
    has(id: string): boolean;
  };
}

/** How far the embedding of a memory has come. */
export interface EmbeddingStatus extends VectorSpace {
  /** Number of facts with a vector, of facts still without one, and of facts whose text the model refused. */
  readonly embedded: number;
  readonly waiting: number;
  readonly refused: number;
  /** Why embedding has stopped, if it has. */
  readonly failure: { readonly code: string; readonly reason: string; readonly at: number } | undefined;
}

export interface LearnedNeighbour {
  readonly id: string;
  /** From -1 to 1. */
  readonly cosine: number;
}

export class LearnedVectors {
  /** The name of its blob. */
  readonly name: string;
  /** The blob is of use at any state, not only the one it was written at. */
  readonly isStateIndependent = true;
  readonly space: VectorSpace;
  /** Vectors get coarser as their facts fade. Otherwise all are bytes, and none is finer than another. */
  private readonly isGraded: boolean;
  private readonly exact: ExactRows;
  private readonly inBytes: ByteRows;
  private readonly packed: readonly PackedRows[];
  /** Facts that deserve a finer vector than the one they still have. */
  private readonly stale = new Set<string>();
  private readonly waiting = new Set<string>();
  /** Facts whose text the model refused. */
  private readonly unfit = new Set<string>();
  private changes = 0;
  private keptChanges = 0;

  constructor(space: VectorSpace, hash: Hash, isGraded = false) {
    this.isGraded = isGraded;
    this.exact = new ExactRows(space.dimensions);
    this.space = { model: space.model, dimensions: space.dimensions };
    this.name = blobNameOf(this.space, hash);
    this.inBytes = new ByteRows(space.dimensions);
    this.packed = ([4, 2] as const).map((bits) => new PackedRows(bits, space.dimensions));
  }

  /** A copy of the vector in bytes; undefined for a fact without one. */
  vectorOf(id: string): Int8Array | undefined {
    const figures = this.finestOf(id);
    return figures instanceof Float32Array ? byteFigures(figures) : figures;
  }

  /** The figures as exactly as they are kept; bytes are padded with zeros to whole pieces. */
  private finestOf(id: string): Float32Array | Int8Array | undefined {
    return (
      this.exact.figuresOf(id) ??
      this.inBytes.figuresOf(id) ??
      this.packed.find((rows) => rows.has(id))?.figuresOf(id)
    );
  }

  /** Number of facts that have a vector. */
  get size(): number {
    return this.packed.reduce((sum, rows) => sum + rows.size, this.exact.size + this.inBytes.size);
  }

  /** Which vectors an answer was found with: the model, and how many vectors are kept in fewer bits. */
  get edition(): string {
    const coarse = this.size - this.exact.size - (this.isGraded ? 0 : this.inBytes.size);
    return coarse === 0 ? this.space.model : `${this.space.model} (${coarse} in fewer bits)`;
  }

  /** Bytes that the vectors take, and bytes that they would take as floats. */
  get memory(): { readonly bytes: number; readonly asFloats: number } {
    const { dimensions } = this.space;
    const whole = this.exact.size * this.exact.rowBytes + this.inBytes.size * dimensions;
    const bytes = this.packed.reduce((sum, rows) => sum + rows.usedBytes, whole);
    return { bytes, asFloats: 4 * this.size * dimensions };
  }

  /** The bits per figure of a fact's vector; undefined for a fact without one. */
  bitsOf(id: string): Precision | undefined {
    if (this.exact.has(id)) return 32;
    if (this.inBytes.has(id)) return 8;
    return this.packed.find((rows) => rows.has(id))?.bits;
  }

  /**
   * Reduces the vector to `bits` bits per figure. A packed vector with fewer bits than that becomes stale, and waits
   * for the model again.
   */
  compress(id: string, bits: Precision): void {
    const before = this.bitsOf(id);
    if (before !== undefined && before < bits && before < 8) this.stale.add(id);
    else this.stale.delete(id);
    if (before === undefined || before <= bits) return;
    const figures = Float32Array.from(this.finestOf(id)?.subarray(0, this.space.dimensions) ?? []);
    this.changes++;
    this.drop(id);
    if (bits === 8) this.inBytes.put(id, figures);
    else this.packedAt(bits)?.put(id, figures);
  }

  /** Number of facts whose vector is too coarse for what they deserve. */
  get staleCount(): number {
    return this.stale.size;
  }

  /** Number of facts that should have a vector and have none yet. */
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

  /** Ids of facts to embed next: first those without a vector, then those whose vector is too coarse. */
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
    (this.isGraded ? this.exact : this.inBytes).put(id, vector);
    this.changes++;
  }

  /** The model refused this fact's text, so the fact no longer waits. */
  giveUp(id: string): void {
    this.waiting.delete(id);
    this.stale.delete(id);
    this.unfit.add(id);
  }

  /** Calls `each` with the cosine of every fact, in no order. Cosines with coarser vectors are lowered. */
  forEachCosine(query: Float32Array, space: VectorSpace, each: (id: string, cosine: number) => void): void {
    this.checkSpace(space, query.length);
    this.exact.forEachCosine(query, each);
    const rounded = (id: string, cosine: number) => each(id, lowered(cosine, 8));
    this.inBytes.forEachCosine(query, this.isGraded ? rounded : each);
    for (const rows of this.packed)
      rows.forEachCosine(query, (id, cosine) => each(id, lowered(cosine, rows.bits)));
  }

  /** The nearest accepted facts, nearest first, ties by id. */
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

  // ── following the log, and storing

  follow({ event }: RecordedEvent, state: FactsView): void {
    if (event.type === "erased") for (const id of event.facts ?? []) this.remove(id);
    else if (changesWants(event)) this.look(state.facts.get(event.fact));
  }

  /** Vectors in memory stay: a fact's content does not change. */
  restore(state: FactsView, bytes: Uint8Array | undefined): void {
    if (bytes !== undefined) this.readBlob(bytes);
    this.waiting.clear();
    for (const fact of state.facts.values()) this.look(fact);
  }

  /** Takes what other processes embedded meanwhile, for facts that exist and have no vector here. */
  merge(bytes: Uint8Array, state: FactsView): void {
    this.readBlob(bytes, (id) => state.facts.has(id));
  }

  /** Undefined if nothing has changed since the last call, or there is nothing to store. */
  encode(state: FactsView): Uint8Array | undefined {
    if (this.unkept === 0) return undefined;
    this.keptChanges = this.changes;
    const all = [
      ...this.exact.keys(),
      ...this.inBytes.keys(),
      ...this.packed.flatMap((rows) => [...rows.keys()]),
    ];
    const kept = all.filter((id) => state.facts.has(id));
    if (kept.length === 0) return undefined;
    const rows = kept.map((id) => ({ id, bits: this.bitsOf(id) as Precision, bytes: this.bytesOf(id) }));
    return encodeRows(this.space, rows);
  }

  private bytesOf(id: string): Uint8Array {
    const exact = this.exact.figuresOf(id);
    if (exact !== undefined) return quantize(exact, 32).bytes;
    const packed = this.packed.find((rows) => rows.has(id))?.bytesOf(id);
    if (packed !== undefined) return packed;
    return new Uint8Array((this.vectorOf(id) as Int8Array).buffer, 0, this.space.dimensions);
  }

  /** The blob could not be written, or was destroyed: the next `encode` must write it again. */
  isNotKept(): void {
    this.keptChanges = -1;
  }

  private readBlob(bytes: Uint8Array, accept: (id: string) => boolean = () => true): void {
    const rowBytes = (bits: Precision) =>
      bits === 32 ? this.exact.rowBytes : (this.packedAt(bits)?.rowBytes ?? this.space.dimensions);
    for (const row of decodeRows(bytes, this.space, rowBytes) ?? [])
      if (!this.has(row.id) && accept(row.id) && this.putRow(row)) this.waiting.delete(row.id);
  }

  /** False if the row is not a vector. Floats become bytes if vectors are no longer graded. */
  private putRow({ id, bits, bytes }: KeptRow): boolean {
    if (bits === 8)
      return this.inBytes.putBytes(id, new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
    if (bits === 32) (this.isGraded ? this.exact : this.inBytes).put(id, dequantize({ bits, bytes }));
    else this.packedAt(bits)?.putBytes(id, bytes);
    return true;
  }

  private packedAt(bits: Precision): PackedRows | undefined {
    return this.packed.find((rows) => rows.bits === bits);
  }

  /**
   * Notes whether the fact should get a vector. A fact that cannot be recalled should not: its text need not leave
   * the machine.
   */
  private look(fact: Fact | undefined): void {
    if (fact === undefined) return;
    const isWanted =
      !fact.erased && !fact.quarantined && fact.lifecycle !== "pruned" && fact.content.trim() !== "";
    if (isWanted && !this.has(fact.id) && !this.unfit.has(fact.id)) this.waiting.add(fact.id);
    else this.waiting.delete(fact.id);
  }

  private remove(id: string): void {
    this.waiting.delete(id);
    this.unfit.delete(id);
    this.stale.delete(id);
    // The store destroys every blob when it erases, so the remaining vectors must be written again.
    this.isNotKept();
    this.drop(id);
  }

  /** Removes the vector, whichever rows hold it. */
  private drop(id: string): void {
    this.exact.remove(id);
    for (const rows of this.packed) rows.remove(id);
    this.inBytes.remove(id);
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

/** The coarser a vector, the less a similarity with it proves. The query counts as 32 bits, as the model gave it. */
function lowered(cosine: number, bits: Precision): number {
  return 1 - mixedDistance(cosine, 32, bits);
}
