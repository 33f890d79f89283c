/**
 * Which of the facts found in a class become candidates? The most relevant that are eligible.
 */

import type { ClassLexicon } from "../indexes/words/class-lexicon.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import type { Found } from "./candidate.ts";
import { type Asking, barrierOf } from "./eligible.ts";
import type { ParsedRecall } from "./options.ts";
import type { Relevants } from "./relevants.ts";

/** Candidates per class: this many, and more per place in the list, because age and trust may still move facts up. */
const CANDIDATES = 32;
const CANDIDATES_PER_HIT = 2;
/** If filters leave too few, this many times more are examined. */
const WIDER = 8;
const BUCKETS = 4_096;
/** Relevance is a power of the share: shares this close together may give the same relevance. */
const ROUNDING = 1e-9;

/** One class of facts. */
export interface ClassView {
  readonly state: State;
  readonly lexicon: ClassLexicon;
}

/** What the caller wants. */
export interface Wanted {
  readonly asking: Asking;
  readonly options: ParsedRecall;
  readonly count: number;
}

export function wantedBy(asking: Asking, options: ParsedRecall): Wanted {
  return { asking, options, count: CANDIDATES + CANDIDATES_PER_HIT * options.limit };
}

/** The best eligible facts of all that were found, as many as are wanted or all there are. */
export function choose(view: ClassView, found: Relevants, wanted: Wanted): readonly Found[] {
  const { documents } = view.lexicon;
  const list = Array.from({ length: found.count }, (_, i) => i);
  for (let count = wanted.count; ; count *= WIDER) {
    const eligible = topOf(found, list, count, documents.ids).flatMap(
      (place) => eligibleAt(view, found, place, wanted) ?? [],
    );
    if (eligible.length >= wanted.count || count >= list.length) return eligible.slice(0, wanted.count);
  }
}

export function eligibleAt(
  { state, lexicon }: ClassView,
  found: Relevants,
  at: number,
  { asking, options }: Wanted,
): Found | undefined {
  const fact = state.facts.get(lexicon.documents.ids[found.documents[at] as number] as string);
  if (fact === undefined || (barrierOf(fact, asking) ?? filterOf(fact, options)) !== undefined)
    return undefined;
  const [relevance, standing] = [found.relevanceAt(at), found.standingAt(at)];
  const [open, lanes, isDoubtful] = [found.openAt(at), found.lanesAt(at), found.isDoubtfulAt(at)];
  return { fact, relevance, standing, open, lanes, via: undefined, isDoubtful };
}

export function filterOf(fact: Fact, { segments, tags }: ParsedRecall): "segment" | "tag" | undefined {
  if (segments !== undefined && !segments.has(fact.segment)) return "segment";
  return tags.every((tag) => fact.tags.includes(tag)) ? undefined : "tag";
}

/** The most relevant, best first; ties by id. */
export function topOf(
  found: Relevants,
  list: readonly number[],
  count: number,
  ids: readonly string[],
): readonly number[] {
  if (list.length <= count) return inOrder(found, list, ids);
  const floor = floorOf(found, list, count);
  const top = list.filter((at) => (found.shares[at] as number) >= floor);
  return inOrder(found, top, ids).slice(0, count);
}

function inOrder(found: Relevants, list: readonly number[], ids: readonly string[]): readonly number[] {
  if (list.length < 2) return list;
  const idAt = (at: number) => ids[found.documents[at] as number] as string;
  return list
    .map((at) => ({ at, relevance: found.relevanceAt(at) }))
    .sort((a, b) => b.relevance - a.relevance || (idAt(a.at) < idAt(b.at) ? -1 : 1))
    .map(({ at }) => at);
}

/** A share that at least `count` of them reach, found by counting instead of sorting. */
function floorOf({ shares }: Relevants, list: readonly number[], count: number): number {
  const counts = new Int32Array(BUCKETS + 1);
  for (const at of list) (counts[Math.floor((shares[at] as number) * BUCKETS)] as number)++;
  let sum = 0;
  for (let bucket = BUCKETS; bucket > 0; bucket--) {
    sum += counts[bucket] as number;
    if (sum >= count) return (bucket / BUCKETS) * (1 - ROUNDING);
  }
  return 0;
}
