// What if the machine, or the process, ends at any call? For N = 1, 2, 3 … until the script runs through: end
// it at call N, start again, and expect everything acknowledged.
import { describe, expect, it } from "vitest";
import type { KeyVault } from "../../src/ports/keys.ts";
import type { FactStore } from "../../src/stores/file/fact-store.ts";
import { memoryKeys } from "../../src/stores/keys/key-file.ts";
import { seededChance } from "../../src/testing/chance.ts";
import { FakeProcesses } from "../../src/testing/fake-processes.ts";
import type { FaultyDisk } from "../../src/testing/faulty-disk.ts";
import { isFull, seed } from "../support/campaign.ts";
import { goOn, newDisk, openStore, SCRIPT } from "../support/crash-script.ts";
import { Witness } from "../support/witness.ts";

/** kill: what was written stays, synced or not. power: only what the medium has. */
const ENDS = ["kill", "kill, then power", "power"] as const;

/** After a restart nobody may be able to tell that the old process is dead; then its lease has to run out. */
const PLACES = ["here", "elsewhere"] as const;

interface Ending {
  readonly isSealed: boolean;
  readonly end: (typeof ENDS)[number];
  readonly place: (typeof PLACES)[number];
}

const ENDINGS: readonly Ending[] = [false, true].flatMap((isSealed) =>
  ENDS.flatMap((end) => PLACES.map((place) => ({ isSealed, end, place }))),
);

function crashAt(n: number, { isSealed, end, place }: Ending, roundSeed: number): "crashed" | "ran through" {
  const disk = newDisk(seededChance(roundSeed * 7919 + n));
  const processes = new FakeProcesses();
  const first = processes.start();
  const witness = new Witness();
  const keys = isSealed ? memoryKeys() : undefined;
  disk.crashAtNthCall(n);
  runUntilCrash(disk, () => {
    const store = openStore(disk, first, keys);
    for (const step of SCRIPT) step(store, witness);
    store.close();
  });
  const crashed = disk.isCrashed();
  first.end();
  let survivor = end === "power" ? disk.powerCut() : disk.sibling();
  let store = openStore(survivor, processes.start(place), keys);
  witness.check(store, survivor);
  witness.retryAndErase(store);
  witness.check(store, survivor);
  if (end === "kill, then power") {
    goOn(store, witness, survivor);
    survivor = survivor.powerCut();
    store = openStore(survivor, processes.start("after the power cut"), keys);
    witness.check(store, survivor);
  }
  goOn(store, witness, survivor);
  closeAndCheck(store, survivor, witness, processes, keys);
  return crashed ? "crashed" : "ran through";
}

function runUntilCrash(disk: FaultyDisk, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!disk.isCrashed()) throw error;
  }
}

/** It opens once more after another power cut, and nothing was left open. */
function closeAndCheck(
  store: FactStore,
  disk: FaultyDisk,
  witness: Witness,
  processes: FakeProcesses,
  keys: KeyVault | undefined,
): void {
  store.close();
  expect(disk.openFiles(), "open files after close").toBe(0);
  const last = disk.powerCut();
  const again = openStore(last, processes.start("at last"), keys);
  witness.check(again, last);
  again.close();
}

const FULL_ROUNDS = 2;

/** In full every call ends in every way; a sample takes the ways in turn. */
function run(chooseEnding: (n: number) => Ending, roundSeed: number): void {
  for (let n = 1; ; n++) {
    const ending = chooseEnding(n);
    try {
      if (crashAt(n, ending, roundSeed) === "ran through") return;
    } catch (error) {
      throw new Error(
        `seed ${roundSeed}, ${ending.isSealed ? "sealed" : "plain"}, ${ending.end}, ${ending.place}, call ${n}`,
        { cause: error },
      );
    }
  }
}

describe("the end at any call keeps everything acknowledged", () => {
  it.runIf(!isFull)(`by kill, by power cut and by both (seed ${seed})`, () => {
    run((n) => ENDINGS[(n + seed) % ENDINGS.length] as Ending, seed);
  });

  it.runIf(isFull).each(ENDINGS)(
    `by $end, started again $place, sealed $isSealed (seed ${seed})`,
    (ending) => {
      for (let round = 0; round < FULL_ROUNDS; round++) run(() => ending, seed + round);
    },
  );
});
