/**
 * Which facts have been said often enough? Three independent assertions of class 2 or 3 confirm a fact.
 *
 * Recalls never count. Saying a fact again on the same day in the same episode does not count either. What a tool
 * repeats a thousand times is still only the tool's word: a fact below class 2 is never confirmed.
 */
import { independentAssertions } from "../../lifecycle/assertions.ts";
import { dreamableIds, isDreamable, type Stage } from "./stage.ts";

/** Facts below this class are never confirmed. */
const CONFIRMABLE = 2;

export const confirmStage: Stage<string> = {
  name: "confirm",
  items: dreamableIds,
  decide(id, { state }, { figures }) {
    const fact = state.facts.get(id);
    if (!isDreamable(fact) || fact.confirmedAt !== undefined || fact.authority < CONFIRMABLE) return [];
    const assertions = independentAssertions(fact);
    if (assertions < figures.confirmAfter) return [];
    // Confirmation removes half of the remaining doubt.
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
