/**
 * What can happen to memory? Every change to memory is one of these events.
 *
 * An event is plain data: a header of ids, rules and figures, and sometimes a `body`. Free text appears only in the
 * body. This split makes erasing possible: the body can be destroyed while the header, and with it the hash chain,
 * stays. For the same reason no header field accepts free text: names are slugs, sources are tags, digests are keyed.
 *
 * `v` is the version of the event's type. A type that must change gets a new version and an upcast in `log/upcast.ts`,
 * so that whatever was written stays readable for ever.
 *
 * Long because it is one table.
 */
import { TidelineError } from "../errors.ts";
import {
  MAX_ACCESS_TIMES_KEPT,
  MAX_ATTACHMENTS,
  MAX_DAYS_FOUND,
  MAX_ERASED_PER_EVENT,
  MAX_FACTS_PER_CHECKPOINT,
  MAX_HELD_FACTS,
  MAX_KEYS_PER_EVENT,
  MAX_LINKS_PER_FACT,
  MAX_LOOKED_AT,
  MAX_MARKS_PER_EVENT,
  MAX_QUOTES,
  MAX_RANGES_PER_EVENT,
  MAX_REPAIRS_PER_EVENT,
  MAX_SET_ASIDE,
  MAX_TAGS,
  MAX_TURNS_PER_BATCH,
} from "../limits.ts";
import { addedShapes, revisedShapes } from "./event-fields.ts";
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
  linkKind,
  onFact,
  plain,
  seq,
  slug,
  source,
  text,
  time,
  unit,
  vaultKey,
  type Worded,
  wallOffset,
  worded,
} from "./event-shape.ts";
import { SEGMENTS } from "./segment.ts";
import { type Fields, listOf, object, oneOf, optional, shape, tuple } from "./shape.ts";
import { AUTHORITIES } from "./source.ts";
import { TURN_ROLES } from "./turn-role.ts";

/** What a shred takes: a fact, a turn or several facts with what goes along, or everything of an origin. */
export const SHREDDED = ["fact", "turn", "facts", "origin"] as const;
/** Of a stream without events it is empty. */
const headHash = shape<string>("the hash of a head", (v) => v === "" || digest.is(v));

/** A keyed digest of what a write asked for, if it had an idempotency key. */
const request = optional(digest);
/** The generation of a secret says which kinds of digests were ever made with it. A missing generation means 1. */
const generation = optional(count);
/** With a secret of this generation, no digest of a request was ever written to a header. */
export const SECRET_GENERATION = 2;

