/**
 * What do the events of an origin add up to?
 *
 * `evolve(state, event)` is pure: it reads no clock and no file, and leaves the given state unchanged. Replaying from
 * the first event or from any snapshot gives the same state, down to the bytes of its snapshot. It makes no difference
 * either whether access marks (logged uses of facts) are folded early or late, because counting commutes.
 *
 * The fold accepts events as they are. Whether an event is allowed is decided before it is written.
 *
 * Long because it has one step per event type, and the steps share the functions that replace a fact.
 */

import type { EventOf, EventType, MemoryEvent } from "../model/event.ts";
import { REVISED_IN_BODY, REVISED_IN_HEAD } from "../model/event-fields.ts";
import type { Fact, Observation } from "../model/fact.ts";
import { NOTHING } from "../model/fact-fields.ts";
import { type Link, sameBacklink, sameLink } from "../model/link.ts";
import type { Origin } from "../model/origin.ts";
import { type Head, NO_HEAD, type RecordedEvent } from "../ports/storage.ts";
import { withTime } from "./access-times.ts";
import {
  type DistilState,
  NOTHING_DISTILLED,
  withDismissed,
  withDistilled,
  withoutReasons,
  withTrimmed,
} from "./distil-state.ts";
import { withChanges, withUse } from "./fact-copy.ts";
import { type Looks, NOTHING_LOOKED_AT, withLooked, withoutLook } from "./looks.ts";
import { newFact, slotOf } from "./new-fact.ts";
import { withObservation } from "./observation.ts";
import { type ClassTotals, EMPTY_TOTALS, TotalsCount, totalsAfter, totalsWithChange } from "./quota.ts";
import { NO_REFUSALS, type Refusals, withRefusal } from "./refusals.ts";
import {
  type CarriedKeys,
  NOTHING_CARRIED,
  type Retry,
  withCarried,
  withoutErased,
  withRetry,
} from "./retries.ts";
import {
  addShown,
  emptyUpkeep,
  evolveUpkeep,
  listedFacts,
  setShown,
  type UpkeepState,
} from "./upkeep-state.ts";
import { VersionedMap } from "./versioned-map.ts";

/** What remains of an erased fact. */
export interface Tombstone {
  readonly erasedAt: number;
  readonly rule: string | undefined;
  readonly pass: string | undefined;
}

export interface State {
  readonly origin: Origin;
  /** The head of the origin's stream: how far its events are folded. */
  readonly head: Head;
  /** The head of the marks stream: how far the access marks are folded. */
  readonly marks: Head;
  readonly facts: VersionedMap<Fact>;
  /** How much the facts take, by class. */
  readonly totals: ClassTotals;
  readonly tombstones: VersionedMap<Tombstone>;
  /** By the digest of an idempotency key: the result of the first write with that key. */
  readonly retries: VersionedMap<Retry>;
  readonly carried: CarriedKeys;
  readonly refusals: Refusals;
  /** Passes, archived and suppressed facts, citations, successions. */
  readonly upkeep: UpkeepState;
  /** How far each session of the inbox was distilled, and what that took. */
  readonly distil: DistilState;
  /** What passes have looked at, and what asking a model took. */
  readonly looks: Looks;
}

export function emptyState(origin: Origin): State {
  return {
    origin,
    head: NO_HEAD,
    marks: NO_HEAD,
    facts: VersionedMap.empty(),
    totals: EMPTY_TOTALS,
    tombstones: VersionedMap.empty(),
    retries: VersionedMap.empty(),
    carried: NOTHING_CARRIED,
    refusals: NO_REFUSALS,
    upkeep: emptyUpkeep(),
    distil: NOTHING_DISTILLED,
    looks: NOTHING_LOOKED_AT,
  };
}

