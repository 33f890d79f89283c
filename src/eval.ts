/**
 * `brigade-tideline/eval`: how well does recall work? The public names, one by one, and the functions that take a
 * store. They are here because this is the only place where the evaluation harness and a memory meet.
 *
 * Results are the same to the byte: ids are drawn from a seed, the clock is the gold set's, and randomness has a seed.
 */

import { fullDump, lexicalLane, linearScan, vectorLane } from "./eval/capabilities.ts";
import type { GoldSet } from "./eval/gold/shape.ts";
import { type GoldSpec, type ScaffoldOptions, scaffoldOf } from "./eval/gold-spec.ts";
import { type EvalOptions, type EvalResult, evaluateRecall } from "./eval/harness.ts";
import type { EvalCase, RecallCapability } from "./eval/rows.ts";
import { seed } from "./eval/seed.ts";
import { MAX_LIST } from "./limits.ts";
import type { SyncTideline } from "./memory/sync.ts";
import type { Fact } from "./model/fact.ts";
import { DAY_MS } from "./model/time.ts";
import { seededChance } from "./ports/seeded-chance.ts";
import type { StorageAdapter } from "./ports/storage.ts";
import { isLive } from "./recall/eligible.ts";
import type { RecallOptions } from "./recall/hit.ts";
import { openSeeded, seededIndexes } from "./testing/seeded-memory.ts";

/** For reading only: the clock stands still, and no id is drawn. */
const READING = { clock: { now: () => 0 }, seed: 1 };

/** Adds a gold set to the owner's memory in a store, and returns its cases with the ids that the facts received. */
export function seedGold(store: StorageAdapter, set: GoldSet): readonly EvalCase[] {
  let now = 0;
  const memory = openSeeded(store, { clock: { now: () => now }, seed: seedFor(set.name) });
  return seed(set, (at) => {
    now = at;
    return memory;
  });
}

/** Asks every case twice, once in depth and once as a host would ask, and measures the answers. */
export function runRecallEval(
  capability: RecallCapability,
  cases: readonly EvalCase[],
  options: EvalOptions = {},
): Promise<EvalResult> {
  return evaluateRecall(capability, cases, options, seededChance);
}

/** Recall with its defaults: every lane, the ranking and the cut. */
export function hybridRecallCapability(store: StorageAdapter): RecallCapability {
  return recalling("hybrid", store, {});
}

/** Recall that also follows typed links from what it found. */
export function graphRecallCapability(store: StorageAdapter): RecallCapability {
  return recalling("graph", store, { graph: true });
}

/** The lexical lane alone: how much of the query a fact's words cover. */
export function lexicalRecallCapability(store: StorageAdapter): RecallCapability {
  return lexicalLane(seededIndexes(store, READING));
}

/** The vector lane alone: how near a fact is in meaning and form. */
export function vectorRecallCapability(store: StorageAdapter): RecallCapability {
  return vectorLane(seededIndexes(store, READING));
}

/** The baseline without an index: reads every fact and counts shared words. */
export function linearScanCapability(store: StorageAdapter): RecallCapability {
  const memory = ownersMemory(store);
  return linearScan(() => factsIn(memory));
}

/** The baseline without a question: returns everything. */
export function fullDumpCapability(store: StorageAdapter): RecallCapability {
  const memory = ownersMemory(store);
  return fullDump(() => factsIn(memory));
}

/** Your own facts with queries that you have to rewrite: see `loadGoldSpec`. */
export function exportGoldScaffold(store: StorageAdapter, options: ScaffoldOptions = {}): GoldSpec {
  return scaffoldOf(factsIn(ownersMemory(store)), options);
}

/**
 * Recalls passively, at the time of the case or otherwise a day after the latest fact. So no question changes the
 * answer to another, and neither does the clock.
 */
function recalling(name: string, store: StorageAdapter, options: RecallOptions): RecallCapability {
  let now = 0;
  let afterAll: number | undefined;
  const memory = openSeeded(store, { clock: { now: () => now }, seed: 1 });
  return {
    name,
    recall: (query, { depth, now: askedAt }) => {
      afterAll ??= DAY_MS + factsIn(memory).reduce((latest, { createdAt }) => Math.max(latest, createdAt), 0);
      now = askedAt ?? afterAll;
      const deep = depth === undefined ? {} : { limit: depth, minScore: 0 };
      return memory.recall(query, { ...options, ...deep, passive: true }).map(({ fact }) => fact.id);
    },
  };
}

function ownersMemory(store: StorageAdapter): SyncTideline {
  return openSeeded(store, READING);
}

function factsIn(memory: SyncTideline): readonly Fact[] {
  const facts: Fact[] = [];
  for (let after: string | undefined; ; after = facts.at(-1)?.id) {
    const page = memory.list({ limit: MAX_LIST, after });
    facts.push(...page);
    if (page.length < MAX_LIST) break;
  }
  return facts.filter(isLive);
}

/** Sets with different names draw different ids, so that several can share a store. */
function seedFor(name: string): number {
  return [...name].reduce((sum, letter) => Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0), 7) >>> 0;
}

export { HARD_GOLD } from "./eval/gold/hard.ts";
export { RICH_GOLD } from "./eval/gold/rich.ts";
export {
  GOLD_CATEGORIES,
  type GoldCase,
  type GoldCategory,
  type GoldFact,
  type GoldSet,
} from "./eval/gold/shape.ts";
export { SYNTHETIC_GOLD } from "./eval/gold/synthetic.ts";
export { TIMES_GOLD } from "./eval/gold/times.ts";
export { type GoldSpec, type GoldSpecCase, loadGoldSpec, type ScaffoldOptions } from "./eval/gold-spec.ts";
export type { EvalFigures, EvalOptions, EvalResult } from "./eval/harness.ts";
export {
  type BootstrapOptions,
  bootstrap,
  type Chance,
  type Interval,
  ndcgAt,
  precisionOf,
  type Ranks,
  ranksOf,
  recallAt,
  reciprocalRank,
  signTest,
} from "./eval/metrics.ts";
export type { AskOptions, CaseRow, EvalCase, RecallCapability } from "./eval/rows.ts";
