// A lock on a disk in memory, and the processes that want it.
import { expect } from "vitest";
import type { Processes } from "../../src/stores/file/lock/holder.ts";
import { WriterLock } from "../../src/stores/file/lock/lock.ts";
import { FakeProcesses } from "../../src/testing/fake-processes.ts";
import { MemoryDisk } from "./memory-disk.ts";

export const FOLDER = "/lock";
export const OPTIONS = { leaseMs: 1_000, waitMs: 5_000 };

export class LockScene {
  readonly disk = new MemoryDisk();
  readonly processes = new FakeProcesses();

  constructor() {
    WriterLock.create(this.disk, FOLDER);
  }

  /** A lock of a process of its own, or of one that is there already. */
  lock(process: Processes = this.processes.start(), me = process.me()): WriterLock {
    return new WriterLock(this.disk, FOLDER, process, me, OPTIONS);
  }

  name(): string {
    expect(this.disk.list(FOLDER).length, "files in the lock's folder").toBe(1);
    return this.disk.list(FOLDER)[0] as string;
  }
}
