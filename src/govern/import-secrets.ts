/**
 * Which facts of an import hold a credential? An export may come from a workspace that accepted credentials, or from a
 * version that did not look for them. In a workspace that refuses credentials such facts are left out, with everything
 * that was ever said about them, and the rest is imported; in one that marks them, they are listed for review.
 */

import { resting, type Steps } from "../log/steps.ts";
import type { EventOf, MemoryEvent } from "../model/event.ts";
import { wordsIn } from "../model/wording.ts";
import { eachInSlices } from "../ports/slices.ts";
import { SECRET } from "../write/decide.ts";
import { findSecrets, secretsAmong } from "../write/secrets.ts";
import { leaving } from "./export.ts";

type Stamp = Pick<EventOf<"revised">, "v" | "at" | "by">;

const EVENTS_PER_SLICE = 32;

/** The ids of facts whose words, present or former, hold a credential. */
export function* factsWithSecrets(events: readonly MemoryEvent[]): Steps<ReadonlySet<string>> {
  const found = new Set<string>();
  yield* resting(
    eachInSlices(events, EVENTS_PER_SLICE, (event) => {
      if ("fact" in event && !found.has(event.fact) && holdsSecret(event)) found.add(event.fact);
    }),
  );
  return found;
}

function holdsSecret(event: MemoryEvent): boolean {
  if (event.type === "added" || event.type === "revised") return secretsAmong(wordsIn(event.body)).length > 0;
  const { body } = event as { readonly body?: Readonly<Record<string, unknown>> };
  if (body === undefined) return false;
  const words = Object.values(body).filter((one) => typeof one === "string");
  return findSecrets(words.join("\n")).length > 0;
}

/** The import's events without these facts. */
export function eventsWithout(
  events: readonly MemoryEvent[],
  facts: ReadonlySet<string>,
): readonly MemoryEvent[] {
  if (facts.size === 0) return events;
  return events.flatMap((event) => leaving(event, (id) => facts.has(id), false) ?? []);
}

/** Events that list these facts for review. */
export function markedFor(facts: ReadonlySet<string>, stamp: Stamp): readonly EventOf<"revised">[] {
  return [...facts].map((fact) => ({
    type: "revised",
    ...stamp,
    why: { rule: "import/secret" },
    fact,
    review: SECRET,
  }));
}
