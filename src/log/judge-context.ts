/**
 * What may a lifecycle policy look at when it decides about a fact? The state of one origin, at one time.
 */
import type { JudgeContext } from "../lifecycle/policy.ts";
import type { State } from "./fold.ts";

export function judgeContext(state: State, now: number): JudgeContext {
  const fact = (id: string) => state.facts.get(id);
  return {
    now,
    fact,
    citedBy: (id) => (state.upkeep.citedBy.get(id) ?? []).flatMap((citing) => fact(citing) ?? []),
    foundOn: (id) => state.upkeep.shown.get(id)?.days ?? [],
    broughtBackAt: (id) => state.upkeep.absences.get(id)?.broughtBackAt,
  };
}
