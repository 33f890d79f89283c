/**
 * The freshness policy: how likely is a fact still true? (Document 003.)
 *
 * freshness = 2^(−age/τ), counted from creation, with a half-life τ per kind; boost = 1 + ln(1 + uses);
 * weight in ranking = base · max(freshness, floor) · boost, where base = relevance · rank weight · confidence.
 *
 * Because of the floor, an old fact is still found if it is the only answer. Only the sweep takes a fact out of
 * ranking, by suppressing it: when all five conditions of `decide` hold, and the fact is neither permanent nor due to
 * recur. A direct look-up brings it back. This policy never archives or prunes.
 */
import type { Fact } from "../model/fact.ts";
import { happenedAt } from "../model/happened.ts";
import type { Kind } from "../model/segment.ts";
import { sourceFigures } from "../model/source.ts";
import { ageDays, clamp, halving, logBoost } from "./curves.ts";
import { citingFact } from "./immunity.ts";
import { labelsOf } from "./labels.ts";
import { choice, number, type Params, type ParamsOf, resolveParams } from "./params.ts";
import type { JudgeContext, LifecyclePolicy, PolicyContext, PolicyDecision, Score } from "./policy.ts";
import { daysToNearest, parseRecurrence, recursAgain } from "./recurrence.ts";

const YEAR_DAYS = 365;
const HALF_LIFE = [0.01, 365_000] as const;
const TABLE = {
  preset: choice("general", ["general", "medical", "news", "support", "pkm"]),
  factDays: number(180, ...HALF_LIFE),
  preferenceDays: number(90, ...HALF_LIFE),
  eventDays: number(30, ...HALF_LIFE),
  entityDays: number(365, ...HALF_LIFE),
  relationDays: number(180, ...HALF_LIFE),
  /** The age of a fact never lowers its weight in ranking below this. */
  floor: number(0.1, 0, 1),
  /** How much a use counts: 1 gives the document's 1 + ln(1 + n). */
  boost: number(1, 0, 10),
  /** The sweep's conditions: minimum age, days without use, and freshness. */
  minAgeDays: number(365, 0, 365_000),
  idleDays: number(180, 0, 365_000),
  suppressBelow: number(0.1, 0, 1),
  /** Half-life, in days, of a recurring event's freshness before and after each occurrence. */
  recurrenceDays: number(7, 0.01, 365),
  feedbackDown: number(0.1, 0, 1),
} as const;
export type FreshnessParams = ParamsOf<typeof TABLE>;

/** The figures that each domain changes. */
const PRESETS: Readonly<Record<string, Params>> = {
  general: {},
  // Diagnoses, court orders and accounts stay true for years; here the risk is to forget them.
  medical: { factDays: 365, floor: 0.2 },
  // A popular story is not a current one, so uses count less.
  news: { factDays: 5, eventDays: 2, boost: 0.5 },
  support: { factDays: 90, preferenceDays: 45 },
  pkm: { entityDays: 730 },
};

export const FRESHNESS_PRESETS = Object.keys(PRESETS);

/** The name of the parameter that holds the half-life in days, by kind. */
export const HALF_LIFE_PARAMS: Readonly<Record<Kind, keyof FreshnessParams & `${Kind}Days`>> = {
  fact: "factDays",
  preference: "preferenceDays",
  event: "eventDays",
  entity: "entityDays",
  relation: "relationDays",
};

