// A full disk, a read-only one, files that vanish or are something else: an error with a code and a remedy, and the
// next start finds every acknowledged event. And: what is derived can be deleted.
import { beforeEach, describe, expect, it } from "vitest";
import { type ErrorCode, isTidelineError } from "../../src/errors.ts";
import type { FactStore } from "../../src/stores/file/fact-store.ts";
import { seededChance } from "../../src/testing/chance.ts";
import { FakeProcesses } from "../../src/testing/fake-processes.ts";
import type { FaultyDisk } from "../../src/testing/faulty-disk.ts";
import { seed } from "../support/campaign.ts";
import {
  facts,
  goOn,
  newDisk,
  OWNER,
  openStore,
  SCRIPT,
  TELEGRAM,
  WORKSPACE,
} from "../support/crash-script.ts";
import { readAll, Witness } from "../support/witness.ts";

let disk: FaultyDisk;
let processes: FakeProcesses;
let witness: Witness;

beforeEach(() => {
  disk = newDisk(seededChance(seed), 0);
  processes = new FakeProcesses();
  witness = new Witness();
});

function open(): FactStore {
  return openStore(disk, processes.start());
}

/** A store after the whole script. */
function lived(): FactStore {
  const store = open();
  for (const step of SCRIPT) step(store, witness);
  return store;
}

function expectCode(codes: readonly ErrorCode[], act: () => unknown): void {
  try {
    act();
  } catch (error) {
    if (!isTidelineError(error)) throw new Error("not a TidelineError", { cause: error });
    expect(codes).toContain(error.code);
    expect(error.message, "says what to do").toMatch(
      /[.;:] [A-Z]?[^.]*\b(free|check|give|restore|try|run|open|upgrade|read)\b/i,
    );
    return;
  }
  expect.fail(`expected one of ${codes.join(", ")}`);
}

function pathsIn(part: string): readonly string[] {
  return [...disk.files().keys()].filter((path) => path.includes(part));
}

describe("a full disk", () => {
  it("says so at whatever byte it is full, keeps what was acknowledged, and goes on with space", () => {
    const needed = (() => {
      lived().close();
      return disk.usedBytes() + 2_000;
    })();
    for (let capacity = 0; capacity < needed; capacity += 97) {
      disk = newDisk(seededChance(seed + capacity));
      processes = new FakeProcesses();
      witness = new Witness();
      disk.capacityBytes = capacity;
      let store: FactStore | undefined;
      try {
        store = open();
        for (const step of SCRIPT) step(store, witness);
      } catch (error) {
        if (!isTidelineError(error, "disk-full")) throw new Error(`with ${capacity} bytes`, { cause: error });
      }
      disk.capacityBytes = Number.POSITIVE_INFINITY;
      if (store !== undefined) {
        witness.check(store, disk, "before");
        store.close();
      }
      disk = disk.powerCut();
      const again = open();
      witness.check(again, disk);
      goOn(again, witness, disk);
      again.close();
    }
  });

  it("can still be read", () => {
    lived().close();
    disk.capacityBytes = disk.usedBytes();
    const store = open();
    witness.check(store, disk);
    expectCode(["disk-full"], () => store.append(OWNER, witness.of(OWNER).events.length, facts("too-much")));
    witness.check(store, disk);
  });
});

describe("a read-only disk", () => {
  it("is read in full, and refuses every change with a code", () => {
    lived().close();
    disk.readOnly = true;
    const store = open();
    witness.check(store, disk);
    const end = witness.of(OWNER).events.length;
    expectCode(["not-writable"], () => store.append(OWNER, end, facts("no")));
    expectCode(["not-writable"], () => store.erase(OWNER, end, { type: "erased", v: 1, at: 1, erases: [1] }));
    expectCode(["not-writable"], () => store.putBlob(OWNER, "snapshot", 1, new Uint8Array(3)));
    expectCode(["not-writable"], () => store.drop(TELEGRAM, "all"));
    expectCode(["not-writable"], () =>
      store.append({ channel: "x", conversationId: "y", sessionKey: "z" }, 0, facts("no")),
    );
    witness.check(store, disk);
    disk.readOnly = false;
    goOn(store, witness, disk);
  });

  it("is read after a crash too, though nothing can be put in order", () => {
    lived();
    disk = disk.powerCut();
    disk.readOnly = true;
    witness.check(open(), disk);
  });

  it("is not a place for a new workspace", () => {
    disk.readOnly = true;
    expectCode(["not-writable"], open);
  });
});

