/**
 * What do other wordings of a question add? A host's language model may suggest some; what it says is a guess.
 *
 * The question itself decides the cut, the first place, and which of the principal's own facts stands before the others
 * of them. Other wordings add facts behind these: only facts that reach the floor at which the question's own list ends,
 * and none with a higher score than the best of its own class or above. If the question itself finds nothing likely of
 * that class or above, what they find is marked as uncertain.
 */

import { TRUSTED } from "../model/source.ts";
import type { Candidate } from "./candidate.ts";
import { withoutCopies } from "./copies.ts";
import { LIKELY, placed } from "./cut.ts";
import type { ParsedRecall } from "./options.ts";
import { inPrecedence } from "./precedence.ts";
import { type Outcome, type RecallView, recallFrom } from "./recall.ts";

/** The answer to the question and its other wordings. */
export function recallWithAlso(view: RecallView, text: string, options: ParsedRecall): Outcome {
  const outcome = recallFrom(view, text, options);
  if (options.also.length === 0) return outcome;
  const further = furtherOf(view, outcome, options);
  if (further.length === 0) return outcome;
  const [first] = outcome.hits;
  const own = outcome.kept.find(isOwn);
  const union = inPrecedence([...outcome.kept, ...further], outcome.floors[TRUSTED], outcome.few);
  const ownFirst = own === undefined ? union : withAt(union, own, union.findIndex(isOwn));
  const ordered = first === undefined ? union : withAt(ownFirst, first, 0);
  const kept = withoutCopies(ordered, (id) => view.search.vectorOf(id));
  return { ...outcome, ...placed(kept, options.limit) };
}

function isOwn({ fact }: Candidate): boolean {
  return fact.authority === TRUSTED;
}

/** The same list, with this candidate moved forward to this place. */
function withAt(list: readonly Candidate[], one: Candidate, at: number): readonly Candidate[] {
  return [...list.slice(0, at), one, ...list.slice(at).filter(({ fact }) => fact.id !== one.fact.id)];
}

/** What only the other wordings found. A fact has the figures of the wording that fits it best. */
function furtherOf(view: RecallView, outcome: Outcome, options: ParsedRecall): readonly Candidate[] {
  const known = new Set(outcome.kept.map(({ fact }) => fact.id));
  const best = new Map<string, Candidate>();
  for (const wording of options.also) {
    for (const one of recallFrom(view, wording, options).kept) {
      const { id, authority } = one.fact;
      const reach = options.minScore === undefined ? one.standing : one.relevance;
      // A fact that is likely by its own wording is near enough, however well the question's own hits match.
      if (known.has(id) || reach < Math.min(outcome.floors[authority], LIKELY)) continue;
      const before = best.get(id);
      if (before === undefined || before.relevance < one.relevance) best.set(id, one);
    }
  }
  return [...best.values()].flatMap((one) => {
    const above = outcome.hits.filter(({ fact }) => fact.authority >= one.fact.authority);
    const isUncertain = above.every((hit) => hit.isUncertain === true);
    if (isUncertain && options.strict) return [];
    const score = Math.min(one.score, bestAbove(outcome.kept, one));
    return [{ ...one, score, ...(isUncertain ? { isUncertain } : {}) }];
  });
}

/** The best score that the question gave to a fact of this class or above. */
function bestAbove(kept: readonly Candidate[], { fact }: Candidate): number {
  const scores = kept.filter((one) => one.fact.authority >= fact.authority).map(({ score }) => score);
  return scores.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...scores);
}