export function freshnessPolicy(given: Params = {}): LifecyclePolicy {
  const preset = resolveParams("freshness", TABLE, given).preset;
  const params = resolveParams("freshness", TABLE, PRESETS[preset] ?? {}, given);
  return Object.freeze({
    id: "freshness",
    params,
    ageBasis: "created" as const,
    reinforces: new Set(["recall", "direct", "feedback"] as const),
    shown:
      "under this policy it ages from its creation all the same, and only being used makes it weigh more",
    labels: labelsOf,
    score: (fact: Fact, context: PolicyContext) => score(fact, context, params),
    rank: (fact: Fact, relevance: number, context: PolicyContext) => {
      const { clamped, boost } = figures(fact, context, params);
      return (
        relevance * clamped * boost * sourceFigures(fact.source, fact.authority).rankWeight * fact.confidence
      );
    },
    // Importance does not enter the weight here. Praise counts as a use; a complaint lowers the confidence.
    feedback: ({ importance, confidence }: Fact, signal: "up" | "down") => ({
      importance,
      confidence: signal === "up" ? confidence : clamp(confidence - params.feedbackDown),
      touches: false,
    }),
    decide: (fact: Fact, context: JudgeContext) => decide(fact, context, params),
    retention: (fact: Fact, context: PolicyContext) => {
      const { freshness, boost } = figures(fact, context, params);
      return { left: clamp(freshness * boost), goesBelow: params.suppressBelow };
    },
  });
}

interface Figures {
  readonly days: number;
  readonly halfLifeDays: number;
  readonly freshness: number;
  readonly clamped: number;
  readonly boost: number;
}

function figures(fact: Fact, { now }: PolicyContext, params: FreshnessParams): Figures {
  const days = ageDays(now, fact.createdAt);
  const halfLifeDays =
    fact.tier === "permanent" ? Number.POSITIVE_INFINITY : params[HALF_LIFE_PARAMS[fact.kind]];
  const freshness = Math.max(halving(days, halfLifeDays), recurring(fact, now, params));
  return {
    days,
    halfLifeDays,
    freshness,
    clamped: Math.max(freshness, params.floor),
    boost: logBoost(fact.accessCount, params.boost),
  };
}

/** The freshness of a recurring event: 1 at an occurrence, a half one `recurrenceDays` before or after it. */
function recurring(fact: Fact, now: number, { recurrenceDays }: FreshnessParams): number {
  const recurrence = fact.recurrence === undefined ? undefined : parseRecurrence(fact.recurrence);
  const days =
    recurrence === undefined ? undefined : daysToNearest(recurrence, fact.validFrom ?? happenedAt(fact), now);
  return days === undefined ? 0 : halving(days, recurrenceDays);
}

function score(fact: Fact, context: PolicyContext, params: FreshnessParams): Score {
  const { days, halfLifeDays, freshness, clamped, boost } = figures(fact, context, params);
  const parts = { days, freshness, boost, effective: freshness * boost, weight: clamped * boost };
  return {
    value: clamp(clamped * boost),
    parts: Number.isFinite(halfLifeDays) ? { ...parts, halfLifeDays } : { ...parts, permanent: 1 },
  };
}

/**
 * Suppresses a fact only if the document's five conditions hold: old, unused of late, no longer fresh, never used (or
 * superseded and over a year old), and not the evidence of something active. The fifth also protects facts under every
 * other policy (`immunity.ts`). Permanent facts and events that will recur are kept as well.
 */
function decide(fact: Fact, context: JudgeContext, params: FreshnessParams): PolicyDecision {
  const { days, freshness, boost } = figures(fact, context, params);
  const keep = (rule: string, why: string): PolicyDecision => ({
    action: "keep",
    rule: `freshness/${rule}`,
    why,
  });
  if (fact.tier === "permanent") return keep("permanent", "it never fades");
  const effective = freshness * boost;
  const why = `its freshness is ${effective.toFixed(3)} after ${Math.floor(days)} days`;
  if (days <= params.minAgeDays) return keep("young", why);
  if (ageDays(context.now, fact.lastAccessedAt) <= params.idleDays)
    return keep("used", `it was used in the last ${params.idleDays} days`);
  if (effective >= params.suppressBelow) return keep("fresh", why);
  const outdated = fact.validity === "superseded" && days > YEAR_DAYS;
  if (fact.accessCount > 0 && !outdated) return keep("useful", "it was of use, and is current");
  if (citingFact(fact, context) !== undefined) return keep("evidence", "something active is derived from it");
  if (recursAgain(fact, context.now)) return keep("recurring", "it comes round again");
  return { action: "suppress", rule: "freshness/stale", why };
}
