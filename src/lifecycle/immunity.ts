/**
 * What may nothing automatic take away?
 *
 * One veto, in one place, under every policy: what is permanent, pinned or confirmed; what something active is
 * derived from; and what was brought back a short while ago. A person's own word (purge, archive, retention) and
 * what the principal says instead pass; nothing else does.
 *
 * Text from tools gains no immunity: `pinned` and `permanent` need class 3, `confirmed` counts assertions from
 * class 2 on, and evidence is kept only for what is itself of class 2 and not below the evidence.
 */
import type { Fact } from "../model/fact.ts";
import type { JudgeContext } from "./policy.ts";

export const IMMUNITIES = ["permanent", "pinned", "confirmed", "evidence", "brought-back"] as const;
export type ImmunityReason = (typeof IMMUNITIES)[number];

export interface Immunity {
  readonly reason: ImmunityReason;
  /** In a few words, for a person. */
  readonly text: string;
}

const DAY_MS = 86_400_000;
/** After this long without a text, a pruned fact cannot be brought back any more. */
export const PRUNE_GRACE_DAYS = 7;
/** A sweep that took it away again the next day would make bringing back pointless. */
const BROUGHT_BACK_DAYS = 30;
/** Below this class a fact protects nothing that it was derived from. */
const PROTECTING_CLASS = 2;

export function immunityOf(fact: Fact, context: JudgeContext): Immunity | undefined {
  if (fact.tier === "permanent") return { reason: "permanent", text: "it is permanent" };
  if (fact.pinned) return { reason: "pinned", text: "it is pinned" };
  if (fact.confirmedAt !== undefined) return { reason: "confirmed", text: "it is confirmed" };
  const citing = citingFact(fact, context);
  if (citing !== undefined) return { reason: "evidence", text: `${citing.id} was derived from it` };
  const back = context.broughtBackAt(fact.id);
  return back !== undefined && context.now - back < BROUGHT_BACK_DAYS * DAY_MS
    ? { reason: "brought-back", text: "it was brought back a short while ago" }
    : undefined;
}

/** Something in force that stands on this fact, and may protect it. What was only said again on the strength of it
 * stood before. */
export function citingFact(fact: Fact, context: JudgeContext): Fact | undefined {
  const derived = context.citedBy(fact.id).filter((citing) => citing.evidence.includes(fact.id));
  const byLink = fact.backlinks
    .filter((back) => back.kind === "derived_from")
    .flatMap((back) => context.fact(back.from) ?? []);
  return [...derived, ...byLink].find(
    (citing) => isInForce(citing) && citing.authority >= Math.max(PROTECTING_CLASS, fact.authority),
  );
}

function isInForce(fact: Fact): boolean {
  return (
    fact.lifecycle === "active" &&
    (fact.validity === "valid" || fact.validity === "challenged") &&
    !fact.suppressed &&
    !fact.quarantined
  );
}
