// Who gets a lock that its last owner keeps, because it writes again and again?
import { expect, test } from "vitest";
import { CommitCount, isBetweenCommits } from "../../src/stores/file/lock/commit-count.ts";
import type { WriterLock } from "../../src/stores/file/lock/lock.ts";
import type { Processes } from "../../src/stores/file/lock/process-owner.ts";
import { FOLDER, LockScene, OPTIONS } from "../support/lock-scene.ts";

class Scene extends LockScene {
  /** Has committed three times in a row. */
  keeper(process?: Processes): WriterLock {
    const lock = this.lock(process);
    for (let i = 0; i < 3; i++) commit(lock);
    expect(this.name()).toMatch(/^kept\.2\./);
    return lock;
  }

  /** Runs it once, right before the disk is called so. */
  before(call: "has" | "rename", work: () => void): void {
    const real = this.disk[call] as (...args: unknown[]) => unknown;
    this.disk[call] = ((...args: unknown[]) => {
      this.disk[call] = real as never;
      work();
      return real.apply(this.disk, args);
    }) as never;
  }

  renames(work: () => void): number {
    const { rename } = this.disk;
    let count = 0;
    this.disk.rename = (from, to) => {
      count++;
      rename.call(this.disk, from, to);
    };
    work();
    this.disk.rename = rename;
    return count;
  }
}

function commit(lock: WriterLock): void {
  expect(lock.acquire()).toBe("given");
  expect(lock.release()).toBe(true);
}

test("whoever has the lock for the second time in a row keeps it, and needs no rename from then on", () => {
  const scene = new Scene();
  const lock = scene.lock();
  expect(scene.renames(() => commit(lock))).toBe(2);
  expect(scene.name()).toBe("free.1");
  expect(scene.renames(() => commit(lock))).toBe(2);
  expect(scene.name()).toMatch(/^kept\.2\.here\./);
  expect(scene.renames(() => commit(lock))).toBe(0);
  expect(lock.undisturbed).toBe(true);
});

test("between two commits of its keeper anybody gets it at once, and the keeper takes it back like anybody", () => {
  const scene = new Scene();
  const keeper = scene.keeper();
  const other = scene.lock();
  commit(other);
  expect(scene.name()).toBe("free.3");
  expect(scene.processes.nowMs, "nobody has waited").toBe(0);
  commit(keeper);
  expect(keeper.undisturbed).toBe(false);
  expect(scene.name()).toBe("free.4");
});

test("a keeper that is writing is waited for, and every commit that it ends puts the lease off", () => {
  const scene = new Scene();
  const keeper = scene.keeper();
  const other = scene.lock();
  for (let i = 0; i < 5; i++) {
    expect(keeper.acquire()).toBe("given");
    expect(other.tryAcquire()).toBeUndefined();
    scene.processes.pass(OPTIONS.leaseMs - 1);
    expect(keeper.release()).toBe(true);
  }
  expect(other.tryAcquire()).toBe("given");
});

test("a keeper that is silent in its commit for a lease is taken over, and hears of it", () => {
  const scene = new Scene();
  const keeper = scene.keeper();
  const other = scene.lock();
  keeper.acquire();
  expect(other.tryAcquire()).toBeUndefined();
  scene.processes.pass(OPTIONS.leaseMs);
  expect(other.tryAcquire()).toBe("from-silent");
  expect(keeper.isOurs()).toBe(false);
  expect(keeper.release()).toBe(false);
  expect(other.release()).toBe(true);
});

test("of a keeper that died between two commits the lock is had as if given, of one that died in a commit as from the dead", () => {
  for (const isWriting of [false, true]) {
    const scene = new Scene();
    const process = scene.processes.start();
    const keeper = scene.keeper(process);
    if (isWriting) keeper.acquire();
    process.end();
    expect(scene.lock().tryAcquire()).toBe(isWriting ? "from-dead" : "given");
  }
});

test("a keeper that finds its name gone as it begins a commit writes nothing, and lets the other one go on", () => {
  const scene = new Scene();
  const keeper = scene.keeper();
  const path = `${FOLDER}/held.3.elsewhere.1.1.other`;
  // Another one has read an even count, and renames now that the count is odd.
  scene.before("has", () => scene.disk.rename(`${FOLDER}/${scene.name()}`, path));
  expect(keeper.tryAcquire()).toBeUndefined();
  const commits = new CommitCount(scene.disk, path, "read", 2);
  expect(isBetweenCommits(commits.read())).toBe(true);
});

test("whoever takes the lock right after its keeper has begun a commit waits until that commit is over", () => {
  const scene = new Scene();
  const keeper = scene.keeper();
  const waiter = scene.processes.start();
  let sleeps = 0;
  const other = scene.lock({
    ...waiter,
    sleepMs(duration: number) {
      waiter.sleepMs(duration);
      sleeps++;
      expect(keeper.isHeld, "still in its commit").toBe(true);
      if (sleeps === 3) expect(keeper.release(), "its name is gone").toBe(false);
    },
  });
  // The other one has read an even count, and is about to rename.
  scene.before("rename", () => expect(keeper.acquire()).toBe("given"));
  expect(other.tryAcquire()).toBe("given");
  expect(sleeps).toBe(3);
  expect(keeper.isHeld).toBe(false);
});

