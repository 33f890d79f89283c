/** What is a store tested with? Two origins, and short functions that make valid events. */
import { EVENT_VERSION, type EventOf } from "../../model/event.ts";
import type { ChannelOrigin } from "../../model/origin.ts";

export const NOON = 1_700_000_000_000;

export const PEER: ChannelOrigin = { channel: "chat", conversationId: "anna", sessionKey: "1" };
export const OTHER_PEER: ChannelOrigin = { ...PEER, sessionKey: "2" };

export function added(fact: string, content: string, more: Partial<EventOf<"added">> = {}): EventOf<"added"> {
  return {
    type: "added",
    v: EVENT_VERSION,
    at: NOON,
    fact,
    segment: "knowledge",
    tier: "long",
    kind: "fact",
    layer: "semantic",
    source: "owner_message",
    authority: 3,
    importance: 0.6,
    decayRate: 0.03,
    confidence: 1,
    createdAt: NOON,
    body: { content },
    ...more,
  };
}

export function pinned(fact: string): EventOf<"pinned"> {
  return { type: "pinned", v: EVENT_VERSION, at: NOON + 1, fact };
}

export function accessed(fact: string): EventOf<"accessed"> {
  return {
    type: "accessed",
    v: EVENT_VERSION,
    at: NOON + 2,
    seen: 1,
    marks: [[fact, NOON + 2, "recall"]],
  };
}

export function turn(id: string, content: string): EventOf<"turn"> {
  return {
    type: "turn",
    v: EVENT_VERSION,
    at: NOON + 2,
    turn: id,
    session: "s".repeat(16),
    role: "user",
    authority: 3,
    saidAt: NOON + 2,
    body: { session: "monday", content },
  };
}

export function chosen(policy: string): EventOf<"policy-chosen"> {
  return { type: "policy-chosen", v: EVENT_VERSION, at: NOON + 3, policy };
}

export function erased(erases: readonly number[], facts: readonly string[] = []): EventOf<"erased"> {
  return { type: "erased", v: EVENT_VERSION, at: NOON + 4, why: { rule: "test" }, erases, facts };
}
