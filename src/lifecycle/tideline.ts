/**
 * The default policy: importance-scaled exponential decay from the last access. (Documents 000 to 002.)
 *
 * score = clamp(importance · e^(−λ·days) · (1 + 0.1·ln(1 + accesses)), 0, 1),
 * λ = (ln 2 / (11.25 · (1 + importance))) · 0.8 · (1 + decayRate); permanent is 1.
 */
import type { Fact } from "../model/fact.ts";
import { sourceFigures } from "../model/source.ts";
import { labelsOf } from "./labels.ts";
import type { FeedbackEffect, LifecyclePolicy, PolicyContext, PolicyDecision, Score } from "./policy.ts";

const DAY_MS = 86_400_000;
const HALF_LIFE_DAYS = 11.25;
const DECAY_FACTOR = 0.8;
const REINFORCEMENT = 0.1;
const KEEP_FROM = 0.15;
const PRUNE_BELOW = 0.05;
const UP = 0.05;
const DOWN = 0.1;

function score(fact: Fact, { now }: PolicyContext): Score {
  if (fact.tier === "permanent") return { value: 1, parts: { permanent: 1 } };
  const days = Math.max(0, now - fact.lastAccessedAt) / DAY_MS;
  const halfLifeDays = HALF_LIFE_DAYS * (1 + fact.importance);
  const lambda = (Math.LN2 / halfLifeDays) * DECAY_FACTOR * (1 + fact.decayRate);
  const decayed = fact.importance * Math.exp(-lambda * days);
  const reinforcement = 1 + REINFORCEMENT * Math.log(1 + fact.accessCount);
  return { value: clamp(decayed * reinforcement), parts: { days, halfLifeDays, decayed, reinforcement } };
}

/** An old fact that is the only answer is still found: the score is half of the weight. */
function rank(fact: Fact, relevance: number, context: PolicyContext): number {
  const { rankWeight } = sourceFigures(fact.source, fact.authority);
  return relevance * (0.5 + 0.5 * score(fact, context).value) * rankWeight * fact.confidence;
}

/** The sweep's table: by score and tier. */
function decide(fact: Fact, context: PolicyContext): PolicyDecision {
  const { value } = score(fact, context);
  const why = `the score is ${value.toFixed(3)}`;
  if (value >= KEEP_FROM) return { action: "keep", rule: "tideline/keep", why };
  if (fact.tier === "short" && value < PRUNE_BELOW) return { action: "prune", rule: "tideline/prune", why };
  return { action: "archive", rule: "tideline/archive", why };
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Asymmetric on purpose: a few bad recalls outweigh many lukewarm ones. */
function feedback(fact: Fact, signal: "up" | "down"): FeedbackEffect {
  const importance = clamp(signal === "up" ? fact.importance + UP : fact.importance - DOWN);
  return { importance, touches: signal === "up" };
}

export const tidelinePolicy: LifecyclePolicy = Object.freeze({
  id: "tideline",
  params: Object.freeze({ keepFrom: KEEP_FROM, pruneBelow: PRUNE_BELOW }),
  ageBasis: "lastAccess" as const,
  reinforces: new Set(["recall", "direct"] as const),
  labels: labelsOf,
  score,
  rank,
  feedback,
  decide,
});
