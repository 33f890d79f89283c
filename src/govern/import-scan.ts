/**
 * Which facts of an import must be quarantined? An export is a file that anybody may have edited: whatever the
 * principal did not say is scanned as it would have been at write time, unless a person has adopted or released it
 * since.
 */

import { resting, type Steps } from "../log/steps.ts";
import type { EventOf, MemoryEvent } from "../model/event.ts";
import { SOURCE_FIGURES, TRUSTED } from "../model/source.ts";
import { type Words, wordsIn } from "../model/wording.ts";
import { eachInSlices } from "../ports/slices.ts";
import type { Threat } from "../write/threat.ts";

type Stamp = Pick<EventOf<"quarantined">, "v" | "at" | "by">;

const EVENTS_PER_SLICE = 8;

/** In slices: other work may run in between. */
export function* quarantinesFor(
  events: readonly MemoryEvent[],
  scan: (said: Words) => readonly Threat[],
  stamp: Stamp,
): Steps<readonly EventOf<"quarantined">[]> {
  const foreign = new Set<string>();
  const flagged = new Map<string, number>();
  yield* resting(
    eachInSlices(events, EVENTS_PER_SLICE, (event) => {
      if (event.type === "added" && isForeign(event) && event.quarantined !== true) foreign.add(event.fact);
      if (event.type === "endorsed" || event.type === "released") flagged.delete(event.fact);
      else if ((event.type === "added" || event.type === "revised") && foreign.has(event.fact)) {
        const threats = event.body === undefined ? 0 : scan(wordsIn(event.body)).length;
        if (threats > 0) flagged.set(event.fact, threats);
      } else if (event.type === "quarantined") foreign.delete(event.fact);
    }),
  );
  return [...flagged].map(([fact, threats]) => ({
    type: "quarantined",
    ...stamp,
    why: { rule: "import/threat", inputs: { threats } },
    fact,
  }));
}

/** Includes what an earlier version stored as class 3 although the principal did not say it. */
function isForeign({ source, authority }: EventOf<"added">): boolean {
  return authority < TRUSTED || SOURCE_FIGURES[source].authority < TRUSTED;
}
