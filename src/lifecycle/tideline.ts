/**
 * The default policy: exponential decay since the last use, slower for important facts. (Documents 000 to 002.)
 *
 * score = clamp(importance · e^(−λ·days) · (1 + 0.1·ln(1 + uses)), 0, 1),
 * λ = (ln 2 / (11.25 · (1 + importance))) · 0.8 · (1 + decayRate); the score of a permanent fact is 1.
 */
import type { Fact } from "../model/fact.ts";
import { ageDays, clamp, logBoost } from "./curves.ts";
import { labelsOf } from "./labels.ts";
import { choice, number, type Params, type ParamsOf, resolveParams } from "./params.ts";
import type { LifecyclePolicy, PolicyContext, PolicyDecision, Score } from "./policy.ts";
import { nudged, weighed } from "./weight.ts";

const TABLE = {
  halfLifeDays: number(11.25, 0.01, 365_000),
  decayFactor: number(0.8, 0, 100),
  reinforcement: number(0.1, 0, 10),
  keepFrom: number(0.15, 0, 1),
  pruneBelow: number(0.05, 0, 1),
  /** "never": facts of the short tier are archived like all others, and no text is erased. */
  prune: choice("below", ["below", "never"]),
  feedbackUp: number(0.05, 0, 1),
  feedbackDown: number(0.1, 0, 1),
} as const;
export type TidelineParams = ParamsOf<typeof TABLE>;

export function tidelinePolicyWith(given: Params = {}): LifecyclePolicy {
  const params = resolveParams("tideline", TABLE, given);
  const score = (fact: Fact, context: PolicyContext) => scoreOf(fact, context, params);
  return Object.freeze({
    id: "tideline",
    params,
    ageBasis: "lastAccess" as const,
    reinforces: new Set(["recall", "direct"] as const),
    shown: "under this policy that does not slow its fading; being recalled, looked up or praised does",
    labels: labelsOf,
    score,
    rank: (fact: Fact, relevance: number, context: PolicyContext) =>
      weighed(fact, relevance, score(fact, context).value),
    feedback: (fact: Fact, signal: "up" | "down") => nudged(fact, signal, params),
    decide: (fact: Fact, context: PolicyContext) => decide(fact, score(fact, context).value, params),
    retention: (fact: Fact, context: PolicyContext) => ({
      left: score(fact, context).value,
      goesBelow: params.keepFrom,
    }),
  });
}

function scoreOf(fact: Fact, { now }: PolicyContext, params: TidelineParams): Score {
  if (fact.tier === "permanent") return { value: 1, parts: { permanent: 1 } };
  const days = ageDays(now, fact.lastAccessedAt);
  const halfLifeDays = params.halfLifeDays * (1 + fact.importance);
  const lambda = (Math.LN2 / halfLifeDays) * params.decayFactor * (1 + fact.decayRate);
  const decayed = fact.importance * Math.exp(-lambda * days);
  const reinforcement = logBoost(fact.accessCount, params.reinforcement);
  return { value: clamp(decayed * reinforcement), parts: { days, halfLifeDays, decayed, reinforcement } };
}

/** What the sweep does with a fact, by its score and tier. */
function decide(fact: Fact, value: number, { keepFrom, pruneBelow, prune }: TidelineParams): PolicyDecision {
  const why = `its score is ${value.toFixed(3)}`;
  if (value >= keepFrom) return { action: "keep", rule: "tideline/keep", why };
  if (prune !== "never" && fact.tier === "short" && value < pruneBelow)
    return { action: "prune", rule: "tideline/prune", why };
  return { action: "archive", rule: "tideline/archive", why };
}

export const tidelinePolicy: LifecyclePolicy = tidelinePolicyWith();
