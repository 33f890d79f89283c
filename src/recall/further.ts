/**
 * What do other wordings of a question add? A host's language model may suggest some; what it says is a guess.
 *
 * The question itself decides the first place and the cut. Other wordings add facts behind the first: only facts that
 * reach the floor at which the question's own list ends, and none with a higher score than the best of its own class or
 * above. If the question itself finds nothing that is likely, what they find is marked as uncertain.
 */

import { TRUSTED } from "../model/source.ts";
import type { Candidate } from "./candidate.ts";
import { withoutCopies, withSeriesBehind } from "./copies.ts";
import { LIKELY } from "./cut.ts";
import type { ParsedRecall } from "./options.ts";
import { place } from "./places.ts";
import { inPrecedence } from "./precedence.ts";
import { type Outcome, type RecallView, recallFrom } from "./recall.ts";

/** The answer to the question and its other wordings. */
export function recallWithAlso(view: RecallView, text: string, options: ParsedRecall): Outcome {
  const outcome = recallFrom(view, text, options);
  if (options.also.length === 0) return outcome;
  const further = furtherOf(view, outcome, options);
  if (further.length === 0) return outcome;
  const [first] = outcome.hits;
  const union = inPrecedence([...outcome.kept, ...further], outcome.floors[TRUSTED], outcome.few);
  const ordered =
    first === undefined ? union : [first, ...union.filter(({ fact }) => fact.id !== first.fact.id)];
  const kept = withoutCopies(ordered, (id) => view.search.vectorOf(id));
  return { ...outcome, kept, hits: withSeriesBehind(place(kept, options.limit), kept) };
}

/** What only the other wordings found, each fact as the wording found it that fits it best. */
function furtherOf(view: RecallView, outcome: Outcome, options: ParsedRecall): readonly Candidate[] {
  const known = new Set(outcome.kept.map(({ fact }) => fact.id));
  const best = new Map<string, Candidate>();
  for (const wording of options.also) {
    for (const one of recallFrom(view, wording, options).kept) {
      const { id, authority } = one.fact;
      const reach = options.minScore === undefined ? one.standing : one.relevance;
      // What is likely by its own wording is near enough, however sure the question is of what it found.
      if (known.has(id) || reach < Math.min(outcome.floors[authority], LIKELY)) continue;
      const before = best.get(id);
      if (before === undefined || before.relevance < one.relevance) best.set(id, one);
    }
  }
  const isUncertain = outcome.hits.every((hit) => hit.isUncertain === true);
  if (isUncertain && options.strict) return [];
  return [...best.values()].map((one) => ({
    ...one,
    score: Math.min(one.score, bestAbove(outcome.kept, one)),
    ...(isUncertain ? { isUncertain } : {}),
  }));
}

/** The best score that the question gave to a fact of this class or above. */
function bestAbove(kept: readonly Candidate[], { fact }: Candidate): number {
  const scores = kept.filter((one) => one.fact.authority >= fact.authority).map(({ score }) => score);
  return scores.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...scores);
}
