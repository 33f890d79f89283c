/**
 * Who may write to a stream now?
 *
 * The lock is one file, and its *name* is its state (`lock-name.ts`): free, held, or kept by a process that lets others
 * take it between its commits. Taking the lock, giving it back and taking it over are each one rename of that file,
 * from the name that was seen. A rename fails if its source is gone, so of any number of processes that saw the same
 * name exactly one succeeds. Generations only grow, so no name ever returns and none can be mistaken for an older one.
 * (The usual "unlink the dead holder's file, create mine" lets a slow process unlink the next holder's file.) The file
 * is created once, together with its folder. A folder that seems empty is listed again, never filled again.
 *
 * A process that writes twice in a row probably writes again, so it keeps the lock: from then on a commit needs no
 * rename (`keeping.ts`). This works only if all processes see the file system through one kernel.
 *
 * The lock alone does not protect the log: a holder that was paused, taken over from and woken up may still write one
 * append. Two things protect the log. A process that takes over begins a new file (`log-writer.ts`). And giving the
 * lock back succeeds only if nobody took over; that success is the acknowledgement of the append.
 */
import { assert } from "../../../assert.ts";
import { isTidelineError, TidelineError } from "../../../errors.ts";
import { type Disk, errnoOf } from "../disk/disk.ts";
import { troubleWith } from "../disk/trouble.ts";
import { CommitCount, isBetweenCommits } from "./commit-count.ts";
import type { Holder, Processes } from "./holder.ts";
import { CommitWatch, Keeping } from "./keeping.ts";
import { freeName, heldName, keptName, type LockName, newestOf, parseLockName } from "./lock-name.ts";

export interface LockOptions {
  /** How long a holder may stay silent if nobody can tell whether it is alive. */
  readonly leaseMs: number;
  /** How long to wait for the lock before giving up with `lock-timeout`. */
  readonly waitMs: number;
}

/** How we got the lock: the former holder gave it back, or is dead, or was silent for a whole lease. */
export type AcquiredHow = "given" | "from-dead" | "from-silent";

/** undefined: a living process has the lock. */
type Attempt = AcquiredHow | "lost-race" | undefined;

/** The state of the lock, from which one can tell later whether anybody has written since: its name and, if it is kept,
 * the count of commits in it. */
export interface LockStamp {
  readonly name: string;
  readonly commits: number | undefined;
}

const SHORTEST_SLEEP_MS = 0.05;
const LONGEST_SLEEP_MS = 5;
/** Asking whether a process lives costs a few system calls, so it is not asked in every round of the wait. */
const LIVENESS_INTERVAL_MS = 10;
/** A folder that is listed during a rename can miss both names. A lock that is really gone stays gone. */
const MISSING_AFTER_MS = 250;

export class WriterLock {
  private readonly disk: Disk;
  private readonly folder: string;
  private readonly processes: Processes;
  private readonly options: LockOptions;
  private readonly me: Holder;
  private held: LockName | undefined;
  private kept: Keeping | undefined;
  private readonly watch: CommitWatch;
  private isUndisturbed = false;
  private readsOneKernel: boolean | undefined;
  /** The lock as we last renamed it, so that the folder need not be listed; undefined if we do not know its name. */
  private last: LockName | undefined;
  private missingSinceMs: number | undefined;
  private seen: { readonly state: string; readonly sinceMs: number } | undefined;

  constructor(disk: Disk, folder: string, processes: Processes, me: Holder, options: LockOptions) {
    this.disk = disk;
    this.folder = folder;
    this.processes = processes;
    this.me = me;
    this.options = options;
    this.watch = new CommitWatch(disk, folder);
  }

  /** Creates the folder, which must not exist, and the lock's file in it. */
  static create(disk: Disk, folder: string): void {
    disk.makeFolder(folder);
    disk.close(disk.open(`${folder}/free.0`, "create"));
    disk.syncFolder(folder);
  }

  /** Waits for the lock. Throws `lock-timeout`, which names the holder, if that takes too long. */
  acquire(): AcquiredHow {
    return this.seize(this.options.waitMs) as AcquiredHow;
  }

