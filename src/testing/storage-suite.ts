/**
 * Is a backend correct? It is when it passes these cases.
 *
 * Plain data, no test runner: `for (const { name, run } of storageSuite(harness)) test(name, run)`. A backend may be
 * synchronous or asynchronous; capabilities that it does not claim in `supports` are not asked for.
 *
 * Long because it is one table of cases.
 */
import { isTidelineError } from "../errors.ts";
import { MAX_EVENT_BYTES } from "../limits.ts";
import { EVENT_VERSION, type EventOf, type MemoryEvent } from "../model/event.ts";
import { marksOf, type Stream } from "../model/stream.ts";
import type { AnyStorage, Page, RecordedEvent } from "../ports/storage.ts";

export interface StorageHarness {
  /** A new, empty store. */
  open(): AnyStorage | Promise<AnyStorage>;
  /** The same store again, as another process would open it; undefined where there is no such thing. */
  reopen?(store: AnyStorage): AnyStorage | Promise<AnyStorage>;
  /** Everything the store keeps, as text: to see that what was erased is nowhere. */
  dump?(store: AnyStorage): string | Promise<string>;
}

export interface StorageCase {
  readonly name: string;
  run(): Promise<void>;
}

const PEER: Stream = { channel: "chat", conversationId: "anna", sessionKey: "1" };
const OTHER_PEER: Stream = { channel: "chat", conversationId: "anna", sessionKey: "2" };

export function storageSuite(harness: StorageHarness): readonly StorageCase[] {
  return Object.entries(CASES).map(([name, run]) => ({
    name,
    async run() {
      const store = await harness.open();
      try {
        await run(store, harness);
      } finally {
        await store.close();
      }
    },
  }));
}

