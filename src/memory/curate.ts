/**
 * What does a person change by hand? One fact at a time, each change an event that says so.
 */
import { TidelineError, WriteGateError } from "../errors.ts";
import { demoted, promoted } from "../lifecycle/layers.ts";
import { emptyState, evolve, type State } from "../log/fold.ts";
import type { Steps } from "../log/steps.ts";
import { badArgument, fieldsOf, parseName, parseOneOf } from "../model/arguments.ts";
import { authorOf } from "../model/author.ts";
import type { MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import { LINK_KINDS, type LinkKind } from "../model/link.ts";
import type { Layer } from "../model/segment.ts";
import { TRUSTED } from "../model/source.ts";
import type { Words } from "../model/wording.ts";
import { decideResolve, type ResolveOptions } from "../upkeep/resolve.ts";
import { checkPerson } from "../write/change-gate.ts";
import { refusalOf } from "../write/decide.ts";
import { decideEndorse } from "../write/endorse.ts";
import { checkRoom, mayNotLink } from "../write/link-room.ts";
import { mayEnd } from "../write/own-word.ts";
import { eventsOfReturn } from "../write/restore.ts";
import { decideRevise, parseRevision, type ReviseInput, wordsOfRevision } from "../write/revise.ts";
import { findSecrets, secretsAmong } from "../write/secrets.ts";
import { checkSeen, digestOf } from "../write/seen.ts";
import { byHand, change, knownFact, stamp } from "./change.ts";
import type { Memory } from "./memory.ts";
import { readAll } from "./read-log.ts";

export function* link(memory: Memory, from: string, kind: LinkKind, to: string): Steps<Fact> {
  const linkKind = parseOneOf(LINK_KINDS)(kind, "kind");
  return yield* change(memory, from, "link", (state, fact) => {
    const target = knownFact(state, to);
    if (target.id === fact.id) throw badArgument("A fact cannot be linked to itself");
    const { voice } = memory.speaker;
    const isTheirs = voice === TRUSTED || mayEnd(state, target, authorOf(fact), fact.authority);
    const reason = mayNotLink({ kind: linkKind, to }, target, fact.authority, isTheirs);
    if (reason !== undefined) throw new WriteGateError(reason, { rule: "gate/overruling-link" });
    const there = fact.links.some((link) => link.kind === linkKind && link.to === to);
    if (there) return [];
    checkRoom(fact, target, state);
    return [{ type: "linked", ...stamp(memory), fact: from, kind: linkKind, to }];
  });
}

export function* archive(memory: Memory, id: string, why?: string): Steps<Fact> {
  const body = why === undefined ? {} : { body: { reason: parseName(why, "why") } };
  if (why !== undefined) checkSecrets(memory, why);
  return yield* change(memory, id, "archive", (_state, fact) =>
    fact.lifecycle === "active" ? [{ type: "archived", ...stamp(memory), fact: id, ...body }] : [],
  );
}

/** A reason is kept in the log like a fact's words. It is in no block, so there is nothing to mark. */
function checkSecrets({ engine }: Memory, words: string): void {
  const refusal = engine.options.secrets === "refuse" ? refusalOf(findSecrets(words)) : undefined;
  if (refusal !== undefined)
    throw new TidelineError("secret-refused", refusal.reason, { rule: refusal.rule });
}

export function* restore(memory: Memory, id: string): Steps<Fact> {
  const rules = yield* memory.engine.rules();
  return yield* change(memory, id, "restore", (state, fact) => {
    if (fact.lifecycle === "active") return [];
    const stamped = stamp(memory);
    const back: Fact = { ...fact, lifecycle: "active" };
    const then = eventsOfReturn(state, memory.open.keys, back, stamped, rules);
    return [{ type: "restored", ...stamped, fact: id }, ...then];
  });
}

/** Corrects labels, tags and dates, never the text. null removes a value. */
export function* revise(memory: Memory, id: string, changes: ReviseInput): Steps<Fact> {
  const revision = parseRevision(changes);
  const { policy } = memory.engine.options;
  checkWords(memory, wordsOfRevision(revision));
  return yield* change(memory, id, "revise", (_state, fact) => {
    const changed = decideRevise(fact, revision, policy);
    return changed === undefined ? [] : [{ type: "revised", ...stamp(memory), fact: id, ...changed }];
  });
}

/** New words are held to what the words of a new fact are held to. */
function checkWords({ engine, speaker }: Memory, words: Words): void {
  const refusal = engine.options.secrets === "refuse" ? refusalOf(secretsAmong(words)) : undefined;
  if (refusal !== undefined)
    throw new TidelineError("secret-refused", refusal.reason, { rule: refusal.rule });
  if (speaker.voice < TRUSTED && engine.scan(words).length > 0)
    throw new WriteGateError(
      "These words look like an attack, so nothing was changed. Let the owner do it.",
      {
        rule: "gate/threat",
      },
    );
}

export function* pin(memory: Memory, id: string): Steps<Fact> {
  return yield* change(memory, id, "pin", (_state, fact) =>
    fact.pinned ? [] : [{ type: "pinned", ...stamp(memory), fact: id }],
  );
}

export function* unpin(memory: Memory, id: string): Steps<Fact> {
  return yield* change(memory, id, "unpin", (_state, fact) =>
    fact.pinned ? [{ type: "unpinned", ...stamp(memory), fact: id }] : [],
  );
}

/** Takes the fact out of ranking until somebody puts it back; a sweep never does. */
export function* suppress(memory: Memory, id: string): Steps<Fact> {
  return yield* change(memory, id, "suppress", (_state, fact) =>
    fact.suppressed ? [] : [{ type: "suppressed", ...stamp(memory), fact: id }],
  );
}

export function* unsuppress(memory: Memory, id: string): Steps<Fact> {
  const rules = yield* memory.engine.rules();
  return yield* change(memory, id, "unsuppress", (state, fact) => {
    if (!fact.suppressed) return [];
    const stamped = stamp(memory);
    const then = eventsOfReturn(state, memory.open.keys, { ...fact, suppressed: false }, stamped, rules);
    return [{ type: "unsuppressed", ...stamped, fact: id }, ...then];
  });
}

/** One layer up: working → episodic → semantic. */
export function* promote(memory: Memory, id: string): Steps<Fact> {
  return yield* change(memory, id, "promote", (_state, fact) =>
    relayered(memory, fact, promoted(fact.layer)),
  );
}

/** One layer down: anything lasting → episodic → working. */
export function* demote(memory: Memory, id: string): Steps<Fact> {
  return yield* change(memory, id, "demote", (_state, fact) => relayered(memory, fact, demoted(fact.layer)));
}

/** The fact helped, or it did not. The policy says what that changes. */
export function* feedback(memory: Memory, id: string, signal: "up" | "down"): Steps<Fact> {
  const given = parseOneOf(["up", "down"] as const)(signal, "signal");
  const { policy } = memory.engine.options;
  const now = memory.engine.now();
  const fact = yield* change(memory, id, "give feedback on", (_state, before) => {
    const { importance, confidence = before.confidence, touches } = policy.feedback(before, given);
    if (!touches && importance === before.importance && confidence === before.confidence) return [];
    const why = { rule: `feedback/${given}`, policy: policy.id };
    const touched = touches ? { touchedAt: now } : {};
    return [{ type: "revised", ...stamp(memory), why, fact: id, importance, confidence, ...touched }];
  });
  if (given === "up")
    yield* memory.open.mark({ fact: id, at: now, how: "feedback", voice: memory.speaker.voice });
  return fact;
}

/** What a person saw when they adopted a fact. */
export interface EndorseOptions {
  /** The digest of the fact as the person saw it: `inspect` reports it, `digestOf` computes it. */
  readonly seen: string;
}

/** The principal adopts a fact: from now on it counts as the principal's own words and no longer as its author's. */
export function* endorse(memory: Memory, id: string, options: EndorseOptions): Steps<Fact> {
  const { seen } = fieldsOf(options, new Set(["seen"]), "endorse");
  const rules = yield* memory.engine.rules();
  const now = memory.engine.now();
  const earlier = yield* versionsOf(memory, id, seen);
  return yield* change(memory, id, "endorse", (state, fact) => {
    checkSeen(fact, seen, memory.engine.ports.hash, earlier);
    return decideEndorse(state, memory.open.keys, fact, { now, by: byHand(memory) }, rules);
  });
}

/**
 * Earlier versions of the fact, oldest first, to find out what changed. Empty, without reading the log, if nothing did.
 */
function* versionsOf(memory: Memory, id: string, seen: unknown): Steps<readonly Fact[]> {
  const { facts } = yield* memory.open.replica.catchUp();
  const fact = facts.get(parseName(id, "id"));
  if (fact === undefined || digestOf(fact, memory.engine.ports.hash) === seen) return [];
  // A link is folded where its other end is known: the facts that are there now.
  let state: State = { ...emptyState(memory.origin), facts: facts.delete(id) };
  const versions: Fact[] = [];
  for (const { event, seq, bodyGone } of yield* readAll(memory, (fact.texts[0] ?? 1) - 1)) {
    if (!("fact" in event) || event.fact !== id) continue;
    state = evolve(state, event, seq, bodyGone);
    const version = state.facts.get(id);
    if (version !== undefined && version !== versions.at(-1)) versions.push(version);
  }
  return versions;
}

/** A person decides a contradiction: the fact that is kept supersedes the other, which keeps its history. */
export function* resolve(memory: Memory, id: string, options: ResolveOptions): Steps<readonly Fact[]> {
  checkPerson(memory.speaker, "resolve a contradiction");
  const { hash } = memory.engine.ports;
  const made = { now: memory.engine.now(), by: byHand(memory), hash };
  const { state, events } = yield* memory.open.replica.commit((before) =>
    decideResolve(before, id, options, made),
  );
  const touched = new Set(events.flatMap((event) => ("fact" in event ? [event.fact] : [])));
  return [...touched].map((fact) => knownFact(state, fact));
}

function relayered(memory: Memory, fact: Fact, layer: Layer): readonly MemoryEvent[] {
  return layer === fact.layer ? [] : [{ type: "revised", ...stamp(memory), fact: fact.id, layer }];
}
