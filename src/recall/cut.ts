/**
 * Where does the list end? Where relevance ends: an agent pays for every hit that is not about the query.
 *
 * Relevance says how likely a fact is to be about the query, so the cut goes by it. A fact must not be far behind the
 * best one. If not even the best is likely, only the best few are returned; whatever is not likely is marked as
 * uncertain. The best is taken among facts of its own class and above, so a lower class never cuts off a higher one. If
 * more facts survive than were asked for, `places` divides the places among them.
 */
import { AUTHORITIES, type Authority, TRUSTED } from "../model/source.ts";
import type { Candidate } from "./candidate.ts";
import { type VectorOf, withoutCopies, withSeriesBehind } from "./copies.ts";
import type { ParsedRecall } from "./options.ts";
import { place } from "./places.ts";

/** From here on a fact is likely enough to be about the query to be returned without a mark. */
export const LIKELY = 0.3;
/** Below this relevance nothing is returned. */
const LEAST = 0.02;
/**
 * Share of the best one's relevance below which facts are cut; the second if the question asks for everything about
 * something, the third if nothing is likely.
 */
const SHARE_OF_BEST = 0.3;
const SHARE_OF_ALL = 0.1;
const SHARE_OF_UNLIKELY = 0.3;
/** If nothing is likely, so many are returned; fewer if the best is below `FAINT`. */
const FEW = 5;
const FEWER = 3;
const FAINT = 0.1;

/** The relevance below which the list ends, by class. */
export type Floors = Readonly<Record<Authority, number>>;

export interface Cut {
  /** What survived, copies once, in order. */
  readonly kept: readonly Candidate[];
  readonly hits: readonly Candidate[];
  readonly floors: Floors;
  /** Hits of the principal's own that facts of lower classes displaced: without those, they would have a place. */
  readonly displaced: readonly Candidate[];
}

/** How the question looks to one class of facts. */
export interface ClassAsked {
  /** The question is about one person, and only facts about others match. */
  readonly isAboutOthers: boolean;
  readonly asksEverything: boolean;
}

export function cut(
  ranked: readonly Candidate[],
  { limit, minScore, strict }: Pick<ParsedRecall, "limit" | "minScore" | "strict">,
  asked: ReadonlyMap<Authority, ClassAsked>,
  vectorOf: VectorOf,
): Cut {
  const isCutting = minScore === undefined;
  const about = isCutting ? ranked.filter((one) => isAboutAsked(one, asked)) : ranked;
  const floors = isCutting ? floorsOf(about, asked) : everywhere(minScore);
  const likely = about
    .filter(({ fact, relevance }) => relevance > 0 && relevance >= floors[fact.authority])
    .map(marked)
    .filter(({ isUncertain }) => !strict || isUncertain !== true);
  const kept = withoutCopies(isCutting ? fewUnlikely(likely) : likely, vectorOf);
  const hits = withSeriesBehind(place(kept, limit), kept);
  const own = kept.filter(({ fact }) => fact.authority === TRUSTED).slice(0, limit);
  const placed = new Set(hits);
  return { kept, hits, floors, displaced: own.filter((one) => !placed.has(one)) };
}

function isAboutAsked({ fact }: Candidate, asked: ReadonlyMap<Authority, ClassAsked>): boolean {
  return asked.get(fact.authority)?.isAboutOthers !== true;
}

function marked(one: Candidate): Candidate {
  return isLikely(one) ? one : { ...one, isUncertain: true };
}

function isLikely({ relevance, isDoubtful }: Pick<Candidate, "relevance" | "isDoubtful">): boolean {
  return relevance >= LIKELY && isDoubtful !== true;
}

/** Only the best few of the uncertain ones. A lower class takes only places that the higher ones leave. */
function fewUnlikely(likely: readonly Candidate[]): readonly Candidate[] {
  return likely.filter((one) => {
    const { authority } = one.fact;
    const among = likely.filter(({ fact }) => fact.authority >= authority);
    const best = bestOf(among);
    if (best >= LIKELY) return true;
    const before = among.filter(
      (other) => other !== one && (other.fact.authority > authority || likely.indexOf(other) < likely.indexOf(one)),
    );
    return before.length < (best < FAINT ? FEWER : FEW);
  });
}

/**
 * The relevance from which class-3 facts survive, judged among themselves; infinite if they match only people who were
 * not asked about.
 */
export function floorOfOwn(
  candidates: readonly Pick<Candidate, "fact" | "relevance" | "isDoubtful">[],
  asked: ClassAsked | undefined,
): number {
  if (asked?.isAboutOthers === true) return Number.POSITIVE_INFINITY;
  const own = candidates.filter(({ fact }) => fact.authority === TRUSTED);
  return floorOf(own, asked?.asksEverything === true);
}

/** Each class is cut by the facts of that class and above. */
function floorsOf(ranked: readonly Candidate[], asked: ReadonlyMap<Authority, ClassAsked>): Floors {
  const floors: Record<Authority, number> = everywhere(LEAST);
  for (const authority of AUTHORITIES) {
    const among = ranked.filter(({ fact }) => fact.authority >= authority);
    floors[authority] = floorOf(among, asked.get(authority)?.asksEverything === true);
  }
  return floors;
}

function everywhere(floor: number): Record<Authority, number> {
  return { 0: floor, 1: floor, 2: floor, 3: floor };
}

function floorOf(among: readonly Pick<Candidate, "relevance" | "isDoubtful">[], asksEverything: boolean): number {
  const best = bestOf(among);
  const share = best < LIKELY ? SHARE_OF_UNLIKELY : asksEverything ? SHARE_OF_ALL : SHARE_OF_BEST;
  return Math.max(LEAST, share * best);
}

function bestOf(among: readonly Pick<Candidate, "relevance">[]): number {
  return among.reduce((most, { relevance }) => Math.max(most, relevance), 0);
}
