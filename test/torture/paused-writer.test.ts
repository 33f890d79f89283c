// What if a writer stands still at any call, another takes over, and it wakes up? For N = 1, 2, 3 … until the
// writer is through: nothing acknowledged is lost, no number is given twice, and what was refused does not stand.
import { describe, it } from "vitest";
import { isTidelineError } from "../../src/errors.ts";
import type { MemoryEvent } from "../../src/model/event.ts";
import type { Stream } from "../../src/model/stream.ts";
import type { FactStore } from "../../src/stores/file/fact-store.ts";
import { type Chance, seededChance } from "../../src/testing/chance.ts";
import { FakeProcesses } from "../../src/testing/fake-processes.ts";
import { isFull, seed } from "../support/campaign.ts";
import { fact, facts, newDisk, OWNER, openStore, TELEGRAM } from "../support/crash-script.ts";
import { Ledger } from "../support/ledger.ts";
import { readAll } from "../support/witness.ts";

/** What the other one does meanwhile: finish, or die half-way at some call. */
const OTHERS = ["works", "dies"] as const;
/** What happens in the end, before everything is looked at. */
const ENDS = ["nothing", "a power cut"] as const;

function append(store: FactStore, ledger: Ledger, stream: Stream, events: readonly MemoryEvent[]): void {
  const seen = readAll(store, stream).at(-1)?.seq ?? 0;
  ledger.try(stream, events);
  try {
    ledger.acknowledge(stream, store.append(stream, seen, events), events);
  } catch (error) {
    if (!isTidelineError(error)) throw new Error("not a TidelineError", { cause: error });
    if (error.code === "stream-moved") ledger.refuse(stream, events);
  }
}

function pauseAt(
  n: number,
  other: (typeof OTHERS)[number],
  end: (typeof ENDS)[number],
  chance: Chance,
): "paused" | "ran through" {
  const disk = newDisk(chance);
  const processes = new FakeProcesses();
  const ledger = new Ledger();
  const store = openStore(disk, processes.start("here"));
  append(store, ledger, OWNER, facts("a1", "a2"));
  const otherDisk = disk.sibling();
  let paused = false;
  disk.pauseAtNthCall(n, () => {
    paused = true;
    if (other === "dies") otherDisk.crashAtNthCall(1 + Math.floor(chance() * 60));
    try {
      const otherStore = openStore(otherDisk, processes.start("elsewhere"));
      append(otherStore, ledger, OWNER, facts("b1"));
      append(otherStore, ledger, TELEGRAM, facts("b2", "b3"));
      append(otherStore, ledger, OWNER, facts("b4", "b5"));
      otherStore.close();
    } catch (error) {
      if (!otherDisk.isCrashed()) throw error;
    }
  });
  append(store, ledger, OWNER, facts("a3", "a4"));
  append(store, ledger, TELEGRAM, [fact("a5")]);
  append(store, ledger, OWNER, facts("a6"));
  if (!paused) return "ran through";
  ledger.check(store, disk);
  store.close();
  const last = end === "nothing" ? disk : disk.powerCut();
  const again = openStore(last, processes.start("third"));
  ledger.check(again, last);
  append(again, ledger, OWNER, facts("c1"));
  append(again, ledger, TELEGRAM, facts("c2"));
  ledger.check(again, last);
  again.close();
  return "paused";
}

describe("a writer that stands still and wakes up", () => {
  const rounds = isFull ? 15 : 1;

  it.each(OTHERS)(`neither loses nor forks anything if the other one %s (seed ${seed})`, (other) => {
    for (let round = 0; round < rounds; round++) {
      for (let n = 1; ; n++) {
        const end = ENDS[(n + round) % 2] as (typeof ENDS)[number];
        try {
          if (pauseAt(n, other, end, seededChance((seed + round) * 7919 + n)) === "ran through") break;
        } catch (error) {
          throw new Error(`seed ${seed + round}, paused at call ${n}, then ${end}`, { cause: error });
        }
      }
    }
  });
});