/** Events of an origin's stream. */
const ORIGIN_EVENTS = {
  /** A new fact. */
  added: worded(
    "added",
    {
      ...onFact,
      ...addedShapes("head"),
      idempotency: optional(idempotency),
    },
    {
      ...addedShapes("body"),
      subject: optional(text),
      attribute: optional(text),
      request,
    },
    "required",
  ),
  /** The same thing was said again, by somebody whose class may confirm it. */
  observed: worded(
    "observed",
    {
      ...onFact,
      source,
      authority,
      saidAt: time,
      /** Ids of the facts on which the repeated statement was based. */
      evidence: optional(listOf(id, MAX_LINKS_PER_FACT)),
      /** Ids of the turns in which it was said again. */
      turns: optional(listOf(id, MAX_QUOTES)),
      idempotency: optional(idempotency),
    },
    {
      episode: optional(text),
      actor: optional(text),
      /** The name of an unknown source, if it differs from the fact's own. */
      sourceName: optional(text),
      objection: optional(text),
      request,
    },
    "optional",
  ),
  /** The same thing was said again by a lower class. The event is a trace only: it changes nothing. */
  restated: worded(
    "restated",
    {
      ...onFact,
      source,
      authority,
      turns: optional(listOf(id, MAX_QUOTES)),
      idempotency: optional(idempotency),
    },
    { request },
    "optional",
  ),
  /**
   * The write gate refused a write. The event holds a digest of the text, made with a key that no log holds; it never
   * holds the text.
   */
  refused: plain("refused", {
    ...common,
    segment: oneOf(SEGMENTS),
    source,
    authority,
    digest,
    /** How many earlier refusals of the same class were counted but not logged. */
    further: optional(count),
  }),
  /** Figures, labels or text of a fact change. null removes a value. */
  revised: worded(
    "revised",
    {
      ...onFact,
      ...revisedShapes("head"),
      /** The decay clock restarts at this time. */
      touchedAt: optional(time),
    },
    {
      ...revisedShapes("body"),
      subject: optional(clearable(text)),
      attribute: optional(clearable(text)),
    },
    "optional",
  ),
  pinned: plain("pinned", onFact),
  unpinned: plain("unpinned", onFact),
  /** Enough independent assertions support the fact; `confidence` may rise as well. */
  confirmed: plain("confirmed", { ...onFact, confidence: optional(unit) }),
  unconfirmed: plain("unconfirmed", { ...onFact, confidence: optional(unit) }),
  /** The principal adopts the fact, or an undo reverts that. From now on the fact has this class. */
  endorsed: plain("endorsed", { ...onFact, authority }),
  archived: worded("archived", onFact, { reason: optional(text) }, "optional"),
  restored: plain("restored", onFact),
  suppressed: plain("suppressed", onFact),
  unsuppressed: plain("unsuppressed", onFact),
  /**
   * The fact disappears from every list. Its text is erased after a grace period; until then `restored` brings it back.
   */
  pruned: plain("pruned", onFact),
  challenged: plain("challenged", { ...onFact, against: optional(id) }),
  /** `gone` appears only in an export: the fact that replaced this one has since been purged. */
  superseded: plain("superseded", {
    ...onFact,
    successor: id,
    validTo: optional(time),
    gone: optional(flag),
  }),
  merged: plain("merged", { ...onFact, successor: id, gone: optional(flag) }),
  invalidated: plain("invalidated", { ...onFact, validTo: optional(time) }),
  /** The fact is valid again: a challenge was settled, or a supersession was undone. */
  revalidated: plain("revalidated", { ...onFact, validTo: optional(clearable(time)) }),
  linked: plain("linked", { ...onFact, kind: linkKind, to: id }),
  unlinked: plain("unlinked", { ...onFact, kind: linkKind, to: id }),
  quarantined: plain("quarantined", onFact),
  released: plain("released", onFact),
  /**
   * Sums up the access marks up to `upTo`, per fact: [id, count, last access, latest access times]. `hash` is the hash
   * of the marks chain at `upTo`. Several events of one append may share one sum; the last of them has `final`.
   */
  checkpointed: plain("checkpointed", {
    ...common,
    upTo: seq,
    hash: digest,
    access: listOf(tuple(id, count, time, listOf(time, MAX_ACCESS_TIMES_KEPT)), MAX_FACTS_PER_CHECKPOINT),
    /** How often facts were shown in passing: [id, count, last time]. */
    shown: optional(listOf(tuple(id, count, time), MAX_FACTS_PER_CHECKPOINT)),
    /** On which days a turn's own question found facts: [id, days since 1970]. */
    found: optional(listOf(tuple(id, listOf(count, MAX_DAYS_FOUND)), MAX_FACTS_PER_CHECKPOINT)),
    final: flag,
  }),
  /**
   * Comes with an import: the secret with which the exporting workspace digested its idempotency keys, and the keys of
   * facts that were purged there, as [key, fact].
   */
  "keys-carried": worded(
    "keys-carried",
    { ...common, purged: optional(listOf(tuple(digest, id), MAX_KEYS_PER_EVENT)), generation },
    { secret: text },
    "optional",
  ),
  /**
   * A pass begins, ends or is undone; or it stopped because it would have taken too many facts out of recall ("halted",
   * `counts` by class), and a person has let it go on ("allowed"). `guarded` with "begun": it takes a bounded share.
   */
  pass: plain("pass", {
    ...common,
    pass: id,
    name: slug,
    phase: oneOf(["begun", "ended", "undone", "halted", "allowed"]),
    counts: optional(dictionary(count, 32)),
    guarded: optional(flag),
  }),
};

