/**
 * Which value of a slot is the current one, once this one is there?
 *
 * One current value per subject and attribute. A later `validFrom` supersedes, and the old value keeps its
 * history; what was true before is filled in behind, and never touches the present. Only values of the same
 * class compete in time: a lower one is challenged where a higher ever stood, a higher one supersedes or
 * challenges lower ones, whatever their dates.
 */
import type { KeyIndex } from "../index/keys.ts";
import { isSameSlot } from "../index/keys.ts";
import type { State } from "../log/fold.ts";
import type { Fact } from "../model/fact.ts";
import type { Authority } from "../model/source.ts";
import type { Draft } from "./draft.ts";

/** What happens to a fact that is already there. */
export type Effect =
  | { readonly do: "supersede"; readonly fact: Fact; readonly validTo: number | undefined }
  /** It stays in force until then. */
  | { readonly do: "end"; readonly fact: Fact; readonly validTo: number }
  | { readonly do: "challenge"; readonly fact: Fact };

export interface Placement {
  /** The new value stands beside a higher one, for review. */
  readonly challengedBy: Fact | undefined;
  /** The new value is history already: this one followed it. */
  readonly successor: Fact | undefined;
  readonly effects: readonly Effect[];
}

export const FREE: Placement = { challengedBy: undefined, successor: undefined, effects: [] };

export function placeInSlot(state: State, keys: KeyIndex, draft: Draft, authority: Authority): Placement {
  const { slot } = draft;
  const { slotKey } = draft.reading;
  if (slot === undefined || slotKey === undefined) return FREE;
  const values: Fact[] = [];
  for (const id of keys.inSlot(slotKey)) {
    const fact = state.facts.get(id);
    if (
      fact?.slot !== undefined &&
      isSameSlot(fact.slot, slot) &&
      !fact.erased &&
      fact.lifecycle !== "pruned"
    )
      values.push(fact);
  }
  if (values.length === 0) return FREE;
  const above = values.filter((fact) => fact.authority > authority);
  if (above.length > 0)
    return { ...FREE, challengedBy: above.find((fact) => fact.validity === "valid") ?? above.at(-1) };
  const lower = values.filter((fact) => fact.authority < authority && fact.validity === "valid");
  const peers = values.filter((fact) => fact.authority === authority);
  return placeAmongPeers(
    draft,
    peers,
    lower.map((fact) => overrule(fact, startOf(draft))),
  );
}

/** The same, but these facts are left to somebody else. */
export function withoutFacts(place: Placement, ids: ReadonlySet<string>): Placement {
  if (ids.size === 0 || place.effects.length === 0) return place;
  return { ...place, effects: place.effects.filter((effect) => !ids.has(effect.fact.id)) };
}

function placeAmongPeers(draft: Draft, peers: readonly Fact[], overruled: readonly Effect[]): Placement {
  const start = startOf(draft);
  const dated = peers.filter((fact) => fact.validity === "valid" || fact.validity === "superseded");
  const later = dated.filter((fact) => startOf(fact) > start).sort((a, b) => startOf(a) - startOf(b));
  const earlier = dated.filter((fact) => startOf(fact) <= start);
  const next = later[0];
  if (next !== undefined) {
    // Filled in behind: what stood before it ended when it began.
    const cutShort = earlier.filter((fact) => (fact.validTo ?? Number.POSITIVE_INFINITY) > start);
    return {
      ...FREE,
      successor: next,
      effects: [...overruled, ...cutShort.map((fact) => superseding(fact, start))],
    };
  }
  // A value that is over already does not end the one that holds now.
  if (draft.validTo !== undefined && draft.validTo <= draft.at) return { ...FREE, effects: overruled };
  const current = earlier.filter((fact) => fact.validity === "valid");
  const effects = current.map(
    (fact): Effect =>
      start > draft.at ? { do: "end", fact, validTo: endOf(fact, start) } : superseding(fact, start),
  );
  return { ...FREE, effects: [...overruled, ...effects] };
}

/** The principal spoke: a lower value is over, or, if it claims to be newer, in doubt. */
function overrule(fact: Fact, start: number): Effect {
  return startOf(fact) <= start ? superseding(fact, start) : { do: "challenge", fact };
}

function superseding(fact: Fact, start: number): Effect {
  return { do: "supersede", fact, validTo: endOf(fact, start) };
}

function endOf(fact: Fact, start: number): number {
  return Math.min(fact.validTo ?? start, start);
}

/** Since when a value holds. */
export function startOf(value: {
  readonly validFrom: number | undefined;
  readonly createdAt: number;
}): number {
  return value.validFrom ?? value.createdAt;
}
