/**
 * Which beliefs have been said often enough? Three independent assertions of class 2 or 3 confirm a fact.
 *
 * Recalls never count, saying it again in one breath does not, and what a tool repeats a thousand times is still
 * something that a tool said: a confined fact is never confirmed.
 */
import { independentAssertions } from "../../lifecycle/assertions.ts";
import { awakeIds, isAwake, type Stage } from "./stage.ts";

/** Below this class nothing is confirmed. */
const CONFIRMABLE = 2;

export const confirmStage: Stage<string> = {
  name: "confirm",
  items: awakeIds,
  decide(id, { state }, { figures }) {
    const fact = state.facts.get(id);
    if (!isAwake(fact) || fact.confirmedAt !== undefined || fact.authority < CONFIRMABLE) return [];
    const assertions = independentAssertions(fact);
    if (assertions < figures.confirmAfter) return [];
    // Half of the doubt that was left.
    const confidence = 1 - (1 - fact.confidence) / 2;
    return [
      {
        event: { type: "confirmed", fact: id, confidence },
        rule: "dream/confirm",
        inputs: { assertions },
        say: `it was said ${assertions} times, independently`,
      },
    ];
  },
};
