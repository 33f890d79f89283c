/**
 * What does a statement do to existing facts, by its slot and by its words?
 *
 * The rules are the same for new statements and for facts that a person adopts. A lower class changes nothing that a
 * higher class said.
 */
import type { KeyIndex } from "../indexes/keys.ts";
import type { Fact } from "../model/fact.ts";
import type { Authority } from "../model/source.ts";
import { type Changed, findChanged, NOTHING_CHANGED } from "./changed.ts";
import { type Denied, findDenied, findLaterDenial, NOTHING_DENIED } from "./denied.ts";
import type { Known } from "./known.ts";
import { holdsBeside } from "./link-room.ts";
import type { WriteRules } from "./rules.ts";
import { type Claim, type Effect, ending, FREE, type Placement, placeInSlot, withoutFacts } from "./slot.ts";
import { endOf, startOf } from "./span.ts";

export interface Impact {
  readonly place: Placement;
  readonly denied: Denied;
  readonly changed: Changed;
  /** At most one effect per fact. */
  readonly effects: readonly Effect[];
  /** The fact that it contradicts and may not end: of a higher class, or another author's. */
  readonly doubt: Fact | undefined;
  /** The denial that was told before this statement. */
  readonly deniedBy?: Fact | undefined;
}

/** A quarantined statement has no effect on anything. */
export const NO_IMPACT: Impact = {
  place: FREE,
  denied: NOTHING_DENIED,
  changed: NOTHING_CHANGED,
  effects: [],
  doubt: undefined,
};

/** The same sentence with another value, where only one can hold. */
const ANOTHER_VALUE = "change/another-value";

export const NO_IDS: ReadonlySet<string> = new Set();

/** `absorbed`: facts that say the same, and are merged. */
export function impactOf(
  state: Known,
  keys: KeyIndex,
  claim: Claim,
  authority: Authority,
  { isMultiValued }: Pick<WriteRules, "isMultiValued">,
  absorbed: ReadonlySet<string> = NO_IDS,
): Impact {
  const deniedBy = findLaterDenial(state, keys, claim, authority);
  const single = claim.slot !== undefined && !isMultiValued(claim.slot.attribute);
  const place = single
    ? withoutFacts(placeInSlot(state, keys, heldUntil(deniedBy, claim), authority), absorbed)
    : FREE;
  const denied = findDenied(state, keys, claim, authority);
  const changed = changedBesides(findChanged(state, keys, claim, authority), denied, absorbed);
  const byWords = denied.facts.length === 0 ? place.effects : withEnded(place.effects, denied.facts, claim);
  const effects =
    changed.facts.length === 0 ? byWords : withEnded(byWords, changed.facts, claim, ANOTHER_VALUE);
  const above = [place.challengedBy, ...denied.above, changed.disputed].filter((fact) => fact !== undefined);
  const doubt = above.find((fact) => !holdsBeside(fact, claim.id));
  if (deniedBy === undefined) return { place, denied, changed, effects, doubt };
  return { place: endedBy(deniedBy, place, claim), denied, changed, effects, doubt, deniedBy };
}

/** Facts that are denied and have no effect by the slot end by the claim's words. */
function withEnded(
  effects: readonly Effect[],
  denied: readonly Fact[],
  claim: Claim,
  rule?: string,
): readonly Effect[] {
  const touched = new Set(effects.map((effect) => effect.fact.id));
  const more = [...new Set(denied)].filter((fact) => !touched.has(fact.id));
  return [...effects, ...more.map((fact) => ending(fact, claim, rule))];
}

/** What a denial says counts more than what a change suggests. */
function changedBesides(changed: Changed, denied: Denied, absorbed: ReadonlySet<string>): Changed {
  if (changed === NOTHING_CHANGED) return changed;
  const isFree = (fact: Fact | undefined): fact is Fact =>
    fact !== undefined &&
    !absorbed.has(fact.id) &&
    !denied.facts.includes(fact) &&
    !denied.above.includes(fact);
  return {
    facts: changed.facts.filter(isFree),
    possible: changed.possible.filter(isFree),
    disputed: isFree(changed.disputed) ? changed.disputed : undefined,
    questioned: isFree(changed.questioned) ? changed.questioned : undefined,
  };
}

/** The claim, ending at the denial: in its slot it then ends nothing that held on after that. */
function heldUntil(denial: Fact | undefined, claim: Claim): Claim {
  return denial === undefined ? claim : { ...claim, validTo: Math.min(endOf(claim), startOf(denial)) };
}

/** The claim holds until it is denied, unless another value follows before that. */
function endedBy(denial: Fact, place: Placement, { at }: Claim): Placement {
  const since = startOf(denial);
  if (place.successor !== undefined && startOf(place.successor) <= since) return place;
  if (since <= at) return { ...place, successor: denial };
  return { ...place, until: Math.min(place.until ?? since, since) };
}
