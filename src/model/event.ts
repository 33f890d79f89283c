/**
 * What can happen to memory? Every change is one of these events, and nothing else is.
 *
 * An event is plain data: a header of ids, rules and figures, and sometimes a `body`, the only place where
 * words stand. The split is what makes erasing possible: a body can be destroyed while the header, and with
 * it the chain, stays. So no header field takes free text: names are slugs, sources are tags, digests are keyed.
 *
 * `v` is the version of the event's type. A type that must change gets a new version and an upcast in
 * `log/upcast.ts`; what is written stays readable for ever.
 */
import { TidelineError } from "../errors.ts";
import {
  MAX_ACCESS_TIMES_KEPT,
  MAX_ERASED_PER_EVENT,
  MAX_FACTS_PER_CHECKPOINT,
  MAX_INTERLUDES,
  MAX_KEYS_PER_EVENT,
  MAX_LINKS_PER_FACT,
  MAX_MARKS_PER_EVENT,
  MAX_REPAIRS_PER_EVENT,
} from "../limits.ts";
import {
  ACCESS_KINDS,
  authority,
  clearable,
  common,
  count,
  dictionary,
  digest,
  type EventSpec,
  figure,
  flag,
  id,
  idempotency,
  json,
  linkKind,
  onFact,
  plain,
  polarity,
  positive,
  seq,
  slug,
  source,
  text,
  time,
  unit,
  type Worded,
  worded,
} from "./event-shape.ts";
import { KINDS, LAYERS, SEGMENTS, TIERS } from "./segment.ts";
import { type Fields, listOf, object, oneOf, optional, tuple } from "./shape.ts";

/** A keyed digest of what a write asked for, if it had an idempotency key. */
const request = optional(digest);
/** Of a secret: which digests were ever made under it. Missing: 1. */
const generation = optional(count);
/** Under secrets of this generation no digest of a request ever stood in a header. */
export const SECRET_GENERATION = 2;

