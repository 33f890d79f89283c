/**
 * Which existing facts does a new statement meet? Those that its writer may know of.
 *
 * The principal's words meet every fact. Words of a lower class meet only facts in sight: archived, suppressed,
 * quarantined, pruned and merged facts do not exist for them. So no answer, dry run or not, reveals whether such a fact
 * says the same, stands in the same slot or is denied.
 */
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import { isInSight } from "../model/sight.ts";
import { type Authority, TRUSTED } from "../model/source.ts";

export interface Known extends Pick<State, "origin" | "totals" | "upkeep"> {
  readonly facts: {
    get(id: string): Fact | undefined;
    keys(): Iterable<string>;
    /**
     * Any fact, in sight or not. Only for finding out who stands behind a fact in sight; never for what a writer is
     * told.
     */
    behind?(id: string): Fact | undefined;
  };
}

export function knownTo(authority: Authority, state: State): Known {
  if (authority === TRUSTED) return state;
  const get = (id: string) => {
    const fact = state.facts.get(id);
    return fact !== undefined && isInSight(fact) ? fact : undefined;
  };
  const { origin, totals, upkeep, facts } = state;
  return { origin, totals, upkeep, facts: { get, keys: () => facts.keys(), behind: (id) => facts.get(id) } };
}
