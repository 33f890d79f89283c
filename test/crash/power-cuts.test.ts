// What a power cut leaves in the places where one small append does not settle everything.
import { describe, expect, test } from "vitest";
import { isTidelineError } from "../../src/errors.ts";
import type { KeyVault } from "../../src/ports/keys.ts";
import { memoryKeys } from "../../src/stores/keys/key-file.ts";
import { seededChance } from "../../src/testing/chance.ts";
import { FakeProcesses } from "../../src/testing/fake-processes.ts";
import { CrashError, type FaultyDisk } from "../../src/testing/faulty-disk.ts";
import { facts, MARKS, marks, newDisk, OWNER, openStore, TELEGRAM } from "../support/crash-script.ts";
import { readAll, Witness } from "../support/witness.ts";

const CHANCES = Array.from({ length: 12 }, (_, i) => i);

test.each(CHANCES)(
  "marks that are acknowledged after their folder could not be made outlast it (chance %i)",
  (chance) => {
    for (let n = 1; ; n++) {
      const disk = newDisk(seededChance(chance), 0);
      const processes = new FakeProcesses();
      const witness = new Witness();
      const store = openStore(disk, processes.start());
      witness.append(store, OWNER, facts("a0"));
      const failsAt = disk.calls + n;
      disk.failCall(n, "EIO");
      try {
        witness.append(store, MARKS, [marks(1)]);
      } catch (error) {
        expect(isTidelineError(error, "disk-failed")).toBe(true);
        witness.check(store, disk, "before");
        if (!witness.stands) witness.append(store, MARKS, [marks(1)]);
      }
      if (disk.calls < failsAt) return expect(n).toBeGreaterThan(10);
      const survivor = disk.powerCut();
      witness.check(openStore(survivor, processes.start("after the power cut")), survivor);
    }
  },
);

describe.each([
  ["plain", undefined],
  ["sealed", memoryKeys()],
] as const)("a hole in what was being written, whose end stands (%s)", (_, keys) => {
  test("the first append of a log is not there, and the log begins anew", () => {
    const disk = cutAtSyncOf(/\/log\/\d[^/]*$/, keys);
    const next = openStore(disk, new FakeProcesses().start(), keys);
    expect(readAll(next, OWNER)).toHaveLength(1);
    expect(next.append(TELEGRAM, 0, facts("c1")).seq).toBe(1);
    expect(next.verify(TELEGRAM).problems).toEqual([]);
  });

  test.runIf(keys !== undefined)("the keys of a new folder are not there, and are made anew", () => {
    const disk = cutAtSyncOf(/\/keys\/ring.jsonl$/, keys);
    for (let again = 0; again < 2; again++) {
      const next = openStore(disk, new FakeProcesses().start(), keys);
      expect(readAll(next, OWNER)).toHaveLength(1);
      expect(next.append(TELEGRAM, again, facts(`c${again}`)).seq).toBe(again + 1);
      next.close();
    }
  });
});

/**
 * A workspace with one fact of the owner's. While the first facts of another memory were written, the power went at the
 * sync of such a file: its end has reached the medium, and a part in the midst of what was new has not.
 */
function cutAtSyncOf(file: RegExp, keys: KeyVault | undefined): FaultyDisk {
  for (let n = 1; ; n++) {
    const disk = newDisk(() => 0.5, 0);
    const store = openStore(disk, new FakeProcesses().start(), keys);
    store.append(OWNER, 0, facts("a1"));
    const before = disk.files();
    disk.crashAtNthCall(n);
    expect(() => store.append(TELEGRAM, 0, facts("b1", "b2", "b3", "b4"))).toThrow(CrashError);
    const path = disk.lastCall.replace(/^sync /, "");
    if (path === disk.lastCall || !file.test(path)) continue;
    const survivor = disk.sibling();
    const end = Buffer.from(survivor.files().get(path) as Uint8Array).lastIndexOf("\n");
    const start = Buffer.from(before.get(path) ?? []).lastIndexOf("\n");
    const opened = survivor.open(path, "update");
    survivor.write(opened, new Uint8Array(32), Math.floor((start + end) / 2));
    survivor.close(opened);
    return survivor;
  }
}
