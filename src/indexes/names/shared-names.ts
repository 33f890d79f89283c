/**
 * Which facts name the same person, organisation, project, tool or place, and how much does that tie them?
 *
 * The less, the more facts have the name: what few speak of joins them, who is in everything joins nothing. Anybody
 * can write a name, so it leads further than a link only where nobody gains by it: **from a fact to facts of the
 * same voice** (the owner's words and what was distilled from them; hearsay; foreign text), never upwards, and a
 * tie is weighed by how many facts of the neighbour's class or above have the name. What a page repeats a thousand
 * times neither leads to the owner's facts, nor from them, nor thins out what ties them.
 */
import { MAX_NAME_BEARERS } from "../../limits.ts";
import type { Fact } from "../../model/fact.ts";
import type { EntityIndex, Named } from "./entities.ts";

/** One name, and what it ties a fact to. */
export interface SharedName {
  /** What it goes by now: of a fact that says "Acme", the name that Acme has today. */
  readonly name: string;
  readonly facts: readonly { readonly id: string; readonly weight: number }[];
}

type Bearer = Pick<Fact, "id" | "authority">;
type FactsView = Parameters<EntityIndex["namedBy"]>[1];

const DISTILLED = 2;

/** The names that a fact shares with others; without those that have one of some words. */
export function sharedNames(
  entities: EntityIndex,
  fact: Bearer,
  state: FactsView,
  without: ReadonlySet<string> = new Set(),
): readonly SharedName[] {
  const isWanted = ({ keys }: Named) =>
    without.size === 0 || !keys.some((key) => key.split(" ").some((word) => without.has(word)));
  return entities
    .namedBy(fact, state)
    .filter(isWanted)
    .map((named) => ({ name: named.name, facts: tiesOf(named, fact) }))
    .filter(({ facts }) => facts.length > 0);
}

/** From the fact's own class down to the lowest of its voice; classes above it count, and are not reached. */
function tiesOf(named: Named, { id, authority }: Bearer): SharedName["facts"] {
  const lowest = authority > DISTILLED ? DISTILLED : authority;
  const ties: { readonly id: string; readonly weight: number }[] = [];
  const bearers = new Set<string>();
  for (let of = HIGHEST; of >= lowest; of--) {
    const sets = named.ofClass(of);
    if (bearers.size + sets.reduce((sum, facts) => sum + facts.size, 0) > MAX_NAME_BEARERS) break;
    const more = [...new Set(sets.flatMap((facts) => [...facts]))].filter((one) => one !== id).sort();
    for (const one of more) bearers.add(one);
    if (of <= authority) for (const one of more) ties.push({ id: one, weight: 2 / (1 + bearers.size) });
  }
  return ties;
}

const HIGHEST = 3;
