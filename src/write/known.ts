/**
 * What does a writer's statement meet? The facts that its writer may know of.
 *
 * The principal's words meet everything. Those of a lower class meet only what is in sight: a fact that was archived,
 * suppressed, quarantined, pruned or merged is not there for them, so that no answer, dry or not, tells whether there is
 * one that says the same, stands in the same slot or is denied.
 */
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import { isInSight } from "../model/sight.ts";
import { type Authority, TRUSTED } from "../model/source.ts";

export interface Known extends Pick<State, "origin" | "upkeep"> {
  readonly facts: {
    get(id: string): Fact | undefined;
    keys(): Iterable<string>;
    /** In sight or not: for who stands behind a fact that is, and for nothing that a writer is told. */
    behind?(id: string): Fact | undefined;
  };
}

export function knownTo(authority: Authority, state: State): Known {
  if (authority === TRUSTED) return state;
  const get = (id: string) => {
    const fact = state.facts.get(id);
    return fact !== undefined && isInSight(fact) ? fact : undefined;
  };
  const { origin, upkeep, facts } = state;
  return { origin, upkeep, facts: { get, keys: () => facts.keys(), behind: (id) => facts.get(id) } };
}
