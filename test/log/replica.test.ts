/** Is a state had from a store always what the log says, at once or later? */
import { describe, expect, test } from "vitest";
import { isTidelineError, TidelineError } from "../../src/errors.ts";
import { MAX_PENDING_EVENTS } from "../../src/limits.ts";
import type { State } from "../../src/log/fold.ts";
import type { Follower } from "../../src/log/followers.ts";
import { Replica } from "../../src/log/replica.ts";
import { encodeSnapshot } from "../../src/log/snapshot.ts";
import { driveLater, driveNow } from "../../src/log/steps.ts";
import { marksOf } from "../../src/model/stream.ts";
import { MemoryStore } from "../../src/stores/memory.ts";
import { DelayedStore } from "../../src/testing/delayed-store.ts";
import { added, NOON } from "../support/events.ts";

const why = { rule: "test" };
const many = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => added(`f${from + i}`, `fact ${from + i}`));

describe("a replica", () => {
  test("sees what another one has committed, and decides again on it", () => {
    const store = new MemoryStore();
    const [a, b] = [new Replica(store, "owner"), new Replica(store, "owner")];
    driveNow(a.commit(() => [added("f1", "one")]));
    const seen: number[] = [];
    const { state } = driveNow(
      b.commit((now) => {
        seen.push(now.facts.size);
        if (seen.length === 1) driveNow(a.commit(() => [added("f2", "two")]));
        return [added("f3", "three")];
      }),
    );
    expect(seen).toEqual([1, 2]);
    expect([...state.facts.values()].map((fact) => fact.id)).toEqual(["f1", "f2", "f3"]);
    expect(encodeSnapshot(driveNow(a.catchUp()))).toEqual(encodeSnapshot(state));
  });

  describe("that decides on what it knows", () => {
    function newPair() {
      const store = new MemoryStore();
      const [ours, other] = [new Replica(store, "owner"), new Replica(store, "owner")];
      driveNow(ours.commitOptimistically(() => [added("f1", "one")]));
      return { store, ours, other };
    }

    test("looks at nothing while nobody else writes", () => {
      const { store, ours } = newPair();
      store.read = () => {
        throw new Error("it looked");
      };
      const { state } = driveNow(ours.commitOptimistically(() => [added("f2", "two")]));
      expect(state.head.seq).toBe(2);
    });

    test("decides again on what others have written meanwhile", () => {
      const { ours, other } = newPair();
      driveNow(other.commit(() => [added("f2", "two")]));
      const seen: number[] = [];
      const { state } = driveNow(
        ours.commitOptimistically((now) => {
          seen.push(now.facts.size);
          return [added("f3", "three")];
        }),
      );
      expect(seen).toEqual([1, 2]);
      expect([...state.facts.keys()]).toEqual(["f1", "f2", "f3"]);
      expect(encodeSnapshot(driveNow(other.catchUp()))).toEqual(encodeSnapshot(state));
    });

    test("refuses, or leaves all as it is, only with everything in view", () => {
      const { ours, other } = newPair();
      const wanting = (id: string) => (now: State) => {
        if (!now.facts.has(id)) throw new TidelineError("no-such-fact", "not there");
        return [];
      };
      driveNow(other.commit(() => [added("f2", "two")]));
      expect(driveNow(ours.commitOptimistically(wanting("f2"))).state.facts.size).toBe(2);
      driveNow(other.commit(() => [added("f3", "three")]));
      expect(driveNow(ours.commitOptimistically(() => [])).state.facts.size).toBe(3);
      expect(() => driveNow(ours.commitOptimistically(wanting("f4")))).toThrow("not there");
    });

    test("does not try a second time what the store could not do", () => {
      const { store, ours } = newPair();
      let appends = 0;
      store.append = () => {
        appends++;
        throw new TidelineError("disk-full", "full");
      };
      expect(() => driveNow(ours.commitOptimistically(() => [added("f2", "two")]))).toThrow("full");
      expect(appends).toBe(1);
    });
  });

  test("opened from a snapshot reads only the tail, and ends in the same state", () => {
    const store = new MemoryStore();
    const writer = new Replica(store, "owner");
    driveNow(writer.commit(() => many(0, 600)));
    driveNow(writer.mark([["f3", NOON + 1, "recall"]], NOON + 1));
    expect(driveNow(writer.keepSnapshot())).toBe(true);
    driveNow(writer.commit(() => many(600, 3)));
    const reads: number[] = [];
    const read = store.read.bind(store);
    store.read = (stream, afterSeq) => {
      reads.push(afterSeq);
      return read(stream, afterSeq);
    };
    const state = driveNow(new Replica(store, "owner").catchUp());
    expect(reads).toEqual([600, 1]);
    expect(encodeSnapshot(state)).toEqual(encodeSnapshot(driveNow(writer.catchUp())));
  });

  test("writes no snapshot for a few events of many, and is opened with the one it has", () => {
    const store = new MemoryStore();
    const writer = new Replica(store, "owner");
    driveNow(writer.commit(() => many(0, 12_000)));
    expect(driveNow(writer.keepSnapshot())).toBe(true);
    driveNow(writer.commit(() => many(12_000, 550)));
    expect(driveNow(writer.keepSnapshot())).toBe(false);
    expect(store.getBlob("owner", "state")?.seq).toBe(12_000);
    const again = new Replica(store, "owner");
    expect(encodeSnapshot(driveNow(again.catchUp()))).toEqual(encodeSnapshot(driveNow(writer.catchUp())));
    driveNow(again.commit(() => many(20_000, 100)));
    expect(driveNow(again.keepSnapshot())).toBe(true);
  });

  describe("with a lazy follower", () => {
    function newReplica() {
      const told: number[] = [];
      const lazy: Follower = {
        name: "lazy",
        isLazy: true,
        restore: () => {},
        follow: ({ seq }) => void told.push(seq),
        encode: () => undefined,
      };
      return { told, replica: new Replica(new MemoryStore(), "owner", [lazy]) };
    }

    test("tells it afterwards where that is allowed, and before anybody can ask it", () => {
      const { told, replica } = newReplica();
      driveNow(replica.commitOptimistically(() => many(0, 2)));
      driveNow(replica.commitOptimistically(() => many(2, 1)));
      expect(told).toEqual([]);
      expect(replica.pendingCount).toBe(3);
      driveNow(replica.catchUp());
      expect(told).toEqual([1, 2, 3]);
      driveNow(replica.commitOptimistically(() => many(3, 1)));
      driveNow(
        replica.commit(() => {
          expect(told).toEqual([1, 2, 3, 4]);
          return many(4, 1);
        }),
      );
      expect(told).toEqual([1, 2, 3, 4, 5]);
    });

    test("tells it some at a time, oldest first, each once", () => {
      const { told, replica } = newReplica();
      driveNow(replica.commitOptimistically(() => many(0, 5)));
      replica.updateLazy(2);
      expect(told).toEqual([1, 2]);
      replica.updateLazy(2);
      replica.updateLazy(2);
      replica.updateLazy(2);
      expect(told).toEqual([1, 2, 3, 4, 5]);
    });

    test("lets it fall behind only so far", () => {
      const { told, replica } = newReplica();
      for (let i = 0; i <= MAX_PENDING_EVENTS; i++) driveNow(replica.commitOptimistically(() => many(i, 1)));
      expect(told.length).toBeGreaterThan(0);
      expect(replica.pendingCount).toBeLessThanOrEqual(MAX_PENDING_EVENTS);
      // Not all at once: an add does not wait for a thousand others to be indexed.
      expect(told.length).toBeLessThan(MAX_PENDING_EVENTS / 10);
    });

    test("tells it at once what is erased", () => {
      const { told, replica } = newReplica();
      driveNow(replica.commitOptimistically(() => many(0, 2)));
      driveNow(replica.erase(["f1"], NOON, why));
      expect(told).toEqual([1, 2, 3]);
    });
  });

  test("that could read only some pages goes on after them, and tells its followers of no event twice", () => {
    const store = new MemoryStore();
    driveNow(new Replica(store, "owner").commit(() => many(0, 700)));
    // Pages of 100; the third cannot be read at first.
    const read = store.read.bind(store);
    let broken = true;
    store.read = (stream, afterSeq) => {
      const page = read(stream, afterSeq);
      if (stream !== "owner") return page;
      if (afterSeq === 200 && broken) throw new Error("the disk has a moment");
      return { ...page, events: page.events.slice(0, 100), more: page.more || page.events.length > 100 };
    };
    const told: number[] = [];
    const follower: Follower = {
      name: "told",
      restore: () => void told.splice(0),
      follow: ({ seq }) => void told.push(seq),
      encode: () => new Uint8Array(),
    };
    const replica = new Replica(store, "owner", [follower]);
    expect(() => driveNow(replica.catchUp())).toThrow("a moment");
    expect(told.length).toBe(200);
    broken = false;
    expect(driveNow(replica.catchUp()).facts.size).toBe(700);
    expect(told).toEqual(Array.from({ length: 700 }, (_, i) => i + 1));
  });

  test("does not trust a snapshot of another history", () => {
    const [store, other] = [new MemoryStore(), new MemoryStore()];
    const stranger = new Replica(other, "owner");
    driveNow(stranger.commit(() => many(1000, 600)));
    driveNow(stranger.keepSnapshot());
    driveNow(new Replica(store, "owner").commit(() => many(0, 700)));
    const blob = other.getBlob("owner", "state");
    store.putBlob("owner", "state", 600, blob?.bytes ?? new Uint8Array());
    const state = driveNow(new Replica(store, "owner").catchUp());
    expect(state.facts.size).toBe(700);
    expect(state.facts.has("f1000")).toBe(false);
  });

  test("does not trust bytes that are no snapshot, or one of another origin", () => {
    const store = new MemoryStore();
    const peer = { channel: "a", conversationId: "b", sessionKey: "c" };
    const replica = new Replica(store, peer);
    driveNow(replica.commit(() => many(0, 600)));
    driveNow(replica.keepSnapshot());
    driveNow(new Replica(store, "owner").commit(() => many(0, 2)));
    for (const bytes of [
      store.getBlob(peer, "state")?.bytes as Uint8Array,
      new Uint8Array(),
      Uint8Array.of(123, 10, 1),
    ]) {
      store.putBlob("owner", "state", 2, bytes);
      expect(driveNow(new Replica(store, "owner").catchUp()).facts.size).toBe(2);
    }
  });

  test("erases every word of a fact, and says which facts are gone", () => {
    const store = new MemoryStore();
    const replica = new Replica(store, "owner");
    driveNow(replica.commit(() => [added("f1", "secret"), added("f2", "kept")]));
    const { state, events } = driveNow(replica.erase(["f1", "unknown"], NOON, why));
    expect(events).toMatchObject([{ type: "erased", erases: [1], facts: ["f1"] }]);
    expect(state.facts.has("f1")).toBe(false);
    expect(driveNow(new Replica(store, "owner").catchUp()).tombstones.get("f1")).toBeDefined();
    expect(driveNow(replica.erase(["f1"], NOON, why)).events).toEqual([]);
  });

  test("sums marks up, drops them, and counts on", () => {
    const store = new MemoryStore();
    const replica = new Replica(store, "owner");
    driveNow(replica.commit(() => many(0, 1200)));
    for (let i = 0; i < 5; i++)
      driveNow(
        replica.mark(
          [...many(0, 1200)].map((e) => [e.fact, NOON + i, "recall"] as const),
          NOON + i,
        ),
      );
    const { events } = driveNow(replica.checkpoint(NOON + 9));
    expect(events.map((event) => event.type === "checkpointed" && event.final)).toEqual([false, false, true]);
    expect(store.read(marksOf("owner"), 0).events.map((one) => one.seq)).toEqual([5]);
    driveNow(replica.mark([["f7", NOON + 50, "direct"]], NOON + 50));
    const state = driveNow(new Replica(store, "owner").catchUp());
    expect([state.facts.get("f6")?.accessCount, state.facts.get("f7")?.accessCount]).toEqual([5, 6]);
    expect(encodeSnapshot(state)).toEqual(encodeSnapshot(driveNow(replica.catchUp())));
  });

  test("works the same over a store that answers later, with many at once", async () => {
    const memory = new MemoryStore();
    const delay = () => new Promise<void>((resolve) => setImmediate(resolve));
    const replicas = Array.from({ length: 5 }, () => new Replica(new DelayedStore(memory, delay), "owner"));
    await Promise.all(
      replicas.map(async (replica, r) => {
        for (let i = 0; i < 10; i++)
          await driveLater(replica.commit(() => [added(`f${r}-${i}`, `fact ${r} ${i}`)]));
      }),
    );
    const state = await driveLater((replicas[0] as Replica).catchUp());
    expect(state.facts.size).toBe(50);
    expect(encodeSnapshot(state)).toEqual(encodeSnapshot(driveNow(new Replica(memory, "owner").catchUp())));
  });

  test("hands over what a store throws, now or later", async () => {
    const memory = new MemoryStore();
    const later = new Replica(new DelayedStore(memory, async () => {}), "owner");
    memory.close();
    expect(() => driveNow(new Replica(memory, "owner").catchUp())).toThrow(/closed/);
    await expect(driveLater(later.catchUp())).rejects.toSatisfy((error) => isTidelineError(error, "closed"));
  });
});
