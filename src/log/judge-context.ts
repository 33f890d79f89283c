/**
 * What may a policy look at? One origin's state, at one time.
 */
import type { JudgeContext } from "../lifecycle/policy.ts";
import type { State } from "./fold.ts";

export function judgeContext(state: State, now: number): JudgeContext {
  const fact = (id: string) => state.facts.get(id);
  return {
    now,
    fact,
    citedBy: (id) => (state.upkeep.citedBy.get(id) ?? []).flatMap((citing) => fact(citing) ?? []),
    broughtBackAt: (id) => state.upkeep.absences.get(id)?.broughtBackAt,
  };
}