describe("what stands where something else should", () => {
  it("a file instead of the workspace", () => {
    disk.close(disk.open(WORKSPACE, "create"));
    expectCode(["not-a-workspace"], open);
  });

  it("a file instead of the folder above it", () => {
    disk.removeFolder("/home");
    disk.close(disk.open("/home", "create"));
    expectCode(["not-a-workspace"], open);
  });

  it("a file instead of a stream's folder, of the registry, of its lock", () => {
    for (const part of ["streams", "registry", "registry/lock"]) {
      disk = newDisk(seededChance(seed), 0);
      witness = new Witness();
      lived().close();
      disk.rename(`${WORKSPACE}/${part}`, `${WORKSPACE}/${part}.away`);
      disk.close(disk.open(`${WORKSPACE}/${part}`, "create"));
      expectCode(["corrupt", "not-a-workspace", "disk-failed", "lock-missing"], () => readAll(open(), OWNER));
      disk.remove(`${WORKSPACE}/${part}`);
      disk.rename(`${WORKSPACE}/${part}.away`, `${WORKSPACE}/${part}`);
      witness.check(open(), disk);
    }
  });

  it("a folder that nobody may look into", () => {
    lived().close();
    const [volume = ""] = pathsIn("/log/0000");
    for (const folder of [
      WORKSPACE,
      `${WORKSPACE}/registry`,
      `${WORKSPACE}/streams`,
      volume.replace(/\/[^/]*$/, ""),
    ]) {
      disk.forbid(folder);
      expectCode(["not-readable", "not-writable"], () => {
        const store = open();
        for (const stream of [OWNER, TELEGRAM, "workspace"] as const) readAll(store, stream);
      });
      disk.allowAll();
      witness.check(open(), disk);
    }
  });
});

describe("a file that vanished", () => {
  it("is missed, whichever log file it is, at the next start and in a store that is open", () => {
    for (let i = 0, count = 1; i < count; i++) {
      for (const when of ["open", "started again"] as const) {
        disk = newDisk(seededChance(seed), 0);
        witness = new Witness();
        let store = lived();
        const heads = witness.all().map(({ stream, head }) => ({ stream, head }));
        const logs = pathsIn(".jsonl").filter((one) => !one.includes("/marks/") && decode(one) !== "");
        count = logs.length;
        const path = logs[i] as string;
        // An open store knows its registry by heart; the next start does not.
        if (path.includes("/registry/") && when === "open") continue;
        disk.rename(path, `${path}.away`);
        if (when === "started again") store.close();
        let missed = false;
        try {
          if (when === "started again") store = open();
          for (const { stream } of heads) readAll(store, stream);
          // Nothing in a folder says what its last file was; whoever noted the end finds out.
          missed = heads.some(({ stream, head }) => !store.verify(stream, { head }).ok);
        } catch (error) {
          if (!isTidelineError(error)) throw error;
          missed = true;
        }
        expect(missed, `${path}, ${when}`).toBe(true);
        disk.rename(`${path}.away`, path);
        witness.check(open(), disk);
      }
    }
  });

  it("is not written to by a store that has it open", () => {
    const store = lived();
    const end = witness.of(OWNER).events.length;
    const home = pathsIn("/log/0000").find((path) => decode(path).includes("f-a10")) as string;
    disk.remove(home);
    expectCode(["file-vanished", "corrupt", "stream-moved"], () =>
      store.append(OWNER, end, facts("into-nowhere")),
    );
  });
});

