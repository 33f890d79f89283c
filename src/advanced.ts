/**
 * `brigade-tideline/advanced`: the parts, for those who want to use them one by one.
 */
import { tidelinePolicy } from "./lifecycle/tideline.ts";
import type { Fact } from "./model/fact.ts";

/** A fact's score under the default policy, in [0, 1], at a time. */
export function effectiveScore(fact: Fact, { now }: { readonly now: number }): number {
  return tidelinePolicy.score(fact, { now, fact: () => undefined }).value;
}

export { neutralise } from "./context/neutral.ts";
export {
  type Block,
  type LeftOut,
  type RenderedHit,
  type RenderOptions,
  renderContext,
} from "./context/render.ts";
export { MemoryEventLog } from "./govern/event-log.ts";
export {
  buildGraph,
  type LinkGraph,
  type Neighbor,
  neighbors,
  type Reached,
  type SpreadOptions,
  spread,
} from "./index/links.ts";
export { independentAssertions } from "./lifecycle/assertions.ts";
export type { LifecyclePolicy } from "./lifecycle/policy.ts";
export { tidelinePolicy } from "./lifecycle/tideline.ts";
export { LINK_KINDS } from "./model/link.ts";
export { PROTECTED_SEGMENTS, SEGMENT_DEFAULTS, SEGMENTS } from "./model/segment.ts";
export { SOURCE_FIGURES, SOURCES } from "./model/source.ts";
export { canonical } from "./text/canonical.ts";
export { type Contradiction, type ContradictionOptions, findContradictions } from "./upkeep/contradiction.ts";
export { evaluateWriteGate, type GateRequest, type GateVerdict } from "./write/gate.ts";
export { scanThreats } from "./write/threat.ts";
