/**
 * Who may write to a stream now?
 *
 * The lock is one empty file, and its *name* is the whole state:
 *
 *   free.17                                nobody, after 17 generations
 *   held.18.<place>.<pid>.<started>.<n>    that owner, as the 18th
 *
 * Taking, giving back and taking over are each one rename of that file from the name that was seen. A rename
 * fails if its source is gone, so of any number of processes that saw the same name exactly one succeeds, and
 * because generations only grow, no name ever returns: there is nothing to mistake for something older. (The
 * usual "unlink the dead owner's file, create mine" lets a slow process unlink the next owner's.) The file is
 * made once, with its folder, and never again: a folder that seems empty is looked at again, not filled.
 *
 * The lock alone does not protect the log: an owner that is paused, taken over and woken up may still write
 * one append. What protects the log is that whoever takes over starts a new file (`log-writer.ts`), and that
 * giving the lock back *succeeds* only for an owner that was not taken over: that is the acknowledgement.
 */
import { assert } from "../../assert.ts";
import { TidelineError } from "../../errors.ts";
import { type Disk, errnoOf } from "./disk.ts";
import { type Owner, ownerText, type Processes, parseOwner } from "./process-owner.ts";
import { troubleWith } from "./trouble.ts";

export interface LockOptions {
  /** How long an owner of whom nothing can be known may stay silent. */
  readonly leaseMs: number;
  /** How long to wait for the lock before giving up with `lock-timeout`. */
  readonly waitMs: number;
}

/** Did the former owner give it back, or is it dead, or silent for a whole lease? */
export type Taken = "given" | "from-dead" | "from-silent";

interface Token {
  readonly name: string;
  readonly generation: number;
  readonly owner: Owner | undefined;
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
  private readonly myText: string;
  private held: Token | undefined;
  private isUndisturbed = false;
  /** As we left it or took it last: names are not read again where we gave them. */
  private last: Token | undefined;
  private missingSinceMs: number | undefined;
  private seen: { readonly name: string; readonly sinceMs: number } | undefined;

  constructor(disk: Disk, folder: string, processes: Processes, me: Owner, options: LockOptions) {
    this.disk = disk;
    this.folder = folder;
    this.processes = processes;
    this.me = me;
    this.myText = ownerText(me);
    this.options = options;
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

  /** The name under which we gave it back, if we did. */
  get leftAs(): string | undefined {
    return this.held === undefined ? this.last?.name : undefined;
  }

  /** The name under which it lies free now, if it does. */
  freeName(): string | undefined {
    const tokens = this.names().flatMap((name) => parseToken(name) ?? []);
    const latest = newest(tokens);
    return latest?.owner === undefined ? latest?.name : undefined;
  }

  /** Has nobody had it since it lay free under this name? Names never return. */
  liesFree(name: string): boolean {
    return this.disk.has(`${this.folder}/${name}`);
  }

  get isHeld(): boolean {
    return this.held !== undefined;
  }

  /** True if it was still ours until now, and so everything we wrote under it stands. */
  release(): boolean {
    const held = this.held;
    this.held = undefined;
    return held !== undefined && this.move(held, freeToken(held.generation)) === "moved";
  }

  /** Leaves it as a dead owner does; our own next `acquire` takes it over. */
  abandon(): void {
    this.held = undefined;
    this.last = undefined;
  }

  /** The generation that is ours alone, while we have the lock. */
  get generation(): number {
    assert(this.held !== undefined, "only an owner has a generation");
    return this.held.generation;
  }

  /** Shows that we are alive, in a later generation; false if we were taken over. */
  renew(atLeast = 0): boolean {
    if (this.held === undefined) return false;
    const next = this.heldToken(Math.max(this.held.generation + 1, atLeast));
    this.held = this.move(this.held, next) === "moved" ? next : undefined;
    return this.held !== undefined;
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

  /** Mostly nobody has had it since we did: then one rename is all it takes. */
  private takeAgain(): Taken | undefined {
    const { last } = this;
    if (last === undefined || last.owner !== undefined) return undefined;
    const taken = this.tryTake(last, 0, false);
    return taken === "lost-race" ? undefined : taken;
  }

  private tryTake(token: Token, nowMs: number, askLiveness: boolean): Taken | "lost-race" | undefined {
    const taken =
      token.owner === undefined ? "given" : this.mayTakeOver(token, token.owner, nowMs, askLiveness);
    if (taken === undefined) {
      this.last = undefined;
      return undefined;
    }
    const mine = this.heldToken(token.generation + 1);
    // Names never return: one that we left and find again has been there all the time.
    const isOurs = token.owner === undefined && token.name === this.last?.name;
    if (this.move(token, mine) !== "moved") return "lost-race";
    this.isUndisturbed = isOurs;
    this.held = mine;
    return taken;
  }

  private mayTakeOver(token: Token, owner: Owner, nowMs: number, askLiveness: boolean): Taken | undefined {
    // Ours, though we are not writing: giving it back had failed.
    if (owner.nonce === this.me.nonce) return "from-dead";
    if (this.seen?.name !== token.name) this.seen = { name: token.name, sinceMs: nowMs };
    if (askLiveness && this.processes.isDead(owner) === "dead") return "from-dead";
    return nowMs - this.seen.sinceMs >= this.options.leaseMs ? "from-silent" : undefined;
  }

  /** The lock's present name: the one we left it under, if it is still there, or whatever the folder shows. */
  private look(nowMs: number): Token | undefined {
    if (this.last !== undefined) return this.last;
    const tokens = this.names().flatMap((name) => parseToken(name) ?? []);
    if (tokens.length === 0) {
      this.noteMissing(nowMs);
      return undefined;
    }
    this.missingSinceMs = undefined;
    return newest(tokens);
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

  private heldToken(generation: number): Token {
    return { name: `held.${generation}.${this.myText}`, generation, owner: this.me };
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

function freeToken(generation: number): Token {
  return { name: `free.${generation}`, generation, owner: undefined };
}

function newest(tokens: readonly Token[]): Token | undefined {
  return tokens.reduce<Token | undefined>(
    (best, one) => (best === undefined || one.generation > best.generation ? one : best),
    undefined,
  );
}

function parseToken(name: string): Token | undefined {
  const [state, generationText, ...rest] = name.split(".");
  const generation = Number(generationText);
  if (!Number.isSafeInteger(generation)) return undefined;
  if (state === "free" && rest.length === 0) return { name, generation, owner: undefined };
  const owner = state === "held" ? parseOwner(rest.join(".")) : undefined;
  return owner === undefined ? undefined : { name, generation, owner };
}
