/**
 * What do the best facts lead to, along their links and by the names in them?
 *
 * A name that the question itself contains leads nowhere: its words have already found the facts with that name. A
 * fact that is reached counts less than one that is found. A fact that is both gets the stronger of the two figures.
 */

import { graphOf, isLinked, type LinkGraph, leadsOn, type Reached, spread } from "../indexes/links.ts";
import type { EntityIndex } from "../indexes/names/entities.ts";
import { plainWords } from "../indexes/names/entity-reading.ts";
import { sharedNames } from "../indexes/names/shared-names.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import { isPutAway } from "../model/sight.ts";
import { AUTHORITIES, type Authority } from "../model/source.ts";
import type { Found } from "./candidate.ts";
import { filterOf } from "./choose.ts";
import { type Asking, barrierOf } from "./eligible.ts";
import type { ParsedRecall } from "./options.ts";

/** Facts of each class that links are followed from. */
const SEEDS = 8;
/** Share of the best one's relevance that such a fact must have: what is hardly about the query leads nowhere. */
const SEED_SHARE = 0.1;
const SPREAD_WEIGHT = 0.6;

const HIGHEST_FIRST = [...AUTHORITIES].reverse();

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
  if (options.graph !== "names" && !best.map(({ fact }) => fact).some(isLinked)) return best;
  const names = options.graph === "names" ? namesIn(view, query) : undefined;
  const { facts } = view.state;
  const accepts = (fact: Fact) =>
    barrierOf(fact, asking) === undefined && filterOf(fact, options) === undefined;
  const reached = new Map(
    HIGHEST_FIRST.flatMap((authority) => reachedIn(facts, names, best, authority, accepts)),
  );
  if (reached.size === 0) return best;
  const joined = best.map((one): Found => {
    const arrival = reached.get(one.fact.id);
    if (arrival === undefined) return one;
    reached.delete(one.fact.id);
    const relevance = arrival.score * SPREAD_WEIGHT;
    if (relevance <= one.relevance) return { ...one, lanes: [...one.lanes, "graph"] };
    const reachedAs = { relevance, standing: relevance, via: arrival.via, isDoubtful: false };
    return { ...one, ...reachedAs, lanes: ["graph", ...one.lanes] };
  });
  const added = [...reached].map(
    ([id, { score, via }]): Found => ({
      fact: facts.get(id) as Fact,
      relevance: score * SPREAD_WEIGHT,
      standing: score * SPREAD_WEIGHT,
      open: 1,
      lanes: ["graph"],
      via,
      isDoubtful: false,
    }),
  );
  return [...joined, ...added];
}

/**
 * The facts of one class that are reached, in the graph of this class and above. Facts of lower classes are not in that
 * graph: a link of theirs would make the fact that they link to one to start from, and such a fact is not itself reached.
 * Nor does a fact that is out of use connect others, unless it is asked for: whoever may not see it could tell that it
 * is there.
 */
function reachedIn(
  facts: State["facts"],
  names: LinkGraph["names"],
  best: readonly Found[],
  authority: Authority,
  accepts: (fact: Fact) => boolean,
): readonly (readonly [string, Reached])[] {
  const factOf = (id: string): Fact | undefined => {
    const fact = facts.get(id);
    return fact !== undefined && fact.authority >= authority && (connects(fact) || accepts(fact))
      ? fact
      : undefined;
  };
  const graph = graphOf({ get: factOf }, names);
  const isLeading = ({ fact }: Found) => names !== undefined || leadsOn(graph, fact);
  const seeds = seedsOf(
    best.filter(({ fact }) => fact.authority >= authority),
    isLeading,
  );
  if (seeds.size === 0) return [];
  const isMeant = (id: string) => {
    const fact = factOf(id);
    return fact?.authority === authority && accepts(fact);
  };
  return [...spread(graph, seeds, { accepts: isMeant })];
}

/** What was replaced or merged leads on to what took its place. */
function connects(fact: Fact): boolean {
  return !fact.erased && !isPutAway(fact) && fact.validity !== "invalidated";
}

function namesIn({ entities, state }: View, query: string): LinkGraph["names"] {
  const asked = new Set(plainWords(query));
  return (id) => {
    const fact = state.facts.get(id);
    return fact === undefined ? [] : sharedNames(entities, fact, state, asked);
  };
}

/**
 * Facts to start from: not far behind the best of their own class and above. The relevance of a lower class plays no
 * part.
 */
function seedsOf(best: readonly Found[], isLeading: (one: Found) => boolean): Map<string, number> {
  return new Map(
    AUTHORITIES.flatMap((authority) => {
      const own = best.filter(({ fact }) => fact.authority === authority);
      const most = mostOf(best.filter(({ fact }) => fact.authority >= authority));
      return seedsAmong(own.filter(isLeading), most);
    }),
  );
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
