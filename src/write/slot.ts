/**
 * Which value of a slot is current once a new one has been added?
 *
 * A slot has one current value per subject and attribute. A later `validFrom` supersedes, and the old value keeps its
 * history. A value of an earlier time is inserted as history and does not change the current one. Only values of the
 * same class compete in time. Whatever the dates, a lower class's value is challenged if a higher class ever gave the
 * slot a value, and a higher class's value supersedes or challenges those of lower classes. Below class 3 only values
 * of the same author compete: against another author's value of the class, the new one is disputed.
 */
import type { KeyIndex } from "../indexes/keys.ts";
import { isSameSlot } from "../indexes/keys.ts";
import type { Fact, Interlude, Slot } from "../model/fact.ts";
import type { Authority } from "../model/source.ts";
import type { Draft } from "./draft.ts";
import { isInterlude, isPassing, timesOf, withInterlude } from "./interlude.ts";
import type { Known } from "./known.ts";
import { mayEnd } from "./own-word.ts";
import { endOf, startOf } from "./span.ts";

/** What happens to an existing fact. */
export type Effect =
  | {
      readonly do: "supersede";
      readonly fact: Fact;
      readonly validTo: number | undefined;
      readonly rule?: string;
    }
  /** It stays in force until `validTo`. */
  | { readonly do: "end"; readonly fact: Fact; readonly validTo: number; readonly rule?: string }
  /** Another value held in between. */
  | { readonly do: "interrupt"; readonly fact: Fact; readonly interludes: readonly Interlude[] }
  | { readonly do: "challenge"; readonly fact: Fact };

export interface Placement {
  /** A value of a higher class, or of another author: the new value stands beside it, for review. */
  readonly challengedBy: Fact | undefined;
  /** The new value is history already: this value followed it. */
  readonly successor: Fact | undefined;
  /** The new value holds until then: another is planned. */
  readonly until: number | undefined;
  /** When other values held in between. */
  readonly interludes: readonly Interlude[];
  readonly effects: readonly Effect[];
}

/** What is said, and about which time: a draft, or a fact that is adopted. */
export type Claim = Pick<
  Draft,
  | "id"
  | "at"
  | "author"
  | "content"
  | "reading"
  | "segment"
  | "slot"
  | "createdAt"
  | "occurredAt"
  | "validFrom"
  | "validTo"
>;

export const FREE: Placement = {
  challengedBy: undefined,
  successor: undefined,
  until: undefined,
  interludes: [],
  effects: [],
};

export function placeInSlot(state: Known, keys: KeyIndex, claim: Claim, authority: Authority): Placement {
  const { slot } = claim;
  const { slotKey } = claim.reading;
  if (slot === undefined || slotKey === undefined) return FREE;
  const values = valuesOf(state, keys, slot, slotKey).filter((fact) => fact.id !== claim.id);
  if (values.length === 0) return FREE;
  const above = values.filter((fact) => fact.authority > authority);
  if (above.length > 0)
    return { ...FREE, challengedBy: above.find((fact) => fact.validity === "valid") ?? above.at(-1) };
  const lower = values.filter((fact) => fact.authority < authority && fact.validity === "valid");
  const peers = values.filter((fact) => fact.authority === authority);
  const own = peers.filter((fact) => mayEnd(state, fact, claim.author, authority));
  const place = placeAmongPeers(
    state,
    claim,
    own,
    lower.map((fact) => overrule(fact, claim)),
  );
  if (own.length === peers.length) return place;
  const disputed = peers.find((fact) => !own.includes(fact) && stands(fact, claim));
  return disputed === undefined ? place : { ...place, challengedBy: disputed };
}

/** Do both hold at the same time? */
function stands(fact: Fact, claim: Claim): boolean {
  return fact.validity === "valid" && startOf(fact) < endOf(claim) && endOf(fact) > startOf(claim);
}

