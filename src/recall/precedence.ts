/**
 * Who comes first? What a lower class said never stands above what a higher class said that is as relevant or more,
 * however fresh or often used it is.
 *
 * A policy weighs facts one by one; this looks at them together: a score is cut to the least of those of a higher
 * class and no less relevance.
 */
import type { Candidate } from "./candidate.ts";

const CLASSES = 4;

export function keepPrecedence<C extends Candidate>(candidates: readonly C[]): readonly C[] {
  const byRelevance = [...candidates].sort(
    (a, b) => b.relevance - a.relevance || b.fact.authority - a.fact.authority,
  );
  const least = new Array<number>(CLASSES).fill(Number.POSITIVE_INFINITY);
  return byRelevance.map((candidate) => {
    const { authority } = candidate.fact;
    const score = Math.min(candidate.score, ...least.slice(authority + 1));
    least[authority] = Math.min(least[authority] ?? Number.POSITIVE_INFINITY, score);
    return score === candidate.score ? candidate : { ...candidate, score };
  });
}
