/**
 * Which of what was found in a class is looked at closely? The most relevant that may be shown.
 */

import { isLinked } from "../indexes/links.ts";
import type { ClassLexicon } from "../indexes/words/class-lexicon.ts";
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
  readonly lexicon: ClassLexicon;
}

/** What is wanted of what was found. */
interface Wanted {
  readonly asking: Asking;
  readonly options: ParsedRecall;
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
  const leading = least && leadingOf(view, found, nearBest(found, least), wanted);
  if (leading !== undefined) return leading;
  return found.isWhole ? eligibleOf(view, found, wanted) : undefined;
}

/** The best ones, and what is not far behind them. */
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
}

/** Places of those that are not far behind the best ones; mostly they are few. */
function nearBest(found: Relevants, least: LeastShares): NearBest {
  const near = new NearBest();
  for (let i = 0; i < found.count; i++) near.note(i, found);
  near.setFloors(least);
  for (let i = 0; i < found.count; i++) if ((found.shares[i] as number) >= near.floor) near.places.push(i);
  return near;
}

/**
 * All of these that may be shown, but for those that will be cut off and lead nowhere. Undefined if a best one may not
 * be shown, or is doubtful: then it is not what others are measured by.
 */
function leadingOf(
  view: View,
  found: Relevants,
  { places, standing, cut }: NearBest,
  wanted: Wanted,
): readonly Found[] | undefined {
  const ordered = topOf(found, places, wanted.count, view.lexicon.documents.ids);
  const isFull = ordered.length < places.length;
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

function leadsOn({ state, lexicon }: View, found: Relevants, at: number, { options }: Wanted): boolean {
  if (options.graph !== "links") return options.graph === "names";
  const fact = state.facts.get(lexicon.documents.ids[found.documents[at] as number] as string);
  return fact !== undefined && isLinked(fact);
}

/** As many as are wanted. */
function eligibleOf(view: View, found: Relevants, wanted: Wanted): readonly Found[] {
  const { documents } = view.lexicon;
  const list = Array.from({ length: found.count }, (_, i) => i);
  for (let count = wanted.count; ; count *= WIDER) {
    const eligible = topOf(found, list, count, documents.ids).flatMap(
      (place) => eligibleAt(view, found, place, wanted) ?? [],
    );
    if (eligible.length >= wanted.count || count >= list.length) return eligible.slice(0, wanted.count);
  }
}

function eligibleAt(
  { state, lexicon }: View,
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
