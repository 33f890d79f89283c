/**
 * Which of what was found is looked at closely? The most relevant that may be shown, of each class.
 *
 * Trusted facts and the others are chosen apart: no number of lower ones takes a trusted one's place.
 */

import { TRUSTED_TEXT } from "../index/documents.ts";
import type { LexicalIndex } from "../index/lexical.ts";
import { isLinked } from "../index/links.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import type { Found } from "./candidate.ts";
import { type Asking, barrierOf } from "./eligible.ts";
import type { ParsedRecall } from "./options.ts";
import { type LeastShares, type Relevants, shareOf } from "./relevants.ts";

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

/** `least`: what may be left out; without it nothing may. Undefined if more would have had to be found. */
export function choose(
  view: View,
  found: Relevants,
  asking: Asking,
  options: ParsedRecall,
  least?: LeastShares,
): readonly Found[] | undefined {
  const wanted = { asking, options, count: CANDIDATES + CANDIDATES_PER_HIT * options.limit };
  const near = least && nearBest(view, found, least);
  const leading = near && leadingOf(view, found, near.trusted, wanted);
  // Others are measured by what is best of all.
  if (near !== undefined && leading !== undefined) near.others.raise(near.trusted);
  const leadingOthers = near && leadingOf(view, found, near.others, wanted);
  if (!found.isWhole && (leading === undefined || leadingOthers === undefined)) return undefined;
  const trusted = leading ?? eligibleOf(view, found, true, wanted);
  const others = leadingOthers ?? eligibleOf(view, found, false, wanted);
  return others.length === 0 ? trusted : [...trusted, ...others];
}

/** Of one class: the best ones, and what is not far behind them. */
class NearBest {
  /** The most relevant, and the one with the highest standing; -1 if there is none. */
  first = -1;
  standing = -1;
  /** What is less relevant survives no cut; and what is less relevant than `floor` leads nowhere, either. */
  cut = 0;
  floor = 0;
  readonly places: number[] = [];
  private most = -1;
  private mostStanding = -1;

  note(place: number, { shares, standings }: Relevants): void {
    if ((shares[place] as number) > this.most) {
      this.most = shares[place] as number;
      this.first = place;
    }
    if ((standings[place] as number) > this.mostStanding) {
      this.mostStanding = standings[place] as number;
      this.standing = place;
    }
  }

  /** A standing is never above the relevance. */
  setFloors({ ofRelevance, ofStanding }: LeastShares): void {
    if (this.first < 0) return;
    this.cut = this.mostStanding * shareOf(ofStanding) * (1 - ROUNDING);
    this.floor = Math.min(this.most * shareOf(ofRelevance) * (1 - ROUNDING), this.cut);
  }

  raise({ first, cut, floor }: NearBest): void {
    if (first < 0) return;
    this.cut = Math.max(this.cut, cut);
    this.floor = Math.max(this.floor, floor);
  }
}

/** Places, of each class, of those that are not far behind their best ones; mostly they are few. */
function nearBest(
  { lexical: { documents } }: View,
  found: Relevants,
  least: LeastShares,
): { readonly trusted: NearBest; readonly others: NearBest } {
  const flags = documents.flags.values;
  const { count, documents: numbers, shares } = found;
  const [trusted, others] = [new NearBest(), new NearBest()];
  for (let i = 0; i < count; i++) {
    const isTrusted = ((flags[numbers[i] as number] as number) & TRUSTED_TEXT) !== 0;
    (isTrusted ? trusted : others).note(i, found);
  }
  trusted.setFloors(least);
  others.setFloors(least);
  const floor = Math.min(
    trusted.first < 0 ? Number.POSITIVE_INFINITY : trusted.floor,
    others.first < 0 ? Number.POSITIVE_INFINITY : others.floor,
  );
  for (let i = 0; i < count; i++) {
    const share = shares[i] as number;
    if (share < floor) continue;
    const own = ((flags[numbers[i] as number] as number) & TRUSTED_TEXT) === 0 ? others : trusted;
    if (share >= own.floor) own.places.push(i);
  }
  return { trusted, others };
}

/**
 * All of these that may be shown, but for those that will be cut off and lead nowhere. Undefined if a best one may not
 * be shown, or is doubtful: then it is not what others are measured by.
 */
function leadingOf(
  view: View,
  found: Relevants,
  { places, standing, cut, floor }: NearBest,
  wanted: Wanted,
): readonly Found[] | undefined {
  const near = places.filter((place) => (found.shares[place] as number) >= floor);
  const ordered = topOf(found, near, wanted.count, view.lexical.documents.ids);
  const isFull = ordered.length < near.length;
  const leading: Found[] = [];
  for (const place of ordered) {
    const isMeasure = place === ordered[0] || place === standing;
    const isIdle = !isMeasure && !isFull && (found.shares[place] as number) < cut;
    if (isIdle && !leadsOn(view, found, place, wanted)) continue;
    const one = eligibleAt(view, found, place, wanted);
    if (one !== undefined) leading.push(one);
    if (isMeasure && (one === undefined || one.isDoubtful === true)) return undefined;
  }
  // If more are as good, all places must be taken.
  return isFull && leading.length < ordered.length ? undefined : leading;
}

function leadsOn({ state, lexical }: View, found: Relevants, at: number, { options }: Wanted): boolean {
  if (options.graph !== "links") return options.graph === "names";
  const fact = state.facts.get(lexical.documents.ids[found.documents[at] as number] as string);
  return fact !== undefined && isLinked(fact);
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
  const [relevance, standing] = [found.relevanceAt(at), found.standingAt(at)];
  const [lanes, isDoubtful] = [found.lanesAt(at), found.isDoubtfulAt(at)];
  return { fact, relevance, standing, lanes, via: undefined, isDoubtful };
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
