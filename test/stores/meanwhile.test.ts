// What does one process see when another one does something between any two of its disk calls? For each call of the
// first, in turn, all of the other's work is done right before it.
import { describe, expect, test } from "vitest";
import { isTidelineError } from "../../src/errors.ts";
import type { Stream } from "../../src/model/stream.ts";
import type { Disk } from "../../src/stores/file/disk/disk.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { FakeProcesses } from "../../src/testing/fake-processes.ts";
import { added, erased } from "../support/events.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { sliced } from "../support/sliced.ts";

const PEER: Stream = { channel: "chat", conversationId: "anna", sessionKey: "1" };

/** Runs `meanwhile` right before the Nth call. */
function interrupted(disk: Disk, n: number, meanwhile: () => void): { readonly disk: Disk; calls(): number } {
  let calls = 0;
  const wrapped = new Proxy(disk, {
    get(target, name) {
      const call = Reflect.get(target, name) as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        if (++calls === n) meanwhile();
        return call.apply(target, args);
      };
    },
  });
  return { disk: wrapped, calls: () => calls };
}

const MEANWHILE: Readonly<Record<string, (store: FactStore) => unknown>> = {
  "an append": (store) => store.append(PEER, 5, [added("f6", "six")]),
  "an append that starts a new volume": (store) => store.append(PEER, 5, [added("f6", "six ".repeat(400))]),
  "an erasure": (store) => store.erase(PEER, 5, erased([2, 4])),
};

const FIRST: Readonly<Record<string, (store: FactStore) => unknown>> = {
  read: (store) => expect(store.read(PEER, 0).events.length).toBeGreaterThanOrEqual(5),
  "read on": (store) => expect(store.read(PEER, 3).events.length).toBeGreaterThanOrEqual(2),
  verify: (store) => expect(store.verify(PEER).problems).toEqual([]),
  list: (store) => expect(store.list()).toEqual([PEER]),
  getBlob: (store) => store.getBlob(PEER, "state"),
  putBlob: (store) => store.putBlob(PEER, "state", 5, Uint8Array.of(1)),
  "read in slices": (store) => expect(sliced(store).read(PEER, 0).events.length).toBeGreaterThanOrEqual(5),
  "getBlob in slices": (store) => sliced(store).getBlob(PEER, "state"),
  "putBlob in slices": (store) => sliced(store).putBlob(PEER, "state", 5, Uint8Array.of(1)),
};

/** One run of `first` with `meanwhile` before its Nth call; false if it has no Nth call. */
function runAt(
  n: number,
  first: (store: FactStore) => unknown,
  meanwhile: (store: FactStore) => unknown,
): boolean {
  const disk = new MemoryDisk();
  const processes = new FakeProcesses();
  const open = (on: Disk) =>
    new FactStore("/w", { disk: on, processes: processes.start(), volumeBytes: 1_800, lockWaitMs: 20 });
  const other = open(disk);
  for (let i = 0; i < 5; i++) other.append(PEER, i, [added(`f${i}`, `words ${i}`)]);
  other.putBlob(PEER, "state", 5, Uint8Array.of(7));
  const { disk: observed, calls } = interrupted(disk, n, () => {
    try {
      meanwhile(other);
    } catch (error) {
      // The first has the lock at this moment, and nobody can come between.
      if (!isTidelineError(error, "lock-timeout")) throw error;
    }
  });
  const store = open(observed);
  first(store);
  store.close();
  return calls() >= n;
}

describe.each(Object.keys(MEANWHILE))("during %s", (meanwhile) => {
  test.each(Object.keys(FIRST))("%s sees no damage and does not fail", (first) => {
    let n = 1;
    for (; runAt(n, FIRST[first]!, MEANWHILE[meanwhile]!); n++);
    expect(n).toBeGreaterThan(10);
  });
});

describe("between two slices", () => {
  function newStores() {
    const disk = new MemoryDisk();
    const processes = new FakeProcesses();
    const open = () => new FactStore("/w", { disk, processes: processes.start() });
    const [store, other] = [open(), open()];
    store.append(PEER, 0, [added("f1", "one"), added("f2", "two")]);
    const files = () => [...disk.contents().keys()].filter((path) => path.includes("/blobs/"));
    return { store, other, files };
  }
  const manyEvents = Array.from({ length: 300 }, (_, i) => added(`g${i}`, `words ${i}`));

  test("an erasure leaves no draft of a blob, and the blob does not come back", () => {
    for (let slices = 1; ; slices++) {
      const { store, other, files } = newStores();
      const putting = store.inSlices.putBlob(PEER, "state", 2, new Uint8Array(3 * 1024 * 1024));
      let isDone = false;
      for (let i = 0; i < slices && !isDone; i++) isDone = putting.next().done === true;
      if (isDone) {
        expect(slices).toBeGreaterThan(5);
        return;
      }
      other.erase(PEER, 2, erased([1]));
      for (const _ of putting);
      expect(files()).toEqual([]);
      expect(store.getBlob(PEER, "state")).toBeUndefined();
    }
  });

  test("nobody sees a part of an append, and an append of somebody else comes first", () => {
    const { store, other } = newStores();
    const appending = store.inSlices.append(PEER, 2, manyEvents);
    for (let i = 0; i < 3; i++) expect(appending.next().done).toBe(false);
    expect(other.read(PEER, 2).events).toEqual([]);
    other.append(PEER, 2, [added("f3", "three")]);
    expect(() => [...appending]).toThrow("The stream was expected to end at 2, but it ends at 3");
    expect(store.read(PEER, 0).events).toHaveLength(3);
  });

  test("what is appended while a page is read comes with the next page, or with this one", () => {
    const { store, other } = newStores();
    store.append(PEER, 2, manyEvents);
    const reading = other.inSlices.read(PEER, 0);
    expect(reading.next().done).toBe(false);
    store.append(PEER, 302, [added("late", "late")]);
    let step = reading.next();
    while (!step.done) step = reading.next();
    const seqs = step.value.events.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, i) => i + 1));
    expect(other.read(PEER, seqs.length).events.length + seqs.length).toBe(303);
  });
});