/** Folds recorded events of the origin's own stream. */
export function fold(state: State, events: readonly RecordedEvent[]): State {
  const last = events.at(-1);
  if (last === undefined) return state;
  let next = state;
  for (let i = 0; i < events.length; ) {
    const end = endOfPlainAdds(events, i);
    if (end > i) next = addPlain(next, events, i, end);
    else {
      const { seq, event, bodyGone } = events[i] as RecordedEvent;
      next = evolve(next, event, seq, bodyGone);
    }
    i = Math.max(end, i + 1);
  }
  return withHead(next, { seq: last.seq, hash: last.hash });
}

/**
 * Folds recorded access marks. Stops at the first mark whose writer had seen more of the origin's stream than this
 * state has folded; the rest must wait until the stream is caught up. Skips marks that a checkpoint already includes.
 */
export function foldMarks(state: State, events: readonly RecordedEvent[]): State {
  let next = state;
  for (const { seq, hash, event } of events) {
    if (event.type === "accessed" || event.type === "shown") {
      if (event.seen > state.head.seq) break;
      if (seq > next.marks.seq)
        next = event.type === "accessed" ? applyMarks(next, event) : applyShown(next, event);
    }
    if (seq > next.marks.seq) next = { ...next, marks: { seq, hash } };
  }
  return next;
}

/** Folds one event. `seq`, its number in the stream, is noted in facts so that an erasure finds the bodies. */
export function evolve(state: State, event: MemoryEvent, seq: number, bodyGone = false): State {
  if (isPlainAdd(event)) {
    const fact = newFact(state.origin, event, seq, bodyGone);
    return withFact(state, state.facts.get(fact.id), fact);
  }
  const step = STEPS[event.type] as (
    state: State,
    event: MemoryEvent,
    seq: number,
    bodyGone: boolean,
  ) => State;
  const next = step(state, event, seq, bodyGone);
  const upkeep = evolveUpkeep(next.upkeep, event, seq, state.facts);
  const totals = totalsWithChange(next.totals, event, bodyGone || hasBody(event));
  return upkeep === next.upkeep && totals === next.totals ? next : { ...next, upkeep, totals };
}

type Step<T extends EventType> = (state: State, event: EventOf<T>, seq: number, bodyGone: boolean) => State;

const unchanged = (state: State): State => state;

/** The stage that looks up what facts refer to: a fact that is valid again is counted from the beginning. */
export const DRIFT = "drift";