const CASES: Readonly<Record<string, (store: AnyStorage, harness: StorageHarness) => Promise<void>>> = {
  async "a stream that does not exist reads as empty"(store) {
    const page = await store.read("owner", 0);
    same(page, { afterHash: "", events: [], more: false });
    same(await store.list(), []);
    same((await store.verify("owner")).ok, true);
  },

  async "events come back as they were written, numbered from 1"(store) {
    const events = [
      added("f1", "I keep a strict vegetarian diet."),
      pinned("f1"),
      added("f2", 'Grüße, 你好, 🌊, \u2028 "quoted" \\ and a \u0000 zero'),
    ];
    await store.append("owner", 0, events);
    const page = await store.read("owner", 0);
    same(
      page.events.map((one) => one.event),
      events,
    );
    same(
      page.events.map((one) => one.seq),
      [1, 2, 3],
    );
    same(
      page.events.map((one) => one.bodyGone),
      [false, false, false],
    );
    same(page.more, false);
  },

  async "an append answers with the head that a read then shows"(store) {
    const first = await store.append("owner", 0, [added("f1", "one")]);
    const second = await store.append("owner", first.seq, [added("f2", "two"), added("f3", "three")]);
    same(second.seq, 3);
    const page = await store.read("owner", 1);
    same(page.afterHash, first.hash);
    same(page.events.at(-1)?.hash, second.hash);
    same((await store.verify("owner")).head, second);
  },

  async "reading goes on after any event, also in the middle of an append"(store) {
    await store.append(
      "owner",
      0,
      ["a", "b", "c", "d"].map((id) => added(id, id)),
    );
    same(
      (await store.read("owner", 2)).events.map((one) => one.seq),
      [3, 4],
    );
    same((await store.read("owner", 4)).events, []);
  },

  async "asked for small pages, it gives everything in order all the same"(store) {
    for (let seq = 0; seq < 6; seq += 2)
      await store.append("owner", seq, [added(`a${seq}`, "a"), added(`b${seq}`, "b")]);
    const seqs: number[] = [];
    for (let page = await store.read("owner", 0, 1); page.events.length > 0; ) {
      for (const { seq } of page.events) seqs.push(seq);
      page = await store.read("owner", seqs.at(-1) ?? 0, 1);
    }
    same(seqs, [1, 2, 3, 4, 5, 6]);
  },

  async "reading after an event that is not there says so by its hash"(store) {
    const head = await store.append("owner", 0, [added("f1", "one")]);
    const beyond = await store.read("owner", 7);
    same(beyond.events, []);
    same(beyond.afterHash !== undefined && beyond.afterHash !== head.hash, true);
  },

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

  async "a long stream is read in pages"(store) {
    const total = 45_000;
    for (let at = 0; at < total; at += 5_000) {
      await store.append(
        "owner",
        at,
        Array.from({ length: 5_000 }, (_, i) => pinned(`f${at + i}`)),
      );
    }
    const seen: number[] = [];
    for (let page: Page | undefined; page === undefined || page.more; ) {
      page = await store.read("owner", seen.at(-1) ?? 0);
      seen.push(...page.events.map((one) => one.seq));
    }
    same(seen.length, total);
    same(
      seen.every((seq, i) => seq === i + 1),
      true,
    );
  },

  async "a sealed body is kept as it is, with its codec and key"(store) {
    const { body: _, ...head } = added("f1", "");
    const sealed = { codec: "aes-256-gcm", key: "k1", text: "b3BhcXVl" };
    await store.append("owner", 0, [{ ...head, sealed }]);
    same((await store.read("owner", 0)).events[0]?.event, { ...head, sealed });
  },

  async "erasing destroys the text, keeps the rest, and the chain still verifies"(store, harness) {
    const noted = await store.append("owner", 0, [
      added("f1", "the secret is xyzzy"),
      added("f2", "keep me"),
      pinned("f1"),
    ]);
    await store.erase("owner", 3, erased([1], ["f1"]));
    const { events } = await store.read("owner", 0);
    same(
      events.map((one) => one.event.type),
      ["added", "added", "pinned", "erased"],
    );
    same(
      events.map((one) => one.bodyGone),
      [true, false, false, false],
    );
    same(contents({ events }), [undefined, "keep me"]);
    const report = await store.verify("owner", { head: noted });
    same(
      { ok: report.ok, erased: report.erased, problems: report.problems },
      { ok: true, erased: 1, problems: [] },
    );
    if (harness.dump !== undefined) same((await harness.dump(store)).includes("xyzzy"), false);
    await store.append("owner", 4, [added("f3", "and on")]);
    same((await store.verify("owner")).ok, true);
  },

  async "erasing sealed and multi-byte bodies leaves nothing behind"(store, harness) {
    const { body: _, ...head } = added("f2", "");
    await store.append("owner", 0, [
      added("f1", "schlüssel 鍵 🔑 xyzzy"),
      { ...head, sealed: { codec: "c", key: "k", text: "plugh" } },
    ]);
    await store.erase("owner", 2, erased([1, 2], ["f1", "f2"]));
    same(
      (await store.read("owner", 0)).events.map((one) => one.bodyGone),
      [true, true, false],
    );
    same((await store.verify("owner")).ok, true);
    const dump = (await harness.dump?.(store)) ?? "";
    same(
      ["xyzzy", "plugh", "鍵"].some((word) => dump.includes(word)),
      false,
    );
  },

  async "erasing what is not there, or twice at one place, is refused and changes nothing"(store) {
    await store.append("owner", 0, [added("f1", "one"), pinned("f1")]);
    await fails("not-an-erase", () => store.erase("owner", 2, erased([9])));
    await fails("not-an-erase", () => store.erase("owner", 2, erased([2])));
    await fails("not-an-erase", () => store.erase("owner", 2, pinned("f1")));
    await fails("stream-moved", () => store.erase("owner", 1, erased([1])));
    await fails("invalid-event", () => store.append("owner", 2, [erased([1])]));
    same(contents(await store.read("owner", 0)), ["one"]);
    same((await store.read("owner", 0)).events.length, 2);
  },

  async "blobs are kept per stream and name, and an erasure removes them"(store) {
    await store.append("owner", 0, [added("f1", "one")]);
    await store.append(PEER, 0, [added("f1", "one")]);
    const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 7) % 256);
    await store.putBlob("owner", "state", 1, bytes);
    const blob = await store.getBlob("owner", "state");
    same(blob?.seq, 1);
    same(blob === undefined ? [] : [...blob.bytes], [...bytes]);
    same(await store.getBlob(PEER, "state"), undefined);
    same(await store.getBlob("owner", "other"), undefined);
    await store.erase("owner", 1, erased([1]));
    same(await store.getBlob("owner", "state"), undefined);
  },

  async "a blob made before an erasure is not kept after it"(store) {
    await store.append("owner", 0, [added("f1", "one")]);
    await store.erase("owner", 1, erased([1]));
    await store.putBlob("owner", "state", 2, Uint8Array.of(1));
    same((await store.getBlob("owner", "state"))?.seq, 2);
    await store.putBlob("owner", "late", 1, Uint8Array.of(1));
    same(await store.getBlob("owner", "late"), undefined);
  },

  async "dropping old marks keeps the rest readable and the chain whole"(store) {
    let head = { seq: 0, hash: "" };
    for (let i = 0; i < 20; i++) head = await store.append(marksOf("owner"), head.seq, [accessed(`f${i}`)]);
    await store.drop(marksOf("owner"), 10);
    const { events } = await store.read(marksOf("owner"), 10);
    same(
      events.map((one) => one.seq),
      Array.from({ length: 10 }, (_, i) => i + 11),
    );
    same((await store.verify(marksOf("owner"))).ok, true);
    await store.append(marksOf("owner"), 20, [accessed("f20")]);
    same((await store.read(marksOf("owner"), 20)).events.length, 1);
    await fails("invalid-argument", () => store.drop("owner", 10));
  },

  async "dropping an origin leaves nothing of it, and nothing else changes"(store, harness) {
    await store.append(PEER, 0, [added("f1", "the secret is xyzzy")]);
    await store.append(marksOf(PEER), 0, [accessed("f1")]);
    await store.append("owner", 0, [added("f1", "keep me")]);
    await store.drop(PEER, "all");
    same((await store.read(PEER, 0)).events, []);
    same((await store.read(marksOf(PEER), 0)).events, []);
    same(await store.list(), ["owner"]);
    const dump = (await harness.dump?.(store)) ?? "";
    same(
      ["xyzzy", "anna"].some((word) => dump.includes(word)),
      false,
    );
    await store.append(PEER, 0, [added("f2", "back again")]);
    same(contents(await store.read(PEER, 0)), ["back again"]);
    same(contents(await store.read("owner", 0)), ["keep me"]);
  },

  async "verify notices a head that is not part of the log"(store) {
    const head = await store.append("owner", 0, [added("f1", "one"), added("f2", "two")]);
    same((await store.verify("owner", { head })).ok, true);
    same((await store.verify("owner", { head: { seq: 3, hash: head.hash } })).ok, false);
    same((await store.verify("owner", { head: { seq: 2, hash: "A".repeat(43) } })).ok, false);
  },

  async "a second opening sees everything acknowledged, and both can go on"(store, harness) {
    if (!store.supports.durable || harness.reopen === undefined) return;
    await store.append("owner", 0, [added("f1", "one")]);
    await store.append(PEER, 0, [added("f1", "peer")]);
    const second = await harness.reopen(store);
    try {
      same(contents(await second.read("owner", 0)), ["one"]);
      await second.append("owner", 1, [added("f2", "two")]);
      if (!store.supports.shared) return;
      same(contents(await store.read("owner", 1)), ["two"]);
      await fails("stream-moved", () => store.append("owner", 1, [added("f3", "three")]));
      await store.append("owner", 2, [added("f3", "three")]);
      same(contents(await second.read("owner", 2)), ["three"]);
      same((await second.verify("owner")).events, 3);
    } finally {
      await second.close();
    }
  },

  async "a closed store says so"(store) {
    await store.append("owner", 0, [added("f1", "one")]);
    await store.close();
    await fails("closed", () => store.read("owner", 0));
    await fails("closed", () => store.append("owner", 1, [added("f2", "two")]));
    await fails("closed", () => store.list());
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

export function added(fact: string, content: string): EventOf<"added"> {
  return {
    type: "added",
    v: EVENT_VERSION,
    at: 1_700_000_000_000,
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
    createdAt: 1_700_000_000_000,
    body: { content },
  };
}

function pinned(fact: string): EventOf<"pinned"> {
  return { type: "pinned", v: EVENT_VERSION, at: 1_700_000_000_001, fact };
}

function accessed(fact: string): EventOf<"accessed"> {
  return {
    type: "accessed",
    v: EVENT_VERSION,
    at: 1_700_000_000_002,
    seen: 1,
    marks: [[fact, 1_700_000_000_002, "recall"]],
  };
}

function chosen(policy: string): EventOf<"policy-chosen"> {
  return { type: "policy-chosen", v: EVENT_VERSION, at: 1_700_000_000_003, policy };
}

function erased(erases: readonly number[], facts: readonly string[] = []): EventOf<"erased"> {
  return { type: "erased", v: EVENT_VERSION, at: 1_700_000_000_004, why: { rule: "test" }, erases, facts };
}

function contents(page: { readonly events: readonly RecordedEvent[] }): (string | undefined)[] {
  return page.events.flatMap(({ event }) => (event.type === "added" ? [event.body?.content] : []));
}

function same(actual: unknown, expected: unknown): void {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== e) throw new Error(`expected ${e?.slice(0, 500)}, got ${a?.slice(0, 500)}`);
}

async function fails(code: string, call: () => unknown): Promise<void> {
  let thrown: unknown;
  try {
    await call();
  } catch (error) {
    thrown = error;
  }
  if (thrown === undefined) throw new Error(`expected an error with the code "${code}", and there was none`);
  if (!isTidelineError(thrown) || thrown.code !== code)
    throw new Error(`expected the code "${code}", got ${String(thrown)}`, { cause: thrown });
}
