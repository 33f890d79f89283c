/**
 * `brigade-tideline/advanced`: the parts of the engine, for use one by one.
 */

import type { LifecyclePolicy } from "./lifecycle/policy.ts";
import { tidelinePolicy } from "./lifecycle/tideline.ts";
import type { Fact } from "./model/fact.ts";

/** A fact's score at a time, in [0, 1], under the default policy or another one. */
export function effectiveScore(
  fact: Fact,
  { now, policy = tidelinePolicy }: { readonly now: number; readonly policy?: LifecyclePolicy },
): number {
  return policy.score(fact, { now, fact: () => undefined }).value;
}

export { type DecayGcOptions, type DecayGcReport, runDecayGc } from "./advanced/decay-gc.ts";
export {
  applyRetention,
  exportMemory,
  inspect,
  type PurgeOptions,
  purge,
  type RunRetentionOptions,
} from "./advanced/governance.ts";
export {
  buildGraph,
  type ExportGraphOptions,
  exportMemoryGraph,
  findContradictions,
  type LaterTarget,
  type RunConsolidationOptions,
  type RunDreamOptions,
  runConsolidation,
  runDream,
  type SyncTarget,
  type Target,
  type TargetOptions,
} from "./advanced/on-store.ts";
export {
  type FusedHit,
  type HybridOptions,
  recallByRanks,
  recallHybrid,
  recallWithGraph,
} from "./advanced/recall-hybrid.ts";
export { neutralise } from "./context/neutral.ts";
export {
  type Block,
  type LeftOut,
  type RenderedHit,
  type RenderOptions,
  renderContext,
} from "./context/render.ts";
export { MemoryEventLog } from "./govern/event-log.ts";
export { type MemoryGraph, toGraphML } from "./govern/graph-export.ts";
export {
  type LinkGraph,
  type Neighbor,
  neighbors,
  type Reached,
  type SpreadOptions,
  spread,
  type Tie,
  type Via,
} from "./indexes/links.ts";
export type { SharedName } from "./indexes/names/shared-names.ts";
export { independentAssertions } from "./lifecycle/assertions.ts";
export { activation, elastic, halving, huber } from "./lifecycle/curves.ts";
export { FRESHNESS_PRESETS, freshnessPolicy } from "./lifecycle/freshness.ts";
export { type Immunity, type ImmunityReason, immunityOf } from "./lifecycle/immunity.ts";
export { FACTORS, layeredPolicy, precisionOf, retentionOf } from "./lifecycle/layered.ts";
export type { LifecyclePolicy, Precision } from "./lifecycle/policy.ts";
export { dequantize, mixedDistance, type QuantizedVector, quantize } from "./lifecycle/quantize.ts";
export { daysToNearest, parseRecurrence, type Recurrence } from "./lifecycle/recurrence.ts";
export { type Surprise, surprisedImportance, surpriseOf } from "./lifecycle/surprise.ts";
export { tidelinePolicy, tidelinePolicyWith } from "./lifecycle/tideline.ts";
export { LINK_KINDS } from "./model/link.ts";
export { PROTECTED_SEGMENTS, SEGMENT_DEFAULTS, SEGMENTS } from "./model/segment.ts";
export { SOURCE_FIGURES, SOURCES } from "./model/source.ts";
export { fuseRanks, type RankedList } from "./recall/fuse.ts";
export { canonical } from "./text/sameness/canonical.ts";
export type { Contradiction } from "./upkeep/contradiction.ts";
export type { DreamOptions } from "./upkeep/dream/options.ts";
export type { DreamReport } from "./upkeep/dream/run.ts";
export { evaluateWriteGate, type GateRequest, type GateVerdict } from "./write/gate.ts";
export { findSecrets, type Secret, type SecretKind } from "./write/secrets.ts";
export { scanThreats } from "./write/threat.ts";
