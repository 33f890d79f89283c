/** Does a store accept valid events at the right place in the right stream, and refuse everything else? */
import { isTidelineError } from "../../errors.ts";
import { MAX_EVENT_BYTES } from "../../limits.ts";
import type { MemoryEvent } from "../../model/event.ts";
import { marksOf, type Stream } from "../../model/stream.ts";
import { contents, fails, same } from "./checks.ts";
import { accessed, added, chosen, OTHER_PEER, PEER, pinned } from "./events.ts";
import type { StorageCases } from "./harness.ts";

export const appending: StorageCases = {
  async "an append at the wrong place changes nothing and says stream-moved"(store) {
    await store.append("owner", 0, [added("f1", "one")]);
    await fails("stream-moved", () => store.append("owner", 0, [added("f2", "two")]));
    await fails("stream-moved", () => store.append("owner", 2, [added("f2", "two")]));
    same((await store.read("owner", 0)).events.length, 1);
  },

  async "of many appends at one place exactly one succeeds"(store) {
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, async (_, i) => store.append("owner", 0, [added(`f${i}`, `try ${i}`)])),
    );
    same(tries.filter((one) => one.status === "fulfilled").length, 1);
    for (const one of tries)
      if (one.status === "rejected") same(isTidelineError(one.reason, "stream-moved"), true);
    same((await store.read("owner", 0)).events.length, 1);
  },

  async "streams are separate, whatever their origins have in common"(store) {
    const streams: Stream[] = [
      "owner",
      "workspace",
      PEER,
      OTHER_PEER,
      { channel: "owner", conversationId: "owner", sessionKey: "owner" },
      { channel: PEER.channel, conversationId: PEER.conversationId },
      { user: PEER.conversationId },
      { user: "owner" },
    ];
    for (const [i, stream] of streams.entries()) {
      await store.append(stream, 0, [stream === "workspace" ? chosen(`p${i}`) : added(`f${i}`, `fact ${i}`)]);
    }
    await store.append(marksOf(PEER), 0, [accessed("f2")]);
    for (const stream of streams) same((await store.read(stream, 0)).events.length, 1);
    same((await store.read(marksOf(PEER), 0)).events.length, 1);
    same((await store.read(marksOf("owner"), 0)).events, []);
    same(
      [...(await store.list())].map((one) => JSON.stringify(one)).sort(),
      streams.map((one) => JSON.stringify(one)).sort(),
    );
  },

  async "a bad event refuses the whole append"(store) {
    const good = added("f1", "one");
    for (const bad of BAD_EVENTS)
      await fails("invalid-event", () => store.append("owner", 0, [good, bad as MemoryEvent]));
    same((await store.read("owner", 0)).events, []);
  },

  async "bad arguments are refused with a code"(store) {
    await fails("invalid-argument", () => store.append("owner", -1, [added("f1", "one")]));
    await fails("invalid-argument", () => store.append("owner", 0, []));
    await fails("invalid-argument", () => store.read("owner", Number.NaN));
    await fails("invalid-argument", () =>
      store.read({ channel: "", conversationId: "c", sessionKey: "s" }, 0),
    );
    await fails("invalid-argument", () => store.read("somebody" as Stream, 0));
    await fails("invalid-argument", () => store.getBlob("owner", "../escape"));
    await fails("invalid-argument", () => store.putBlob("owner", "", 0, new Uint8Array()));
  },

  async "an event beyond the limit is refused, one within it is kept"(store) {
    await fails("event-too-large", () =>
      store.append("owner", 0, [added("f1", "x".repeat(MAX_EVENT_BYTES))]),
    );
    await fails("event-too-large", () =>
      store.append("owner", 0, [added("f1", "€".repeat(MAX_EVENT_BYTES / 2))]),
    );
    const long = "€".repeat(MAX_EVENT_BYTES / 4);
    await store.append("owner", 0, [added("f1", long)]);
    same(contents(await store.read("owner", 0)), [long]);
  },

  async "a sealed body is kept as it is, with its codec and key"(store) {
    const { body: _, ...head } = added("f1", "");
    const sealed = { codec: "aes-256-gcm", key: "k1", text: "b3BhcXVl" };
    await store.append("owner", 0, [{ ...head, sealed }]);
    same((await store.read("owner", 0)).events[0]?.event, { ...head, sealed });
  },
};

const BAD_EVENTS: readonly unknown[] = [
  undefined,
  "added",
  {},
  { ...added("f1", "x"), type: "invented" },
  { ...added("f1", "x"), type: "__proto__" },
  { ...added("f1", "x"), v: 2 },
  { ...added("f1", "x"), at: "today" },
  { ...added("f1", "x"), importance: 1.5 },
  { ...added("f1", "x"), importance: Number.NaN },
  { ...added("f1", "x"), segment: "nonsense" },
  { ...added("f1", "x"), fact: "a text with spaces" },
  { ...added("f1", "x"), surplus: true },
  { ...added("f1", "x"), body: undefined },
  { ...added("f1", "x"), body: { content: "x", surplus: true } },
  { ...added("f1", "x"), body: { content: "x", metadata: { when: new Date(0) } } },
  { ...added("f1", "x"), why: { rule: "free text in a header" } },
  { ...pinned("f1"), body: { content: "x" } },
];
