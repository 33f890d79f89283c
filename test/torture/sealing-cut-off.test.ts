// What if sealing a workspace is cut off at any call? The next run goes on, and nothing is lost or stays plain.
import { expect, test } from "vitest";
import { sealWorkspace } from "../../src/index.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { memoryKeys } from "../../src/stores/keys/key-file.ts";
import { seededChance } from "../../src/testing/chance.ts";
import { FakeProcesses } from "../../src/testing/fake-processes.ts";
import type { FaultyDisk } from "../../src/testing/faulty-disk.ts";
import { isFull, seed } from "../support/campaign.ts";
import { LEASE_MS, newDisk, OWNER, openStore, SCRIPT, TELEGRAM, WORKSPACE } from "../support/crash-script.ts";
import { Witness } from "../support/witness.ts";
import { readAll } from "../support/workspace.ts";

/** A sample tries every so many calls. */
const STEP = isFull ? 1 : 7;
const STREAMS = [OWNER, TELEGRAM, "workspace"] as const;

function eventsIn(store: FactStore): unknown {
  return STREAMS.map((stream) => readAll(store, stream).map(({ event, bodyGone }) => ({ event, bodyGone })));
}

function options(disk: FaultyDisk, processes: FakeProcesses) {
  return {
    disk,
    processes: processes.start(),
    volumeBytes: 1_500,
    leaseMs: LEASE_MS,
    lockWaitMs: 10 * LEASE_MS,
  };
}

function cutOffAt(n: number): "crashed" | "ran through" {
  const disk = newDisk(seededChance(seed + n), 0);
  const processes = new FakeProcesses();
  const first = processes.start();
  const store = openStore(disk, first);
  const witness = new Witness();
  for (const step of SCRIPT) step(store, witness);
  const before = eventsIn(store);
  store.close();
  const keys = memoryKeys();
  const second = options(disk, processes);
  disk.crashAtNthCall(n);
  try {
    sealWorkspace(WORKSPACE, keys, second);
  } catch (error) {
    if (!disk.isCrashed()) throw error;
  }
  const crashed = disk.isCrashed();
  second.processes.end();
  const survivor = n % 2 === 0 ? disk.powerCut() : disk.sibling();
  sealWorkspace(WORKSPACE, keys, options(survivor, processes));
  const sealed = new FactStore(WORKSPACE, { ...options(survivor, processes), keys });
  expect(eventsIn(sealed)).toEqual(before);
  for (const stream of STREAMS) expect(sealed.verify(stream).problems).toEqual([]);
  sealed.close();
  const everything = [...survivor.files().values()]
    .map((bytes) => Buffer.from(bytes).toString("latin1"))
    .join("\n");
  expect(everything).not.toContain("and-nobody-else");
  return crashed ? "crashed" : "ran through";
}

test(`sealing that is cut off at any call is finished by the next run (seed ${seed})`, () => {
  for (let n = 1 + (seed % STEP); ; n += STEP) {
    try {
      if (cutOffAt(n) === "ran through") return;
    } catch (error) {
      throw new Error(`seed ${seed}, call ${n}`, { cause: error });
    }
  }
});
