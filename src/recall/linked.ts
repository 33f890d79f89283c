/**
 * What do the best ones lead to along their links, and by what they name?
 *
 * A name that the question has leads nowhere: its own words have found who bears it.
 * What is reached counts for less than what was found; a fact that was found anyway counts for the stronger of both,
 * and one that was found far behind the best counts as reached.
 */
import type { EntityIndex } from "../index/entities.ts";
import { plainWords } from "../index/entity-reading.ts";
import { graphOf, isLinked, type LinkGraph, spread } from "../index/links.ts";
import { sharedNames } from "../index/shared-names.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import type { Found } from "./candidate.ts";
import { filterOf } from "./choose.ts";
import { type Asking, barrierOf } from "./eligible.ts";
import type { Lane } from "./hit.ts";
import type { ParsedRecall } from "./options.ts";
import type { LeastShares } from "./relevants.ts";

/** Of trusted facts, and of the others. */
const SEEDS = 8;
/** Share of the best one's relevance: what is hardly about the query leads nowhere. */
export const SEED_SHARE = 0.1;
const SPREAD_WEIGHT = 0.6;
const DISTILLED = 2;

interface View {
  readonly state: State;
  readonly entities: EntityIndex;
}

/** `least`: what is behind these shares of the best counts as not found by itself. */
export function withLinked(
  view: View,
  query: string,
  best: readonly Found[],
  asking: Asking,
  options: ParsedRecall,
  least: LeastShares | undefined,
): readonly Found[] {
  const isLeading = ({ fact }: Found) => options.graph === "names" || isLinked(fact);
  if (!best.some(isLeading)) return best;
  const seeds = seedsOf(best, isLeading);
  if (seeds.size === 0) return best;
  const { facts } = view.state;
  const accepts = (id: string): boolean => {
    const fact = facts.get(id);
    return (
      fact !== undefined && barrierOf(fact, asking) === undefined && filterOf(fact, options) === undefined
    );
  };
  const names = options.graph === "names" ? namesIn(view, query) : undefined;
  const reached = spread(graphOf(facts, names), seeds, { accepts });
  const isBehind = isBehindIn(best, least);
  const joined = best.map((one): Found => {
    const arrival = reached.get(one.fact.id);
    if (arrival === undefined) return one;
    reached.delete(one.fact.id);
    const relevance = arrival.score * SPREAD_WEIGHT;
    if (relevance <= one.relevance) return { ...one, lanes: [...one.lanes, "graph"] };
    const lanes: readonly Lane[] = isBehind(one) ? ["graph"] : ["graph", ...one.lanes];
    return { ...one, relevance, standing: relevance, lanes, via: arrival.via, isDoubtful: false };
  });
  const added = [...reached].map(
    ([id, { score, via }]): Found => ({
      fact: facts.get(id) as Fact,
      relevance: score * SPREAD_WEIGHT,
      standing: score * SPREAD_WEIGHT,
      lanes: ["graph"],
      via,
      isDoubtful: false,
    }),
  );
  return [...joined, ...added];
}

function namesIn({ entities, state }: View, query: string): LinkGraph["names"] {
  const asked = new Set(plainWords(query));
  return (id) => {
    const fact = state.facts.get(id);
    return fact === undefined ? [] : sharedNames(entities, fact, state, asked);
  };
}

/** As `choose` leaves out: trusted ones by trusted ones alone, others by the best of all. */
function isBehindIn(best: readonly Found[], least: LeastShares | undefined): (one: Found) => boolean {
  if (least === undefined) return () => false;
  const floorOf = (among: readonly Found[]) =>
    Math.min(
      least.ofRelevance * mostOf(among),
      least.ofStanding * among.reduce((most, { standing }) => Math.max(most, standing), 0),
    );
  const all = floorOf(best);
  const trusted = floorOf(best.filter(({ fact }) => fact.authority >= DISTILLED));
  return ({ fact, relevance }) => relevance < (fact.authority >= DISTILLED ? trusted : all);
}

/**
 * Trusted ones by trusted ones alone: what a lower class is relevant to decides about no higher one. The others must
 * not be far behind the best of all, as in the cut.
 */
function seedsOf(best: readonly Found[], isLeading: (one: Found) => boolean): Map<string, number> {
  const trusted = best.filter(({ fact }) => fact.authority >= DISTILLED);
  const others = best.filter(({ fact }) => fact.authority < DISTILLED);
  return new Map([
    ...seedsAmong(trusted.filter(isLeading), mostOf(trusted)),
    ...seedsAmong(others.filter(isLeading), mostOf(best)),
  ]);
}

function mostOf(best: readonly Found[]): number {
  return best.reduce((most, { relevance }) => Math.max(most, relevance), 0);
}

function seedsAmong(best: readonly Found[], most: number): readonly (readonly [string, number])[] {
  return best
    .filter(({ relevance, isDoubtful }) => isDoubtful !== true && relevance >= SEED_SHARE * most)
    .slice(0, SEEDS)
    .map(({ fact, relevance }) => [fact.id, relevance] as const);
}
