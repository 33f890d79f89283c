/**
 * Who may write to a stream now?
 *
 * The lock is one file, and its *name* is the state (`lock-name.ts`): free, held, or kept by somebody who lets others
 * have it in between. Taking, giving back and taking over are each one rename of that file from the name that was seen. A rename
 * fails if its source is gone, so of any number of processes that saw the same name exactly one succeeds, and
 * because generations only grow, no name ever returns: there is nothing to mistake for something older. (The
 * usual "unlink the dead owner's file, create mine" lets a slow process unlink the next owner's.) The file is
 * made once, with its folder, and never again: a folder that seems empty is looked at again, not filled.
 *
 * Whoever writes for the second time in a row will write again, and keeps the lock: from then on a turn takes no
 * rename (`keeping.ts`). Only where all see one file system by one kernel.
 *
 * The lock alone does not protect the log: an owner that is paused, taken over and woken up may still write
 * one append. What protects the log is that whoever takes over starts a new file (`log-writer.ts`), and that
 * giving the lock back *succeeds* only for an owner that was not taken over: that is the acknowledgement.
 */
import { assert } from "../../../assert.ts";
import { isTidelineError, TidelineError } from "../../../errors.ts";
import { type Disk, errnoOf } from "../disk/disk.ts";
import { troubleWith } from "../disk/trouble.ts";
import { Keeping, TurnWatch } from "./keeping.ts";
import { freeToken, heldToken, keptToken, newestOf, parseToken, type Token } from "./lock-name.ts";
import type { Owner, Processes } from "./process-owner.ts";
import { isBetweenTurns, TurnCount } from "./turn-count.ts";

export interface LockOptions {
  /** How long an owner of whom nothing can be known may stay silent. */
  readonly leaseMs: number;
  /** How long to wait for the lock before giving up with `lock-timeout`. */
  readonly waitMs: number;
}

/** Did the former owner give it back, or is it dead, or silent for a whole lease? */
export type Taken = "given" | "from-dead" | "from-silent";

/** By which it can be told later whether anybody has written: the lock's name, and how far its keeper had counted. */
export interface Sign {
  readonly name: string;
  readonly turns: number | undefined;
}

const SHORTEST_SLEEP_MS = 0.05;
const LONGEST_SLEEP_MS = 5;
/** Asking whether a process lives costs a few system calls: not at every turn of the wait. */
const LIVENESS_INTERVAL_MS = 10;
/** A folder read in the middle of a rename can miss both names; a lock that is really gone stays gone. */
const MISSING_AFTER_MS = 250;

export class WriterLock {
  private readonly disk: Disk;
  private readonly folder: string;
  private readonly processes: Processes;
  private readonly options: LockOptions;
  private readonly me: Owner;
  private held: Token | undefined;
  private kept: Keeping | undefined;
  private readonly watch: TurnWatch;
  private isUndisturbed = false;
  private readsOneKernel: boolean | undefined;
  /** As we left it or took it last: names are not read again where we gave them. */
  private last: Token | undefined;
  private missingSinceMs: number | undefined;
  private seen: { readonly state: string; readonly sinceMs: number } | undefined;

  constructor(disk: Disk, folder: string, processes: Processes, me: Owner, options: LockOptions) {
    this.disk = disk;
    this.folder = folder;
    this.processes = processes;
    this.me = me;
    this.options = options;
    this.watch = new TurnWatch(disk, folder);
  }

  /** Makes the one file. The folder must be new. */
  static create(disk: Disk, folder: string): void {
    disk.makeFolder(folder);
    disk.close(disk.open(`${folder}/free.0`, "create"));
    disk.syncFolder(folder);
  }

  /** Waits for the lock; `lock-timeout` names who has it. */
  acquire(): Taken {
    return this.seize(this.options.waitMs) as Taken;
  }

  /** The lock, unless somebody who is alive has it. */
  tryAcquire(): Taken | undefined {
    return this.seize(0);
  }

  /** Of an owner: nobody else has had the lock since we gave it back. */
  get undisturbed(): boolean {
    return this.isUndisturbed;
  }

  /** Has nobody taken over, as of now? */
  isOurs(): boolean {
    return this.held !== undefined && this.disk.kind(`${this.folder}/${this.held.name}`) === "file";
  }

  /** How we left it after our own last turn, if we did. */
  get signLeft(): Sign | undefined {
    if (this.held !== undefined || this.last === undefined) return undefined;
    return { name: this.last.name, turns: this.kept?.count };
  }

  /** How it lies now, if nobody is writing. */
  sign(): Sign | undefined {
    const latest = newestOf(this.names());
    if (latest === undefined) return undefined;
    if (latest.owner === undefined) return { name: latest.name, turns: undefined };
    const turns = latest.isKept && this.isLocal ? this.watch.at(latest) : undefined;
    return turns !== undefined && isBetweenTurns(turns) ? { name: latest.name, turns } : undefined;
  }

