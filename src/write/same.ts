/**
 * Has this been said before, in this origin?
 *
 * Texts with equal canonical forms are the same statement. The class of the new statement decides what follows: an
 * equal class adds an observation, a lower class leaves a trace, and a higher class writes its own fact and absorbs the
 * lower ones. So the principal's facts are the same as if nobody else had spoken.
 */

import type { KeyIndex } from "../indexes/keys.ts";
import { isSameSlot, slotKey } from "../indexes/keys.ts";
import type { Fact } from "../model/fact.ts";
import { type Authority, TRUSTED } from "../model/source.ts";
import { canonical } from "../text/sameness/canonical.ts";
import type { Known } from "./known.ts";
import type { WriteRules } from "./rules.ts";
import { type Claim, isDated, valuesOf } from "./slot.ts";
import { startOf } from "./span.ts";

export interface SameFacts {
  /** Said by a higher class. */
  readonly above: Fact | undefined;
  /** Said by the same class, about the same slot. */
  readonly equal: Fact | undefined;
  /**
   * Facts to absorb: said by a lower class, said without the slot that is given now, or said by the principal and
   * challenged since.
   */
  readonly below: readonly Fact[];
}

const NEVER_SAID: SameFacts = { above: undefined, equal: undefined, below: [] };

export interface SameRules extends Pick<WriteRules, "isMultiValued"> {
  /** The statement was taken for a threat, and is compared with quarantined facts only. */
  readonly isHeld: boolean;
}

export function findSame(
  state: Known,
  keys: KeyIndex,
  claim: Claim,
  authority: Authority,
  rules: SameRules,
): SameFacts {
  const ids = keys.sameAs(claim.reading.form);
  if (ids.length === 0) return NEVER_SAID;
  const { isHeld } = rules;
  const facts = ids
    .flatMap((id) => state.facts.get(id) ?? [])
    .filter((fact) => fact.id !== claim.id && !otherSlot(fact, claim))
    .filter((fact) => fact.quarantined === isHeld || (!isHeld && fact.authority < authority))
    .filter((fact) => isSameTime(fact, claim) && says(fact, claim))
    .filter((fact) => !isOtherwiseBetween(state, keys, fact, claim, rules));
  // What the principal says again is their latest word: doubt about an earlier one does not apply to it.
  const isDoubted = (fact: Fact) => authority === TRUSTED && fact.validity === "challenged";
  const fits = (fact: Fact) => (claim.slot === undefined || fact.slot !== undefined) && !isDoubted(fact);
  return {
    above: best(
      facts.filter((fact) => fact.authority > authority),
      claim,
    ),
    equal: best(
      facts.filter((fact) => fact.authority === authority && fits(fact)),
      claim,
    ),
    below: facts.filter(
      (fact) => stands(fact) && (fact.authority < authority || (fact.authority === authority && !fits(fact))),
    ),
  };
}

/** In force, or archived and able to come back. */
export function isCurrent(fact: Fact, at: number): boolean {
  return stands(fact) && isThere(fact) && (fact.validTo === undefined || fact.validTo > at);
}

function stands({ validity }: Fact): boolean {
  return validity === "valid" || validity === "challenged";
}

function isThere(fact: Fact): boolean {
  return fact.lifecycle !== "pruned" && !fact.erased;
}

/**
 * Do both speak of the same time? A superseded fact held in its own time, and is restated if the claim is about that
 * time.
 */
function isSameTime(fact: Fact, claim: Claim): boolean {
  const from = startOf(claim);
  const isBefore = claim.validTo !== undefined && claim.validTo <= startOf(fact);
  if (isCurrent(fact, from)) return !isBefore;
  const { validity, validTo } = fact;
  const isPast = validity === "superseded" && validTo !== undefined && validTo <= claim.at;
  return isPast && isThere(fact) && startOf(fact) <= from && from < validTo;
}

/**
 * Did the slot have another value between the claim's beginning and the fact's? Then these are two times, and two
 * facts.
 */
function isOtherwiseBetween(
  state: Known,
  keys: KeyIndex,
  fact: Fact,
  claim: Claim,
  { isMultiValued }: SameRules,
): boolean {
  const [from, { slot }] = [startOf(claim), fact];
  if (slot === undefined || startOf(fact) <= from || isMultiValued(slot.attribute)) return false;
  return valuesOf(state, keys, slot, slotKey(slot)).some(
    (one) =>
      one.authority === fact.authority &&
      isDated(one) &&
      startOf(one) < startOf(fact) &&
      (one.validTo ?? Number.POSITIVE_INFINITY) > from &&
      !says(one, claim),
  );
}

function otherSlot(fact: Fact, { slot }: Claim): boolean {
  return fact.slot !== undefined && slot !== undefined && !isSameSlot(fact.slot, slot);
}

function says(fact: Fact, { content, reading }: Claim): boolean {
  return fact.content === content || canonical(fact.content) === reading.form;
}

/**
 * The highest class first; then facts that had begun by the claim's start, active ones first; of those that begin
 * later, the earliest. Older wins ties: ids are stable across replays.
 */
function best(facts: readonly Fact[], claim: Claim): Fact | undefined {
  const from = startOf(claim);
  const rank = (fact: Fact) => (startOf(fact) <= from ? 0 : 2) + (fact.lifecycle === "active" ? 0 : 1);
  const begins = (fact: Fact) => Math.max(from, startOf(fact));
  return [...facts].sort(
    (a, b) =>
      b.authority - a.authority || rank(a) - rank(b) || begins(a) - begins(b) || (a.id < b.id ? -1 : 1),
  )[0];
}