describe("everything derived", () => {
  it("can be deleted: blobs, what lies aside, drafts", () => {
    const store = lived();
    const end = witness.of(OWNER).events.length;
    store.putBlob(OWNER, "snapshot", end, new Uint8Array(100));
    expect(store.getBlob(OWNER, "snapshot")?.seq).toBe(end);
    // An append that was torn, so that something lies aside; a draft that was never finished.
    const volume = pathsIn("/log/0000").find((path) => decode(path).includes("f-a10")) as string;
    store.close();
    const file = disk.open(volume, "append");
    disk.write(file, new TextEncoder().encode('{"head":{"seq":99'));
    disk.close(file);
    const again = open();
    witness.check(again, disk);
    again.close();
    disk.close(disk.open(`${pathsIn("/blobs/")[0]}.someone.tmp`, "create"));
    const derived = [...pathsIn("/blobs/"), ...pathsIn("/aside/"), ...pathsIn(".tmp")];
    expect(derived.length).toBeGreaterThanOrEqual(3);
    for (const path of new Set(derived)) disk.remove(path);
    const last = open();
    expect(last.getBlob(OWNER, "snapshot")).toBeUndefined();
    witness.check(last, disk);
    goOn(last, witness, disk);
    for (const path of pathsIn("/blobs")) disk.remove(path);
    last.close();
  });
});

describe("side by side", () => {
  it("an origin whose drop was never finished takes no more acknowledged events with it", () => {
    // Ends at every call of the drop; the other process, which knows the origin, goes on writing to it.
    for (let n = 1; ; n++) {
      disk = newDisk(seededChance(seed + n), 0);
      processes = new FakeProcesses();
      const first = processes.start();
      const dropping = openStore(disk, first);
      dropping.append(TELEGRAM, 0, facts("before"));
      const siblingDisk = disk.sibling();
      const sibling = openStore(siblingDisk, processes.start());
      sibling.append(TELEGRAM, 1, facts("before2"));
      disk.crashAtNthCall(n);
      try {
        dropping.drop(TELEGRAM, "all");
      } catch {
        first.end();
      }
      const through = !disk.isCrashed();
      let acknowledged: string | undefined;
      try {
        sibling.append(TELEGRAM, readAll(sibling, TELEGRAM).length, facts("after"));
        acknowledged = "f-after";
      } catch (error) {
        if (!isTidelineError(error)) throw error;
      }
      const last = openStore(siblingDisk.sibling(), processes.start());
      const names = readAll(last, TELEGRAM).map(({ event }) =>
        event.type === "added" ? event.fact : event.type,
      );
      if (acknowledged !== undefined) expect(names, `the drop ended at call ${n}`).toContain(acknowledged);
      if (through) break;
    }
  });

  it("an opening that is overtaken while it clears up takes nobody else's origin for a leftover", () => {
    for (let n = 1; ; n++) {
      disk = newDisk(seededChance(seed + n), 0);
      processes = new FakeProcesses();
      const other = openStore(disk, processes.start("elsewhere"));
      other.append(OWNER, 0, facts("before"));
      // Somebody was about to make a home for an origin when it ended.
      disk.makeFolder(`${WORKSPACE}/streams/${"0".repeat(24)}`);
      const sleepy = disk.sibling();
      let paused = false;
      sleepy.pauseAtNthCall(n, () => {
        paused = true;
        other.append(TELEGRAM, 0, facts("meanwhile"));
      });
      const store = openStore(sleepy, processes.start("here"));
      if (!paused) break;
      expect(readAll(store, TELEGRAM).length, `overtaken at call ${n}`).toBe(1);
      other.append(TELEGRAM, 1, facts("after"));
      expect(readAll(store, TELEGRAM).length).toBe(2);
    }
  });

  it("what one process drops, another no longer reads", () => {
    const store = lived();
    const otherDisk = disk.sibling();
    const other = openStore(otherDisk, processes.start());
    expect(readAll(other, TELEGRAM).length).toBeGreaterThan(0);
    store.drop(TELEGRAM, "all");
    expect(readAll(other, TELEGRAM)).toEqual([]);
    expect(other.append(TELEGRAM, 0, facts("anew")).seq).toBe(1);
    expect(readAll(store, TELEGRAM).length).toBe(1);
  });
});

function decode(path: string): string {
  return new TextDecoder().decode(disk.files().get(path));
}