  /** Has nobody had it since? Names never return. */
  isUntouched({ name, turns }: Sign): boolean {
    if (!this.disk.has(`${this.folder}/${name}`)) return false;
    if (turns === undefined) return true;
    if (name === this.kept?.token.name) return turns === this.kept.count;
    const token = parseToken(name);
    return token !== undefined && turns === this.watch.at(token);
  }

  get isHeld(): boolean {
    return this.held !== undefined;
  }

  /** True if it was still ours until now, and so everything we wrote under it stands. */
  release(): boolean {
    const { held } = this;
    this.held = undefined;
    if (held === undefined) return false;
    if (this.kept !== undefined) return this.inTurn(this.kept, "endTurn");
    if (this.isUndisturbed && this.isLocal && this.keep(held)) return true;
    return this.move(held, freeToken(held.generation)) === "moved";
  }

  /** Leaves it as a dead owner does; our own next `acquire` takes it over. */
  abandon(): void {
    this.held = undefined;
    this.letGo();
  }

  /** Keeps it no longer, and has no file open. If it cannot be given back, it is as good between two turns. */
  close(): void {
    const { kept } = this;
    try {
      if (kept !== undefined && this.held === undefined)
        this.move(kept.token, freeToken(kept.token.generation));
    } catch (error) {
      if (!isTidelineError(error)) throw error;
    } finally {
      this.letGo();
      this.watch.close();
    }
  }

  /** The generation that is ours alone, while we have the lock. */
  get generation(): number {
    assert(this.held !== undefined, "only an owner has a generation");
    return this.held.generation;
  }

  /** Shows that we are alive, in a later generation; false if we were taken over. */
  renew(atLeast = 0): boolean {
    if (this.held === undefined) return false;
    const next = heldToken(Math.max(this.held.generation + 1, atLeast), this.me);
    const isOurs = this.move(this.held, next) === "moved";
    this.held = isOurs ? next : undefined;
    // Whoever took it from us waits for the end of our turn, and here it ends.
    if (!isOurs && this.kept !== undefined) this.inTurn(this.kept, "step");
    this.forgetKept();
    return isOurs;
  }

  private seize(waitMs: number): Taken | undefined {
    assert(this.held === undefined, "a writer takes the lock once");
    const again = this.takeAgain();
    if (again !== undefined) return again;
    const startMs = this.processes.monotonicMs();
    let sleepMs = SHORTEST_SLEEP_MS;
    let livenessAtMs = startMs;
    for (;;) {
      const nowMs = this.processes.monotonicMs();
      const token = this.look(nowMs);
      if (token !== undefined) {
        const askLiveness = nowMs >= livenessAtMs;
        if (askLiveness) livenessAtMs = nowMs + LIVENESS_INTERVAL_MS;
        const taken = this.tryTake(token, nowMs, askLiveness);
        if (taken !== undefined && taken !== "lost-race") return taken;
        if (nowMs - startMs >= waitMs) {
          if (waitMs === 0) return undefined;
          throw this.timeout(token, waitMs);
        }
        if (taken === "lost-race") continue;
      }
      this.processes.sleepMs(sleepMs);
      sleepMs = Math.min(LONGEST_SLEEP_MS, sleepMs * 2);
    }
  }

  /** Mostly nobody has had it since we did: then one rename is all it takes, or less. */
  private takeAgain(): Taken | undefined {
    const { last, kept } = this;
    if (kept !== undefined) return this.takeKept(kept);
    if (last === undefined || last.owner !== undefined) return undefined;
    const taken = this.tryTake(last, 0, false);
    return taken === "lost-race" ? undefined : taken;
  }

  private tryTake(token: Token, nowMs: number, askLiveness: boolean): Taken | "lost-race" | undefined {
    if (token.owner === undefined) return this.claim(token) ? "given" : "lost-race";
    if (token.isKept && this.isLocal) return this.tryTakeKept(token, token.owner, nowMs, askLiveness);
    return this.tryTakeOver(token, token.owner, token.name, nowMs, askLiveness);
  }

  /** `state`: by which an owner shows that it is alive. */
  private tryTakeOver(
    token: Token,
    owner: Owner,
    state: string,
    nowMs: number,
    askLiveness: boolean,
  ): Taken | "lost-race" | undefined {
    const taken = this.mayTakeOver(owner, state, nowMs, askLiveness);
    if (taken === undefined) {
      this.last = undefined;
      return undefined;
    }
    return this.claim(token) ? taken : "lost-race";
  }

