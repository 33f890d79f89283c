/**
 * Where does the list end? Where relevance ends: an agent pays for every hit that is not about the query.
 *
 * A fact must be about the query at all, and not far behind the best one. The best is taken among facts of its own
 * class and above, so a lower class never cuts off a higher one. If more facts survive than were asked for, `places`
 * divides the places among them.
 */
import { AUTHORITIES, type Authority, TRUSTED } from "../model/source.ts";
import type { Candidate } from "./candidate.ts";
import { type VectorOf, withoutCopies, withSeriesBehind } from "./copies.ts";
import type { ParsedRecall } from "./options.ts";
import { place } from "./places.ts";

/** Below this standing nothing says that a fact is about the query. */
const LEAST = 0.0001;
/**
 * Below this standing a fact shares no telling word with the query, and must stand out from the others to count as
 * meant. If even the best is so faint, facts below `FAINT_SHARE` of it are cut.
 */
export const FAINT = 0.0007;
const FAINT_SHARE = 0.35;
/** If more faint facts than this remain, they are too much alike: none stands out, and all are cut. */
const FAINT_ALIKE = 3;
/**
 * Share of the best one's standing below which facts are cut; the second if the question asks for everything about
 * something.
 */
const SHARE_OF_BEST = 0.15;
const SHARE_OF_ALL = 0.05;

/** The standing (or, with `minScore`, the relevance) below which the list ends, by class. */
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

/** Facts below this share of the best one's standing are cut. */
export function shareOfBest(asksEverything: boolean): number {
  return asksEverything ? SHARE_OF_ALL : SHARE_OF_BEST;
}

export function cut(
  ranked: readonly Candidate[],
  { limit, minScore }: Pick<ParsedRecall, "limit" | "minScore">,
  asked: ReadonlyMap<Authority, ClassAsked>,
  vectorOf: VectorOf,
): Cut {
  const isCutting = minScore === undefined;
  const sure = isCutting ? ranked.filter((one) => isSure(one, asked)) : ranked;
  const floors = isCutting ? floorsOf(sure, asked) : everywhere(minScore);
  const survivors = sure.filter(
    ({ fact, relevance, standing }) =>
      relevance > 0 && (isCutting ? standing : relevance) >= floors[fact.authority],
  );
  const kept = withoutCopies(survivors, vectorOf);
  const hits = withSeriesBehind(place(kept, limit), kept);
  const own = kept.filter(({ fact }) => fact.authority === TRUSTED).slice(0, limit);
  const placed = new Set(hits);
  return { kept, hits, floors, displaced: own.filter((one) => !placed.has(one)) };
}

function isSure({ fact, isDoubtful }: Candidate, asked: ReadonlyMap<Authority, ClassAsked>): boolean {
  return isDoubtful !== true && asked.get(fact.authority)?.isAboutOthers !== true;
}

/**
 * The standing from which class-3 facts survive, judged among themselves; infinite if they match only people who were
 * not asked about.
 */
export function floorOfOwn(
  candidates: readonly Pick<Candidate, "fact" | "standing" | "isDoubtful">[],
  asked: ClassAsked | undefined,
): number {
  if (asked?.isAboutOthers === true) return Number.POSITIVE_INFINITY;
  const own = candidates.filter(({ fact, isDoubtful }) => fact.authority === TRUSTED && isDoubtful !== true);
  return floorOf(own, shareOfBest(asked?.asksEverything === true));
}

/** Each class is cut by the facts of that class and above. */
function floorsOf(ranked: readonly Candidate[], asked: ReadonlyMap<Authority, ClassAsked>): Floors {
  const floors: Record<Authority, number> = everywhere(LEAST);
  for (const authority of AUTHORITIES) {
    const share = shareOfBest(asked.get(authority)?.asksEverything === true);
    const among = ranked.filter(({ fact }) => fact.authority >= authority);
    floors[authority] = floorOf(among, share);
  }
  return floors;
}

function everywhere(floor: number): Record<Authority, number> {
  return { 0: floor, 1: floor, 2: floor, 3: floor };
}

function floorOf(among: readonly Pick<Candidate, "standing">[], share: number): number {
  const best = among.reduce((most, { standing }) => Math.max(most, standing), 0);
  if (best >= FAINT) return Math.max(LEAST, share * best);
  const floor = Math.max(LEAST, FAINT_SHARE * best);
  const alike = among.filter(({ standing }) => standing >= floor).length;
  return alike > FAINT_ALIKE ? FAINT : floor;
}
