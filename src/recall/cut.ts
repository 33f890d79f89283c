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
import { amongFew, amongMany } from "./features/likelihood.ts";
import type { ParsedRecall } from "./options.ts";
import { place } from "./places.ts";
import { eitherSummaryOrFacts } from "./summaries.ts";

/** From here on a fact is likely enough to be about the query to be returned without a mark. */
export const LIKELY = 0.3;
/** Below this relevance hardly anything speaks for a fact. */
export const FAINT = 0.1;
/** Below this relevance nothing is returned; the second if the fact has no word of the question. */
const LEAST = 0.002;
const LEAST_WORDLESS = 0.008;
/**
 * Share of the best one's relevance below which facts are cut: where the best is likely, or its own words carry the
 * question; where neither is so, because then nobody knows which one is meant; and if the question asks for everything
 * about something.
 */
const SHARE_OF_BEST = 0.4;
const SHARE_OF_UNLIKELY = 0.1;
const SHARE_OF_ALL = 0.1;
/** Of another topic than the best one's, only the best comes as well, and what is about as relevant. */
const SHARE_OF_TOPIC = 0.9;
/** A fact that has this share of the question's words carries it by its words. */
const CARRYING = 0.3;
/** If nothing is likely, so many are returned; fewer if the best is faint. */
const FEW = 5;
const FEWER = 3;

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
  few: number,
): Cut {
  const isCutting = minScore === undefined;
  const about = isCutting ? ranked.filter((one) => isAboutAsked(one, asked)) : ranked;
  const floors = isCutting ? floorsOf(about, asked, few) : everywhere(minScore);
  const likely = about
    .filter((one) => isAbove(one, floors) || (isCutting && isOfOtherTopic(one, about, few)))
    .map(marked)
    .filter(({ isUncertain }) => !strict || isUncertain !== true);
  const once = withoutCopies(eitherSummaryOrFacts(likely), vectorOf);
  const asksForAll = asked.get(TRUSTED)?.asksEverything === true;
  const kept = isCutting && !asksForAll ? fewUnlikely(once) : once;
  return { floors, ...placed(kept, limit) };
}

/** What survived, and what of it gets a place. */
export function placed(kept: readonly Candidate[], limit: number): Omit<Cut, "floors"> {
  const hits = withSeriesBehind(place(kept, limit), kept);
  const own = kept.filter(({ fact }) => fact.authority === TRUSTED).slice(0, limit);
  const shown = new Set(hits);
  return { kept, hits, displaced: own.filter((one) => !shown.has(one)) };
}

/** What a link or a name led to is relevant through the fact that it was reached from: it may be further behind. */
const SHARE_OF_REACHED = 0.2;
/** So may the principal's earlier value: whoever reads the new one should see that there was another. */
const SHARE_OF_OUTDATED = 0.2;
/** So may a neighbour of a fact that covers much of the question: it may hold the answer. */
const SHARE_OF_BESIDE = 0.5;
const MUCH = 0.85;

/** Below this share of the best one's relevance no fact survives, whatever led to it: the least share of the least. */
export const LEAST_SHARE =
  Math.min(SHARE_OF_BEST, SHARE_OF_ALL, SHARE_OF_UNLIKELY) *
  Math.min(SHARE_OF_REACHED, SHARE_OF_OUTDATED, SHARE_OF_BESIDE);

/** Without a word of the question, a fact needs words that are like them, or this nearness as a whole. */
const LEAST_LIKE = 0.1;
const LEAST_COSINE = 0.25;

/** Is it relevant enough to survive the cut? */
export function isAbove(
  one: Pick<Candidate, "fact" | "relevance" | "via" | "features" | "mayBeOutdated">,
  floors: Floors,
): boolean {
  const { fact, relevance, via } = one;
  const floor = floors[fact.authority] * shareOfFloor(one);
  if (!(relevance > 0) || relevance < floor)
    return floor === LEAST && relevance > 0 && one.features?.has === 1;
  return floor === 0 || via !== undefined || speaksOfIt(one);
}

/**
 * "The API and the holidays": the best may be about one of them only. What has words of another topic is judged among
 * what has words of that topic, in its own class and above.
 */
function isOfOtherTopic(one: Candidate, about: readonly Candidate[], few: number): boolean {
  if (!one.topics || one.relevance < LEAST) return false;
  const among = about.filter(({ fact }) => fact.authority >= one.fact.authority);
  const most = bestOf(among);
  const known = among.reduce(
    (all, { relevance, topics = 0 }) => (relevance === most ? all | topics : all),
    0,
  );
  const others = one.topics & ~known;
  if (others === 0 || known === 0 || one.relevance < LEAST_SHARE * most) return false;
  const rivals = among.filter(({ topics = 0 }) => (topics & others) !== 0);
  return one.relevance >= amongFew(few, SHARE_OF_TOPIC * amongMany(few, bestOf(rivals)));
}

