/**
 * Where does the list end? Where relevance ends: an agent pays for every hit that is not about the query.
 *
 * A fact must be about the query at all, and not far behind the best one. What counts as the best is taken among
 * facts of its own class or above, so a lower class never cuts off a higher one; and of the places, three quarters
 * are beyond the reach of class 0.
 */
import type { Candidate } from "./candidate.ts";
import type { ParsedRecall } from "./options.ts";

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
const DISTILLED = 2;
const FOREIGN_PLACES = 0.25;

export interface Cut {
  readonly hits: readonly Candidate[];
  readonly floors: { readonly trusted: number; readonly others: number };
}

/** What the question is like. */
interface Asked {
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
  { isAboutOthers, asksEverything }: Asked,
): Cut {
  const isCutting = minScore === undefined;
  const sure = isCutting ? ranked.filter(({ isDoubtful }) => !isDoubtful) : ranked;
  const floors = isCutting
    ? floorsOf(sure, shareOfBest(asksEverything))
    : { trusted: minScore, others: minScore };
  if (isCutting && isAboutOthers) return { hits: [], floors };
  const kept = sure.filter(
    ({ fact, relevance, standing }) =>
      relevance > 0 &&
      (isCutting ? standing : relevance) >= (fact.authority >= DISTILLED ? floors.trusted : floors.others),
  );
  return { hits: place(kept, limit), floors };
}

/** For trusted facts by trusted ones alone. */
function floorsOf(ranked: readonly Candidate[], share: number): Cut["floors"] {
  const trusted = ranked.filter(({ fact }) => fact.authority >= DISTILLED);
  return { trusted: floorOf(trusted, share), others: floorOf(ranked, share) };
}

function floorOf(among: readonly Candidate[], share: number): number {
  const best = among.reduce((most, { standing }) => Math.max(most, standing), 0);
  if (best >= FAINT) return Math.max(LEAST, share * best);
  const floor = Math.max(LEAST, FAINT_SHARE * best);
  const alike = among.filter(({ standing }) => standing >= floor).length;
  return alike > FAINT_ALIKE ? FAINT : floor;
}

/** The first ones; class 0 gets places that others leave, and at least a quarter. */
function place(kept: readonly Candidate[], limit: number): readonly Candidate[] {
  if (kept.length <= limit) return kept;
  const others = kept.filter(({ fact }) => fact.authority > 0).length;
  let foreignLeft = Math.max(limit - others, Math.floor(limit * FOREIGN_PLACES));
  const placed: Candidate[] = [];
  for (const candidate of kept) {
    if (placed.length === limit) break;
    if (candidate.fact.authority === 0 && foreignLeft-- <= 0) continue;
    placed.push(candidate);
  }
  return placed;
}
