/**
 * Which facts must nothing automatic take away?
 *
 * One veto, in one place, under every policy. It protects facts that must not be forgotten (`essential`); facts that are
 * permanent, pinned or confirmed; facts from which something active is derived; facts of the principal that a lower
 * class disputes; the principal's current value of a slot; facts that questions keep finding; facts whose time is still to
 * come; facts that were brought back, or said again by the principal, a short while ago; and what was brought in from
 * another memory a short while ago. Only a person's own action (purge, archive, retention) and a new statement of the
 * principal pass the veto.
 *
 * Text from tools gains no immunity: `pinned` and `permanent` need class 3; being essential, in use or to come needs
 * class 2, being brought in class 1; `confirmed` counts assertions from class 2 up; evidence is protected only for a fact of at least class 2 and at least
 * the class of the evidence; a dispute protects only a fact of class 3.
 */

import { MAX_LINKS_PER_FACT } from "../limits.ts";
import type { Fact } from "../model/fact.ts";
import { madeAt } from "../model/id.ts";
import type { Essential } from "../model/segment.ts";
import { isLive } from "../model/sight.ts";
import { HEARSAY, PROTECTING_CLASS, TRUSTED } from "../model/source.ts";
import { DAY_MS } from "../model/time.ts";
import { timeToCome } from "../text/values/time-to-come.ts";
import type { JudgeContext } from "./policy.ts";
import { recursAgain } from "./recurrence.ts";

export const IMMUNITIES = [
  "essential",
  "permanent",
  "pinned",
  "confirmed",
  "evidence",
  "disputed",
  "current-value",
  "in-use",
  "to-come",
  "brought-back",
  "brought-in",
] as const;
export type ImmunityReason = (typeof IMMUNITIES)[number];

export interface Immunity {
  readonly reason: ImmunityReason;
  /** A short reason for a person. May name another fact by its id. */
  readonly text: string;
}

/** How long after its pruning a fact's text is erased. Until then it can be brought back. */
export const PRUNE_GRACE_DAYS = 30;
/** A sweep that took the fact away again the next day would make restoring pointless. */
const BROUGHT_BACK_DAYS = 30;
/** What another memory heard long ago has faded when it comes in, and nobody could have asked for it here before. */
const BROUGHT_IN_DAYS = 30;

export function immunityOf(fact: Fact, context: JudgeContext): Immunity | undefined {
  if (isEssential(fact)) return { reason: "essential", text: WHY_ESSENTIAL[fact.essential] };
  if (fact.tier === "permanent") return { reason: "permanent", text: "it is permanent" };
  if (fact.pinned) return { reason: "pinned", text: "it is pinned" };
  if (fact.confirmedAt !== undefined) return { reason: "confirmed", text: "it is confirmed" };
  const citing = citingFact(fact, context);
  if (citing !== undefined) return { reason: "evidence", text: `${citing.id} was derived from it` };
  const guard = guardOf(fact, context);
  if (guard !== undefined) return guard;
  const use = useOf(fact, context);
  if (use !== undefined) return { reason: "in-use", text: use };
  const coming = comingOf(fact, context.now);
  if (coming !== undefined) return { reason: "to-come", text: coming };
  const back = context.broughtBackAt(fact.id);
  if (back !== undefined && context.now - back < BROUGHT_BACK_DAYS * DAY_MS)
    return { reason: "brought-back", text: "it was brought back or said again a short while ago" };
  return isBroughtIn(fact, context.now)
    ? { reason: "brought-in", text: "it was brought in from another memory a short while ago" }
    : undefined;
}

/** Its `createdAt` says when the other memory heard it; its id was made when it came in. */
function isBroughtIn({ id, source, authority }: Fact, now: number): boolean {
  if (source !== "import" || authority < HEARSAY) return false;
  const cameIn = madeAt(id);
  return cameIn !== undefined && now - cameIn < BROUGHT_IN_DAYS * DAY_MS;
}

/** A fact is in use if questions found it on this many days of the last so many. */
const DAYS_OF_USE = 3;
const USE_WITHIN_DAYS = 30;

/**
 * In use: turns' own questions keep finding the fact. It gains no score by that, and a lower class gains nothing at all:
 * text that answers many questions would otherwise keep itself.
 */
