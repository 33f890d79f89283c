/**
 * What can recall skip, and still give the same answer? Everything here only saves work. A fact may be skipped if it
 * neither survives the cut nor leads to others by links. Without `LeastShares` nothing is skipped: that is the
 * definition of the answer (`relevance.ts`, `choose.ts`), and a property test holds the two equal.
 */
import { isLinked } from "../indexes/links.ts";
import { NONE } from "../indexes/words/documents.ts";
import type { AboutWhom } from "./about-whom.ts";
import type { Found } from "./candidate.ts";
import { type ClassView, eligibleAt, topOf, type Wanted } from "./choose.ts";
import { shareOfBest } from "./cut.ts";
import { standingOf, TRACE, UNRELATED, VECTOR_GAIN, VECTOR_WEIGHT } from "./judge.ts";
import { SEED_SHARE } from "./linked.ts";
import type { Measure } from "./measure.ts";
import type { ParsedRecall } from "./options.ts";
import type { Query } from "./query.ts";
import { type LeastShares, type Relevants, shareOf } from "./relevants.ts";

/** Undefined if nothing may be skipped, because `minScore` replaces the cut. */
export function leastOf(
  { asksEverything }: Query,
  { graph, minScore }: ParsedRecall,
): LeastShares | undefined {
  if (minScore !== undefined) return undefined;
  return { ofStanding: shareOfBest(asksEverything), ofRelevance: graph ? SEED_SHARE : 1 };
}

/** The match with the highest score by words. */
export interface BestMatch {
  /** `NONE` if nothing matched. */
  readonly document: number;
  /** Its share by words, and the part of that share that comes from its own words. */
  readonly words: number;
  readonly own: number;
}

/** What a fact needs at least to be weighed. */
export interface Skipping {
  /** The share by words that a match needs. */
  readonly leastWords: number;
  /** The cosine that a fact without any word of the query needs. */
  readonly leastCosine: number;
  readonly isWhole: boolean;
}

export const SKIP_NOTHING: Skipping = { leastWords: 0, leastCosine: 0, isWhole: true };

/** Shares this close to a floor are not certain to be below it: rounding may have lowered them. */
const ROUNDING = 1e-6;
/** No cosine is higher. If one is needed, vectors need not be searched at all. */
export const MOST_COSINE = 1 + ROUNDING;

/**
 * The floor is taken from the best match by words alone: vectors can only raise it further. `need`: how much vectors
 * are needed.
 */
export function skippingBy(
  best: BestMatch,
  least: LeastShares,
  need: number,
  measure: Measure,
  whom: AboutWhom,
): Skipping {
  if (best.document === NONE) return SKIP_NOTHING;
  const floor = floorBy(best, least, measure.kind(best.document) * whom.factor(best.document));
  const byVectors = VECTOR_WEIGHT + VECTOR_GAIN * need;
  return {
    leastWords: floor / measure.mostKind - (1 + TRACE) * byVectors,
    leastCosine: leastCosine(floor / (measure.mostKind * byVectors)),
    isWhole: floor === 0,
  };
}

/** The share, before sharpening, below which a fact may be skipped. */
function floorBy(
  { words, own }: BestMatch,
  { ofRelevance, ofStanding }: LeastShares,
  factor: number,
): number {
  const relevance = shareOf(ofRelevance) * Math.min(1, words * factor);
  const standing = shareOf(ofStanding) * Math.min(1, standingOf(words, own) * factor);
  return Math.min(relevance, standing) * (1 - ROUNDING);
}

/** The cosine that gives this nearness (see `judge.ts`). */
function leastCosine(nearness: number): number {
  if (nearness <= TRACE * UNRELATED) return nearness / TRACE;
  return (nearness * (1 - UNRELATED) + UNRELATED) / (1 + TRACE * (1 - UNRELATED));
}

/**
 * The eligible facts near the best, except those that will be cut and lead to nothing. Undefined if the best by
 * relevance or by standing is not eligible, or doubtful: then the others must not be measured against it.
 */
export function leading(
  view: ClassView,
  found: Relevants,
  wanted: Wanted,
  least: LeastShares,
): readonly Found[] | undefined {
  const { places, standing, cut } = nearBest(found, least);
  const ordered = topOf(found, places, wanted.count, view.lexicon.documents.ids);
  const isFull = ordered.length < places.length;
  const eligible: Found[] = [];
  for (const place of ordered) {
    const isMeasure = place === ordered[0] || place === standing;
    const isIdle = !isMeasure && !isFull && (found.shares[place] as number) < cut;
    if (isIdle && !leadsOn(view, found, place, wanted)) continue;
    const one = eligibleAt(view, found, place, wanted);
    if (one !== undefined) eligible.push(one);
    if (isMeasure && (one === undefined || one.isDoubtful === true)) return undefined;
  }
  // There are more near the best than are wanted: if one is not eligible, another must take its place.
  return isFull && eligible.length < ordered.length ? undefined : eligible;
}

function leadsOn({ state, lexicon }: ClassView, found: Relevants, at: number, { options }: Wanted): boolean {
  if (options.graph !== "links") return options.graph === "names";
  const fact = state.facts.get(lexicon.documents.ids[found.documents[at] as number] as string);
  return fact !== undefined && isLinked(fact);
}

/** Relevance is a power of the share: shares this close together may give the same relevance. */
const SAME_RELEVANCE = 1e-9;

/** The facts that are not far behind the best; usually few. */
interface NearBest {
  readonly places: readonly number[];
  /** Index of the fact with the highest standing; -1 if there is none. */
  readonly standing: number;
  /** A fact with a lower share does not survive the cut. */
  readonly cut: number;
}

function nearBest({ shares, standings, count }: Relevants, least: LeastShares): NearBest {
  let most = -1;
  let mostStanding = -1;
  let standing = -1;
  for (let at = 0; at < count; at++) {
    most = Math.max(most, shares[at] as number);
    if ((standings[at] as number) <= mostStanding) continue;
    mostStanding = standings[at] as number;
    standing = at;
  }
  if (count === 0) return { places: [], standing, cut: 0 };
  // A standing is never above the relevance, so a share below the cut means a standing below it.
  const cut = mostStanding * shareOf(least.ofStanding) * (1 - SAME_RELEVANCE);
  // With a lower share, a fact does not lead to others, either.
  const floor = Math.min(most * shareOf(least.ofRelevance) * (1 - SAME_RELEVANCE), cut);
  const places: number[] = [];
  for (let at = 0; at < count; at++) if ((shares[at] as number) >= floor) places.push(at);
  return { places, standing, cut };
}
