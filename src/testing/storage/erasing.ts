/** Are erased and dropped events really gone, and is everything else still there? */
import { inboxOf, marksOf } from "../../model/stream.ts";
import { contents, fails, same } from "./checks.ts";
import { accessed, added, erased, PEER, pinned, turn } from "./events.ts";
import type { StorageCases } from "./harness.ts";

export const erasing: StorageCases = {
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

  async "an inbox is a stream of its own: its turns are erased and dropped, and it is in no list"(
    store,
    harness,
  ) {
    await store.append("owner", 0, [added("f1", "one")]);
    let head = { seq: 0, hash: "" };
    for (let i = 1; i <= 20; i++)
      head = await store.append(inboxOf("owner"), head.seq, [turn(`t${i}`, `word${i}x`)]);
    same((await store.read("owner", 0)).events.length, 1);
    same((await store.read(inboxOf(PEER), 0)).events, []);
    same(await store.list(), ["owner"]);
    await store.append(inboxOf(PEER), 0, [turn("t1", "hello")]);
    // An origin of which only conversations are known is listed too: they wait to be distilled.
    same([...(await store.list())].map((one) => JSON.stringify(one)).sort(), [
      '"owner"',
      JSON.stringify(PEER),
    ]);
    await store.erase(inboxOf("owner"), 20, erased([3]));
    const page = await store.read(inboxOf("owner"), 2);
    same(page.events[0]?.bodyGone, true);
    same(page.events[1]?.bodyGone, false);
    const dump = (await harness.dump?.(store)) ?? "";
    same(dump.includes("word3x"), false);
    await store.drop(inboxOf("owner"), 10);
    same((await store.read(inboxOf("owner"), 10)).events.length, 11);
    same((await store.verify(inboxOf("owner"))).ok, true);
    same((await store.verify("owner")).ok, true);
    await fails("stream-moved", () => store.append(inboxOf("owner"), 5, [turn("t22", "late")]));
  },

  async "dropping an origin leaves nothing of it, and nothing else changes"(store, harness) {
    await store.append(PEER, 0, [added("f1", "the secret is xyzzy")]);
    await store.append(marksOf(PEER), 0, [accessed("f1")]);
    await store.append(inboxOf(PEER), 0, [turn("t1", "the secret is plugh")]);
    await store.append("owner", 0, [added("f1", "keep me")]);
    await store.drop(PEER, "all");
    same((await store.read(PEER, 0)).events, []);
    same((await store.read(marksOf(PEER), 0)).events, []);
    same((await store.read(inboxOf(PEER), 0)).events, []);
    same(await store.list(), ["owner"]);
    const dump = (await harness.dump?.(store)) ?? "";
    same(
      ["xyzzy", "plugh", "anna"].some((word) => dump.includes(word)),
      false,
    );
    await store.append(PEER, 0, [added("f2", "back again")]);
    same(contents(await store.read(PEER, 0)), ["back again"]);
    same(contents(await store.read("owner", 0)), ["keep me"]);
  },
};
