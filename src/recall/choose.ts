/**
 * Which of the facts found in a class become candidates? The most relevant that are eligible.
 */

import { isLinked } from "../indexes/links.ts";
import type { ClassLexicon } from "../indexes/words/class-lexicon.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import type { Found } from "./candidate.ts";
import { type Asking, barrierOf } from "./eligible.ts";
import type { ParsedRecall } from "./options.ts";
import { type LeastShares, type Relevants, shareOf } from "./relevants.ts";

/** Candidates per class: this many, and more per place in the list, because age and trust may still move facts up. */
const CANDIDATES = 32;
const CANDIDATES_PER_HIT = 2;
/** If filters leave too few, this many times more are examined. */
const WIDER = 8;
const BUCKETS = 4_096;
/** Relevance is a power of the share: shares this close together may give the same relevance. */
const ROUNDING = 1e-9;

interface View {
  readonly state: State;
  readonly lexicon: ClassLexicon;
}

/** What the caller wants. */
interface Wanted {
  readonly asking: Asking;
  readonly options: ParsedRecall;
  readonly count: number;
}

/**
 * `least`: facts below these shares may be left out; without it none may. Undefined if the search left out facts that
 * turn out to be needed.
 */
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

/** The best facts, and those not far behind them. */
class NearBest {
  /** Indexes of the most relevant fact and of the one with the highest standing; -1 if there is none. */
  first = -1;
  standing = -1;
  /**
   * `cut`: a fact with a lower share does not survive the cut. `floor`: with a lower share it does not lead to
   * others, either.
   */
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

  /** A standing is never above the relevance, so a share below the cut means a standing below it. */
  setFloors({ ofRelevance, ofStanding }: LeastShares): void {
    if (this.first < 0) return;
    this.cut = this.mostStanding * shareOf(ofStanding) * (1 - ROUNDING);
    this.floor = Math.min(this.most * shareOf(ofRelevance) * (1 - ROUNDING), this.cut);
  }
}

/** Indexes of the facts that are not far behind the best; usually few. */
function nearBest(found: Relevants, least: LeastShares): NearBest {
  const near = new NearBest();
  for (let i = 0; i < found.count; i++) near.note(i, found);
  near.setFloors(least);
  for (let i = 0; i < found.count; i++) if ((found.shares[i] as number) >= near.floor) near.places.push(i);
  return near;
}

/**
 * All of these that are eligible, except those that will be cut and lead to nothing. Undefined if the best by
 * relevance or by standing is not eligible, or doubtful: then the others must not be measured against it.
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
  // There are more near the best than are wanted: if one is not eligible, another must take its place.
  return isFull && leading.length < ordered.length ? undefined : leading;
}

function leadsOn({ state, lexicon }: View, found: Relevants, at: number, { options }: Wanted): boolean {
  if (options.graph !== "links") return options.graph === "names";
  const fact = state.facts.get(lexicon.documents.ids[found.documents[at] as number] as string);
  return fact !== undefined && isLinked(fact);
}

/** The best eligible facts, as many as are wanted or all there are. */
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

/** The most relevant, best first; ties by id. */
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
