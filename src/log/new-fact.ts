/**
 * What does a fact look like when it has just been added?
 */
import type { By, EventOf } from "../model/event.ts";
import type { Fact, Observation } from "../model/fact.ts";
import { frozen } from "../model/frozen.ts";
import type { Origin } from "../model/origin.ts";
import type { Writer } from "../model/speaker.ts";

/** The empty list that all facts share. */
export const NOTHING: readonly never[] = Object.freeze([]);

/** `seq`: the event that holds the fact's words. */
export function newFact(origin: Origin, event: EventOf<"added">, seq: number, bodyGone: boolean): Fact {
  const words = event.body;
  const first: Observation = {
    at: event.createdAt,
    source: event.source,
    authority: event.authority,
    episode: words?.episode,
    actor: words?.actor,
  };
  return Object.freeze({
    id: event.fact,
    origin,
    content: words?.content ?? "",
    erased: bodyGone,
    segment: event.segment,
    tier: event.tier,
    kind: event.kind,
    layer: event.layer,
    source: event.source,
    sourceName: words?.sourceName,
    authority: event.authority,
    actor: words?.actor,
    writer: writerIn(event.by),
    shared: undefined,
    importance: event.importance,
    decayRate: event.decayRate,
    confidence: event.confidence,
    valence: event.valence,
    surprise: event.surprise,
    slot: slotOf(words?.subject, words?.attribute),
    episode: words?.episode,
    position: event.position,
    tags: words?.tags === undefined ? NOTHING : frozen(words.tags),
    aliases: words?.aliases === undefined ? NOTHING : frozen(words.aliases),
    metadata: frozen(words?.metadata),
    recurrence: words?.recurrence,
    createdAt: event.createdAt,
    lastAccessedAt: event.createdAt,
    accessCount: 0,
    accessTimes: NOTHING,
    observations: Object.freeze([Object.freeze(first)]),
    observationCount: 1,
    confirmedAt: undefined,
    pinned: event.pinned ?? false,
    validFrom: event.validFrom,
    validTo: event.validTo,
    interludes: undefined,
    lifecycle: "active",
    validity: event.validity ?? "valid",
    suppressed: false,
    quarantined: event.quarantined ?? false,
    objection: words?.objection,
    supersededBy: undefined,
    review: event.review,
    links: NOTHING,
    backlinks: NOTHING,
    evidence: event.evidence === undefined ? NOTHING : frozen(event.evidence),
    texts: Object.freeze([seq]),
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
