/**
 * Which facts are near a query, by the vectors of a learned model? And which facts have no vector yet?
 *
 * Vectors belong to one model: they carry its name and dimensions, and those of another are never compared with
 * them. A fact's words never change, so its vector is good for as long as the fact is; it is kept in a blob of the
 * model's own, whatever state the blob was written at. What is erased goes from memory here, and from the disk with
 * the store's blobs.
 *
 * A figure takes one byte (`whole-rows.ts`). Where a policy grades vectors by how much of a fact is left (`compress`),
 * a fresh fact's figures are floats as the model gave them (`exact-rows.ts`), then bytes, then four bits, then two, packed
 * (`packed-rows.ts`), in memory and in the blob. The coarser a vector, the less a likeness with it proves: cosines are
 * lowered by the mixed-precision distance (FRQAD). What was dropped comes back only from the model: a fact that is
 * fresh again waits for its vector once more, unless bytes are left of it, which ranking cannot tell from floats.
 *
 * It embeds nothing: `upkeep/embedding.ts` does, and puts vectors here.
 */
import type { Precision } from "../../lifecycle/policy.ts";
import { dequantize, mixedDistance, quantize } from "../../lifecycle/quantize.ts";
import type { MemoryEvent } from "../../model/event.ts";
import type { Fact } from "../../model/fact.ts";
import type { Hash } from "../../ports/hash.ts";
import type { RecordedEvent } from "../../ports/storage.ts";
import { ExactRows } from "./exact-rows.ts";
import { blobNameOf, decodeRows, encodeRows, type KeptRow } from "./learned-blob.ts";
import { PackedRows } from "./packed-rows.ts";
import { badVectors, type VectorSpace } from "./vector-check.ts";
import { WholeRows, wholeFigures } from "./whole-rows.ts";

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

export class LearnedVectors {
  /** Of its blob. */
  readonly name: string;
  /** The blob is of use at any state. */
  readonly isLasting = true;
  readonly space: VectorSpace;
  /** Vectors are kept by what is left of their facts; otherwise all in bytes, and none is finer than another. */
  private readonly isGraded: boolean;
  private readonly exact: ExactRows;
  private readonly whole: WholeRows;
  private readonly packed: readonly PackedRows[];
  /** Facts that are worth a finer vector again than is left of theirs. */
  private readonly stale = new Set<string>();
  private readonly waiting = new Set<string>();
  /** Facts that the model cannot do anything with. */
  private readonly unfit = new Set<string>();
  private changes = 0;
  private keptChanges = 0;

  constructor(space: VectorSpace, hash: Hash, isGraded = false) {
    this.isGraded = isGraded;
    this.exact = new ExactRows(space.dimensions);
    this.space = { model: space.model, dimensions: space.dimensions };
    this.name = blobNameOf(this.space, hash);
    this.whole = new WholeRows(space.dimensions);
    this.packed = ([4, 2] as const).map((bits) => new PackedRows(bits, space.dimensions));
  }

  /** A copy, in bytes; undefined for a fact without one. */
  vectorOf(id: string): Int8Array | undefined {
    const figures = this.finestOf(id);
    return figures instanceof Float32Array ? wholeFigures(figures) : figures;
  }

  /** As exact as they are kept; bytes are filled up to whole pieces. */
  private finestOf(id: string): Float32Array | Int8Array | undefined {
    return (
      this.exact.figuresOf(id) ??
      this.whole.figuresOf(id) ??
      this.packed.find((rows) => rows.has(id))?.figuresOf(id)
    );
  }

  /** Facts that have a vector. */
  get size(): number {
    return this.packed.reduce((sum, rows) => sum + rows.size, this.exact.size + this.whole.size);
  }

  /** Which vectors an answer was found with: the model, and how many of them are kept in fewer bits. */
  get edition(): string {
    const coarse = this.size - this.exact.size - (this.isGraded ? 0 : this.whole.size);
    return coarse === 0 ? this.space.model : `${this.space.model} (${coarse} in fewer bits)`;
  }

  /** Bytes that the vectors take, and what they would take as floats. */
  get memory(): { readonly bytes: number; readonly asFloats: number } {
    const { dimensions } = this.space;
    const whole = this.exact.size * this.exact.rowBytes + this.whole.size * dimensions;
    const bytes = this.packed.reduce((sum, rows) => sum + rows.usedBytes, whole);
    return { bytes, asFloats: 4 * this.size * dimensions };
  }

  /** In how many bits a fact's vector is kept; undefined for a fact without one. */
  bitsOf(id: string): Precision | undefined {
    if (this.exact.has(id)) return 32;
    if (this.whole.has(id)) return 8;
    return this.packed.find((rows) => rows.has(id))?.bits;
  }

  /** Keeps the vector in so many bits; if it would need more than are left, it waits for the model again. */
  compress(id: string, bits: Precision): void {
    const before = this.bitsOf(id);
    if (before !== undefined && before < bits && before < 8) this.stale.add(id);
    else this.stale.delete(id);
    if (before === undefined || before <= bits) return;
    const figures = Float32Array.from(this.finestOf(id)?.subarray(0, this.space.dimensions) ?? []);
    this.changes++;
    this.drop(id);
    if (bits === 8) this.whole.put(id, figures);
    else this.packedAt(bits)?.put(id, figures);
  }

  /** Facts with a vector that is too coarse for what they are worth. */
  get staleCount(): number {
    return this.stale.size;
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
    (this.isGraded ? this.exact : this.whole).put(id, vector);
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
    this.exact.forEachCosine(query, each);
    const rounded = (id: string, cosine: number) => each(id, lowered(cosine, 8));
    this.whole.forEachCosine(query, this.isGraded ? rounded : each);
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
    const all = [
      ...this.exact.keys(),
      ...this.whole.keys(),
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

  /** The blob could not be written, or was destroyed: it is to be written again. */
  isNotKept(): void {
    this.keptChanges = -1;
  }

  private readBlob(bytes: Uint8Array, accept: (id: string) => boolean = () => true): void {
    const rowBytes = (bits: Precision) =>
      bits === 32 ? this.exact.rowBytes : (this.packedAt(bits)?.rowBytes ?? this.space.dimensions);
    for (const row of decodeRows(bytes, this.space, rowBytes) ?? [])
      if (!this.has(row.id) && accept(row.id) && this.putRow(row)) this.waiting.delete(row.id);
  }

  /** False if the row is none. What was kept as floats becomes bytes where nothing is graded any more. */
  private putRow({ id, bits, bytes }: KeptRow): boolean {
    if (bits === 8)
      return this.whole.putBytes(id, new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
    if (bits === 32) (this.isGraded ? this.exact : this.whole).put(id, dequantize({ bits, bytes }));
    else this.packedAt(bits)?.putBytes(id, bytes);
    return true;
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
    this.exact.remove(id);
    for (const rows of this.packed) rows.remove(id);
    this.whole.remove(id);
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
