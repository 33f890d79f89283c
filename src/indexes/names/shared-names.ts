/**
 * Which facts name the same person, organisation, project, tool or place, and how strongly does that connect them?
 *
 * The more facts have the name, the weaker: a name that few facts mention connects them, a name in every fact
 * connects nothing. Anybody can write a name, so names are followed less freely than links: **from a fact only to
 * facts of its own trust group** (the owner's words and what was distilled from them; hearsay; foreign text), never
 * to a higher class. The weight depends on how many facts of the neighbour's class or above have the name. So a web
 * page that repeats a name a thousand times leads neither to the owner's facts nor from them, and does not weaken
 * what connects them.
 */
import { MAX_NAME_BEARERS } from "../../limits.ts";
import type { Fact } from "../../model/fact.ts";
import type { EntityIndex, Named } from "./entities.ts";

/** One name, and the facts that it connects a fact with. */
export interface SharedName {
  /** The current name: for a fact that says "Acme", the name that Acme has today. */
  readonly name: string;
  readonly facts: readonly { readonly id: string; readonly weight: number }[];
}

type Bearer = Pick<Fact, "id" | "authority">;
type FactsView = Parameters<EntityIndex["namedBy"]>[1];

const DISTILLED = 2;

/** The names that a fact shares with others, except names that contain a word of `without`. */
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

/**
 * Neighbours from the fact's own class down to the lowest of its group. Facts of higher classes count in the weight,
 * but are not reached.
 */
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
