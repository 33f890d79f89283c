/**
 * What can a verb reach? One origin, fixed when its handle was made, that no argument can widen: an id of another
 * origin is an id that does not exist.
 *
 * A verb is a generator over its reach, its stages in order, driven at once or later (`facade/`).
 */
import type { Engine } from "../engine/engine.ts";
import type { Mind } from "../engine/mind.ts";
import { TidelineError } from "../errors.ts";
import type { State } from "../log/fold.ts";
import type { Steps } from "../log/steps.ts";
import { EVENT_VERSION, type MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import type { Origin } from "../model/origin.ts";
import { parseName } from "../write/draft.ts";

export interface Reach {
  readonly engine: Engine;
  readonly origin: Origin;
  /** The source of what is added without one. */
  readonly defaultSource: string;
  readonly mind: Mind;
}

export function reachOf({ engine, origin, defaultSource }: Omit<Reach, "mind">): Reach {
  return { engine, origin, defaultSource, mind: engine.mind(origin) };
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

/** Decides about one fact, and gives it as it is afterwards. */
export function* change(
  reach: Reach,
  id: string,
  decide: (state: State, fact: Fact) => readonly MemoryEvent[],
): Steps<Fact> {
  const { state } = yield* reach.mind.replica.commit((before) => decide(before, knownFact(before, id)));
  return knownFact(state, id);
}

const BY_HAND = { rule: "by-hand" } as const;

/** What every event by hand says of itself. */
export function stamp(reach: Reach) {
  return { v: EVENT_VERSION, at: reach.engine.now(), why: BY_HAND } as const;
}
