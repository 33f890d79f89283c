/**
 * Which of what was found is looked at closely? The most relevant that may be shown, of each class.
 *
 * Trusted facts and the others are chosen apart: no number of lower ones takes a trusted one's place.
 */

import { TRUSTED_TEXT } from "../index/documents.ts";
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
}

/** `leastShare`: what is below this share of the best one's relevance may be left out; 0: nothing may. */
export function choose(
  view: View,
  found: Relevants,
  asking: Asking,
  options: ParsedRecall,
  leastShare: number,
): readonly Found[] {
  const wanted = { asking, options, count: CANDIDATES + CANDIDATES_PER_HIT * options.limit };
  const near = leastShare > 0 ? nearBest(view, found, leastShare) : undefined;
  const best = (isTrusted: boolean, few: readonly number[] | undefined) =>
    (few && leadingOf(view, found, few, wanted)) ?? eligibleOf(view, found, isTrusted, wanted);
  const trusted = best(true, near?.trusted);
  const others = best(false, near?.others);
  return others.length === 0 ? trusted : [...trusted, ...others];
}

/** Places, of each class, of those that are not far behind their best one; mostly they are few. */
function nearBest(
  { lexical: { documents } }: View,
  { count, documents: numbers, shares }: Relevants,
  leastShare: number,
): { readonly trusted: readonly number[]; readonly others: readonly number[] } {
  const flags = documents.flags.values;
  let [best, bestTrusted] = [0, 0];
  for (let i = 0; i < count; i++) {
    const share = shares[i] as number;
    if (((flags[numbers[i] as number] as number) & TRUSTED_TEXT) === 0) {
      if (share > best) best = share;
    } else if (share > bestTrusted) bestTrusted = share;
  }
  const part = shareOf(leastShare) * (1 - ROUNDING);
  const [floor, floorTrusted] = [best * part, bestTrusted * part];
  const trusted: number[] = [];
  const others: number[] = [];
  for (let i = 0; i < count; i++) {
    const share = shares[i] as number;
    if (share < floor && share < floorTrusted) continue;
    if (((flags[numbers[i] as number] as number) & TRUSTED_TEXT) === 0) {
      if (share >= floor) others.push(i);
    } else if (share >= floorTrusted) trusted.push(i);
  }
  return { trusted, others };
}

/** All of these that may be shown; if the first may not, or is doubtful, it is not what others are measured by. */
function leadingOf(
  view: View,
  found: Relevants,
  places: readonly number[],
  wanted: Wanted,
): readonly Found[] | undefined {
  if (places.length === 0) return [];
  if (places.length > wanted.count) return undefined;
  const ordered = inOrder(found, places, view.lexical.documents.ids);
  const leading: Found[] = [];
  for (const place of ordered) {
    const one = eligibleAt(view, found, place, wanted);
    if (one !== undefined) leading.push(one);
    if (leading.length === 0 || leading[0]?.isDoubtful === true) return undefined;
  }
  return leading;
}

/** As many as are wanted, of one class. */
function eligibleOf(view: View, found: Relevants, isTrusted: boolean, wanted: Wanted): readonly Found[] {
  const { documents } = view.lexical;
  const list: number[] = [];
  for (let i = 0; i < found.count; i++)
    if (documents.isTrusted(found.documents[i] as number) === isTrusted) list.push(i);
  for (let count = wanted.count; ; count *= WIDER) {
    const eligible = topOf(found, list, count, documents.ids).flatMap(
      (place) => eligibleAt(view, found, place, wanted) ?? [],
    );
    if (eligible.length >= wanted.count || count >= list.length) return eligible.slice(0, wanted.count);
  }
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
