/**
 * Which candidates need not be ranked, because the cut will remove them, whatever the ranking does? This only saves
 * work: the answer is the same without it, and a property test compares both.
 *
 * A candidate is left out if its relevance is far below the best of its own class and above. The floor of its class can
 * then only be higher, and so can those of the classes below. In the ranking, a candidate lowers the score of others
 * only if they are at most as relevant (these are cut as well), of its slot, or in contradiction with it: so facts with a
 * slot or a contradiction stay.
 */
import { TRUSTED } from "../model/source.ts";
import type { Found } from "./candidate.ts";
import { type ClassAsked, FAINT, LEAST_SHARE } from "./cut.ts";
import { amongMany } from "./features/likelihood.ts";
import { isContradicted } from "./opposed.ts";

const CLASSES = TRUSTED + 1;

/**
 * In the same order. `few`: how few facts there are. Shares of the best are taken as among many facts, which only makes
 * the floor higher than the share of the best taken here.
 */
export function withinReach(
  found: readonly Found[],
  asked: ReadonlyMap<number, ClassAsked>,
  few: number,
): readonly Found[] {
  const best = new Array<number>(CLASSES).fill(0);
  for (const { fact, relevance, isDoubtful } of found) {
    if (isDoubtful === true || asked.get(fact.authority)?.isAboutOthers === true) continue;
    for (let below = fact.authority; below >= 0; below--)
      if (relevance > (best[below] as number)) best[below] = relevance;
  }
  return found.filter(({ fact, relevance, via }) => {
    const most = best[fact.authority] as number;
    // Where hardly anything speaks for any fact, the cut has exceptions.
    if (amongMany(few, most) < FAINT || relevance >= LEAST_SHARE * most) return true;
    return via !== undefined || fact.slot !== undefined || isContradicted(fact);
  });
}
