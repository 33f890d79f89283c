/**
 * What do the best ones lead to along their links, and by what they name?
 *
 * A name that the question has leads nowhere: its own words have found who bears it.
 * What is reached counts for less than what was found; a fact that was found anyway counts for the stronger of both.
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
import type { ParsedRecall } from "./options.ts";

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

export function withLinked(
  view: View,
  query: string,
  best: readonly Found[],
  asking: Asking,
  options: ParsedRecall,
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
  const joined = best.map((one): Found => {
    const arrival = reached.get(one.fact.id);
    if (arrival === undefined) return one;
    reached.delete(one.fact.id);
    const relevance = arrival.score * SPREAD_WEIGHT;
    return relevance <= one.relevance
      ? { ...one, lanes: [...one.lanes, "graph"] }
      : {
          ...one,
          relevance,
          standing: relevance,
          lanes: ["graph", ...one.lanes],
          via: arrival.via,
          isDoubtful: false,
        };
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

/** Trusted ones and the others apart: what a lower class is relevant to decides about no higher one. */
function seedsOf(best: readonly Found[], isLeading: (one: Found) => boolean): Map<string, number> {
  const isTrusted = ({ fact }: Found) => fact.authority >= DISTILLED;
  return new Map([
    ...seedsAmong(best.filter(isTrusted), isLeading),
    ...seedsAmong(
      best.filter((one) => !isTrusted(one)),
      isLeading,
    ),
  ]);
}

function seedsAmong(
  best: readonly Found[],
  isLeading: (one: Found) => boolean,
): readonly (readonly [string, number])[] {
  const top = best.reduce((most, { relevance }) => Math.max(most, relevance), 0);
  return best
    .filter((one) => one.isDoubtful !== true && one.relevance >= SEED_SHARE * top && isLeading(one))
    .slice(0, SEEDS)
    .map(({ fact, relevance }) => [fact.id, relevance] as const);
}
