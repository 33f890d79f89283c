/** Does a store return what was written, completely and in order? */
import type { Page } from "../../ports/storage.ts";
import { same } from "./checks.ts";
import { added, pinned } from "./events.ts";
import type { StorageCases } from "./harness.ts";

export const reading: StorageCases = {
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
};
