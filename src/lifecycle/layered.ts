/**
 * The layered policy: a fact stays if it was promoted, pinned or used. (Document 004.)
 *
 * Working facts become episodic. Episodic facts fade with a half-life (a shorter one for less trusted sources) unless
 * they are promoted to semantic. Semantic, procedural and codebase facts do not fade. Nine factors make up a fact's
 * weight in a ranking; they are reported one by one and never overwrite the base importance.
 */
import type { Fact } from "../model/fact.ts";
import type { Layer } from "../model/segment.ts";
import { sourceFigures } from "../model/source.ts";
import { independentAssertions } from "./assertions.ts";
import { activation, ageDays, clamp, elastic, halving, huber, spreadOverDays } from "./curves.ts";
import { labelsOf } from "./labels.ts";
import { promoted } from "./layers.ts";
import { choice, number, type Params, type ParamsOf, resolveParams } from "./params.ts";
import type {
  JudgeContext,
  LifecyclePolicy,
  PolicyContext,
  PolicyDecision,
  Precision,
  Score,
} from "./policy.ts";
import { surpriseOf } from "./surprise.ts";
import { nudged, weighed } from "./weight.ts";

const TABLE = {
  retentionMode: choice("huber", ["l2", "huber", "elastic"]),
  episodicDays: number(30, 0.01, 365_000),
  huberDelta: number(0.5, 0, 100),
  l1Ratio: number(0.3, 0, 1),
  workingMinutes: number(30, 0, 1_000_000),
  workingAccesses: number(2, 1, 1_000_000),
  semanticImportance: number(0.7, 0, 1),
  semanticAccesses: number(5, 1, 1_000_000),
  archiveAfterDays: number(90, 0, 365_000),
  archiveRetention: number(0.15, 0, 1),
  archiveImportance: number(0.3, 0, 1),
  archiveAccesses: number(3, 0, 1_000_000),
  feedbackUp: number(0.05, 0, 1),
  feedbackDown: number(0.1, 0, 1),
} as const;
export type LayeredParams = ParamsOf<typeof TABLE>;

const REINFORCEMENT = 0.05;
const MOST_REINFORCEMENT = 0.3;
const MINUTE_MS = 60_000;
const WEIGHTS = {
  base: 0.225,
  access: 0.108,
  recency: 0.108,
  valence: 0.072,
  stability: 0.072,
  layer: 0.135,
  trust: 0.09,
  confirmations: 0.09,
  activation: 0.1,
} as const;
type Factor = keyof typeof WEIGHTS;
export const FACTORS = Object.keys(WEIGHTS) as readonly Factor[];

const LAYER_FACTOR: Readonly<Record<Layer, number>> = {
  working: 0,
  episodic: 0.33,
  codebase: 0.5,
  procedural: 0.67,
  semantic: 1,
};

export function layeredPolicy(given: Params = {}): LifecyclePolicy {
  const params = resolveParams("layered", TABLE, given);
  const score = (fact: Fact, { now }: PolicyContext) => scoreOf(fact, now, params);
  return Object.freeze({
    id: "layered",
    params,
    ageBasis: "lastAccess" as const,
    reinforces: new Set(["recall", "direct"] as const),
    shown:
      "under this policy that adds nothing to what is left of it; being recalled, looked up or promoted does",
    labels: labelsOf,
    score,
    rank: (fact: Fact, relevance: number, context: PolicyContext) =>
      weighed(fact, relevance, score(fact, context).value),
    feedback: (fact: Fact, signal: "up" | "down") => nudged(fact, signal, params),
    decide: (fact: Fact, { now }: JudgeContext) => decide(fact, now, params),
    retention: (fact: Fact, { now }: PolicyContext) => ({
      left: retentionOf(fact, now, params),
      goesBelow: params.archiveRetention,
    }),
    surprise: surpriseOf,
    precision: (fact: Fact, { now }: PolicyContext) => precisionOf(retentionOf(fact, now, params)),
  });
}