/**
 * What a pass has looked at, which changed nothing by itself: it keeps the next night from asking the same again. About
 * this workspace's own upkeep, so it is neither exported nor imported.
 */
const LOOKING_EVENTS = {
  looked: worded(
    "looked",
    {
      ...common,
      stage: slug,
      /** The facts that the question was about. */
      facts: optional(listOf(id, MAX_LOOKED_AT)),
      calls: optional(count),
      inputTokens: optional(count),
      outputTokens: optional(count),
      proposals: optional(count),
      /** How many proposals were dropped, by reason. */
      dropped: optional(dictionary(count, 32)),
    },
    /** The model that was asked. */
    { model: text },
    "optional",
  ),
};

/**
 * Events of an origin's stream that say how far its inbox was distilled. They are about a stream of this workspace, so
 * they are neither exported nor imported.
 */
const DISTILLING_EVENTS = {
  /**
   * The turns of a session (named by a keyed digest) are distilled up to the event `upTo` of the inbox. It stands in one
   * append with the facts that came of them.
   */
  distilled: worded(
    "distilled",
    {
      ...common,
      session: digest,
      upTo: seq,
      turns: count,
      proposals: count,
      /** How many proposals were dropped, by reason. */
      dropped: optional(dictionary(count, 32)),
      calls: count,
      inputTokens: count,
      outputTokens: count,
      /** Ids of turns that no reply could be had for, and the class of each. */
      setAside: optional(listOf(id, MAX_TURNS_PER_BATCH)),
      classes: optional(listOf(authority, MAX_TURNS_PER_BATCH)),
      /** Ids of turns that had been set aside and were distilled again. */
      again: optional(listOf(id, MAX_TURNS_PER_BATCH)),
    },
    { distiller: text, reasons: optional(listOf(text, MAX_TURNS_PER_BATCH)) },
    "optional",
  ),
  /** A person has dismissed turns that were set aside: nothing will be made of them. */
  "turns-dismissed": plain("turns-dismissed", { ...common, turns: listOf(id, MAX_SET_ASIDE) }),
  /** The turns up to the event `upTo` of the inbox are no longer kept. */
  "inbox-trimmed": plain("inbox-trimmed", { ...common, upTo: seq }),
};

/** Events of an origin's inbox. */
const INBOX_EVENTS = {
  /**
   * A turn of a conversation was observed. `key` and `session` are keyed digests: of the caller's id for the turn, and
   * of the session. `by` is whoever observed it.
   */
  turn: worded(
    "turn",
    {
      ...common,
      turn: id,
      session: digest,
      key: optional(digest),
      role: oneOf(TURN_ROLES),
      authority,
      saidAt: time,
      /** The reply was broken off. */
      aborted: optional(flag),
      /** It was longer than the inbox takes, and was cut. */
      cut: optional(flag),
      /** How many places held a credential, and were masked. */
      masked: optional(count),
      /** What memory itself had said: it is never distilled. */
      own: optional(flag),
    },
    {
      session: text,
      id: optional(text),
      content: text,
      actor: optional(text),
      /** How far the speaker's wall clock was ahead of UTC. */
      offsetMinutes: optional(wallOffset),
      attachments: optional(listOf(object({ name: optional(text), content: text }), MAX_ATTACHMENTS)),
      /** What memory had put into the turn. */
      recalled: optional(listOf(text, MAX_ATTACHMENTS)),
    },
    "required",
  ),
};