  /** Takes the lock unless a living process has it. */
  tryAcquire(): AcquiredHow | undefined {
    return this.seize(0);
  }

  /** While we hold the lock: has nobody else had it since we last gave it back? */
  get undisturbed(): boolean {
    return this.isUndisturbed;
  }

  /** Do we still hold the lock? Looks at the folder. */
  isOurs(): boolean {
    return this.held !== undefined && this.disk.kind(`${this.folder}/${this.held.name}`) === "file";
  }

  /** The state in which we left the lock after our own last commit; undefined if we hold it or do not know. */
  get stampLeft(): LockStamp | undefined {
    if (this.held !== undefined || this.last === undefined) return undefined;
    return { name: this.last.name, commits: this.kept?.count };
  }

  /** The present state of the lock; undefined if somebody is, or may be, writing. */
  stamp(): LockStamp | undefined {
    const latest = newestOf(this.names());
    if (latest === undefined) return undefined;
    if (latest.holder === undefined) return { name: latest.name, commits: undefined };
    const commits = latest.isKept && this.isLocal ? this.watch.at(latest) : undefined;
    return commits !== undefined && isBetweenCommits(commits) ? { name: latest.name, commits } : undefined;
  }

  /** Has nobody had the lock since this stamp? Names never return, so an unchanged name is proof. */
  isUnchangedSince({ name, commits }: LockStamp): boolean {
    if (!this.disk.has(`${this.folder}/${name}`)) return false;
    if (commits === undefined) return true;
    if (name === this.kept?.lock.name) return commits === this.kept.count;
    const lock = parseLockName(name);
    return lock !== undefined && commits === this.watch.at(lock);
  }

  get isHeld(): boolean {
    return this.held !== undefined;
  }

  /** Gives the lock back, or keeps it. True if nobody has taken it over: then everything we wrote under it counts. */
  release(): boolean {
    const { held } = this;
    this.held = undefined;
    if (held === undefined) return false;
    if (this.kept !== undefined) return this.inCommit(this.kept, "endCommit");
    if (this.isUndisturbed && this.isLocal && this.keep(held)) return true;
    return this.move(held, freeName(held.generation)) === "moved";
  }

  /** Leaves the lock as a dead holder would. Our own next `acquire` takes it over. */
  abandon(): void {
    this.held = undefined;
    this.letGo();
  }

  /** Stops keeping the lock and closes its file. If the lock cannot be given back, it stays kept between two commits,
   * which is just as good: anybody may take it. */
  close(): void {
    const { kept } = this;
    try {
      if (kept !== undefined && this.held === undefined) this.move(kept.lock, freeName(kept.lock.generation));
    } catch (error) {
      if (!isTidelineError(error)) throw error;
    } finally {
      this.letGo();
      this.watch.close();
    }
  }

  /** The lock's generation while we hold it; no other process ever has the same. */
  get generation(): number {
    assert(this.held !== undefined, "only an owner has a generation");
    return this.held.generation;
  }

  /** Moves our lock to a later generation, which shows that we are alive; false if somebody took over. */
  renew(atLeast = 0): boolean {
    if (this.held === undefined) return false;
    const next = heldName(Math.max(this.held.generation + 1, atLeast), this.me);
    const isOurs = this.move(this.held, next) === "moved";
    this.held = isOurs ? next : undefined;
    // The process that took the lock from us waits for the end of our commit, so count it as ended.
    if (!isOurs && this.kept !== undefined) this.inCommit(this.kept, "step");
    this.forgetKept();
    return isOurs;
  }