/** Events of an origin's stream. */
const ORIGIN_EVENTS = {
  /** A new fact. */
  added: worded(
    "added",
    {
      ...onFact,
      segment: oneOf(SEGMENTS),
      tier: oneOf(TIERS),
      kind: oneOf(KINDS),
      layer: oneOf(LAYERS),
      source,
      authority,
      importance: unit,
      decayRate: positive,
      confidence: unit,
      createdAt: time,
      valence: optional(polarity),
      surprise: optional(unit),
      position: optional(positive),
      pinned: optional(flag),
      validFrom: optional(time),
      validTo: optional(time),
      validity: optional(oneOf(["valid", "challenged"])),
      quarantined: optional(flag),
      links: optional(listOf(object({ kind: linkKind, to: id }), MAX_LINKS_PER_FACT)),
      evidence: optional(listOf(id, MAX_LINKS_PER_FACT)),
      /** Why a person should look at it. */
      review: optional(slug),
      idempotency: optional(idempotency),
    },
    {
      content: text,
      subject: optional(text),
      attribute: optional(text),
      episode: optional(text),
      actor: optional(text),
      sourceName: optional(text),
      tags: optional(listOf(text, 1_000)),
      aliases: optional(listOf(text, 1_000)),
      metadata: optional(json),
      recurrence: optional(text),
      /** What the host's scanner said against it. */
      objection: optional(text),
      request,
    },
    "required",
  ),
  /** The same thing was said again, by somebody who may confirm it. */
  observed: worded(
    "observed",
    {
      ...onFact,
      source,
      authority,
      saidAt: time,
      /** What it was said on the strength of. */
      evidence: optional(listOf(id, MAX_LINKS_PER_FACT)),
      idempotency: optional(idempotency),
    },
    {
      episode: optional(text),
      actor: optional(text),
      /** A source nobody has heard of, where it is another than the fact's. */
      sourceName: optional(text),
      objection: optional(text),
      request,
    },
    "optional",
  ),
  /** The same thing was said again by a lower class: a trace, and nothing changes. */
  restated: worded(
    "restated",
    { ...onFact, source, authority, idempotency: optional(idempotency) },
    { request },
    "optional",
  ),
  /** The gate said no. A digest of the text under a key that no log holds, never the text. */
  refused: plain("refused", {
    ...common,
    segment: oneOf(SEGMENTS),
    source,
    authority,
    digest,
    /** Of the same class before this one, that were refused and not logged. */
    further: optional(count),
  }),
  /** Figures, labels or words of a fact change. null takes a value away. */
  revised: worded(
    "revised",
    {
      ...onFact,
      segment: optional(oneOf(SEGMENTS)),
      tier: optional(oneOf(TIERS)),
      kind: optional(oneOf(KINDS)),
      layer: optional(oneOf(LAYERS)),
      importance: optional(unit),
      decayRate: optional(positive),
      confidence: optional(unit),
      valence: optional(clearable(polarity)),
      surprise: optional(clearable(unit)),
      position: optional(clearable(positive)),
      validFrom: optional(clearable(time)),
      validTo: optional(clearable(time)),
      /** All of them, in order: from when to when another value held. */
      interludes: optional(clearable(listOf(tuple(time, time), MAX_INTERLUDES))),
      review: optional(clearable(slug)),
      /** The decay clock starts again here. */
      touchedAt: optional(time),
    },
    {
      subject: optional(clearable(text)),
      attribute: optional(clearable(text)),
      episode: optional(clearable(text)),
      tags: optional(listOf(text, 1_000)),
      aliases: optional(listOf(text, 1_000)),
      metadata: optional(clearable(json)),
      recurrence: optional(clearable(text)),
    },
    "optional",
  ),
  pinned: plain("pinned", onFact),
  unpinned: plain("unpinned", onFact),
  /** Enough independent assertions stand behind it; `confidence` may rise with it. */
  confirmed: plain("confirmed", { ...onFact, confidence: optional(unit) }),
  unconfirmed: plain("unconfirmed", { ...onFact, confidence: optional(unit) }),
  /** The principal adopts it (or an undo takes that back): it has this authority from now on. */
  endorsed: plain("endorsed", { ...onFact, authority }),
  archived: worded("archived", onFact, { reason: optional(text) }, "optional"),
  restored: plain("restored", onFact),
  suppressed: plain("suppressed", onFact),
  unsuppressed: plain("unsuppressed", onFact),
  /** Gone from every list; its text is erased after a grace, until then `restored` brings it back. */
  pruned: plain("pruned", onFact),
  challenged: plain("challenged", { ...onFact, against: optional(id) }),
  /** `gone`, in an export: what replaced it was purged since. */
  superseded: plain("superseded", {
    ...onFact,
    successor: id,
    validTo: optional(time),
    gone: optional(flag),
  }),
  merged: plain("merged", { ...onFact, successor: id, gone: optional(flag) }),
  invalidated: plain("invalidated", { ...onFact, validTo: optional(time) }),
  /** Valid again: a challenge was settled, or a supersession undone. */
  revalidated: plain("revalidated", { ...onFact, validTo: optional(clearable(time)) }),
  linked: plain("linked", { ...onFact, kind: linkKind, to: id }),
  unlinked: plain("unlinked", { ...onFact, kind: linkKind, to: id }),
  quarantined: plain("quarantined", onFact),
  released: plain("released", onFact),
  /** Access marks up to `upTo` are summed up here, per fact: [id, count, last access, latest access times].
   * `hash` is the marks chain at `upTo`. Several events of one append share the sum; the last has `final`. */
  checkpointed: plain("checkpointed", {
    ...common,
    upTo: seq,
    hash: digest,
    access: listOf(tuple(id, count, time, listOf(time, MAX_ACCESS_TIMES_KEPT)), MAX_FACTS_PER_CHECKPOINT),
    /** How often facts were shown in passing: [id, count, last]. */
    shown: optional(listOf(tuple(id, count, time), MAX_FACTS_PER_CHECKPOINT)),
    final: flag,
  }),
  /** With an import: what idempotency keys were digested with where it comes from, and the keys of facts that were
   * purged there: [key, fact]. */
  "keys-carried": worded(
    "keys-carried",
    { ...common, purged: optional(listOf(tuple(digest, id), MAX_KEYS_PER_EVENT)), generation },
    { secret: text },
    "optional",
  ),
  /** A maintenance run begins, ends or is undone. */
  pass: plain("pass", {
    ...common,
    pass: id,
    name: slug,
    phase: oneOf(["begun", "ended", "undone"]),
    counts: optional(dictionary(count, 32)),
  }),
};

/** Events of an origin's marks stream. */
const MARKS_EVENTS = {
  /** Facts were used: [id, when, how]. `seen` is the origin's stream as the marker saw it. */
  accessed: plain("accessed", {
    v: count,
    at: time,
    seen: count,
    marks: listOf(tuple(id, time, oneOf(ACCESS_KINDS)), MAX_MARKS_PER_EVENT),
  }),
  /** Facts were shown in passing: [id, how often since the last such event, last]. Counted, and no use. */
  shown: plain("shown", {
    v: count,
    at: time,
    seen: count,
    shown: listOf(tuple(id, count, time), MAX_MARKS_PER_EVENT),
  }),
};

