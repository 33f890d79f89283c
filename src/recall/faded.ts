/**
 * Does a question that finds nothing, or nothing good, ask for something that has faded? How many archived facts match
 * it: recalling them with `include: ["archived"]` shows them, and restoring one is one call.
 *
 * Only answers count, not guesses, and only what a pass took away: what a person archived is gone because somebody wanted
 * it gone. It is told to the owner alone, like everything that is out of sight.
 */
import { MAX_RECALL } from "../limits.ts";
import type { UpkeepState } from "../log/upkeep-state.ts";
import type { Candidate } from "./candidate.ts";
import { amongMany } from "./features/likelihood.ts";
import type { Hit } from "./hit.ts";
import type { ParsedRecall } from "./options.ts";
import { isAnswer } from "./precedence.ts";
import { type RecallView, recallFrom } from "./recall.ts";

/** A fact at least as relevant as this is a good answer. */
const GOOD = 0.5;
const LEAST_AMONG_MANY = 0.05;
/** A person's own act, done as a pass so that it can be undone. */
const BY_HAND: ReadonlySet<string> = new Set(["dismiss"]);

export function fadedCount(
  view: RecallView,
  text: string,
  options: ParsedRecall,
  hits: readonly Hit[],
): number {
  const isAboutNow = options.asOf === undefined && options.knownAt === undefined;
  if (!isAboutNow || options.include.has("archived")) return 0;
  if (hits.some(({ relevance }) => relevance >= GOOD) || !hasTaken(view.state.upkeep)) return 0;
  const include = new Set([...options.include, "archived" as const]);
  const found = recallFrom(view, text, { ...options, include, limit: MAX_RECALL });
  return found.hits.filter(
    (one) =>
      one.fact.lifecycle === "archived" &&
      isAnswer(one, found.few) &&
      !isOnlyNear(one, found.few) &&
      isTakenByPass(view, one.fact.id),
  ).length;
}

const known = new WeakMap<UpkeepState["absences"], boolean>();

/** Has any pass taken anything? Mostly not, and then the question need not be asked again. */
function hasTaken({ absences }: UpkeepState): boolean {
  const before = known.get(absences);
  if (before !== undefined) return before;
  let has = false;
  for (const { taken } of absences.values()) if (taken?.pass !== undefined) has = true;
  known.set(absences, has);
  return has;
}

/** Where there are few facts, any of them is likely to be meant: without a word of the question it is a guess. */
function isOnlyNear({ relevance, features }: Candidate, few: number): boolean {
  const hasWord = (features?.has ?? 0) > 0 || (features?.named ?? 0) > 0;
  return !hasWord && amongMany(few, relevance) < LEAST_AMONG_MANY;
}

function isTakenByPass({ state: { upkeep } }: RecallView, id: string): boolean {
  const pass = upkeep.absences.get(id)?.taken?.pass;
  return pass !== undefined && !BY_HAND.has(upkeep.passes.get(pass)?.name ?? "");
}
