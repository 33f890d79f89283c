/** How does a verb change a fact by hand? It checks whether the caller may, commits, and tells who changed it. */
import { TidelineError } from "../errors.ts";
import type { State } from "../log/fold.ts";
import type { Steps } from "../log/steps.ts";
import { parseName } from "../model/arguments.ts";
import { type By, EVENT_VERSION, type MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import { byOf } from "../model/speaker.ts";
import { type ChangeKind, checkChange } from "../write/change-gate.ts";
import type { Memory } from "./memory.ts";

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
  memory: Memory,
  id: string,
  what: ChangeVerb,
  decide: (state: State, fact: Fact) => readonly MemoryEvent[],
): Steps<Fact> {
  const { state } = yield* memory.open.replica.commit((before) => {
    const fact = knownFact(before, id);
    checkChange(before, memory.speaker, CHANGE_KINDS[what], fact, what);
    return decide(before, fact);
  });
  return knownFact(state, id);
}

/** Every verb that changes an existing fact, with its kind of change (see `write/change-gate.ts`). */
const CHANGE_KINDS = {
  endorse: "person",
  revise: "label",
  pin: "keep",
  unpin: "raise",
  restore: "raise",
  unsuppress: "raise",
  promote: "raise",
  archive: "tend",
  suppress: "tend",
  demote: "tend",
  link: "link",
  "give feedback on": "weigh",
} as const satisfies Readonly<Record<string, ChangeKind>>;
type ChangeVerb = keyof typeof CHANGE_KINDS;

const BY_HAND = { rule: "by-hand" } as const;

/** The author of a change by hand: with which voice, and through which surface. */
export function byHand({ speaker }: Pick<Memory, "speaker">): By {
  return byOf(speaker);
}

/** The fields that every event of a change by hand has. */
export function stamp(memory: Memory) {
  return { v: EVENT_VERSION, at: memory.engine.now(), by: byHand(memory), why: BY_HAND } as const;
}
