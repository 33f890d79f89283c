/**
 * Who comes first? What a lower class said never stands above what a higher class said that is as relevant or more,
 * however fresh or often used it is.
 *
 * A policy weighs facts one by one; this looks at them together: a score is cut to the least of those of a higher
 * class and no less relevance.
 */
import type { Candidate } from "./candidate.ts";

const CLASSES = 4;
type Ranked = Pick<Candidate, "fact" | "relevance" | "score">;

export function keepPrecedence<C extends Ranked>(candidates: readonly C[]): readonly C[] {
  const [first] = candidates;
  // Nobody is above anybody.
  if (candidates.every(({ fact }) => fact.authority === first?.fact.authority)) return candidates;
  const byRelevance = [...candidates].sort(
    (a, b) => b.relevance - a.relevance || b.fact.authority - a.fact.authority,
  );
  const least = new Array<number>(CLASSES).fill(Number.POSITIVE_INFINITY);
  return byRelevance.map((candidate) => {
    const { authority } = candidate.fact;
    let score = candidate.score;
    for (let above = authority + 1; above < CLASSES; above++) score = Math.min(score, least[above] as number);
    least[authority] = Math.min(least[authority] ?? Number.POSITIVE_INFINITY, score);
    return score === candidate.score ? candidate : { ...candidate, score };
  });
}
