/**
 * How much may the facts of each class take in an origin, and how much do they take?
 *
 * The figures are kept up to date beside the facts, because a count would have to read every fact. They always equal
 * what a count would give: after any event, from any snapshot.
 *
 * Each class has its own limits (`limits.ts`). So however much a lower class writes, a higher class is never refused
 * because of it.
 */
import { TidelineError } from "../errors.ts";
import { MAX_CHARS_BY_CLASS, MAX_FACTS_BY_CLASS } from "../limits.ts";
import { REVISED_IN_BODY } from "../model/event-fields.ts";
import type { Fact } from "../model/fact.ts";
import { AUTHORITIES, TRUSTED } from "../model/source.ts";
import { wordsBeside } from "../model/wording.ts";

/** Both lists are indexed by class. */
export interface ClassTotals {
  readonly facts: readonly number[];
  /** Characters of the facts' words. Always 0 for class 3, whose characters are not limited. */
  readonly chars: readonly number[];
}

export const EMPTY_TOTALS: ClassTotals = { facts: AUTHORITIES.map(() => 0), chars: AUTHORITIES.map(() => 0) };

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

  constructor({ facts, chars }: ClassTotals) {
    this.facts = [...facts];
    this.chars = [...chars];
  }

  get totals(): ClassTotals {
    return { facts: this.facts, chars: this.chars };
  }

  replace(before: Fact | undefined, after: Fact | undefined): void {
    if (before !== undefined) this.count(before, -1);
    if (after !== undefined) this.count(after, 1);
  }

  private count(fact: Fact, sign: 1 | -1): void {
    (this.facts[fact.authority] as number) += sign;
    (this.chars[fact.authority] as number) += sign * charsOf(fact);
  }
}

function takesTheSame(before: Fact, after: Fact): boolean {
  if (before.authority !== after.authority) return false;
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
  throw new TidelineError(
    "origin-full",
    `The origin already holds ${now} ${what} of class ${authority}, and the limit is ${most}. Nothing was written. Purge some facts of that class, or use another origin.`,
    { authority, most },
  );
}