const STEPS: { readonly [T in EventType]: Step<T> } = {
  added: add,
  observed: observe,
  restated: (state, event, seq, bodyGone) =>
    change(withRetry(state, event, seq), event.fact, textsWith(state, event, seq, bodyGone)),
  refused: (state, event) => ({ ...state, refusals: withRefusal(state.refusals, event) }),
  revised: revise,
  pinned: (state, event) => change(state, event.fact, { pinned: true }),
  unpinned: (state, event) => change(state, event.fact, { pinned: false }),
  confirmed: (state, event) =>
    change(state, event.fact, { confirmedAt: event.at, ...given("confidence", event.confidence) }),
  unconfirmed: (state, event) =>
    change(state, event.fact, { confirmedAt: undefined, ...given("confidence", event.confidence) }),
  endorsed: (state, event) => change(state, event.fact, { authority: event.authority }),
  archived: (state, event, seq, bodyGone) =>
    change(state, event.fact, { lifecycle: "archived", ...textsWith(state, event, seq, bodyGone) }),
  restored: (state, event) => change(state, event.fact, { lifecycle: "active" }),
  pruned: (state, event) => change(state, event.fact, { lifecycle: "pruned" }),
  suppressed: (state, event) => change(state, event.fact, { suppressed: true }),
  unsuppressed: (state, event) => change(state, event.fact, { suppressed: false }),
  quarantined: (state, event) => change(state, event.fact, { quarantined: true }),
  released: (state, event) => change(state, event.fact, { quarantined: false }),
  challenged: (state, event) => change(state, event.fact, { validity: "challenged" }),
  superseded: (state, event) =>
    change(state, event.fact, {
      validity: "superseded",
      supersededBy: successorIn(event),
      ...given("validTo", event.validTo),
    }),
  merged: (state, event) =>
    change(state, event.fact, { validity: "merged", supersededBy: successorIn(event) }),
  invalidated: (state, event) =>
    change(state, event.fact, { validity: "invalidated", ...given("validTo", event.validTo) }),
  revalidated: (state, event) =>
    change({ ...state, looks: withoutLook(state.looks, DRIFT, event.fact) }, event.fact, {
      validity: "valid",
      supersededBy: undefined,
      ...given("validTo", event.validTo),
    }),
  linked: (state, event) => connect(state, event.fact, { kind: event.kind, to: event.to }),
  unlinked: (state, event) => disconnect(state, event.fact, { kind: event.kind, to: event.to }),
  "keys-carried": (state, event, seq) => ({ ...state, ...withCarried(state, event, seq) }),
  checkpointed: checkpoint,
  erased: erase,
  looked: (state, event) => ({ ...state, looks: withLooked(state.looks, event) }),
  distilled: (state, event, seq) => ({ ...state, distil: withDistilled(state.distil, event, seq) }),
  "turns-dismissed": (state, event) => ({ ...state, distil: withDismissed(state.distil, event) }),
  "inbox-trimmed": (state, event) => ({ ...state, distil: withTrimmed(state.distil, event) }),
  turn: unchanged,
  accessed: unchanged,
  shown: unchanged,
  pass: unchanged,
  repaired: unchanged,
  registered: unchanged,
  keyed: unchanged,
  "slots-declared": unchanged,
  "policy-chosen": unchanged,
  "secrets-chosen": unchanged,
  "embedder-chosen": unchanged,
  "llm-chosen": unchanged,
  "voice-chosen": unchanged,
  "retention-set": unchanged,
  "retention-removed": unchanged,
  "hold-placed": unchanged,
  "hold-released": unchanged,
  "token-created": unchanged,
  "token-revoked": unchanged,
  "origin-erased": unchanged,
  shredded: unchanged,
  kept: unchanged,
};

function add(state: State, event: EventOf<"added">, seq: number, bodyGone: boolean): State {
  const fact = newFact(state.origin, event, seq, bodyGone);
  let next = withRetry(withFact(state, state.facts.get(fact.id), fact), event, seq);
  for (const link of event.links ?? NOTHING) next = connect(next, fact.id, link);
  return next;
}

/** The end of the run of plain adds that begins at `start`; `start` itself if there is none. */
function endOfPlainAdds(events: readonly RecordedEvent[], start: number): number {
  let end = start;
  while (end < events.length && isPlainAdd((events[end] as RecordedEvent).event)) end++;
  return end;
}

/** Does the event add a fact and change nothing else? Most events of a log do. */
function isPlainAdd(event: MemoryEvent): event is EventOf<"added"> {
  return (
    event.type === "added" &&
    event.links === undefined &&
    event.evidence === undefined &&
    event.idempotency === undefined &&
    event.why?.pass === undefined
  );
}

/** The same result as `evolve` for each of these events, in one step. */
function addPlain(state: State, events: readonly RecordedEvent[], start: number, end: number): State {
  const entries = new Map<string, Fact>();
  const count = new TotalsCount(state.totals);
  for (let i = start; i < end; i++) {
    const { seq, event, bodyGone } = events[i] as RecordedEvent;
    const fact = newFact(state.origin, event as EventOf<"added">, seq, bodyGone);
    count.replace(entries.get(fact.id) ?? state.facts.get(fact.id), fact);
    entries.set(fact.id, fact);
  }
  return withFacts(state, state.facts.setAll(entries), count.totals);
}

/** The state with a fact that is new (`before` is undefined) or changed. */
function withFact(state: State, before: Fact | undefined, fact: Fact): State {
  return withFacts(state, state.facts.set(fact.id, fact), totalsAfter(state.totals, before, fact));
}

