/**
 * `brigade-tideline/eval`: how well does it recall? The public names, one by one; and those that take a store, which
 * stand here because only here the harness meets a memory.
 *
 * Deterministic to the byte: ids are drawn from a seed, the clock is the gold set's, chance has a seed.
 */
import { fullDump, linearScan } from "./eval/capabilities.ts";
import type { GoldSet } from "./eval/gold/shape.ts";
import { type EvalOptions, type EvalResult, evaluateRecall } from "./eval/harness.ts";
import type { EvalCase, RecallCapability } from "./eval/rows.ts";
import { type GoldSpec, type ScaffoldOptions, scaffoldOf } from "./eval/scaffold.ts";
import { seed } from "./eval/seed.ts";
import { MAX_LIST } from "./limits.ts";
import type { Fact } from "./model/fact.ts";
import type { StorageAdapter } from "./ports/storage.ts";
import { seededChance } from "./testing/chance.ts";
import { openSeeded } from "./testing/seeded-memory.ts";
import type { SyncTideline } from "./tideline.ts";

/** Tells a gold set to the owner's memory in a store, and returns its cases with the ids that the facts got. */
export function seedGold(store: StorageAdapter, set: GoldSet): readonly EvalCase[] {
  let now = 0;
  const memory = openSeeded(store, { clock: { now: () => now }, seed: seedFor(set.name) });
  return seed(set, (at) => {
    now = at;
    return memory;
  });
}

/** Asks every case twice, in depth and as a host would, and says how good the answers are. */
export function runRecallEval(
  capability: RecallCapability,
  cases: readonly EvalCase[],
  options: EvalOptions = {},
): Promise<EvalResult> {
  return evaluateRecall(capability, cases, options, seededChance);
}

/** Reads every fact and counts shared words: the baseline without an index. */
export function linearScanCapability(store: StorageAdapter): RecallCapability {
  const memory = ownersMemory(store);
  return linearScan(() => factsIn(memory));
}

/** Returns everything: the baseline without a question. */
export function fullDumpCapability(store: StorageAdapter): RecallCapability {
  const memory = ownersMemory(store);
  return fullDump(() => factsIn(memory));
}

/** Your own facts with queries to be rewritten: see `loadGoldSpec`. */
export function exportGoldScaffold(store: StorageAdapter, options: ScaffoldOptions = {}): GoldSpec {
  return scaffoldOf(factsIn(ownersMemory(store)), options);
}

/** Reading only: no time passes and no id is drawn. */
function ownersMemory(store: StorageAdapter): SyncTideline {
  return openSeeded(store, { clock: { now: () => 0 }, seed: 1 });
}

function factsIn(memory: SyncTideline): readonly Fact[] {
  const facts: Fact[] = [];
  for (let after: string | undefined; ; after = facts.at(-1)?.id) {
    const page = memory.list({ limit: MAX_LIST, after });
    facts.push(...page);
    if (page.length < MAX_LIST) break;
  }
  return facts.filter(isRecallable);
}

function isRecallable({ validity, suppressed, quarantined }: Fact): boolean {
  return (validity === "valid" || validity === "challenged") && !suppressed && !quarantined;
}

/** Sets of different names draw different ids, so that several can share a store. */
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
export { type GoldSpec, type GoldSpecCase, loadGoldSpec, type ScaffoldOptions } from "./eval/scaffold.ts";