  private seize(waitMs: number): AcquiredHow | undefined {
    assert(this.held === undefined, "a writer takes the lock once");
    const again = this.takeAgain();
    if (again !== undefined) return again;
    const startMs = this.processes.monotonicMs();
    let sleepMs = SHORTEST_SLEEP_MS;
    let livenessAtMs = startMs;
    for (;;) {
      const nowMs = this.processes.monotonicMs();
      const lock = this.look(nowMs);
      if (lock !== undefined) {
        const askLiveness = nowMs >= livenessAtMs;
        if (askLiveness) livenessAtMs = nowMs + LIVENESS_INTERVAL_MS;
        const taken = this.tryTake(lock, nowMs, askLiveness);
        if (taken !== undefined && taken !== "lost-race") return taken;
        if (nowMs - startMs >= waitMs) {
          if (waitMs === 0) return undefined;
          throw this.timeout(lock, waitMs);
        }
        if (taken === "lost-race") continue;
      }
      this.processes.sleepMs(sleepMs);
      sleepMs = Math.min(LONGEST_SLEEP_MS, sleepMs * 2);
    }
  }

  /** Usually nobody has had the lock since we did. Then one rename is enough, or none if we keep it. */
  private takeAgain(): AcquiredHow | undefined {
    const { last, kept } = this;
    if (kept !== undefined) return this.takeKept(kept);
    if (last === undefined || last.holder !== undefined) return undefined;
    const taken = this.tryTake(last, 0, false);
    return taken === "lost-race" ? undefined : taken;
  }

  private tryTake(lock: LockName, nowMs: number, askLiveness: boolean): Attempt {
    if (lock.holder === undefined) return this.claim(lock) ? "given" : "lost-race";
    if (lock.isKept && this.isLocal) return this.tryTakeKept(lock, lock.holder, nowMs, askLiveness);
    return this.tryTakeOver(lock, lock.holder, lock.name, nowMs, askLiveness);
  }

  /** `state`: a holder whose state does not change counts as silent. */
  private tryTakeOver(
    lock: LockName,
    holder: Holder,
    state: string,
    nowMs: number,
    askLiveness: boolean,
  ): Attempt {
    const taken = this.mayTakeOver(holder, state, nowMs, askLiveness);
    if (taken === undefined) {
      this.last = undefined;
      return undefined;
    }
    return this.claim(lock) ? taken : "lost-race";
  }

  private claim(lock: LockName): boolean {
    const mine = heldName(lock.generation + 1, this.me);
    // Names never return: if the lock still has the name that we gave it, nobody has had it since.
    const isOurs = lock.holder === undefined && lock.name === this.last?.name;
    if (this.move(lock, mine) !== "moved") return false;
    this.isUndisturbed = isOurs;
    this.held = mine;
    return true;
  }

  private mayTakeOver(
    holder: Holder,
    state: string,
    nowMs: number,
    askLiveness: boolean,
  ): AcquiredHow | undefined {
    // The lock is ours although we are not writing: an earlier attempt to give it back failed.
    if (holder.nonce === this.me.nonce) return "from-dead";
    if (this.seen?.state !== state) this.seen = { state, sinceMs: nowMs };
    if (askLiveness && this.processes.isDead(holder) === "dead") return "from-dead";
    return nowMs - this.seen.sinceMs >= this.options.leaseMs ? "from-silent" : undefined;
  }

  // ---- a lock that is kept ----

  /** Does every process that uses this folder see writes and renames at once? */
  private get isLocal(): boolean {
    this.readsOneKernel ??= this.disk.isLocal(this.folder);
    return this.readsOneKernel;
  }

  /** Marks the lock as kept. False: it is not kept, and the caller must give it back. */
  private keep(held: LockName): boolean {
    const commits = Keeping.startCounting(this.disk, this.folder, held);
    if (commits === undefined) return false;
    const lock = keptName(held.generation, this.me);
    try {
      if (this.move(held, lock) === "moved") this.kept = new Keeping(this.disk, this.folder, lock, commits);
    } finally {
      if (this.kept === undefined) commits.close();
    }
    return this.kept !== undefined;
  }

  private takeKept(kept: Keeping): AcquiredHow | undefined {
    if (!this.inCommit(kept, "beginCommit")) return undefined;
    this.held = kept.lock;
    this.isUndisturbed = true;
    return "given";
  }

