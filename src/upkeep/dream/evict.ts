/**
 * Which facts have faded so far that they only get in the way? This stage archives facts that are old enough and score
 * below the floor. They leave recall, and `restore` brings them back.
 */

import { judgeContext } from "../../log/judge-context.ts";
import { DAY_MS } from "../../model/time.ts";
import { dreamableIds, isDreamable, type Stage } from "./stage.ts";

export const evictStage: Stage<string> = {
  name: "evict",
  items: dreamableIds,
  decide(id, { state, now }, { policy, figures }) {
    const fact = state.facts.get(id);
    if (!isDreamable(fact) || now - fact.createdAt < figures.evictAfterDays * DAY_MS) return [];
    const { value: score } = policy.score(fact, judgeContext(state, now));
    if (score >= figures.evictBelow) return [];
    return [
      {
        event: { type: "archived", fact: id },
        rule: "dream/evict",
        inputs: { score },
        say: `its score is ${score.toFixed(3)}`,
      },
    ];
  },
};