function useOf(fact: Fact, { foundOn, now }: JudgeContext): string | undefined {
  if (fact.authority < PROTECTING_CLASS) return undefined;
  const today = Math.floor(now / DAY_MS);
  const days = foundOn(fact.id).filter((day) => day <= today && day > today - USE_WITHIN_DAYS).length;
  return days < DAYS_OF_USE ? undefined : `it was shown on ${days} of the last ${USE_WITHIN_DAYS} days`;
}

/** So long after its time a fact that was told before it stays: it could not be asked for as what has happened. */
const SINCE_ITS_TIME_DAYS = 30;

/** An appointment that is erased before its day is no memory. Lower classes choose no time for themselves. */
function comingOf(fact: Fact, now: number): string | undefined {
  if (fact.authority < PROTECTING_CLASS || !holds(fact, now)) return undefined;
  if (recursAgain(fact, now)) return "it happens again";
  const time = Math.max(fact.validFrom ?? 0, fact.occurredAt ?? 0, lastTimeIn(fact));
  if (time <= fact.createdAt || now - time >= SINCE_ITS_TIME_DAYS * DAY_MS) return undefined;
  const day = new Date(time).toISOString().slice(0, 10);
  return time > now ? `its time is still to come, on ${day}` : `its time came only on ${day}`;
}

/** Facts that were read before: a forecast judges one fact day by day. */
const timesRead = new WeakMap<Fact, number>();

/** The last moment of the time that its words tell of, if that was to come when it was told; otherwise 0. */
function lastTimeIn(fact: Fact): number {
  const known = timesRead.get(fact);
  if (known !== undefined) return known;
  const end = timeToCome(fact.content, fact.createdAt);
  const last = end === undefined ? 0 : end - 1;
  timesRead.set(fact, last);
  return last;
}

const WHY_ESSENTIAL: Readonly<Record<Essential, string>> = {
  identity: "it says who somebody is, and must not be forgotten",
  harm: "forgetting it could do harm",
};

/** From class 2 up. The label comes with the write, so hearsay never has it; the class is checked all the same. */
function isEssential(fact: Fact): fact is Fact & { readonly essential: Essential } {
  return fact.essential !== undefined && fact.authority >= PROTECTING_CLASS;
}

/**
 * A live fact that was derived from this one and may protect it. A fact that existed before and was only said again on
 * this evidence does not count,
 * nor does a card, a summary or a bridge: what a pass makes of a fact keeps it from nothing.
 */
export function citingFact(fact: Fact, context: JudgeContext): Fact | undefined {
  const derived = context.citedBy(fact.id).filter((citing) => citing.evidence.includes(fact.id));
  const byLink = fact.backlinks
    .filter((back) => back.kind === "derived_from")
    .flatMap((back) => context.fact(back.from) ?? []);
  return [...derived, ...byLink].find(
    (citing) =>
      citing.derived === undefined &&
      isLive(citing) &&
      citing.authority >= Math.max(PROTECTING_CLASS, fact.authority),
  );
}

/**
 * Keeps the principal's statements in sight while their absence would leave a lower class with the last word: while a
 * lower class disputes them, and while they are the value of a slot that lasts.
 */
export function guardOf(fact: Fact, context: JudgeContext): Immunity | undefined {
  if (fact.authority < TRUSTED || !holds(fact, context.now)) return undefined;
  const dispute = disputeOf(fact, context);
  if (dispute !== undefined) return { reason: "disputed", text: dispute };
  return fact.slot !== undefined && fact.tier !== "short"
    ? { reason: "current-value", text: "it is the current value of its slot" }
    : undefined;
}

/** A dispute lasts as long as the fact of the lower class can be recalled. */
function disputeOf(fact: Fact, context: JudgeContext): string | undefined {
  const ids = [...fact.backlinks, ...fact.links].flatMap((link) => {
    if (link.kind !== "contradicts") return [];
    return "from" in link ? [link.from] : [link.to];
  });
  for (const id of ids) {
    const other = context.fact(id);
    if (other === undefined || other.authority >= fact.authority) continue;
    if (isLive(other) && holds(other, context.now)) return `${id}, of a lower class, disputes it`;
  }
  // The list of links is full, so a later dispute may not have been recorded. Treat the fact as disputed.
  return fact.backlinks.length >= MAX_LINKS_PER_FACT
    ? `with ${fact.backlinks.length} links to it, a dispute may have gone unrecorded`
    : undefined;
}

/** It has not been replaced or withdrawn, and its time is not over. */
function holds({ validity, validTo }: Fact, now: number): boolean {
  return (validity === "valid" || validity === "challenged") && (validTo === undefined || validTo > now);
}
