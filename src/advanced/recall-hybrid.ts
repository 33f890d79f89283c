/**
 * How is recall run on a store without a handle, and how with another way of fusing? (`brigade-tideline/advanced`.)
 *
 * Always passive: looking into a store must not change it.
 */
import { encode } from "../indexes/vectors/encoder.ts";
import { VectorIndex } from "../indexes/vectors/vectors.ts";
import { LexicalIndex } from "../indexes/words/lexical.ts";
import { parseTime, type Time } from "../model/arguments.ts";
import type { Fact } from "../model/fact.ts";
import { NO_HEAD } from "../ports/storage.ts";
import { barrierOf, isLive } from "../recall/eligible.ts";
import { fuseRanks } from "../recall/fuse.ts";
import type { Recalled, RecallOptions } from "../recall/hit.ts";
import { parseQueryText } from "../recall/options.ts";
import { Search } from "../recall/search.ts";
import { type LaterTarget, on, type SyncTarget, type Target, type TargetOptions } from "./on-store.ts";

export interface HybridOptions extends TargetOptions, RecallOptions {}

/** Words and vectors without links, fused the way recall does it. */
export function recallHybrid(target: SyncTarget, query: string, options?: HybridOptions): Recalled;
export function recallHybrid(target: LaterTarget, query: string, options?: HybridOptions): Promise<Recalled>;
export function recallHybrid(target: Target, query: string, options: HybridOptions = {}) {
  return recallOn(target, query, { ...options, graph: false });
}

/** The same, and also follows typed links and names that facts share. */
export function recallWithGraph(target: SyncTarget, query: string, options?: HybridOptions): Recalled;
export function recallWithGraph(
  target: LaterTarget,
  query: string,
  options?: HybridOptions,
): Promise<Recalled>;
export function recallWithGraph(target: Target, query: string, options: HybridOptions = {}) {
  return recallOn(target, query, { ...options, graph: true });
}

function recallOn(target: Target, query: string, { origin, ...options }: HybridOptions) {
  return on(
    target,
    { now: options.now, origin },
    (memory) => memory.search(query, options),
    (memory) => memory.search(query, options),
  );
}

export interface FusedHit {
  readonly fact: Fact;
  /** Σ w / (60 + rank). */
  readonly score: number;
}

/** The lists of both lanes over the given facts, fused by rank. For comparison with the way recall fuses them. */
export function recallByRanks(
  facts: Iterable<Fact>,
  query: string,
  options: {
    readonly now: Time;
    readonly limit?: number | undefined;
    readonly weights?: { readonly lexical: number; readonly vector: number } | undefined;
  },
): readonly FusedHit[] {
  const text = parseQueryText(query);
  const now = parseTime(options.now, "now");
  const { limit = 8, weights = { lexical: 1, vector: 1 } } = options;
  const asking = { now, asOf: undefined, include: new Set<never>() };
  const eligible = [...facts].filter((fact) => barrierOf(fact, asking) === undefined);
  const state = { head: NO_HEAD, facts: new Map(eligible.map((fact) => [fact.id, fact])) };
  const fused = fuseRanks([
    { ids: lexicalList(state, text), weight: weights.lexical },
    { ids: vectorList(state, text), weight: weights.vector },
  ]);
  return fused.slice(0, limit).map(([id, score]) => ({ fact: state.facts.get(id) as Fact, score }));
}

const LANE_DEPTH = 100;
type FactList = Parameters<LexicalIndex["restore"]>[0];

function lexicalList(state: FactList, text: string): readonly string[] {
  const index = new LexicalIndex(isLive);
  index.restore(state, undefined);
  return new Search(index, new VectorIndex()).byWords(state, text, LANE_DEPTH);
}

function vectorList(state: FactList, text: string): readonly string[] {
  const index = new VectorIndex();
  index.restore(state, undefined);
  return index.nearest(encode(text), LANE_DEPTH).map(({ id }) => id);
}