test.each([
  ["died", "from-dead"],
  ["fell silent", "from-silent"],
])(
  "a commit that was begun right before the lock was taken, and whose keeper %s, is not waited for",
  (how, taken) => {
    const scene = new Scene();
    const process = scene.processes.start();
    const keeper = scene.keeper(process);
    scene.before("rename", () => {
      keeper.acquire();
      if (how === "died") process.end();
    });
    expect(scene.lock().tryAcquire()).toBe(taken);
    expect(keeper.release()).toBe(false);
  },
);

test("a keeper that shows that it is alive holds the lock by its name from then on", () => {
  const scene = new Scene();
  const keeper = scene.keeper();
  keeper.acquire();
  expect(keeper.renew()).toBe(true);
  expect(scene.name()).toMatch(/^held\.3\./);
  expect(keeper.release()).toBe(true);
  expect(scene.lock().tryAcquire()).toBe("given");
});

test("a keeper that learns in its commit that the lock was taken lets the other one go on", () => {
  const scene = new Scene();
  const keeper = scene.keeper();
  const waiter = scene.processes.start();
  const other = scene.lock({
    ...waiter,
    sleepMs(duration: number) {
      waiter.sleepMs(duration);
      expect(keeper.renew()).toBe(false);
    },
  });
  scene.before("rename", () => keeper.acquire());
  expect(other.tryAcquire()).toBe("given");
});

test("a count that comes late, of a generation that has passed, is taken for nobody's", () => {
  const scene = new Scene();
  scene.keeper();
  const path = `${FOLDER}/${scene.name()}`;
  // Its place is the one that the present generation has, too.
  const late = new CommitCount(scene.disk, path, "update", 2 + 512);
  late.write(8);
  late.close();
  const other = scene.lock();
  expect(other.tryAcquire(), "even, but not this keeper's").toBeUndefined();
  scene.processes.pass(OPTIONS.leaseMs);
  expect(other.tryAcquire()).toBe("from-silent");
});

test("a lock whose file says nothing, as after a power cut, is not taken for one between two commits", () => {
  const scene = new Scene();
  scene.keeper(scene.processes.start("before the power cut"));
  const name = scene.name();
  scene.disk.put(`${FOLDER}/${name}`, Buffer.alloc(0));
  const other = scene.lock();
  expect(other.tryAcquire()).toBeUndefined();
  scene.processes.pass(OPTIONS.leaseMs);
  expect(other.tryAcquire()).toBe("from-silent");
});

test("a sign tells whether anybody has written since: the keeper, or somebody else", () => {
  const scene = new Scene();
  const keeper = scene.keeper();
  const reader = scene.lock();
  const left = keeper.signLeft;
  const sign = reader.sign();
  expect(sign).toEqual(left);
  if (sign === undefined || left === undefined) throw new Error("there is a sign");
  for (const lock of [keeper, reader]) expect(lock.isUntouched(sign)).toBe(true);
  keeper.acquire();
  expect(reader.sign(), "while it writes").toBeUndefined();
  expect(keeper.signLeft).toBeUndefined();
  expect(reader.isUntouched(sign)).toBe(false);
  keeper.release();
  for (const lock of [keeper, reader]) expect(lock.isUntouched(sign)).toBe(false);
  const next = reader.sign();
  if (next === undefined) throw new Error("there is a sign");
  expect(reader.isUntouched(next)).toBe(true);
  commit(scene.lock());
  for (const lock of [keeper, reader]) expect(lock.isUntouched(next)).toBe(false);
});

test("closed, it leaves the lock to nobody; and one that somebody has taken stays with them", () => {
  const scene = new Scene();
  scene.keeper().close();
  expect(scene.name()).toBe("free.2");
  const keeper = new Scene();
  const lock = keeper.keeper();
  keeper.lock().acquire();
  const name = keeper.name();
  lock.close();
  expect(keeper.name()).toBe(name);
});

test("where writes are not seen at once, as over a network, nobody keeps it, and the lease alone counts", () => {
  const scene = new Scene();
  const keeper = scene.keeper();
  scene.disk.isLocal = () => false;
  const far = scene.lock(scene.processes.start("another machine"));
  expect(far.sign()).toBeUndefined();
  expect(far.tryAcquire(), "it may be writing").toBeUndefined();
  scene.processes.pass(OPTIONS.leaseMs);
  expect(far.tryAcquire()).toBe("from-silent");
  expect(far.release()).toBe(true);
  for (let i = 0; i < 3; i++) expect(scene.renames(() => commit(far))).toBe(2);
  commit(keeper);
});

test("where there is no room for a number, it is given back as before", () => {
  const scene = new Scene();
  scene.disk.write = () => {
    throw Object.assign(new Error("full"), { code: "ENOSPC" });
  };
  const lock = scene.lock();
  for (let i = 0; i < 4; i++) commit(lock);
  expect(scene.name()).toBe("free.4");
});

test("a commit that could not be counted did not begin, and its own store takes the lock back", () => {
  const scene = new Scene();
  const keeper = scene.keeper();
  const { write } = scene.disk;
  scene.disk.write = () => {
    throw Object.assign(new Error("broken"), { code: "EIO" });
  };
  expect(() => keeper.acquire()).toThrow(expect.objectContaining({ code: "disk-failed" }));
  scene.disk.write = write;
  expect(keeper.tryAcquire()).toBe("given");
  expect(keeper.undisturbed, "others may have had it").toBe(false);
});
