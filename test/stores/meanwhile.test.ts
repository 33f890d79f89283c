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
