/**
 * What does a person change by hand? One fact at a time, each change an event that says so.
 */
import { WriteGateError } from "../errors.ts";
import { demoted, promoted } from "../lifecycle/layers.ts";
import type { Steps } from "../log/steps.ts";
import type { MemoryEvent } from "../model/event.ts";
import type { Fact } from "../model/fact.ts";
import { LINK_KINDS, type LinkKind } from "../model/link.ts";
import type { Layer } from "../model/segment.ts";
import { decideResolve, type ResolveOptions } from "../upkeep/resolve.ts";
import { bad, parseName, parseOneOf } from "../write/draft.ts";
import { decideEndorse } from "../write/endorse.ts";
import { checkRoom, mayNotLink } from "../write/link-room.ts";
import { change, knownFact, type Reach, stamp } from "./reach.ts";

export function* link(reach: Reach, from: string, kind: LinkKind, to: string): Steps<Fact> {
  const linkKind = parseOneOf(LINK_KINDS)(kind, "kind");
  return yield* change(reach, from, (state, fact) => {
    const target = knownFact(state, to);
    if (target.id === fact.id) throw bad("a fact cannot be linked to itself");
    const reason = mayNotLink({ kind: linkKind, to }, target, fact.authority);
    if (reason !== undefined) throw new WriteGateError(reason, { rule: "gate/overruling-link" });
    const there = fact.links.some((link) => link.kind === linkKind && link.to === to);
    if (there) return [];
    checkRoom(fact, target, state);
    return [{ type: "linked", ...stamp(reach), fact: from, kind: linkKind, to }];
  });
}

export function* archive(reach: Reach, id: string, why?: string): Steps<Fact> {
  const body = why === undefined ? {} : { body: { reason: parseName(why, "why") } };
  return yield* change(reach, id, (_state, fact) =>
    fact.lifecycle === "active" ? [{ type: "archived", ...stamp(reach), fact: id, ...body }] : [],
  );
}

export function* restore(reach: Reach, id: string): Steps<Fact> {
  return yield* change(reach, id, (_state, fact) =>
    fact.lifecycle === "active" ? [] : [{ type: "restored", ...stamp(reach), fact: id }],
  );
}

export function* pin(reach: Reach, id: string): Steps<Fact> {
  return yield* change(reach, id, (_state, fact) =>
    fact.pinned ? [] : [{ type: "pinned", ...stamp(reach), fact: id }],
  );
}

export function* unpin(reach: Reach, id: string): Steps<Fact> {
  return yield* change(reach, id, (_state, fact) =>
    fact.pinned ? [{ type: "unpinned", ...stamp(reach), fact: id }] : [],
  );
}

/** Out of ranking until somebody puts it back; no sweep does. */
export function* suppress(reach: Reach, id: string): Steps<Fact> {
  return yield* change(reach, id, (_state, fact) =>
    fact.suppressed ? [] : [{ type: "suppressed", ...stamp(reach), fact: id }],
  );
}

export function* unsuppress(reach: Reach, id: string): Steps<Fact> {
  return yield* change(reach, id, (_state, fact) =>
    fact.suppressed ? [{ type: "unsuppressed", ...stamp(reach), fact: id }] : [],
  );
}

/** One layer up: working → episodic → semantic. */
export function* promote(reach: Reach, id: string): Steps<Fact> {
  return yield* change(reach, id, (_state, fact) => relayered(reach, fact, promoted(fact.layer)));
}

/** One layer down: anything lasting → episodic → working. */
export function* demote(reach: Reach, id: string): Steps<Fact> {
  return yield* change(reach, id, (_state, fact) => relayered(reach, fact, demoted(fact.layer)));
}

/** It helped, or it did not: what that means is the policy's to say. */
export function* feedback(reach: Reach, id: string, signal: "up" | "down"): Steps<Fact> {
  const given = parseOneOf(["up", "down"] as const)(signal, "signal");
  const { policy } = reach.engine.options;
  const now = reach.engine.now();
  const fact = yield* change(reach, id, (_state, before) => {
    const { importance, confidence = before.confidence, touches } = policy.feedback(before, given);
    if (!touches && importance === before.importance && confidence === before.confidence) return [];
    const why = { rule: `feedback/${given}`, policy: policy.id };
    const touched = touches ? { touchedAt: now } : {};
    return [{ type: "revised", ...stamp(reach), why, fact: id, importance, confidence, ...touched }];
  });
  if (given === "up") yield* reach.engine.mark(reach.mind, { fact: id, at: now, how: "feedback" });
  return fact;
}

/** The principal adopts a fact: from now on it counts as their own words. */
export function* endorse(reach: Reach, id: string): Steps<Fact> {
  const rules = yield* reach.engine.rules();
  const now = reach.engine.now();
  return yield* change(reach, id, (state, fact) => decideEndorse(state, reach.mind.keys, fact, now, rules));
}

/** A person decides one of them: what is kept supersedes the other, with its history. */
export function* resolve(reach: Reach, id: string, options: ResolveOptions): Steps<readonly Fact[]> {
  const now = reach.engine.now();
  const { state, events } = yield* reach.mind.replica.commit((before) =>
    decideResolve(before, id, options, now),
  );
  const touched = new Set(events.flatMap((event) => ("fact" in event ? [event.fact] : [])));
  return [...touched].map((fact) => knownFact(state, fact));
}

function relayered(reach: Reach, fact: Fact, layer: Layer): readonly MemoryEvent[] {
  return layer === fact.layer ? [] : [{ type: "revised", ...stamp(reach), fact: fact.id, layer }];
}
