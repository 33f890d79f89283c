/**
 * What can a verb reach, and in whose voice? One origin and one speaker, fixed when the handle is made. No argument of
 * a verb can widen that: an id of another origin behaves like an id that does not exist.
 *
 * A verb is a generator over its reach, with its stages in order. `facade/` drives it, at once or asynchronously.
 */
import type { Engine } from "../engine/engine.ts";
import type { Mind } from "../engine/mind.ts";
import { TidelineError } from "../errors.ts";
import type { State } from "../log/fold.ts";
import type { Steps } from "../log/steps.ts";
import { parseName } from "../model/arguments.ts";
import { type By, EVENT_VERSION, type MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import type { Origin } from "../model/origin.ts";
import { byOf, type Speaker } from "../model/speaker.ts";
import { type ChangeKind, checkChange } from "../write/change-gate.ts";

export interface Reach {
  readonly engine: Engine;
  readonly origin: Origin;
  /** The source of facts that are added without one. */
  readonly defaultSource: string;
  /** Who writes, and with which voice. */
  readonly speaker: Speaker;
  readonly mind: Mind;
}

export function reachOf({ engine, origin, defaultSource, speaker }: Omit<Reach, "mind">): Reach {
  return { engine, origin, defaultSource, speaker, mind: engine.mind(origin) };
}

export function isOwner({ origin }: Reach): boolean {
  return origin === "owner";
}

export function knownFact(state: State, id: string): Fact {
  const fact = state.facts.get(parseName(id, "id"));
  if (fact === undefined) throw noSuchFact(id);
  return fact;
}

export function noSuchFact(id: string): TidelineError {
  return new TidelineError("no-such-fact", `There is no fact ${id.slice(0, 64)} in this origin.`);
}

/** Checks whether the caller may change the fact, commits what `decide` returns, and returns the changed fact. */
export function* change(
  reach: Reach,
  id: string,
  what: ChangeVerb,
  decide: (state: State, fact: Fact) => readonly MemoryEvent[],
): Steps<Fact> {
  const { state } = yield* reach.mind.replica.commit((before) => {
    const fact = knownFact(before, id);
    checkChange(before, reach.speaker, CHANGE_KINDS[what], fact, what);
    return decide(before, fact);
  });
  return knownFact(state, id);
}

/** Every verb that changes an existing fact, with its kind of change (see `write/change-gate.ts`). */
const CHANGE_KINDS = {
  endorse: "person",
  pin: "keep",
  unpin: "raise",
  restore: "raise",
  unsuppress: "raise",
  promote: "raise",
  archive: "tend",
  suppress: "tend",
  demote: "tend",
  link: "tend",
  "give feedback on": "tend",
} as const satisfies Readonly<Record<string, ChangeKind>>;
type ChangeVerb = keyof typeof CHANGE_KINDS;

const BY_HAND = { rule: "by-hand" } as const;

/** The author of a change by hand: with which voice, and through which surface. */
export function byHand({ speaker }: Pick<Reach, "speaker">): By {
  return byOf(speaker);
}

/** The fields that every event of a change by hand has. */
export function stamp(reach: Reach) {
  return { v: EVENT_VERSION, at: reach.engine.now(), by: byHand(reach), why: BY_HAND } as const;
}
