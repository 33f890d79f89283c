// Who gets the writer lock, how long does anybody wait, and what do they learn?
import { expect, test } from "vitest";
import { isTidelineError } from "../../src/errors.ts";
import type { Processes } from "../../src/stores/file/lock/holder.ts";
import { WriterLock } from "../../src/stores/file/lock/lock.ts";
import type { FakeProcess } from "../../src/testing/fake-processes.ts";
import { FOLDER, OPTIONS, LockScene as Scene } from "../support/lock-scene.ts";

function errorOf(call: () => unknown): { code: string; message: string; pid: unknown } {
  try {
    call();
  } catch (error) {
    if (isTidelineError(error)) return { code: error.code, message: error.message, pid: error.details.pid };
    throw error;
  }
  throw new Error("expected an error, and there was none");
}

test("a free lock is taken and given back, and its generation grows", () => {
  const scene = new Scene();
  const lock = scene.lock();
  expect(scene.name()).toBe("free.0");
  expect(lock.acquire()).toBe("given");
  expect(scene.name()).toMatch(/^held\.1\.here\./);
  expect(lock.release()).toBe(true);
  expect(scene.name()).toBe("free.1");
  expect(scene.lock().acquire()).toBe("given");
  expect(scene.name()).toMatch(/^held\.2\./);
});

test("one that is alive and shows it is waited for, and the timeout names it", () => {
  const scene = new Scene();
  const holder = scene.processes.start();
  const held = scene.lock(holder);
  held.acquire();
  const waiter = scene.processes.start();
  const renewing = {
    ...waiter,
    sleepMs(duration: number) {
      waiter.sleepMs(duration);
      held.renew();
    },
  };
  const { code, message, pid } = errorOf(() => scene.lock(renewing).acquire());
  expect([code, pid]).toEqual(["lock-timeout", holder.pid]);
  expect(message).toContain(`process ${holder.pid}`);
  expect(scene.processes.nowMs).toBeGreaterThanOrEqual(OPTIONS.waitMs);
  expect(held.release()).toBe(true);
});

test("trying takes no time", () => {
  const scene = new Scene();
  scene.lock().acquire();
  expect(scene.lock().tryAcquire()).toBeUndefined();
  expect(scene.processes.nowMs).toBe(0);
});

test("the lock of a dead holder is taken over at once", () => {
  const scene = new Scene();
  const holder = scene.processes.start();
  scene.lock(holder).acquire();
  holder.end();
  expect(scene.lock().tryAcquire()).toBe("from-dead");
  expect(scene.name()).toMatch(/^held\.2\./);
});

test.each(["here", "another machine"])("a holder that is silent for a lease is taken over (%s)", (place) => {
  const scene = new Scene();
  const held = scene.lock(scene.processes.start(place));
  held.acquire();
  const other = scene.lock();
  expect(other.tryAcquire()).toBeUndefined();
  scene.processes.pass(OPTIONS.leaseMs - 1);
  expect(other.tryAcquire()).toBeUndefined();
  scene.processes.pass(1);
  expect(other.tryAcquire()).toBe("from-silent");
  expect(held.release(), "the one that was taken over").toBe(false);
  expect(other.release()).toBe(true);
});

test("a holder of another machine is not dead because its pid is free here", () => {
  const scene = new Scene();
  const far = scene.processes.start("another machine");
  scene.lock(far).acquire();
  far.end();
  expect(scene.lock().tryAcquire()).toBeUndefined();
});

test("renewing puts the lease off, and fails for one that was taken over", () => {
  const scene = new Scene();
  const held = scene.lock();
  held.acquire();
  const other = scene.lock();
  for (let i = 0; i < 5; i++) {
    expect(other.tryAcquire()).toBeUndefined();
    scene.processes.pass(OPTIONS.leaseMs - 1);
    expect(held.renew()).toBe(true);
  }
  expect(other.tryAcquire()).toBeUndefined();
  scene.processes.pass(OPTIONS.leaseMs);
  expect(other.tryAcquire()).toBe("from-silent");
  expect(held.renew()).toBe(false);
  expect(held.release()).toBe(false);
  expect(other.release()).toBe(true);
});

test("of all that saw one dead holder exactly one gets its lock", () => {
  const scene = new Scene();
  const holder = scene.processes.start();
  scene.lock(holder).acquire();
  holder.end();
  const [slow, fast] = [scene.lock(), scene.lock()];
  // The slow one has seen the dead holder and is about to rename; the fast one is done by then.
  const { rename } = scene.disk;
  let isFirst = true;
  scene.disk.rename = (from, to) => {
    if (isFirst) {
      isFirst = false;
      expect(fast.tryAcquire()).toBe("from-dead");
    }
    rename.call(scene.disk, from, to);
  };
  expect(slow.tryAcquire()).toBeUndefined();
  expect(fast.release()).toBe(true);
});

test("a lock that could not be given back is taken back by its own store", () => {
  const scene = new Scene();
  const process = scene.processes.start();
  const me = process.me();
  scene.lock(process, me).acquire();
  expect(scene.lock(process, me).tryAcquire()).toBe("from-dead");
});

test("another store of the same process is not taken for the holder", () => {
  const scene = new Scene();
  const process = scene.processes.start();
  scene.lock(process).acquire();
  expect(scene.lock(process).tryAcquire()).toBeUndefined();
});

test("a lock that has vanished is said to be missing, not made anew", () => {
  const scene = new Scene();
  scene.disk.remove(`${FOLDER}/free.0`);
  expect(errorOf(() => scene.lock().acquire()).code).toBe("lock-missing");
  expect(scene.disk.list(FOLDER)).toEqual([]);
  expect(errorOf(() => new WriterLock(scene.disk, "/nowhere", ...anybody(scene)).acquire()).code).toBe(
    "file-vanished",
  );
});

function anybody(scene: Scene): [FakeProcess, ReturnType<Processes["me"]>, typeof OPTIONS] {
  const process = scene.processes.start();
  return [process, process.me(), OPTIONS];
}

test("a listing that misses a name in the middle of a rename is not taken for a missing lock, however long one has waited", () => {
  const scene = new Scene();
  const held = scene.lock();
  held.acquire();
  const list = scene.disk.list.bind(scene.disk);
  let lists = 0;
  // Every third listing falls into a rename and shows neither name.
  scene.disk.list = (path) => (++lists % 3 === 0 ? [] : list(path));
  const waiter = scene.processes.start();
  const patient = {
    ...waiter,
    sleepMs(duration: number) {
      waiter.sleepMs(duration);
      if (scene.processes.nowMs > 900) held.release();
    },
  };
  expect(scene.lock(patient).acquire()).toBe("given");
});