/** All values that a slot holds or ever held. A quarantined value never counted. */
export function valuesOf(state: Known, keys: KeyIndex, slot: Slot, slotKey: string): readonly Fact[] {
  const values: Fact[] = [];
  for (const id of keys.inSlot(slotKey)) {
    const fact = state.facts.get(id);
    if (
      fact?.slot !== undefined &&
      isSameSlot(fact.slot, slot) &&
      !fact.erased &&
      !fact.quarantined &&
      fact.lifecycle !== "pruned"
    )
      values.push(fact);
  }
  return values;
}

/** The placement without effects on these facts. */
export function withoutFacts(place: Placement, ids: ReadonlySet<string>): Placement {
  if (ids.size === 0 || place.effects.length === 0) return place;
  return { ...place, effects: place.effects.filter((effect) => !ids.has(effect.fact.id)) };
}

function placeAmongPeers(
  state: Known,
  claim: Claim,
  peers: readonly Fact[],
  overruled: readonly Effect[],
): Placement {
  const start = startOf(claim);
  const dated = peers.filter(isDated);
  const later = dated.filter((fact) => startOf(fact) > start && hasHeld(fact));
  const next = later
    .filter((fact) => !isInterlude(state, fact, claim))
    .sort((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1))[0];
  const earlier = dated.filter((fact) => startOf(fact) <= start && endOf(fact) > start);
  const end = Math.min(endOf(claim), next === undefined ? Number.POSITIVE_INFINITY : startOf(next));
  const passing = later.filter((fact) => startOf(fact) < end && isInterlude(state, fact, claim));
  const interludes = timesOf(passing, end);
  const isBehind = next !== undefined && startOf(next) <= claim.at;
  // An interlude: a value that is over already does not end the one that holds now.
  if (isPassing(claim, next)) {
    const successor = isBehind ? next : undefined;
    const effects = earlier.map((fact) => interrupt(fact, start, end));
    return { ...FREE, successor, interludes, effects: [...overruled, ...effects] };
  }
  // History: the value before it ended when it began.
  if (isBehind) {
    const effects = earlier.map((fact) => ending(fact, claim));
    return { ...FREE, successor: next, interludes, effects: [...overruled, ...effects] };
  }
  // A planned value ends it on its date, and not before.
  const until = next === undefined ? undefined : end;
  const standing = dated.filter((fact) => startOf(fact) <= start && fact.validity === "valid");
  const ended = new Set([...standing, ...earlier]);
  const effects = Array.from(ended, (fact) => ending(fact, claim));
  return { ...FREE, until, interludes, effects: [...overruled, ...effects] };
}

/** False if it was replaced at the moment it began: a value that never held has no effect on others. */
function hasHeld(fact: Fact): boolean {
  return endOf(fact) > startOf(fact);
}

/** The fact holds again from `to` on, if its own time lasts that long; otherwise it ended at `from`. */
function interrupt(fact: Fact, from: number, to: number): Effect {
  return endOf(fact) > to
    ? { do: "interrupt", fact, interludes: withInterlude(fact, from, to) }
    : { do: "end", fact, validTo: Math.max(startOf(fact), from) };
}

/** It is, or was, a value in its time: neither challenged nor taken back. */
export function isDated({ validity }: Fact): boolean {
  return validity === "valid" || validity === "superseded";
}

/** A higher class spoke: the lower class's value ends, or, if it claims to be newer, is challenged. */
function overrule(fact: Fact, claim: Claim): Effect {
  return startOf(fact) <= startOf(claim) ? ending(fact, claim) : { do: "challenge", fact };
}

/** The claim takes the fact's place: at once, or on the date from which the claim holds. */
export function ending(fact: Fact, claim: Claim, rule?: string): Effect {
  const start = startOf(claim);
  const validTo = Math.max(startOf(fact), Math.min(fact.validTo ?? start, start));
  const effect = start > claim.at && fact.validity === "valid" ? "end" : "supersede";
  return { do: effect, fact, validTo, ...(rule === undefined ? {} : { rule }) };
}
