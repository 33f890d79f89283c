/**
 * Writes a workspace that holds every type of event, in the format of this version: argument 1 is the folder.
 * Run once per format version; the result is committed under test/fixtures and never written again.
 */
import { EVENT_VERSION, type MemoryEvent } from "../../src/model/event.ts";
import { marksOf } from "../../src/model/stream.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { accessed, added, erased, NOON } from "../support/events.ts";

const PEER = { channel: "whatsapp", conversationId: "anna", sessionKey: "1" };
const on = { v: EVENT_VERSION, at: NOON + 60_000, fact: "f1" } as const;
const by = { source: "engine" } as const;
const why = {
  rule: "sweep-archive",
  policy: "tideline",
  pass: "p1",
  inputs: { score: 0.14, tier: "long" },
} as const;

const facts: MemoryEvent[] = [
  added("f1", "I keep a strict vegetarian diet.", {
    segment: "preference",
    kind: "preference",
    by: { source: "owner_message", authority: 3 },
    valence: 0.5,
    surprise: 0.25,
    position: 2,
    validFrom: NOON,
    idempotency: { key: "0123456789abcdef", request: "fedcba9876543210", outcome: "added" },
    review: "example",
    body: {
      content: "I keep a strict vegetarian diet.",
      subject: "me",
      attribute: "diet",
      episode: "talk-1",
      actor: "Owner",
      tags: ["food", "Grüße"],
      aliases: ["no meat"],
      metadata: { nested: { list: [1, null, "x"] } },
      recurrence: "FREQ=YEARLY",
    },
  }),
  added("f2", "The launch is on 3 May. 发布会 🌊", {
    links: [{ kind: "supports", to: "f1" }],
    evidence: ["f1"],
  }),
  added("f3", "From a page", {
    source: "other",
    authority: 0,
    quarantined: true,
    validity: "challenged",
    body: { content: "From a page", sourceName: "evil.example" },
  }),
  added("f4", "This text is erased."),
];

const { body: _, ...unworded } = added("f5", "");
const sealed: MemoryEvent = { ...unworded, sealed: { codec: "aes-256-gcm", key: "k1", text: "c2VhbGVk" } };

const changes: MemoryEvent[] = [
  {
    type: "observed",
    ...on,
    source: "extraction",
    authority: 2,
    saidAt: NOON + 1,
    body: { episode: "talk-2", actor: "Owner" },
  },
  { type: "restated", ...on, source: "tool_output", authority: 0 },
  {
    type: "refused",
    v: EVENT_VERSION,
    at: NOON,
    segment: "identity",
    source: "retrieved_document",
    authority: 0,
    digest: "fedcba9876543210",
  },
  {
    type: "revised",
    ...on,
    importance: 0.75,
    validTo: null,
    touchedAt: NOON + 2,
    body: { subject: "Owner", tags: ["diet"] },
  },
  { type: "pinned", ...on },
  { type: "unpinned", ...on },
  { type: "confirmed", ...on, confidence: 0.95 },
  { type: "unconfirmed", ...on },
  { type: "endorsed", ...on, fact: "f3", authority: 3 },
  { type: "archived", ...on, by, why, body: { reason: "tidying up" } },
  { type: "restored", ...on },
  { type: "suppressed", ...on },
  { type: "unsuppressed", ...on },
  { type: "pruned", ...on, fact: "f2" },
  { type: "challenged", ...on, against: "f3" },
  { type: "revalidated", ...on, validTo: null },
  { type: "superseded", ...on, fact: "f3", successor: "f1", validTo: NOON + 3 },
  { type: "merged", ...on, fact: "f3", successor: "f1" },
  { type: "invalidated", ...on, fact: "f3", validTo: NOON + 4 },
  { type: "linked", ...on, kind: "contradicts", to: "f3" },
  { type: "unlinked", ...on, kind: "contradicts", to: "f3" },
  { type: "quarantined", ...on, fact: "f3" },
  { type: "released", ...on, fact: "f3" },
  {
    type: "pass",
    v: EVENT_VERSION,
    at: NOON,
    pass: "p1",
    name: "sweep",
    phase: "ended",
    counts: { archived: 1 },
  },
];

const dir = process.argv[2];
if (dir === undefined) throw new Error("give a folder");
const store = new FactStore(dir, { clock: { now: () => NOON }, volumeBytes: 4096 });
store.append("owner", 0, facts);
store.append("owner", 4, [sealed]);
let head = store.append("owner", 5, changes.slice(0, 12));
for (const change of changes.slice(12)) head = store.append("owner", head.seq, [change]);
const marked = store.append(marksOf("owner"), 0, [
  accessed("f1", NOON + 5, head.seq),
  accessed("f2", NOON + 6, head.seq),
]);
head = store.append("owner", head.seq, [
  {
    type: "checkpointed",
    v: EVENT_VERSION,
    at: NOON,
    upTo: marked.seq,
    hash: marked.hash,
    access: [
      ["f1", 1, NOON + 5, [NOON + 5]],
      ["f2", 1, NOON + 6, [NOON + 6]],
    ],
    final: true,
  },
]);
store.erase("owner", head.seq, erased([4], ["f4"]));
store.append(PEER, 0, [
  added("g1", "Anna is allergic to peanuts.", { source: "channel_message", authority: 1 }),
]);
store.append("workspace", 0, [
  { type: "slots-declared", v: EVENT_VERSION, at: NOON, body: { multiValued: ["hobby"] } },
  { type: "keyed", v: EVENT_VERSION, at: NOON, body: { secret: "c2VjcmV0" } },
  { type: "policy-chosen", v: EVENT_VERSION, at: NOON, policy: "tideline", params: { threshold: 0.15 } },
  { type: "origin-erased", v: EVENT_VERSION, at: NOON, origin: "0123456789abcdef", facts: 3 },
]);
store.close();