  private claim(token: Token): boolean {
    const mine = heldToken(token.generation + 1, this.me);
    // Names never return: one that we left and find again has been there all the time.
    const isOurs = token.owner === undefined && token.name === this.last?.name;
    if (this.move(token, mine) !== "moved") return false;
    this.isUndisturbed = isOurs;
    this.held = mine;
    return true;
  }

  private mayTakeOver(owner: Owner, state: string, nowMs: number, askLiveness: boolean): Taken | undefined {
    // Ours, though we are not writing: giving it back had failed.
    if (owner.nonce === this.me.nonce) return "from-dead";
    if (this.seen?.state !== state) this.seen = { state, sinceMs: nowMs };
    if (askLiveness && this.processes.isDead(owner) === "dead") return "from-dead";
    return nowMs - this.seen.sinceMs >= this.options.leaseMs ? "from-silent" : undefined;
  }

  // ---- a lock that is kept ----

  /** Do all who see this folder see every write at once? */
  private get isLocal(): boolean {
    this.readsOneKernel ??= this.disk.isLocal(this.folder);
    return this.readsOneKernel;
  }

  /** Instead of giving it back. False: that is left to be done. */
  private keep(held: Token): boolean {
    const turns = Keeping.startCounting(this.disk, this.folder, held);
    if (turns === undefined) return false;
    const token = keptToken(held.generation, this.me);
    try {
      if (this.move(held, token) === "moved") this.kept = new Keeping(this.disk, this.folder, token, turns);
    } finally {
      if (this.kept === undefined) turns.close();
    }
    return this.kept !== undefined;
  }

  private takeKept(kept: Keeping): Taken | undefined {
    if (!this.inTurn(kept, "beginTurn")) return undefined;
    this.held = kept.token;
    this.isUndisturbed = true;
    return "given";
  }

  /** False, or an error: it is in our keeping no longer. */
  private inTurn(kept: Keeping, step: "beginTurn" | "endTurn" | "step"): boolean {
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

  /** Knows no more of it than anybody else. */
  private letGo(): void {
    this.last = undefined;
    this.forgetKept();
  }

  private forgetKept(): void {
    this.kept?.close();
    this.kept = undefined;
  }

  /** From its keeper, between two of its turns; or as from any owner that is dead, or silent. */
  private tryTakeKept(
    token: Token,
    keeper: Owner,
    nowMs: number,
    askLiveness: boolean,
  ): Taken | "lost-race" | undefined {
    const turns = this.openTurns(token);
    if (turns === undefined) return "lost-race";
    try {
      const count = turns.read();
      if (!isBetweenTurns(count))
        return this.tryTakeOver(token, keeper, `${token.name} ${count}`, nowMs, askLiveness);
      return this.claim(token) ? this.awaitEndOfTurn(turns, keeper) : "lost-race";
    } catch (error) {
      this.abandon();
      throw troubleWith(this.folder, "read", error);
    } finally {
      turns.close();
    }
  }

  /** The keeper may have begun a turn right before we took the lock from it. */
  private awaitEndOfTurn(turns: TurnCount, keeper: Owner): Taken {
    const startMs = this.processes.monotonicMs();
    for (let sleepMs = SHORTEST_SLEEP_MS; !isBetweenTurns(turns.read()); sleepMs *= 2) {
      if (this.processes.isDead(keeper) === "dead") return "from-dead";
      if (this.processes.monotonicMs() - startMs >= this.options.leaseMs) return "from-silent";
      this.processes.sleepMs(Math.min(LONGEST_SLEEP_MS, sleepMs));
    }
    return "given";
  }

  /** undefined: it is not called so any more. */
  private openTurns({ name, generation }: Token): TurnCount | undefined {
    try {
      return new TurnCount(this.disk, `${this.folder}/${name}`, "read", generation);
    } catch (error) {
      this.last = undefined;
      if (errnoOf(error) === "ENOENT") return undefined;
      throw troubleWith(this.folder, "read", error);
    }
  }

  /** The lock's present name: the one we left it under, if it is still there, or whatever the folder shows. */
  private look(nowMs: number): Token | undefined {
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
    throw new TidelineError("lock-missing", `The lock file in ${this.folder} has vanished. ${remedy}.`, {
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

  private move(from: Token, to: Token): "moved" | "gone" {
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

  private timeout(token: Token, waitMs: number): TidelineError {
    const who = token.owner === undefined ? "another process" : `process ${token.owner.pid}`;
    return new TidelineError(
      "lock-timeout",
      `${who} has been writing for more than ${waitMs} ms (${this.folder}). Try again; if it hangs, end that process.`,
      {
        file: this.folder,
        pid: token.owner?.pid,
      },
    );
  }
}
