/**
 * How does a writer that appends again and again keep its lock, without a rename for each commit?
 *
 * It counts its commits in the lock's file: the count is odd while it writes. It checks that the lock still has its
 * name after counting up and before writing, and once more when it is done. Another process takes the lock between two
 * commits, by a rename, and reads the count again *after* the rename. So one of the two always notices the other:
 * either the writer finds its name gone and has written nothing yet, or the other process finds an odd count and waits
 * until the commit is over.
 */
import { type Disk, errnoOf } from "../disk/disk.ts";
import { CommitCount } from "./commit-count.ts";
import type { LockName } from "./lock-name.ts";

/** A lock that we keep. */
export class Keeping {
  readonly lock: LockName;
  /** Commits begun plus commits ended: odd during a commit. */
  count = 0;
  private readonly disk: Disk;
  private readonly path: string;
  private readonly commits: CommitCount;

  constructor(disk: Disk, folder: string, lock: LockName, commits: CommitCount) {
    this.disk = disk;
    this.lock = lock;
    this.path = `${folder}/${lock.name}`;
    this.commits = commits;
  }

  /** An optimisation: if the count cannot be written, the lock is simply not kept. */
  static startCounting(disk: Disk, folder: string, { name, generation }: LockName): CommitCount | undefined {
    let commits: CommitCount | undefined;
    try {
      commits = new CommitCount(disk, `${folder}/${name}`, "update", generation);
      commits.write(0);
      return commits;
    } catch (error) {
      commits?.close();
      if (errnoOf(error) === "") throw error;
      return undefined;
    }
  }

  /** Begins a commit. False: somebody has taken the lock; the commit is already ended, so they need not wait for it. */
  beginCommit(): boolean {
    this.step();
    if (this.isThere()) return true;
    this.step();
    return false;
  }

  /** Ends a commit. False: somebody has taken the lock. */
  endCommit(): boolean {
    this.step();
    return this.isThere();
  }

  /** Counts the beginning or the end of a commit. */
  step(): void {
    this.commits.write(++this.count);
  }

  close(): void {
    this.commits.close();
  }

  private isThere(): boolean {
    return this.disk.has(this.path);
  }
}

/** Reads the count of whichever process keeps the lock. For readers that look again and again. */
export class CommitWatch {
  private readonly disk: Disk;
  private readonly folder: string;
  private watched: { readonly name: string; readonly commits: CommitCount } | undefined;

  constructor(disk: Disk, folder: string) {
    this.disk = disk;
    this.folder = folder;
  }

  /** undefined: the count cannot be read, or belongs to another generation. */
  at({ name, generation }: LockName): number | undefined {
    try {
      if (this.watched?.name !== name) {
        this.close();
        this.watched = {
          name,
          commits: new CommitCount(this.disk, `${this.folder}/${name}`, "read", generation),
        };
      }
      return this.watched.commits.read();
    } catch (error) {
      if (errnoOf(error) === "") throw error;
      return undefined;
    }
  }

  close(): void {
    this.watched?.commits.close();
    this.watched = undefined;
  }
}