/** Events of the workspace stream. */
const WORKSPACE_EVENTS = {
  /** From now on this policy rules, with these figures. */
  "policy-chosen": plain("policy-chosen", {
    ...common,
    policy: slug,
    params: optional(dictionary(figure, 64)),
  }),
  /** Slots with these attributes hold several values at once. */
  "slots-declared": worded("slots-declared", common, { multiValued: listOf(text, 1_000) }, "required"),
  /** The secret that makes digests in headers meaningless to anybody else. The latest one counts. */
  keyed: worded("keyed", { ...common, generation }, { secret: text }, "required"),
  /** A key to this workspace was given out: the hash of its secret, what it may do, whose memory it opens. */
  "token-created": worded(
    "token-created",
    {
      ...common,
      token: id,
      hash: digest,
      role: oneOf(["owner", "agent", "reader"]),
      voice: oneOf(["agent", "owner"]),
      expiresAt: optional(time),
    },
    { name: text, origin: text },
    "required",
  ),
  "token-revoked": plain("token-revoked", { ...common, token: id }),
  /** What commands without a terminal speak as, from now on. */
  /** What the workspace's own surfaces do with credentials. */
  "secrets-chosen": plain("secrets-chosen", { ...common, secrets: oneOf(["refuse", "mark", "allow"]) }),
  "voice-chosen": plain("voice-chosen", { ...common, voice: oneOf(["agent", "owner"]) }),
  /** A maintenance task of an origin (a keyed digest) was begun, claimed until then; it ended, or failed. */
  kept: plain("kept", {
    ...common,
    task: slug,
    origin: digest,
    phase: oneOf(["begun", "ended", "failed"]),
    until: optional(time),
    code: optional(slug),
  }),
  /** All of an origin was erased; a keyed digest tells the same origin again, and nothing else does. */
  "origin-erased": plain("origin-erased", { ...common, origin: digest, facts: count }),
};

/** Events that any stream may hold, and that every store acts on itself. */
const STORE_EVENTS = {
  /** The bodies of these events are destroyed, and these facts are gone. */
  erased: plain("erased", {
    ...common,
    erases: listOf(seq, MAX_ERASED_PER_EVENT),
    facts: optional(listOf(id, MAX_ERASED_PER_EVENT)),
  }),
  /** A repair found damage: these bodies are lost, and between these neighbours events are missing. */
  repaired: plain("repaired", {
    ...common,
    lost: listOf(seq, MAX_REPAIRS_PER_EVENT),
    gaps: listOf(tuple(count, seq), MAX_REPAIRS_PER_EVENT),
  }),
  /** A stream got a home, named in the body (the file store's registry). */
  registered: worded("registered", { ...common, folder: id }, { stream: text }, "required"),
};

const EVENTS = { ...ORIGIN_EVENTS, ...MARKS_EVENTS, ...WORKSPACE_EVENTS, ...STORE_EVENTS };

export type { AccessKind, By, Idempotency, SealedBody, Why } from "./event-shape.ts";

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[];

/** Of what an origin remembers; others are of marks, of the workspace, or a store's own. */
export function isOriginEvent(type: EventType): boolean {
  return Object.hasOwn(ORIGIN_EVENTS, type);
}

export type EventOf<T extends EventType> = (typeof EVENTS)[T] extends EventSpec<infer E> ? E : never;
export type MemoryEvent = { [T in EventType]: EventOf<T> }[EventType];

/** The version of every type that this code writes. */
export const EVENT_VERSION = 1;

/** Checks an event that is about to be written, or was read back. `bodyGone`: it was erased or lost since. */
export function parseEvent(value: unknown, bodyGone = false): MemoryEvent {
  if (typeof value !== "object" || value === null) throw invalid("an event must be an object");
  const event = value as MemoryEvent & Worded<Fields>;
  const spec: EventSpec<MemoryEvent> | undefined = Object.hasOwn(EVENTS, event.type)
    ? (EVENTS[event.type] as EventSpec<MemoryEvent>)
    : undefined;
  if (spec === undefined) throw invalid(`there is no event type "${String(event.type).slice(0, 60)}"`);
  if (event.v !== EVENT_VERSION) throw invalid(`${event.type}.v must be ${EVENT_VERSION}`);
  if (!spec.shape.is(value)) throw invalid(spec.shape.complaint(value, event.type));
  if (spec.body === "none") return event;
  if (event.body !== undefined && event.sealed !== undefined)
    throw invalid(`${event.type} has both a body and a sealed one`);
  const hasBody = event.body !== undefined || event.sealed !== undefined;
  if (!hasBody && spec.body === "required" && !bodyGone) throw invalid(`${event.type}.body is missing`);
  return event;
}

function invalid(what: string): TidelineError {
  return new TidelineError("invalid-event", `Not a valid event: ${what}.`);
}
