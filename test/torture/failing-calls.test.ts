// What if any one call fails? For N = 1, 2, 3 … until the script runs through: fail call N, expect an error with
// a code, and go on with the same store as soon as the trouble is over.
import { describe, expect, it } from "vitest";
import { type ErrorCode, isTidelineError } from "../../src/errors.ts";
import type { FactStore } from "../../src/stores/file/fact-store.ts";
import { seededChance } from "../../src/testing/chance.ts";
import { FakeProcesses } from "../../src/testing/fake-processes.ts";
import type { Errno, FaultyDisk } from "../../src/testing/faulty-disk.ts";
import { isFull, seed } from "../support/campaign.ts";
import { goOn, newDisk, openStore, SCRIPT, type Step } from "../support/crash-script.ts";
import { Witness } from "../support/witness.ts";

const CODES: Readonly<Record<Errno, readonly ErrorCode[]>> = {
  EIO: ["disk-failed"],
  ENOSPC: ["disk-full"],
  EACCES: ["not-writable", "not-readable"],
  EROFS: ["not-writable", "not-readable"],
};

interface Trouble {
  readonly errno: Errno;
  readonly lasts: "once" | "until-healed";
}

const TROUBLES: readonly Trouble[] = (Object.keys(CODES) as Errno[]).flatMap((errno) => [
  { errno, lasts: "once" },
  { errno, lasts: "until-healed" },
]);

class Trial {
  readonly disk: FaultyDisk;
  private readonly witness = new Witness();
  private readonly processes = new FakeProcesses();
  private readonly trouble: Trouble;

  constructor(trouble: Trouble, roundSeed: number) {
    this.trouble = trouble;
    this.disk = newDisk(seededChance(roundSeed));
  }

  run(n: number): "failed" | "ran through" {
    const { disk, witness, trouble } = this;
    const failsAt = disk.calls + n;
    disk.failCall(n, trouble.errno, trouble.lasts);
    const here = this.processes.start();
    const store = this.twice(() => openStore(disk, here));
    for (const step of SCRIPT) this.step(step, store);
    const outcome = disk.calls < failsAt ? "ran through" : "failed";
    this.twice(() => store.close());
    disk.heal();
    expect(disk.openFiles(), "open files after close").toBe(0);
    const survivor = disk.powerCut();
    const again = openStore(survivor, this.processes.start("after the power cut"));
    witness.check(again, survivor);
    goOn(again, witness, survivor);
    again.close();
    return outcome;
  }

  private step(step: Step, store: FactStore): void {
    const { disk, witness } = this;
    try {
      step(store, witness);
    } catch (error) {
      this.expectCode(error);
      disk.heal();
      witness.check(store, disk, "before");
      if (!witness.stands) step(store, witness);
    }
  }

  private twice<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      this.expectCode(error);
      this.disk.heal();
      return act();
    }
  }

  private expectCode(error: unknown): void {
    const codes = CODES[this.trouble.errno];
    if (isTidelineError(error) && codes.includes(error.code)) return;
    throw new Error(`expected a TidelineError with the code ${codes.join(" or ")}`, { cause: error });
  }
}

const FULL_ROUNDS = 2;

/** In full every call fails in every way; a sample takes the ways in turn. */
function run(chooseTrouble: (n: number) => Trouble, roundSeed: number): void {
  for (let n = 1; ; n++) {
    const trouble = chooseTrouble(n);
    const trial = new Trial(trouble, roundSeed * 7919 + n);
    try {
      if (trial.run(n) === "ran through") return;
    } catch (error) {
      throw new Error(`seed ${roundSeed}, ${trouble.errno} ${trouble.lasts}, call ${n}`, { cause: error });
    }
  }
}

describe("a call that fails gives a code, loses nothing, and the store goes on afterwards", () => {
  it.runIf(!isFull)(`with any trouble, passing or lasting (seed ${seed})`, () => {
    run((n) => TROUBLES[(n + seed) % TROUBLES.length] as Trouble, seed);
  });

  it.runIf(isFull).each(TROUBLES)(`with $errno, $lasts (seed ${seed})`, (trouble) => {
    for (let round = 0; round < FULL_ROUNDS; round++) run(() => trouble, seed + round);
  });
});
