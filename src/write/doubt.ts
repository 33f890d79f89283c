/**
 * Which events record that a statement contradicts a fact that it may not end (a higher class's, or another author's)?
 *
 * A `contradicts` link to that fact, if there is room for one, so that a person finds both. The other fact is not
 * changed.
 */
import type { MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import type { Stamp } from "./events.ts";
import type { Known } from "./known.ts";
import { noRoomForDispute } from "./link-room.ts";

type Doubted = Pick<Fact, "id" | "authority">;

/** The review reason of a fact that contradicts another. */
export const CONFLICT = "conflict";

export function doubtLinks(
  state: Known,
  { id, ...linker }: Doubted,
  against: Fact,
  stamped: Stamp,
): readonly MemoryEvent[] {
  if (noRoomForDispute(linker, against, (one) => state.facts.get(one)) !== undefined) return [];
  return [{ type: "linked", ...stamped, fact: id, kind: "contradicts", to: against.id }];
}

/** For a fact that stood unchallenged until now. */
export function doubtEvents(
  state: Known,
  fact: Doubted,
  against: Fact,
  stamped: Stamp,
): readonly MemoryEvent[] {
  const on = { ...stamped, fact: fact.id } as const;
  return [
    { type: "challenged", ...on, against: against.id },
    { type: "revised", ...on, review: CONFLICT },
    ...doubtLinks(state, fact, against, stamped),
  ];
}
