/**
 * What does a fact look like when it has just been added?
 */
import type { By, EventOf } from "../model/event.ts";
import { ADDED_IN_BODY, ADDED_IN_HEAD } from "../model/event-fields.ts";
import type { Fact, Observation } from "../model/fact.ts";
import { type FieldName, NOTHING } from "../model/fact-fields.ts";
import { frozen } from "../model/frozen.ts";
import type { Origin } from "../model/origin.ts";
import type { Writer } from "../model/speaker.ts";
import { blankFact, type Mutable } from "./fact-copy.ts";

/** `seq`: the event that holds the fact's words. */
export function newFact(origin: Origin, event: EventOf<"added">, seq: number, bodyGone: boolean): Fact {
  const words = event.body;
  const fact = blankFact();
  setFields(fact, ADDED_IN_HEAD, event);
  if (words !== undefined) {
    setFields(fact, ADDED_IN_BODY, words);
    fact.slot = slotOf(words.subject, words.attribute);
  }
  fact.id = event.fact;
  fact.origin = origin;
  fact.erased = bodyGone;
  fact.writer = writerIn(event.by);
  fact.lastAccessedAt = event.createdAt;
  fact.observations = Object.freeze([firstObservation(event)]);
  fact.observationCount = 1;
  // The fold adds links one by one, because each of them also belongs to the fact at its other end.
  fact.links = NOTHING;
  fact.texts = Object.freeze([seq]);
  return Object.freeze(fact);
}

function setFields<N extends FieldName>(
  fact: Mutable,
  names: readonly N[],
  values: { readonly [F in N]?: unknown },
): void {
  for (const name of names) {
    const value = values[name];
    if (value !== undefined) (fact as Record<FieldName, unknown>)[name] = frozen(value);
  }
}

function firstObservation({ createdAt, source, authority, body }: EventOf<"added">): Observation {
  return Object.freeze({
    at: createdAt,
    source,
    authority,
    episode: body?.episode,
    actor: body?.actor,
  });
}

const writers = new Map<string, Writer>();
const MAX_WRITERS_KEPT = 1_000;

/** The writer that the log recorded. All facts of one writer share one object: there are few writers and many facts. */
export function writerIn(by: By | undefined): Writer | undefined {
  if (by?.surface === undefined) return undefined;
  const { surface, token, client } = by;
  const key = `${surface} ${token ?? ""} ${client ?? ""}`;
  const known = writers.get(key);
  if (known !== undefined) return known;
  const writer: Writer = Object.freeze({
    surface,
    ...(token === undefined ? {} : { token }),
    ...(client === undefined ? {} : { client }),
  });
  if (writers.size < MAX_WRITERS_KEPT) writers.set(key, writer);
  return writer;
}

export function slotOf(subject: string | undefined, attribute: string | undefined): Fact["slot"] {
  return subject === undefined || attribute === undefined ? undefined : Object.freeze({ subject, attribute });
}
