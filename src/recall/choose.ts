/**
 * Which of the facts found in a class become candidates? The most relevant that are eligible.
 */

import type { ClassLexicon } from "../indexes/words/class-lexicon.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import { type Asking, barrierOf } from "./eligible.ts";
import type { ParsedRecall } from "./options.ts";
import type { Relevants } from "./relevants.ts";

/** Facts of a class that are looked at closely: this many, and more per place in a long list. */
const CANDIDATES = 64;
const MORE = 32;
const CANDIDATES_PER_HIT = 2;
/** If filters leave too few, this many times more are examined. */
const WIDER = 4;
const BUCKETS = 4_096;

/** One class of facts. */
export interface ClassView {
  readonly state: State;
  readonly lexicon: ClassLexicon;
}

/** A fact that was chosen, and its place in what was found. */
export interface Chosen {
  readonly fact: Fact;
  readonly at: number;
}

/** What the caller wants. */
export interface Wanted {
  readonly asking: Asking;
  readonly options: ParsedRecall;
  readonly count: number;
}

export function wantedBy(asking: Asking, options: ParsedRecall): Wanted {
  return { asking, options, count: Math.max(CANDIDATES, MORE + CANDIDATES_PER_HIT * options.limit) };
}

/** The most promising eligible facts of all that were found, as many as are wanted or all there are; ties by id. */
export function choose(view: ClassView, found: Relevants, wanted: Wanted): readonly Chosen[] {
  const { ids } = view.lexicon.documents;
  for (let count = wanted.count; ; count *= WIDER) {
    const eligible = topOf(found, count, ids).flatMap((at) => eligibleAt(view, found, at, wanted) ?? []);
    if (eligible.length >= wanted.count || count >= found.count) return eligible.slice(0, wanted.count);
  }
}

function eligibleAt(
  { state, lexicon }: ClassView,
  found: Relevants,
  at: number,
  { asking, options }: Wanted,
): Chosen | undefined {
  const fact = state.facts.get(lexicon.documents.ids[found.documents[at] as number] as string);
  const isOut = fact === undefined || (barrierOf(fact, asking) ?? filterOf(fact, options)) !== undefined;
  return isOut ? undefined : { fact, at };
}

export function filterOf(fact: Fact, { segments, tags }: ParsedRecall): "segment" | "tag" | undefined {
  if (segments !== undefined && !segments.has(fact.segment)) return "segment";
  return tags.every((tag) => fact.tags.includes(tag)) ? undefined : "tag";
}

/** Places of the most promising, best first; ties by id. */
function topOf(found: Relevants, count: number, ids: readonly string[]): readonly number[] {
  const { documents, promises } = found;
  const floor = found.count <= count ? Number.NEGATIVE_INFINITY : floorOf(found, count);
  const top: number[] = [];
  for (let at = 0; at < found.count; at++) if ((promises[at] as number) >= floor) top.push(at);
  const idAt = (at: number) => ids[documents[at] as number] as string;
  return top
    .sort((a, b) => (promises[b] as number) - (promises[a] as number) || (idAt(a) < idAt(b) ? -1 : 1))
    .slice(0, count);
}

/** A promise that at least `count` of them reach, found by counting instead of sorting. */
function floorOf({ promises, count: all }: Relevants, count: number): number {
  const counts = new Int32Array(BUCKETS + 1);
  for (let at = 0; at < all; at++) (counts[bucketOf(promises[at] as number)] as number)++;
  let sum = 0;
  for (let bucket = BUCKETS; bucket > 0; bucket--) {
    sum += counts[bucket] as number;
    if (sum >= count) return bucket / BUCKETS;
  }
  return 0;
}

/** Everything above 1 shares the last bucket. */
function bucketOf(promise: number): number {
  return Math.min(BUCKETS, Math.floor(promise * BUCKETS));
}
