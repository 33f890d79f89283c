/**
 * Which half-lives does this memory's own history suggest? (Document 003: twice the median interval between changes.)
 *
 * A change is a value that another one superseded. Its interval is the time between the beginnings of the two values.
 * The factor of two keeps a fact above the floor between the moment it changes and the moment memory learns of it.
 * Tuning changes nothing: it only reports what it suggests.
 */

import type { Fact } from "../model/fact.ts";
import { KINDS, type Kind } from "../model/segment.ts";
import { DAY_MS } from "../model/time.ts";
import { freshnessPolicy, HALF_LIFE_PARAMS } from "./freshness.ts";
import type { Params } from "./params.ts";

/** The half-life that the history of one kind of fact suggests. */
export interface TunedKind {
  readonly kind: Kind;
  readonly changes: number;
  readonly medianDays: number | undefined;
  /** The half-life in force now. */
  readonly halfLifeDays: number;
  /** undefined if there were too few changes. */
  readonly suggestedDays: number | undefined;
}

/** The half-lives that a memory's own history suggests. */
export interface Tuning {
  readonly kinds: readonly TunedKind[];
  /** Only the parameters that would change, in the form in which `policyParams` of the freshness policy takes them. */
  readonly params: Readonly<Record<string, number>>;
  readonly text: string;
}

const LEAST_CHANGES = 3;
const FACTOR = 2;
const LEAST_DAYS = 0.01;

export function tune(facts: Iterable<Fact>, find: (id: string) => Fact | undefined, params: Params): Tuning {
  const intervals = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
  for (const fact of facts) {
    const next = fact.supersededBy === undefined ? undefined : find(fact.supersededBy);
    const days = next === undefined ? 0 : (startOf(next) - startOf(fact)) / DAY_MS;
    if (fact.validity === "superseded" && days > 0) intervals.get(fact.kind)?.push(days);
  }
  const kinds = KINDS.map((kind) => tuned(kind, intervals.get(kind) ?? [], params));
  const changed = kinds.filter(
    ({ suggestedDays, halfLifeDays }) => suggestedDays !== undefined && suggestedDays !== halfLifeDays,
  );
  return {
    kinds,
    params: Object.fromEntries(
      changed.map(({ kind, suggestedDays }) => [HALF_LIFE_PARAMS[kind], suggestedDays as number]),
    ),
    text: kinds.map(inWords).join("\n"),
  };
}

function startOf(fact: Fact): number {
  return fact.validFrom ?? fact.createdAt;
}

function tuned(kind: Kind, intervals: readonly number[], params: Params): TunedKind {
  const name = HALF_LIFE_PARAMS[kind];
  const given = params[name];
  const halfLifeDays = typeof given === "number" ? given : Number(freshnessPolicy().params[name]);
  const medianDays = median(intervals);
  const enough = intervals.length >= LEAST_CHANGES && medianDays !== undefined;
  const suggestedDays = enough
    ? Math.max(LEAST_DAYS, Math.round(FACTOR * medianDays * 100) / 100)
    : undefined;
  return { kind, changes: intervals.length, medianDays, halfLifeDays, suggestedDays };
}

function median(numbers: readonly number[]): number | undefined {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  const lower = sorted[middle - 1];
  return sorted.length % 2 === 1 || upper === undefined || lower === undefined ? upper : (lower + upper) / 2;
}

function inWords({ kind, changes, medianDays, halfLifeDays, suggestedDays }: TunedKind): string {
  const seen =
    medianDays === undefined
      ? "no change seen"
      : `${changes} changes, ${medianDays.toFixed(1)} days apart in the middle`;
  if (suggestedDays === undefined)
    return `${kind}: ${seen}; half-life stays at ${halfLifeDays} days (fewer than ${LEAST_CHANGES} changes tell nothing)`;
  return suggestedDays === halfLifeDays
    ? `${kind}: ${seen}; half-life of ${halfLifeDays} days is right`
    : `${kind}: ${seen}; half-life would go from ${halfLifeDays} to ${suggestedDays} days`;
}