function observe(state: State, event: EventOf<"observed">, seq: number, bodyGone: boolean): State {
  const next = withRetry(state, event, seq);
  const fact = next.facts.get(event.fact);
  if (fact === undefined) return next;
  return change(next, event.fact, {
    ...withObservation(fact, event),
    ...given("objection", event.body?.objection),
    ...textsWith(state, event, seq, bodyGone),
  });
}

function revise(state: State, event: EventOf<"revised">, seq: number, bodyGone: boolean): State {
  const fact = state.facts.get(event.fact);
  if (fact === undefined) return state;
  const changes: { -readonly [F in keyof Fact]?: unknown } = {};
  for (const field of REVISED_IN_HEAD)
    if (event[field] !== undefined) changes[field] = event[field] ?? undefined;
  if (event.touchedAt !== undefined) changes.lastAccessedAt = Math.max(fact.lastAccessedAt, event.touchedAt);
  const words = event.body;
  if (words !== undefined) {
    for (const field of REVISED_IN_BODY)
      if (words[field] !== undefined) changes[field] = words[field] ?? undefined;
    changes.slot = slotOf(
      revised(fact.slot?.subject, words.subject),
      revised(fact.slot?.attribute, words.attribute),
    );
  }
  return change(state, event.fact, {
    ...(changes as Partial<Fact>),
    ...textsWith(state, event, seq, bodyGone),
  });
}

/** If the event has (or had) a body with words about the fact: notes its seq, so that it is erased with the fact. */
function textsWith(
  state: State,
  event: EventOf<"observed" | "restated" | "revised" | "archived">,
  seq: number,
  bodyGone: boolean,
): Partial<Fact> {
  const hasWords = bodyGone || hasBody(event);
  const texts = state.facts.get(event.fact)?.texts;
  return hasWords && texts !== undefined ? { texts: [...texts, seq] } : {};
}

function hasBody(event: MemoryEvent): boolean {
  const { body, sealed } = event as { readonly body?: unknown; readonly sealed?: unknown };
  return body !== undefined || sealed !== undefined;
}

function revised<T>(before: T | undefined, now: T | null | undefined): T | undefined {
  return now === undefined ? before : (now ?? undefined);
}

function change(state: State, id: string, changes: Partial<Fact>): State {
  const fact = state.facts.get(id);
  return fact === undefined ? state : withFact(state, fact, withChanges(fact, changes));
}

/** The same state with other facts. Lists every field: most events pass through here, and a spread is slower. */
function withFacts(state: State, facts: State["facts"], totals = state.totals, head = state.head): State {
  const { origin, marks, tombstones, retries, carried, refusals, upkeep, distil, looks } = state;
  return {
    origin,
    head,
    marks,
    facts,
    totals,
    tombstones,
    retries,
    carried,
    refusals,
    upkeep,
    distil,
    looks,
  };
}

/** The same state with another head. */
export function withHead(state: State, head: Head): State {
  return withFacts(state, state.facts, state.totals, head);
}

/** `{ [name]: value }` if the event has the field (null removes the value); otherwise no change. */
function given<N extends keyof Fact>(name: N, value: Fact[N] | null | undefined): Partial<Fact> {
  return value === undefined ? {} : ({ [name]: value ?? undefined } as Partial<Fact>);
}

function successorIn({ successor, gone }: EventOf<"superseded" | "merged">): string | undefined {
  return gone === true ? undefined : successor;
}

function connect(state: State, from: string, link: Link): State {
  const source = state.facts.get(from);
  const target = state.facts.get(link.to);
  if (source === undefined || target === undefined || source.links.some((one) => sameLink(one, link)))
    return state;
  const next = change(state, from, { links: [...source.links, link] });
  const backlinks = (next.facts.get(link.to) ?? target).backlinks;
  return change(next, link.to, { backlinks: [...backlinks, { kind: link.kind, from }] });
}

