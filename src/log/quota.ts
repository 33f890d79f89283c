/**
 * How much may the facts of each class take in an origin, how much do they take, and how many of them are active or
 * wait for a person?
 *
 * The figures are kept up to date beside the facts, because a count would have to read every fact. They always equal
 * what a count would give: after any event, from any snapshot.
 *
 * Each class has its own limits (`limits.ts`). So however much a lower class writes, a higher class is never refused
 * because of it.
 */
import { TidelineError } from "../errors.ts";
import {
  MAX_CHANGES_BY_CLASS,
  MAX_CHARS_BY_CLASS,
  MAX_FACTS_BY_CLASS,
  WORDED_CHANGE_COUNTS,
} from "../limits.ts";
import type { MemoryEvent } from "../model/event.ts";
import { REVISED_IN_BODY } from "../model/event-fields.ts";
import type { Fact } from "../model/fact.ts";
import { needsReview } from "../model/review.ts";
import { AUTHORITIES, type Authority, TRUSTED } from "../model/source.ts";
import { wordsBeside } from "../model/wording.ts";

/** The lists are indexed by class. */
export interface ClassTotals {
  readonly facts: readonly number[];
  /** Characters of the facts' words. Always 0 for class 3, whose characters are not limited. */
  readonly chars: readonly number[];
  /**
   * Changes to facts in the log, by the class of who made them; those with words count more than once. Always 0 for
   * class 3. They never become fewer: the log keeps them.
   */
  readonly changes: readonly number[];
  /** Facts that are active, and those of them that wait for a person. These have no limit. */
  readonly active: readonly number[];
  readonly forReview: readonly number[];
}

export const EMPTY_TOTALS: ClassTotals = {
  facts: AUTHORITIES.map(() => 0),
  chars: AUTHORITIES.map(() => 0),
  changes: AUTHORITIES.map(() => 0),
  active: AUTHORITIES.map(() => 0),
  forReview: AUTHORITIES.map(() => 0),
};

/** The totals after an event that is no addition. What the engine does on its own counts for no class. */
export function totalsWithChange(totals: ClassTotals, event: MemoryEvent, hasWords: boolean): ClassTotals {
  const authority = "by" in event ? event.by?.authority : undefined;
  if (authority === undefined || authority === TRUSTED || !CHANGES.has(event.type)) return totals;
  const before = totals.changes[authority] ?? 0;
  const changes = totals.changes.with(authority, before + (hasWords ? WORDED_CHANGE_COUNTS : 1));
  return { ...totals, changes };
}

/** What a caller can repeat without adding a fact. Refused writes have a limit of their own (`refusals.ts`). */
const CHANGES: ReadonlySet<MemoryEvent["type"]> = new Set([
  ...(["observed", "restated", "revised", "linked", "unlinked", "pinned", "unpinned"] as const),
  ...(["archived", "restored", "suppressed", "unsuppressed", "invalidated", "revalidated"] as const),
]);

/** May this class add one more change with words to the log? */
export function hasRoomForChange({ changes }: ClassTotals, authority: Authority): boolean {
  return (changes[authority] ?? 0) + WORDED_CHANGE_COUNTS <= MAX_CHANGES_BY_CLASS[authority];
}

/** The totals after a fact was added (`before` is undefined), removed (`after` is undefined) or changed. */
export function totalsAfter(
  totals: ClassTotals,
  before: Fact | undefined,
  after: Fact | undefined,
): ClassTotals {
  if (before !== undefined && after !== undefined && takesTheSame(before, after)) return totals;
  const count = new TotalsCount(totals);
  count.replace(before, after);
  return count.totals;
}

/** Like `totalsAfter`, for many facts one after another. */
export class TotalsCount {
  private readonly facts: number[];
  private readonly chars: number[];
  private readonly changes: readonly number[];
  private readonly active: number[];
  private readonly forReview: number[];

  constructor({ facts, chars, changes, active, forReview }: ClassTotals) {
    this.facts = [...facts];
    this.chars = [...chars];
    this.changes = changes;
    this.active = [...active];
    this.forReview = [...forReview];
  }

  get totals(): ClassTotals {
    const { facts, chars, changes, active, forReview } = this;
    return { facts, chars, changes, active, forReview };
  }

  replace(before: Fact | undefined, after: Fact | undefined): void {
    if (before !== undefined) this.count(before, -1);
    if (after !== undefined) this.count(after, 1);
  }

  private count(fact: Fact, sign: 1 | -1): void {
    (this.facts[fact.authority] as number) += sign;
    (this.chars[fact.authority] as number) += sign * charsOf(fact);
    if (fact.lifecycle === "active") (this.active[fact.authority] as number) += sign;
    if (needsReview(fact)) (this.forReview[fact.authority] as number) += sign;
  }
}

function takesTheSame(before: Fact, after: Fact): boolean {
  if (before.authority !== after.authority || before.lifecycle !== after.lifecycle) return false;
  if (needsReview(before) !== needsReview(after)) return false;
  return before.authority === TRUSTED || WORDS.every((field) => before[field] === after[field]);
}

/** The words that can change. */
const WORDS = ["content", "slot", ...REVISED_IN_BODY] as const;

function charsOf(fact: Fact): number {
  if (fact.authority === TRUSTED) return 0;
  return wordsBeside(fact).reduce((sum, word) => sum + word.length, fact.content.length);
}

/** Throws if a class takes more than before and exceeds its limit. A class already over it may still shrink. */
export function checkQuota(before: ClassTotals, after: ClassTotals): void {
  for (const authority of AUTHORITIES) {
    checkOne("facts", authority, MAX_FACTS_BY_CLASS[authority], before.facts, after.facts);
    checkOne("characters", authority, MAX_CHARS_BY_CLASS[authority], before.chars, after.chars);
    checkOne("changes", authority, MAX_CHANGES_BY_CLASS[authority], before.changes, after.changes);
  }
}

function checkOne(
  what: string,
  authority: number,
  most: number,
  before: readonly number[],
  after: readonly number[],
): void {
  const [now = 0, then = 0] = [before[authority], after[authority]];
  if (then <= now || then <= most) return;
  const remedy =
    what === "changes" ? "Use another origin." : "Purge some facts of that class, or use another origin.";
  throw new TidelineError(
    "origin-full",
    `The origin already holds ${now} ${what} of class ${authority}, and the limit is ${most}. Nothing was written. ${remedy}`,
    { authority, most },
  );
}
