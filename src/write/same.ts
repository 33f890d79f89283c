/**
 * Has this been said before, in this origin?
 *
 * Equal canonical forms are the same statement. Who said it decides what follows: an equal class adds an
 * observation, a lower class leaves a trace, and a higher class writes a fact of its own and absorbs the lower
 * ones, so that what the principal said is what it would be had nobody else spoken.
 */

import type { KeyIndex } from "../index/keys.ts";
import { isSameSlot } from "../index/keys.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import type { Authority } from "../model/source.ts";
import { canonical } from "../text/canonical.ts";
import type { Draft } from "./draft.ts";

export interface SameFacts {
  /** Said by a higher class. */
  readonly above: Fact | undefined;
  /** Said by the same class, about the same slot. */
  readonly equal: Fact | undefined;
  /** Said by lower classes, or without the slot that is given now. */
  readonly below: readonly Fact[];
}

const NEVER_SAID: SameFacts = { above: undefined, equal: undefined, below: [] };

/** `isHeld`: it was taken for a threat, and is compared with others of that kind alone. */
export function findSame(
  state: State,
  keys: KeyIndex,
  draft: Draft,
  authority: Authority,
  isHeld: boolean,
): SameFacts {
  const ids = keys.sameAs(draft.reading.form);
  if (ids.length === 0) return NEVER_SAID;
  const from = draft.validFrom ?? draft.createdAt;
  const facts = ids
    .flatMap((id) => state.facts.get(id) ?? [])
    .filter((fact) => fact.quarantined === isHeld || (!isHeld && fact.authority < authority))
    .filter((fact) => isCurrent(fact, from) && !otherSlot(fact, draft) && says(fact, draft));
  const fits = (fact: Fact) => draft.slot === undefined || fact.slot !== undefined;
  return {
    above: best(facts.filter((fact) => fact.authority > authority)),
    equal: best(facts.filter((fact) => fact.authority === authority && fits(fact))),
    below: facts.filter(
      (fact) => fact.authority < authority || (fact.authority === authority && !fits(fact)),
    ),
  };
}

/** In force, or archived and able to come back. */
export function isCurrent(fact: Fact, at: number): boolean {
  const stands = fact.validity === "valid" || fact.validity === "challenged";
  return (
    stands && fact.lifecycle !== "pruned" && !fact.erased && (fact.validTo === undefined || fact.validTo > at)
  );
}

function otherSlot(fact: Fact, draft: Draft): boolean {
  return fact.slot !== undefined && draft.slot !== undefined && !isSameSlot(fact.slot, draft.slot);
}

function says(fact: Fact, { content, reading }: Draft): boolean {
  return fact.content === content || canonical(fact.content) === reading.form;
}

/** The highest class; then one that is in force; older wins ties: ids are stable across replays. */
function best(facts: readonly Fact[]): Fact | undefined {
  const order = (fact: Fact) => [-fact.authority, fact.lifecycle === "active" ? 0 : 1] as const;
  return [...facts].sort((a, b) => {
    const [a1, a2] = order(a);
    const [b1, b2] = order(b);
    return a1 - b1 || a2 - b2 || (a.id < b.id ? -1 : 1);
  })[0];
}
