/**
 * Which events record that a statement contradicts a fact that it may not end (a higher class's, or another author's),
 * or that it may have changed one?
 *
 * A `contradicts` link to that fact, if there is room for one, so that a person finds both. The other fact is not
 * changed.
 */
import type { MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import type { Changed } from "./changed.ts";
import type { Stamp, StampBy } from "./events.ts";
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

const MAY_HAVE_CHANGED = "change/possible";

/** For a fact that may have changed others. */
export function changeLinks(
  state: Known,
  fact: Doubted & { readonly links: Fact["links"] },
  { possible, questioned }: Changed,
  stampBy: StampBy,
): readonly MemoryEvent[] {
  const stamped = stampBy(MAY_HAVE_CHANGED);
  const isLinked = (id: string) => fact.links.some(({ kind, to }) => kind === "contradicts" && to === id);
  return [...possible, ...(questioned === undefined ? [] : [questioned])]
    .filter(({ id }) => !isLinked(id))
    .flatMap((one) => doubtLinks(state, fact, one, stamped));
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
