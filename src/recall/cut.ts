/**
 * Where does the list end? Where relevance ends: an agent pays for every hit that is not about the query.
 *
 * A fact must be about the query at all, and not far behind the best one. What counts as the best is taken among
 * facts of its own class or above, so a lower class never cuts off a higher one. Where more are left than were asked
 * for, `places` shares out the places.
 */
import { AUTHORITIES, type Authority, TRUSTED } from "../model/source.ts";
import type { Candidate } from "./candidate.ts";
import { type VectorOf, withoutCopies, withSeriesBehind } from "./copies.ts";
import type { ParsedRecall } from "./options.ts";
import { place } from "./places.ts";

/** Below this nothing says that a fact is about the query. */
const LEAST = 0.0001;
/** Below this it shares no word with the query that says much, and must stand out from others to be meant. */
export const FAINT = 0.0007;
const FAINT_SHARE = 0.35;
/** Of those that are faint: if more are alike, none stands out. */
const FAINT_ALIKE = 3;
/** Share of the best one's standing; and where everything about something is asked for. */
const SHARE_OF_BEST = 0.15;
const SHARE_OF_ALL = 0.05;

/** Standing below which the list ends, by class. */
export type Floors = Readonly<Record<Authority, number>>;

export interface Cut {
  /** What survived, copies once, in order. */
  readonly kept: readonly Candidate[];
  readonly hits: readonly Candidate[];
  readonly floors: Floors;
  /** The best that the principal said and that survived, if it got no place. */
  readonly displaced: Candidate | undefined;
}

/** What the question is like to a class of facts. */
export interface ClassAsked {
  /** It is about one person, and only others' facts match. */
  readonly isAboutOthers: boolean;
  readonly asksEverything: boolean;
}

/** What is below this share of the best one's standing is cut off. */
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
  const own = kept.find(({ fact }) => fact.authority === TRUSTED);
  return { kept, hits, floors, displaced: own === undefined || hits.includes(own) ? undefined : own };
}

function isSure({ fact, isDoubtful }: Candidate, asked: ReadonlyMap<Authority, ClassAsked>): boolean {
  return isDoubtful !== true && asked.get(fact.authority)?.isAboutOthers !== true;
}

/** The standing from which on class-3 facts survive, by themselves; beyond any if none is about whom it is asked. */
export function floorOfOwn(
  candidates: readonly Pick<Candidate, "fact" | "standing" | "isDoubtful">[],
  asked: ClassAsked | undefined,
): number {
  if (asked?.isAboutOthers === true) return Number.POSITIVE_INFINITY;
  const own = candidates.filter(({ fact, isDoubtful }) => fact.authority === TRUSTED && isDoubtful !== true);
  return floorOf(own, shareOfBest(asked?.asksEverything === true));
}

/** For a class by facts of that class and above. */
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