/** Events of an origin's marks stream. */
const MARKS_EVENTS = {
  /** Facts were used: [id, when, how]. `seen` is the head of the origin's stream when the marks were written. */
  accessed: plain("accessed", {
    v: count,
    at: time,
    seen: count,
    marks: listOf(tuple(id, time, oneOf(ACCESS_KINDS)), MAX_MARKS_PER_EVENT),
  }),
  /**
   * Facts were shown in passing: [id, how often since the last such event, last time]. This is counted, but it is not a
   * use.
   */
  shown: plain("shown", {
    v: count,
    at: time,
    seen: count,
    shown: listOf(tuple(id, count, time), MAX_MARKS_PER_EVENT),
    /** On which days a turn's own question found them: [id, days since 1970]. */
    found: optional(listOf(tuple(id, listOf(count, MAX_DAYS_FOUND)), MAX_MARKS_PER_EVENT)),
  }),
};

/** What may be somebody's words in the description of facts that are to be erased, or kept. */
const describedInWords = {
  tags: optional(listOf(text, MAX_TAGS)),
  sources: optional(listOf(text, MAX_TAGS)),
  /** The key of the one origin that is meant. */
  origin: optional(text),
};

/** Events of the workspace stream. */
const WORKSPACE_EVENTS = {
  /** From now on this policy applies, with these parameters. */
  "policy-chosen": plain("policy-chosen", {
    ...common,
    policy: slug,
    params: optional(dictionary(figure, 64)),
  }),
  /** Slots with these attributes hold several values at once. */
  "slots-declared": worded("slots-declared", common, { multiValued: listOf(text, 1_000) }, "required"),
  /** The secret that makes digests in headers meaningless to anybody else. The latest such event applies. */
  keyed: worded("keyed", { ...common, generation }, { secret: text }, "required"),
  /** A token for this workspace was issued: the hash of its secret, what it may do, and whose memory it opens. */
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
  /**
   * The workspace's own surfaces use this encoder from now on, or none. The body says which: the name of its vectors,
   * and how it is found on this machine.
   */
  "embedder-chosen": worded(
    "embedder-chosen",
    { ...common, embedder: oneOf(["local", "off"]), dimensions: optional(count) },
    { name: text, model: optional(text), folder: optional(text), digest: optional(text) },
    "optional",
  ),
  /**
   * The workspace's own surfaces ask this language model from now on, or none. The body says which: its name, or the
   * path of its file, and its address. Keys are in no event.
   */
  "llm-chosen": worded(
    "llm-chosen",
    { ...common, llm: oneOf(["openai", "anthropic", "local", "off"]) },
    { model: text, baseUrl: optional(text) },
    "optional",
  ),
  /** What commands without a terminal speak as, from now on. */
  /** What the workspace's own surfaces do with credentials. */
  "secrets-chosen": plain("secrets-chosen", { ...common, secrets: oneOf(["refuse", "mark", "allow"]) }),
  "voice-chosen": plain("voice-chosen", { ...common, voice: oneOf(["agent", "owner"]) }),
  /**
   * From now on the facts that this rule describes are erased once they are so old. A later rule of the same name replaces
   * it. Without a value of some kind, any will do.
   */
  "retention-set": worded(
    "retention-set",
    {
      ...common,
      rule: slug,
      afterDays: count,
      segments: optional(listOf(oneOf(SEGMENTS), SEGMENTS.length)),
      classes: optional(listOf(authority, AUTHORITIES.length)),
    },
    describedInWords,
    "optional",
  ),
  "retention-removed": plain("retention-removed", { ...common, rule: slug }),
  /** Nothing that this describes is erased until the hold is released, whatever any rule or anybody says. */
  "hold-placed": worded(
    "hold-placed",
    {
      ...common,
      hold: slug,
      facts: optional(listOf(id, MAX_HELD_FACTS)),
      segments: optional(listOf(oneOf(SEGMENTS), SEGMENTS.length)),
      classes: optional(listOf(authority, AUTHORITIES.length)),
    },
    { ...describedInWords, reason: text },
    "required",
  ),
  "hold-released": worded("hold-released", { ...common, hold: slug }, { reason: text }, "required"),
  /**
   * The keeper began a maintenance task of an origin (given as a keyed digest) and claimed it until `until`; or the
   * task ended, or failed with `code`.
   */
  kept: plain("kept", {
    ...common,
    task: slug,
    origin: digest,
    phase: oneOf(["begun", "ended", "failed"]),
    until: optional(time),
    code: optional(slug),
  }),
  /** Everything of an origin was erased. Only the keyed digest can recognise the same origin again. */
  "origin-erased": plain("origin-erased", { ...common, origin: digest, facts: count }),
  /**
   * Keys are about to be destroyed for good ("begun"), or were ("ended"), and so the words under them, in copies from
   * before too. `keys` names the keys of the origin, as the headers of its events do, and nobody.
   */
  shredded: plain("shredded", {
    ...common,
    shred: id,
    phase: oneOf(["begun", "ended"]),
    what: oneOf(SHREDDED),
    keys: id,
    /** The vault's key under which copies from before hold these keys. */
    vaultKey,
    /** The fact or turn that was asked for; otherwise the keyed digest of whom or what it is about. */
    asked: optional(id),
    digest: optional(digest),
    /** The last event of the origin's stream, and of its inbox: before, if it goes as a whole; otherwise after. */
    logHead: optional(tuple(count, headHash)),
    inboxHead: optional(tuple(count, headHash)),
    /** ended: the numbers of the events whose keys are gone, from and to. Without any: of all events. */
    log: optional(listOf(tuple(seq, seq), MAX_RANGES_PER_EVENT)),
    inbox: optional(listOf(tuple(seq, seq), MAX_RANGES_PER_EVENT)),
    facts: optional(count),
    turns: optional(count),
    /** ended: the kind of the vault, and its key since. */
    vault: optional(slug),
    nextKey: optional(vaultKey),
    /** Until when some of the workspace's words were plain: copies from before then still hold those. */
    plainUntil: optional(time),
    /** ended: if that takes several events, the last of them. */
    final: optional(flag),
  }),
};

