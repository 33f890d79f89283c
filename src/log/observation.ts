/**
 * How does a fact change when somebody says it again? It gains an observation. If that was another author of the same
 * class, the fact is marked as shared: it is no longer the word of one author alone.
 */
import { MAX_OBSERVATIONS_KEPT } from "../limits.ts";
import { authorOf, isSameAuthor } from "../model/author.ts";
import type { EventOf } from "../model/event.ts";
import type { Fact, Observation } from "../model/fact.ts";
import { writerIn } from "./new-fact.ts";

export function withObservation(fact: Fact, event: EventOf<"observed">): Partial<Fact> {
  const seen: Observation = {
    at: event.saidAt,
    source: event.source,
    authority: event.authority,
    episode: event.body?.episode,
    actor: event.body?.actor,
    ...(event.evidence === undefined ? {} : { evidence: event.evidence }),
    ...(event.turns === undefined ? {} : { turns: event.turns }),
  };
  // Keeps the first observation and the latest ones.
  const [first, ...later] = fact.observations;
  const kept = [...later, seen].slice(-(MAX_OBSERVATIONS_KEPT - 1));
  return {
    observations: first === undefined ? kept : [first, ...kept],
    observationCount: fact.observationCount + 1,
    ...(isByAnother(fact, event) ? { shared: true } : {}),
  };
}

function isByAnother(fact: Fact, { authority, source, body, by }: EventOf<"observed">): boolean {
  const sourceName = body?.sourceName ?? fact.sourceName;
  const author = authorOf({ source, sourceName, actor: body?.actor, writer: writerIn(by) });
  return authority === fact.authority && !isSameAuthor(authorOf(fact), author);
}
