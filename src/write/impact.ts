/**
 * What does a statement do to what stands already? By its slot, and by its words.
 *
 * The same for what is said and for what a person adopts; a lower class changes nothing that a higher class said.
 */
import type { KeyIndex } from "../indexes/keys.ts";
import type { Fact } from "../model/fact.ts";
import type { Authority } from "../model/source.ts";
import { type Denied, findDenied, findLaterDenial, NOTHING_DENIED } from "./denied.ts";
import type { Known } from "./known.ts";
import { holdsBeside } from "./link-room.ts";
import type { WriteRules } from "./rules.ts";
import { type Claim, type Effect, ending, FREE, type Placement, placeInSlot, withoutFacts } from "./slot.ts";
import { endOf, startOf } from "./span.ts";

export interface Impact {
  readonly place: Placement;
  readonly denied: Denied;
  /** Each fact once. */
  readonly effects: readonly Effect[];
  /** It stands against this, which is of a higher class. */
  readonly doubt: Fact | undefined;
  /** It was denied before it was told. */
  readonly deniedBy?: Fact | undefined;
}

/** Of what is quarantined: none, on anything. */
export const NO_IMPACT: Impact = { place: FREE, denied: NOTHING_DENIED, effects: [], doubt: undefined };

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
  const effects = denied.facts.length === 0 ? place.effects : withEnded(place.effects, denied.facts, claim);
  const above = place.challengedBy === undefined ? denied.above : [place.challengedBy, ...denied.above];
  const doubt = above.find((fact) => !holdsBeside(fact, claim.id));
  if (deniedBy === undefined) return { place, denied, effects, doubt };
  return { place: endedBy(deniedBy, place, claim), denied, effects, doubt, deniedBy };
}

/** What a slot has no part in ends by the claim's words. */
function withEnded(effects: readonly Effect[], denied: readonly Fact[], claim: Claim): readonly Effect[] {
  const touched = new Set(effects.map((effect) => effect.fact.id));
  const more = [...new Set(denied)].filter((fact) => !touched.has(fact.id));
  return [...effects, ...more.map((fact) => ending(fact, claim))];
}

/** The claim, of no longer than until then: in its slot it ends nothing that held on. */
function heldUntil(denial: Fact | undefined, claim: Claim): Claim {
  return denial === undefined ? claim : { ...claim, validTo: Math.min(endOf(claim), startOf(denial)) };
}

/** It holds until it is denied, unless another value follows before that. */
function endedBy(denial: Fact, place: Placement, { at }: Claim): Placement {
  const since = startOf(denial);
  if (place.successor !== undefined && startOf(place.successor) <= since) return place;
  if (since <= at) return { ...place, successor: denial };
  return { ...place, until: Math.min(place.until ?? since, since) };
}
