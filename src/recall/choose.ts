/**
 * Which of what was found is looked at closely? The most relevant that may be shown, of each class.
 *
 * Trusted facts and the others are chosen apart: no number of lower ones takes a trusted one's place.
 */

import type { LexicalIndex } from "../index/lexical.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import type { Found } from "./candidate.ts";
import { type Asking, barrierOf } from "./eligible.ts";
import type { ParsedRecall } from "./options.ts";
import { type Relevants, shareOf } from "./relevance.ts";

/** For a limit: what age and trust may still move to the front. */
const CANDIDATES = 32;
const CANDIDATES_PER_HIT = 2;
/** Where filters leave too few, so many times more are looked at. */
const WIDER = 8;
const BUCKETS = 4_096;
/** Relevances are powers of shares: what is so close together may become one. */
const ROUNDING = 1e-9;

interface View {
  readonly state: State;
  readonly lexical: LexicalIndex;
}

/** What is wanted of what was found. */
interface Wanted {
  readonly asking: Asking;
  readonly options: ParsedRecall;
  /** Of each class. */
  readonly count: number;
  /** What is below this share of the best one's relevance may be left out; 0: nothing may. */
  readonly leastShare: number;
}

export function choose(
  view: View,
  found: Relevants,
  asking: Asking,
  options: ParsedRecall,
  leastShare: number,
): readonly Found[] {
  const { documents } = view.lexical;
  const trusted: number[] = [];
  const others: number[] = [];
  for (let i = 0; i < found.count; i++)
    (documents.isTrusted(found.documents[i] as number) ? trusted : others).push(i);
  const count = CANDIDATES + CANDIDATES_PER_HIT * options.limit;
  const best = (list: readonly number[]) =>
    eligibleOf(view, found, list, { asking, options, count, leastShare });
  return others.length === 0 ? best(trusted) : [...best(trusted), ...best(others)];
}

/** `list`: places in what was found, of one class. */
function eligibleOf(view: View, found: Relevants, list: readonly number[], wanted: Wanted): readonly Found[] {
  const near = wanted.leastShare > 0 ? nearBest(view, found, list, wanted) : undefined;
  if (near !== undefined) return near;
  const { ids } = view.lexical.documents;
  for (let count = wanted.count; ; count *= WIDER) {
    const eligible = topOf(found, list, count, ids).flatMap(
      (at) => eligibleAt(view, found, at, wanted) ?? [],
    );
    if (eligible.length >= wanted.count || count >= list.length) return eligible.slice(0, wanted.count);
  }
}

/** Those that are not far behind the best one, if that is eligible and no doubtful one; mostly they are few. */
function nearBest(
  view: View,
  found: Relevants,
  list: readonly number[],
  wanted: Wanted,
): readonly Found[] | undefined {
  const { shares } = found;
  let best = 0;
  for (const at of list) if ((shares[at] as number) > best) best = shares[at] as number;
  const floor = best * shareOf(wanted.leastShare) * (1 - ROUNDING);
  const near = list.filter((at) => (shares[at] as number) >= floor);
  if (near.length > wanted.count) return undefined;
  const [first, ...others] = inOrder(found, near, view.lexical.documents.ids);
  const leading = first === undefined ? undefined : eligibleAt(view, found, first, wanted);
  if (leading === undefined || leading.isDoubtful === true) return undefined;
  return [leading, ...others.flatMap((at) => eligibleAt(view, found, at, wanted) ?? [])];
}

function eligibleAt(
  { state, lexical }: View,
  found: Relevants,
  at: number,
  { asking, options }: Wanted,
): Found | undefined {
  const fact = state.facts.get(lexical.documents.ids[found.documents[at] as number] as string);
  if (fact === undefined || (barrierOf(fact, asking) ?? filterOf(fact, options)) !== undefined)
    return undefined;
  const [relevance, lanes] = [found.relevanceAt(at), found.lanesAt(at)];
  return { fact, relevance, lanes, via: undefined, isDoubtful: found.isDoubtfulAt(at) };
}

export function filterOf(fact: Fact, { segments, tags }: ParsedRecall): "segment" | "tag" | undefined {
  if (segments !== undefined && !segments.has(fact.segment)) return "segment";
  return tags.every((tag) => fact.tags.includes(tag)) ? undefined : "tag";
}

/** The most relevant ones, best first; ties by id. */
function topOf(
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
