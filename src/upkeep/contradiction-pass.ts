/**
 * How do contradictions get onto the review list without anybody asking? This pass links the weaker fact of a pair to
 * the stronger one as `contradicts` and marks it for review. It decides nothing: recall treats both facts as before.
 *
 * The weaker fact is the one of the lower class, or the older one. Only this fact is changed, so a lower class never
 * marks a higher one.
 */

import type { Fact } from "../model/fact.ts";
import { POSSIBLE_CHANGE } from "../model/review.ts";
import type { Change, Pass, PassView } from "../passes/pass.ts";
import type { Contradiction, ContradictionOptions } from "./contradiction.ts";
import { searchContradictions } from "./contradiction.ts";

const PAIRS_PER_PIECE = 64;
const REVIEW = "contradiction";

export function contradictionPass(
  isMultiValued: ContradictionOptions["isMultiValued"],
): Pass<readonly Contradiction[]> {
  return {
    name: "contradictions",
    *pieces(view) {
      const search = searchContradictions(view, { now: view.now, isMultiValued });
      let step = search.next();
      for (; !step.done; step = search.next()) yield [];
      for (let at = 0; at < step.value.length; at += PAIRS_PER_PIECE)
        yield step.value.slice(at, at + PAIRS_PER_PIECE);
    },
    decide: (pairs, view) => pairs.flatMap((pair) => mark(pair, view)),
  };
}

function mark({ a, b, keep, kind, why }: Contradiction, { state }: PassView): readonly Change[] {
  const [worse, better] = keep === a ? [b, a] : [a, b];
  const fact = state.facts.get(worse);
  const other = state.facts.get(better);
  if (fact === undefined || other === undefined || isWaiting(other, fact)) return [];
  const because = { rule: `contradictions/${kind}`, say: why };
  const isLinked = fact.links.some((link) => link.kind === "contradicts" && link.to === better);
  const changes: Change[] = [];
  if (!isLinked)
    changes.push({ event: { type: "linked", fact: worse, kind: "contradicts", to: better }, ...because });
  if (!isLinked && fact.review === undefined)
    changes.push({ event: { type: "revised", fact: worse, review: REVIEW }, ...because });
  return changes;
}

/** A possible change of a fact of its class waits for a person already: once is enough. */
function isWaiting({ links, review, authority }: Fact, changed: Fact): boolean {
  return (
    review === POSSIBLE_CHANGE &&
    authority === changed.authority &&
    links.some(({ kind, to }) => kind === "contradicts" && to === changed.id)
  );
}