function disconnect(state: State, from: string, link: Link): State {
  const source = state.facts.get(from);
  if (source === undefined || !source.links.some((one) => sameLink(one, link))) return state;
  const next = change(state, from, { links: source.links.filter((one) => !sameLink(one, link)) });
  const target = next.facts.get(link.to);
  if (target === undefined) return next;
  return change(next, link.to, {
    backlinks: target.backlinks.filter((one) => !sameBacklink(one, { kind: link.kind, from })),
  });
}

/**
 * Removes the facts, and every mention of them in links, evidence and successions. Facts that an erased fact had
 * replaced do not come back: they stay superseded, but no longer name a successor.
 */
function erase(state: State, event: EventOf<"erased">): State {
  const distil = withoutReasons(state.distil, new Set(event.erases));
  let next: State = { ...state, ...withoutErased(state, event), distil };
  for (const id of event.facts ?? NOTHING) {
    const fact = next.facts.get(id);
    if (fact === undefined) continue;
    for (const link of fact.links) next = disconnect(next, id, link);
    for (const back of fact.backlinks) next = disconnect(next, back.from, { kind: back.kind, to: id });
    next = withoutMention(next, id);
    const tombstone: Tombstone = { erasedAt: event.at, rule: event.why?.rule, pass: event.why?.pass };
    const totals = totalsAfter(next.totals, next.facts.get(id), undefined);
    next = { ...next, facts: next.facts.delete(id), totals, tombstones: next.tombstones.set(id, tombstone) };
  }
  return next;
}

function withoutMention(state: State, gone: string): State {
  const all = () => state.facts.keys();
  let next = state;
  for (const id of listedFacts(state.upkeep.standsFor, gone, all))
    if (next.facts.get(id)?.supersededBy === gone) next = change(next, id, { supersededBy: undefined });
  for (const id of listedFacts(state.upkeep.citedBy, gone, all)) {
    const citing = next.facts.get(id);
    if (citing?.evidence.includes(gone))
      next = change(next, id, { evidence: citing.evidence.filter((one) => one !== gone) });
    if (citing?.observations.some(({ evidence }) => evidence?.includes(gone)))
      next = change(next, id, { observations: citing.observations.map((seen) => unciting(seen, gone)) });
  }
  return next;
}

function unciting({ evidence, ...seen }: Observation, gone: string): Observation {
  const left = evidence?.filter((one) => one !== gone) ?? NOTHING;
  return left.length === 0 ? seen : { ...seen, evidence: left };
}

/** Applies all marks of an event in one step: they are many, and nobody needs the states in between. */
function applyMarks(state: State, event: EventOf<"accessed">): State {
  const used = new Map<string, Fact>();
  for (const [id, at] of event.marks) {
    const fact = used.get(id) ?? state.facts.get(id);
    if (fact === undefined) continue;
    used.set(id, withUse(fact, Math.max(fact.lastAccessedAt, at), withTime(fact.accessTimes, at)));
  }
  return used.size === 0 ? state : withFacts(state, state.facts.setAll(used));
}

function applyShown(state: State, event: EventOf<"shown">): State {
  const shown = event.shown.filter(([id]) => state.facts.has(id));
  return shown.length === 0 ? state : { ...state, upkeep: addShown(state.upkeep, { ...event, shown }) };
}

/** Sets the sums as of marks event `upTo`. A state that has folded those marks one by one already has them. */
function checkpoint(state: State, event: EventOf<"checkpointed">): State {
  if (state.marks.seq >= event.upTo) return state;
  let next = state;
  for (const [id, accessCount, lastAt, times] of event.access) {
    const fact = next.facts.get(id);
    if (fact === undefined) continue;
    next = change(next, id, {
      accessCount,
      lastAccessedAt: Math.max(fact.lastAccessedAt, lastAt),
      accessTimes: times,
    });
  }
  const shown = (event.shown ?? NOTHING).filter(([id]) => next.facts.has(id));
  if (shown.length > 0) next = { ...next, upkeep: setShown(next.upkeep, { ...event, shown }) };
  return event.final ? { ...next, marks: { seq: event.upTo, hash: event.hash } } : next;
}