  /** Runs a step of the lock that we keep. If it returns false or throws, we no longer keep the lock. */
  private inCommit(kept: Keeping, step: "beginCommit" | "endCommit" | "step"): boolean {
    let isOurs = false;
    try {
      isOurs = kept[step]() === true;
    } catch (error) {
      throw troubleWith(this.folder, "write", error);
    } finally {
      if (!isOurs) this.letGo();
    }
    return isOurs;
  }

  /** Forgets everything we know about the lock. */
  private letGo(): void {
    this.last = undefined;
    this.forgetKept();
  }

  private forgetKept(): void {
    this.kept?.close();
    this.kept = undefined;
  }

  /** Takes a kept lock from its holder: between two commits, or during one if the holder is dead or silent. */
  private tryTakeKept(lock: LockName, holder: Holder, nowMs: number, askLiveness: boolean): Attempt {
    const commits = this.openCount(lock);
    if (commits === undefined) return "lost-race";
    try {
      const count = commits.read();
      if (!isBetweenCommits(count))
        return this.tryTakeOver(lock, holder, `${lock.name} ${count}`, nowMs, askLiveness);
      return this.claim(lock) ? this.awaitEndOfCommit(commits, holder) : "lost-race";
    } catch (error) {
      this.abandon();
      throw troubleWith(this.folder, "read", error);
    } finally {
      commits.close();
    }
  }

  /** The holder may have begun a commit right before we took the lock. */
  private awaitEndOfCommit(commits: CommitCount, holder: Holder): AcquiredHow {
    const startMs = this.processes.monotonicMs();
    for (let sleepMs = SHORTEST_SLEEP_MS; !isBetweenCommits(commits.read()); sleepMs *= 2) {
      if (this.processes.isDead(holder) === "dead") return "from-dead";
      if (this.processes.monotonicMs() - startMs >= this.options.leaseMs) return "from-silent";
      this.processes.sleepMs(Math.min(LONGEST_SLEEP_MS, sleepMs));
    }
    return "given";
  }

  /** undefined: the lock has another name by now. */
  private openCount({ name, generation }: LockName): CommitCount | undefined {
    try {
      return new CommitCount(this.disk, `${this.folder}/${name}`, "read", generation);
    } catch (error) {
      this.last = undefined;
      if (errnoOf(error) === "ENOENT") return undefined;
      throw troubleWith(this.folder, "read", error);
    }
  }

  /** The lock as we last renamed it, or else as the folder shows it; undefined if the folder shows none. */
  private look(nowMs: number): LockName | undefined {
    if (this.last !== undefined) return this.last;
    const latest = newestOf(this.names());
    if (latest === undefined) this.noteMissing(nowMs);
    else this.missingSinceMs = undefined;
    return latest;
  }

  private noteMissing(nowMs: number): void {
    this.missingSinceMs ??= nowMs;
    if (nowMs - this.missingSinceMs <= MISSING_AFTER_MS) return;
    const remedy = "Close every process that uses this workspace and run repair";
    throw new TidelineError("lock-missing", `The lock file in ${this.folder} is missing. ${remedy}.`, {
      file: this.folder,
    });
  }

  private names(): readonly string[] {
    try {
      return this.disk.list(this.folder);
    } catch (error) {
      throw troubleWith(this.folder, "read", error);
    }
  }

  private move(from: LockName, to: LockName): "moved" | "gone" {
    try {
      this.disk.rename(`${this.folder}/${from.name}`, `${this.folder}/${to.name}`);
      this.last = to;
      return "moved";
    } catch (error) {
      this.last = undefined;
      if (errnoOf(error) === "ENOENT") return "gone";
      throw troubleWith(this.folder, "write", error);
    }
  }

  private timeout(lock: LockName, waitMs: number): TidelineError {
    const who = lock.holder === undefined ? "another process" : `process ${lock.holder.pid}`;
    return new TidelineError(
      "lock-timeout",
      `${who} has been writing for more than ${waitMs} ms (${this.folder}). Try again. If that process hangs, stop it.`,
      { file: this.folder, pid: lock.holder?.pid },
    );
  }
}
