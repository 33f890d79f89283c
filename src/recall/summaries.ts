/**
 * Which is shown: a summary, or the facts that it sums up? Never both.
 *
 * A summary stands in for facts that are no more trusted than it is, if several of them answer the question. Facts of a
 * higher class are shown themselves, and then the summary is left out: what a model worded displaces nothing that
 * somebody said with more authority.
 */
import type { Candidate } from "./candidate.ts";

/** Fewer facts than this are shown as they are. */
const WORTH_A_SUMMARY = 3;

/** `ranked`: the best first; the result keeps that order. */
export function eitherSummaryOrFacts(ranked: readonly Candidate[]): readonly Candidate[] {
  const summaries = ranked.filter(({ fact }) => fact.derived === "summary");
  if (summaries.length === 0) return ranked;
  const left = new Set<Candidate>();
  const copies = new Map<Candidate, readonly string[]>();
  for (const summary of summaries) {
    const members = ranked.filter(
      (one) =>
        one.fact.derived === undefined && !left.has(one) && summary.fact.evidence.includes(one.fact.id),
    );
    if (members.length === 0) continue;
    const isAbove = members.some(({ fact }) => fact.authority > summary.fact.authority);
    if (isAbove || members.length < WORTH_A_SUMMARY) left.add(summary);
    else {
      for (const member of members) left.add(member);
      copies.set(
        summary,
        members.map(({ fact }) => fact.id),
      );
    }
  }
  return ranked.flatMap((one) => {
    if (left.has(one)) return [];
    const stoodFor = copies.get(one);
    return [stoodFor === undefined ? one : { ...one, copies: [...(one.copies ?? []), ...stoodFor] }];
  });
}