/** How much of a fact is left, from 0 to 1. */
export function retentionOf(
  fact: Fact,
  now: number,
  params: LayeredParams = resolveParams("layered", TABLE),
): number {
  const days = ageDays(now, fact.lastAccessedAt);
  const faded = fading(params.retentionMode, days, halfLifeDays(fact, params), params);
  return clamp(faded + Math.min(MOST_REINFORCEMENT, REINFORCEMENT * Math.log1p(fact.accessCount)));
}

function fading(
  mode: string,
  days: number,
  halfLife: number,
  { huberDelta, l1Ratio }: LayeredParams,
): number {
  if (mode === "l2") return halving(days, halfLife);
  return mode === "huber" ? huber(days, halfLife, huberDelta) : elastic(days, halfLife, l1Ratio);
}

/** Only episodic facts fade, and those of other sources faster than those of the principal. */
function halfLifeDays(fact: Fact, { episodicDays }: LayeredParams): number {
  if (fact.tier === "permanent" || fact.layer !== "episodic") return Number.POSITIVE_INFINITY;
  return episodicDays / sourceFigures(fact.source, fact.authority).decayMultiplier;
}

function scoreOf(fact: Fact, now: number, params: LayeredParams): Score {
  const factors = factorsOf(fact, now, params);
  const value = FACTORS.reduce((sum, factor) => sum + WEIGHTS[factor] * factors[factor], 0);
  const surprise = fact.surprise === undefined ? {} : { surprise: fact.surprise };
  return {
    value: clamp(value),
    parts: { ...factors, retention: retentionOf(fact, now, params), ...surprise },
  };
}

function factorsOf(fact: Fact, now: number, params: LayeredParams): Readonly<Record<Factor, number>> {
  const { accessCount, accessTimes } = fact;
  return {
    base: fact.importance,
    access: Math.min(1, 0.1 * Math.log1p(accessCount)),
    recency: halving(ageDays(now, fact.lastAccessedAt), halfLifeDays(fact, params)),
    valence: Math.abs(fact.valence ?? 0),
    stability: spreadOverDays(accessTimes),
    layer: LAYER_FACTOR[fact.layer],
    trust: sourceFigures(fact.source, fact.authority).trust,
    confirmations: Math.min(1, 0.25 * Math.log1p(Math.max(0, independentAssertions(fact) - 1))),
    activation: activation(now, fact.createdAt, accessTimes, accessCount),
  };
}

/** Tests for promotion before forgetting. */
function decide(fact: Fact, now: number, params: LayeredParams): PolicyDecision {
  const layer = promotion(fact, now, params);
  if (layer !== undefined)
    return {
      action: "promote",
      rule: `layered/to-${layer}`,
      why: `it goes from ${fact.layer} to ${layer}`,
      layer,
    };
  const retention = retentionOf(fact, now, params);
  const why = `${(100 * retention).toFixed(1)} % of it is left, importance ${fact.importance.toFixed(2)}, used ${fact.accessCount} times`;
  const forgotten =
    fact.layer !== "semantic" &&
    fact.layer !== "procedural" &&
    ageDays(now, fact.createdAt) > params.archiveAfterDays &&
    retention < params.archiveRetention &&
    fact.importance < params.archiveImportance &&
    fact.accessCount < params.archiveAccesses;
  return forgotten
    ? { action: "archive", rule: "layered/archive", why }
    : { action: "keep", rule: "layered/keep", why };
}

/** Text from tools and pages does not become lasting knowledge by being found often; only a person can promote it. */
function promotion(fact: Fact, now: number, params: LayeredParams): Layer | undefined {
  const { layer, accessCount } = fact;
  if (layer === "working") {
    const due =
      now - fact.createdAt >= params.workingMinutes * MINUTE_MS || accessCount >= params.workingAccesses;
    return due ? promoted(layer) : undefined;
  }
  const lasting =
    layer === "episodic" &&
    fact.authority > 0 &&
    fact.importance >= params.semanticImportance &&
    accessCount >= params.semanticAccesses;
  return lasting ? promoted(layer) : undefined;
}

/** The less of a fact is left, the coarser its vector may be. */
export function precisionOf(retention: number): Precision {
  if (retention > 0.8) return 32;
  if (retention > 0.5) return 8;
  return retention > 0.2 ? 4 : 2;
}
