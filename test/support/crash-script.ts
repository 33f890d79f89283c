// A little life of a workspace, short enough to be broken at each of its disk calls.
import type { MemoryEvent } from "../../src/model/event.ts";
import { marksOf, type Stream } from "../../src/model/stream.ts";
import type { KeyVault } from "../../src/ports/keys.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import type { Chance } from "../../src/testing/chance.ts";
import type { FakeProcess } from "../../src/testing/fake-processes.ts";
import { FaultyDisk } from "../../src/testing/faulty-disk.ts";
import { added } from "./events.ts";
import { sliced } from "./sliced.ts";
import type { Witness } from "./witness.ts";

export const WORKSPACE = "/home/workspace";
export const OWNER: Stream = "owner";
export const TELEGRAM: Stream = { channel: "telegram", conversationId: "42", sessionKey: "a" };
export const MARKS = marksOf("owner");
export const LEASE_MS = 40;

/** A disk with the folder in which the workspace will be. */
export function newDisk(chance: Chance, shortShare = 0.05): FaultyDisk {
  const disk = new FaultyDisk({ chance, shortShare });
  disk.makeFolder("/home");
  disk.syncFolder("/");
  return disk;
}

/** `keys`: the workspace is sealed. The vault is outside the machine that crashes. */
export function openStore(disk: FaultyDisk, processes: FakeProcess, keys?: KeyVault): FactStore {
  const clock = { now: () => 5 };
  return new FactStore(WORKSPACE, {
    disk,
    processes,
    clock,
    keys,
    volumeBytes: 1_500,
    leaseMs: LEASE_MS,
    lockWaitMs: 10 * LEASE_MS,
  });
}

export function fact(name: string): MemoryEvent {
  return added(`f-${name}`, `words-of-${name}-and-nobody-else`);
}

export function facts(...names: readonly string[]): readonly MemoryEvent[] {
  return names.map(fact);
}

export function marks(count: number): MemoryEvent {
  return {
    type: "accessed",
    v: 1,
    at: 4,
    seen: 1,
    marks: Array.from({ length: count }, (_, i) => [`f-a${i}`, 4, "recall"]),
  };
}

export type Step = (store: FactStore, witness: Witness) => void;

export const SCRIPT: readonly Step[] = [
  (store, witness) => witness.append(store, OWNER, facts("a1")),
  (store, witness) => witness.append(store, TELEGRAM, facts("b1", "b2", "b3", "b4")),
  (store, witness) => witness.append(store, OWNER, facts("a2", "a3")),
  (store, witness) => witness.append(store, MARKS, [marks(30)]),
  (store, witness) => witness.append(store, OWNER, facts("a4")),
  (store) => store.putBlob(OWNER, "snapshot", 4, new TextEncoder().encode("words-of-a2-and-nobody-else")),
  (store, witness) => witness.append(store, MARKS, [marks(40)]),
  (store, witness) =>
    witness.append(store, "workspace", [{ type: "policy-chosen", v: 1, at: 5, policy: "layered" }]),
  (store, witness) => witness.erase(store, OWNER, [2]),
  (store, witness) => witness.append(store, OWNER, facts("a6", "a7", "a8")),
  (store) =>
    sliced(store).putBlob(OWNER, "snapshot", 8, new TextEncoder().encode("words-of-a7-and-nobody-else")),
  (store, witness) => witness.dropMarks(store, MARKS, 1),
  (store, witness) => witness.erase(store, OWNER, [4, 7]),
  (store, witness) => witness.drop(store, TELEGRAM),
  (store, witness) => witness.append(sliced(store), TELEGRAM, facts("c1", "c2")),
  (store, witness) => witness.append(store, OWNER, facts("a10")),
];

let fresh = 0;

/** Writing can go on: one more event in every stream, and all of it is there. */
export function goOn(
  store: FactStore,
  witness: Witness,
  disk: FaultyDisk,
  opened: "anew" | "before" = "anew",
): void {
  for (const { stream } of witness.all()) {
    if (stream === "workspace")
      witness.append(store, stream, [{ type: "policy-chosen", v: 1, at: 6, policy: "freshness" }]);
    else
      witness.append(
        store,
        stream,
        typeof stream === "object" && "marksOf" in stream ? [marks(2)] : facts(`n${++fresh}`),
      );
  }
  witness.check(store, disk, opened);
}
