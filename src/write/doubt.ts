/**
 * It stands against what a higher class said: what is written of that?
 *
 * A link that names the other, if there is room, so that a person finds both. The other is as it was.
 */
import type { MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import type { Stamp } from "./events.ts";
import type { Known } from "./known.ts";
import { noRoomForDispute } from "./link-room.ts";

type Doubted = Pick<Fact, "id" | "authority">;

/** Why a person should look at it. */
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

/** It stood until now. */
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