function shareOfFloor({
  via,
  features,
  mayBeOutdated,
}: Pick<Candidate, "via" | "features" | "mayBeOutdated">): number {
  if (via !== undefined) return SHARE_OF_REACHED;
  if (mayBeOutdated === true) return SHARE_OF_OUTDATED;
  return (features?.neighbour ?? 0) >= MUCH ? SHARE_OF_BESIDE : 1;
}

/** Only its learned vector speaks for it, and not clearly enough: whatever the floor, it does not survive. */
export function isVague(one: Pick<Candidate, "features" | "relevance" | "via">): boolean {
  return one.via === undefined && (one.features?.learned ?? 0) > 0 && !speaksOfIt(one);
}

/** Does something in the fact itself match the question, and not only the kind of question and fact? */
export function speaksOfIt({ features, relevance }: Pick<Candidate, "features" | "relevance">): boolean {
  if (features === undefined) return true;
  const { has, named, like, cosine, learned, share } = features;
  if (has > 0 || named > 0) return true;
  if (relevance < LEAST_WORDLESS) return false;
  if (learned === 0 && share >= LEAST_LIKE) return true;
  return like >= LEAST_LIKE || cosine >= LEAST_COSINE || (learned > 0 && relevance >= FAINT);
}

function isAboutAsked({ fact, isDoubtful }: Candidate, asked: ReadonlyMap<Authority, ClassAsked>): boolean {
  return isDoubtful !== true && asked.get(fact.authority)?.isAboutOthers !== true;
}

function marked(one: Candidate): Candidate {
  return one.relevance >= LIKELY ? one : { ...one, isUncertain: true };
}

/** Where nothing is likely, only the best few. A lower class takes only places that the higher ones leave. */
function fewUnlikely(survivors: readonly Candidate[]): readonly Candidate[] {
  if (bestOf(survivors.filter(({ fact }) => fact.authority === TRUSTED)) >= LIKELY) return survivors;
  const kept = new Set<Candidate>();
  for (const authority of [...AUTHORITIES].reverse()) {
    const best = bestOf(survivors.filter(({ fact }) => fact.authority >= authority));
    const most = best >= LIKELY ? Number.POSITIVE_INFINITY : best < FAINT ? FEWER : FEW;
    for (const one of survivors) if (one.fact.authority === authority && kept.size < most) kept.add(one);
  }
  return survivors.filter((one) => kept.has(one));
}

/**
 * The relevance from which class-3 facts survive, judged among themselves; infinite if they match only people who were
 * not asked about.
 */
export function floorOfOwn(
  candidates: readonly Pick<Candidate, "fact" | "relevance" | "features" | "isDoubtful">[],
  asked: ClassAsked | undefined,
  few: number,
): number {
  if (asked?.isAboutOthers === true) return Number.POSITIVE_INFINITY;
  const own = candidates.filter(({ fact, isDoubtful }) => fact.authority === TRUSTED && isDoubtful !== true);
  return floorOf(own, asked?.asksEverything === true, few);
}

/** Each class is cut by the facts of that class and above. */
function floorsOf(
  ranked: readonly Candidate[],
  asked: ReadonlyMap<Authority, ClassAsked>,
  few: number,
): Floors {
  const floors: Record<Authority, number> = everywhere(LEAST);
  for (const authority of AUTHORITIES) {
    const among = ranked.filter(({ fact }) => fact.authority >= authority);
    floors[authority] = floorOf(among, asked.get(authority)?.asksEverything === true, few);
  }
  return floors;
}

function everywhere(floor: number): Record<Authority, number> {
  return { 0: floor, 1: floor, 2: floor, 3: floor };
}

/** Shares are of what relevance would be among many facts: with few, the relevance of all of them is high. */
function floorOf(
  among: readonly Pick<Candidate, "relevance" | "features">[],
  asksEverything: boolean,
  few: number,
): number {
  const most = bestOf(among);
  const best = amongMany(few, most);
  const isCarried = among.some(
    ({ relevance, features }) => relevance === most && (features?.has ?? 0) >= CARRYING,
  );
  return Math.max(LEAST, amongFew(few, best * shareBelow(isCarried || best >= LIKELY, asksEverything)));
}

function shareBelow(isClear: boolean, asksEverything: boolean): number {
  if (asksEverything) return SHARE_OF_ALL;
  return isClear ? SHARE_OF_BEST : SHARE_OF_UNLIKELY;
}

function bestOf(among: readonly Pick<Candidate, "relevance">[]): number {
  return among.reduce((most, { relevance }) => Math.max(most, relevance), 0);
}