/** Events that any stream may hold. Every store acts on them itself. */
const STORE_EVENTS = {
  /** The bodies of these events are destroyed, and these facts are gone. */
  erased: plain("erased", {
    ...common,
    erases: listOf(seq, MAX_ERASED_PER_EVENT),
    facts: optional(listOf(id, MAX_ERASED_PER_EVENT)),
  }),
  /**
   * A repair found damage: these bodies are lost, and events are missing between these neighbouring sequence numbers.
   */
  repaired: plain("repaired", {
    ...common,
    lost: listOf(seq, MAX_REPAIRS_PER_EVENT),
    gaps: listOf(tuple(count, seq), MAX_REPAIRS_PER_EVENT),
  }),
  /** A stream was given a folder; the body names the stream. (The file store's registry.) */
  registered: worded("registered", { ...common, folder: id }, { stream: text }, "required"),
};

const EVENTS = {
  ...ORIGIN_EVENTS,
  ...LOOKING_EVENTS,
  ...DISTILLING_EVENTS,
  ...INBOX_EVENTS,
  ...MARKS_EVENTS,
  ...WORKSPACE_EVENTS,
  ...STORE_EVENTS,
};

export type { AccessKind, By, Idempotency, SealedBody, Why } from "./event-shape.ts";

/** The type of an event. */
export type EventType = keyof typeof EVENTS;
/**
 * The types of events that a log may hold.
 * @example console.log(EVENT_TYPES.length);
 */
export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[];

/**
 * Is this an event of an origin's own stream, as opposed to the marks stream, the workspace stream or a store's own?
 */
export function isOriginEvent(type: EventType): boolean {
  return Object.hasOwn(ORIGIN_EVENTS, type);
}

/** The event of one type. */
export type EventOf<T extends EventType> = (typeof EVENTS)[T] extends EventSpec<infer E> ? E : never;
/** A change to memory, as the log holds it. */
export type MemoryEvent = { [T in EventType]: EventOf<T> }[EventType];

/**
 * The version that this code writes, for every type.
 * @example console.log(EVENT_VERSION);
 */
export const EVENT_VERSION = 1;

/** Checks an event that is about to be written or was read back. `bodyGone` says that the body was erased or lost. */
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
