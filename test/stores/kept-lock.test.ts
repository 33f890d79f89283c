// Who gets a lock that its last holder keeps, because it writes again and again?
import { expect, test } from "vitest";
import { CommitCount, isBetweenCommits } from "../../src/stores/file/lock/commit-count.ts";
import type { Processes } from "../../src/stores/file/lock/holder.ts";
import type { WriterLock } from "../../src/stores/file/lock/lock.ts";
import { FOLDER, LockScene, OPTIONS } from "../support/lock-scene.ts";

class Scene extends LockScene {
  /** Has committed three times in a row. */
  holder(process?: Processes): WriterLock {
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

test("between two commits of its holder anybody gets it at once, and the holder takes it back like anybody", () => {
  const scene = new Scene();
  const holder = scene.holder();
  const other = scene.lock();
  commit(other);
  expect(scene.name()).toBe("free.3");
  expect(scene.processes.nowMs, "nobody has waited").toBe(0);
  commit(holder);
  expect(holder.undisturbed).toBe(false);
  expect(scene.name()).toBe("free.4");
});

test("a holder that is writing is waited for, and every commit that it ends puts the lease off", () => {
  const scene = new Scene();
  const holder = scene.holder();
  const other = scene.lock();
  for (let i = 0; i < 5; i++) {
    expect(holder.acquire()).toBe("given");
    expect(other.tryAcquire()).toBeUndefined();
    scene.processes.pass(OPTIONS.leaseMs - 1);
    expect(holder.release()).toBe(true);
  }
  expect(other.tryAcquire()).toBe("given");
});

test("a holder that is silent in its commit for a lease is taken over, and hears of it", () => {
  const scene = new Scene();
  const holder = scene.holder();
  const other = scene.lock();
  holder.acquire();
  expect(other.tryAcquire()).toBeUndefined();
  scene.processes.pass(OPTIONS.leaseMs);
  expect(other.tryAcquire()).toBe("from-silent");
  expect(holder.isOurs()).toBe(false);
  expect(holder.release()).toBe(false);
  expect(other.release()).toBe(true);
});

test("of a holder that died between two commits the lock is had as if given, of one that died in a commit as from the dead", () => {
  for (const isWriting of [false, true]) {
    const scene = new Scene();
    const process = scene.processes.start();
    const holder = scene.holder(process);
    if (isWriting) holder.acquire();
    process.end();
    expect(scene.lock().tryAcquire()).toBe(isWriting ? "from-dead" : "given");
  }
});

test("a holder that finds its name gone as it begins a commit writes nothing, and lets the other one go on", () => {
  const scene = new Scene();
  const holder = scene.holder();
  const path = `${FOLDER}/held.3.elsewhere.1.1.other`;
  // Another one has read an even count, and renames now that the count is odd.
  scene.before("has", () => scene.disk.rename(`${FOLDER}/${scene.name()}`, path));
  expect(holder.tryAcquire()).toBeUndefined();
  const commits = new CommitCount(scene.disk, path, "read", 2);
  expect(isBetweenCommits(commits.read())).toBe(true);
});

test("whoever takes the lock right after its holder has begun a commit waits until that commit is over", () => {
  const scene = new Scene();
  const holder = scene.holder();
  const waiter = scene.processes.start();
  let sleeps = 0;
  const other = scene.lock({
    ...waiter,
    sleepMs(duration: number) {
      waiter.sleepMs(duration);
      sleeps++;
      expect(holder.isHeld, "still in its commit").toBe(true);
      if (sleeps === 3) expect(holder.release(), "its name is gone").toBe(false);
    },
  });
  // The other one has read an even count, and is about to rename.
  scene.before("rename", () => expect(holder.acquire()).toBe("given"));
  expect(other.tryAcquire()).toBe("given");
  expect(sleeps).toBe(3);
  expect(holder.isHeld).toBe(false);
});

test.each([
  ["died", "from-dead"],
  ["fell silent", "from-silent"],
])(
  "a commit that was begun right before the lock was taken, and whose holder %s, is not waited for",
  (how, taken) => {
    const scene = new Scene();
    const process = scene.processes.start();
    const holder = scene.holder(process);
    scene.before("rename", () => {
      holder.acquire();
      if (how === "died") process.end();
    });
    expect(scene.lock().tryAcquire()).toBe(taken);
    expect(holder.release()).toBe(false);
  },
);

test("a holder that shows that it is alive holds the lock by its name from then on", () => {
  const scene = new Scene();
  const holder = scene.holder();
  holder.acquire();
  expect(holder.renew()).toBe(true);
  expect(scene.name()).toMatch(/^held\.3\./);
  expect(holder.release()).toBe(true);
  expect(scene.lock().tryAcquire()).toBe("given");
});

test("a holder that learns in its commit that the lock was taken lets the other one go on", () => {
  const scene = new Scene();
  const holder = scene.holder();
  const waiter = scene.processes.start();
  const other = scene.lock({
    ...waiter,
    sleepMs(duration: number) {
      waiter.sleepMs(duration);
      expect(holder.renew()).toBe(false);
    },
  });
  scene.before("rename", () => holder.acquire());
  expect(other.tryAcquire()).toBe("given");
});

test("a count that comes late, of a generation that has passed, is taken for nobody's", () => {
  const scene = new Scene();
  scene.holder();
  const path = `${FOLDER}/${scene.name()}`;
  // Its place is the one that the present generation has, too.
  const late = new CommitCount(scene.disk, path, "update", 2 + 512);
  late.write(8);
  late.close();
  const other = scene.lock();
  expect(other.tryAcquire(), "even, but not this holder's").toBeUndefined();
  scene.processes.pass(OPTIONS.leaseMs);
  expect(other.tryAcquire()).toBe("from-silent");
});

test("a lock whose file says nothing, as after a power cut, is not taken for one between two commits", () => {
  const scene = new Scene();
  scene.holder(scene.processes.start("before the power cut"));
  const name = scene.name();
  scene.disk.put(`${FOLDER}/${name}`, Buffer.alloc(0));
  const other = scene.lock();
  expect(other.tryAcquire()).toBeUndefined();
  scene.processes.pass(OPTIONS.leaseMs);
  expect(other.tryAcquire()).toBe("from-silent");
});

test("a stamp tells whether anybody has written since: the holder, or somebody else", () => {
  const scene = new Scene();
  const holder = scene.holder();
  const reader = scene.lock();
  const left = holder.stampLeft;
  const stamp = reader.stamp();
  expect(stamp).toEqual(left);
  if (stamp === undefined || left === undefined) throw new Error("there is a stamp");
  for (const lock of [holder, reader]) expect(lock.isUnchangedSince(stamp)).toBe(true);
  holder.acquire();
  expect(reader.stamp(), "while it writes").toBeUndefined();
  expect(holder.stampLeft).toBeUndefined();
  expect(reader.isUnchangedSince(stamp)).toBe(false);
  holder.release();
  for (const lock of [holder, reader]) expect(lock.isUnchangedSince(stamp)).toBe(false);
  const next = reader.stamp();
  if (next === undefined) throw new Error("there is a stamp");
  expect(reader.isUnchangedSince(next)).toBe(true);
  commit(scene.lock());
  for (const lock of [holder, reader]) expect(lock.isUnchangedSince(next)).toBe(false);
});

test("closed, it leaves the lock to nobody; and one that somebody has taken stays with them", () => {
  const scene = new Scene();
  scene.holder().close();
  expect(scene.name()).toBe("free.2");
  const taken = new Scene();
  const lock = taken.holder();
  taken.lock().acquire();
  const name = taken.name();
  lock.close();
  expect(taken.name()).toBe(name);
});

test("where writes are not seen at once, as over a network, nobody keeps it, and the lease alone counts", () => {
  const scene = new Scene();
  const holder = scene.holder();
  scene.disk.isLocal = () => false;
  const far = scene.lock(scene.processes.start("another machine"));
  expect(far.stamp()).toBeUndefined();
  expect(far.tryAcquire(), "it may be writing").toBeUndefined();
  scene.processes.pass(OPTIONS.leaseMs);
  expect(far.tryAcquire()).toBe("from-silent");
  expect(far.release()).toBe(true);
  for (let i = 0; i < 3; i++) expect(scene.renames(() => commit(far))).toBe(2);
  commit(holder);
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
  const holder = scene.holder();
  const { write } = scene.disk;
  scene.disk.write = () => {
    throw Object.assign(new Error("broken"), { code: "EIO" });
  };
  expect(() => holder.acquire()).toThrow(expect.objectContaining({ code: "disk-failed" }));
  scene.disk.write = write;
  expect(holder.tryAcquire()).toBe("given");
  expect(holder.undisturbed, "others may have had it").toBe(false);
});
