/**
 * Who may write to a stream now?
 *
 * The lock is one file, and its *name* is the state:
 *
 *   free.17                                nobody, after 17 generations
 *   held.18.<place>.<pid>.<started>.<n>    that owner, as the 18th
 *   kept.18.<place>.<pid>.<started>.<n>    that owner while it writes, and anybody in between
 *
 * Taking, giving back and taking over are each one rename of that file from the name that was seen. A rename
 * fails if its source is gone, so of any number of processes that saw the same name exactly one succeeds, and
 * because generations only grow, no name ever returns: there is nothing to mistake for something older. (The
 * usual "unlink the dead owner's file, create mine" lets a slow process unlink the next owner's.) The file is
 * made once, with its folder, and never again: a folder that seems empty is looked at again, not filled.
 *
 * Whoever writes for the second time in a row will write again, and keeps the lock: from then on a turn takes no
 * rename, which is half of the system's time beside the sync. It counts its turns in the file (`turn-count.ts`), odd
 * while it writes, and looks whether the name is still there: after counting, before it writes, and once more when it
 * is done. Whoever wants the lock takes it between two turns, by a rename, and looks at the count again *after* that.
 * So one of the two sees the other: either the keeper finds its name gone and has written nothing, or the other one
 * finds an odd count and waits until the turn is over. (Only where all see one file system by one kernel: `isLocal`.)
 *
 * The lock alone does not protect the log: an owner that is paused, taken over and woken up may still write
 * one append. What protects the log is that whoever takes over starts a new file (`log-writer.ts`), and that
 * giving the lock back *succeeds* only for an owner that was not taken over: that is the acknowledgement.
 */
import { assert } from "../../assert.ts";
import { isTidelineError, TidelineError } from "../../errors.ts";
import { type Disk, errnoOf } from "./disk.ts";
import { type Owner, ownerText, type Processes, parseOwner } from "./process-owner.ts";
import { troubleWith } from "./trouble.ts";
import { isBetweenTurns, TurnCount } from "./turn-count.ts";

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
  readonly isKept: boolean;
}

/** By which it can be told later whether anybody has written: the lock's name, and how far its keeper had counted. */
export interface Sign {
  readonly name: string;
  readonly turns: number | undefined;
}

/** The lock in our keeping. */
interface Kept {
  readonly token: Token;
  readonly turns: TurnCount;
  count: number;
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
  private kept: Kept | undefined;
  /** Whose turns we have looked at last. */
  private watched: { readonly name: string; readonly turns: TurnCount } | undefined;
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

  /** How we left it after our own last turn, if we did. */
  get signLeft(): Sign | undefined {
    if (this.held !== undefined || this.last === undefined) return undefined;
    return { name: this.last.name, turns: this.kept?.count };
  }

  /** How it lies now, if nobody is writing. */
  sign(): Sign | undefined {
    const latest = newest(this.names().flatMap((name) => parseToken(name) ?? []));
    if (latest === undefined) return undefined;
    if (latest.owner === undefined) return { name: latest.name, turns: undefined };
    const turns = latest.isKept && this.isLocal ? this.turnsAt(latest) : undefined;
    return turns !== undefined && isBetweenTurns(turns) ? { name: latest.name, turns } : undefined;
  }

  /** Has nobody had it since? Names never return. */
  isUntouched({ name, turns }: Sign): boolean {
    if (!this.disk.has(`${this.folder}/${name}`)) return false;
    if (turns === undefined) return true;
    if (name === this.kept?.token.name) return turns === this.kept.count;
    const token = parseToken(name);
    return token !== undefined && turns === this.turnsAt(token);
  }

  get isHeld(): boolean {
    return this.held !== undefined;
  }

  /** True if it was still ours until now, and so everything we wrote under it stands. */
  release(): boolean {
    const { held } = this;
    this.held = undefined;
    if (held === undefined) return false;
    if (this.kept !== undefined) return this.endTurn(this.kept);
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
      this.watched?.turns.close();
      this.watched = undefined;
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
    const next = this.heldToken(Math.max(this.held.generation + 1, atLeast));
    const { kept } = this;
    const isOurs = this.move(this.held, next) === "moved";
    this.held = isOurs ? next : undefined;
    if (kept !== undefined) {
      // Whoever took it waits for the end of our turn, and here it ends.
      if (!isOurs) this.count(kept);
      this.forgetKept();
    }
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
    if (kept !== undefined) return this.beginTurn(kept) ? "given" : undefined;
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
    const mine = this.heldToken(token.generation + 1);
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
    const turns = this.startCounting(held);
    if (turns === undefined) return false;
    const token: Token = { ...held, name: `kept.${held.generation}.${this.myText}`, isKept: true };
    try {
      if (this.move(held, token) === "moved") this.kept = { token, turns, count: 0 };
    } finally {
      if (this.kept === undefined) turns.close();
    }
    return this.kept !== undefined;
  }

  /** Only to be faster: where a number cannot be written, there is none. */
  private startCounting({ name, generation }: Token): TurnCount | undefined {
    let turns: TurnCount | undefined;
    try {
      turns = new TurnCount(this.disk, `${this.folder}/${name}`, "update", generation);
      turns.write(0);
      return turns;
    } catch (error) {
      turns?.close();
      if (errnoOf(error) === "") throw error;
      return undefined;
    }
  }

  /** False: somebody has taken it. */
  private beginTurn(kept: Kept): boolean {
    this.count(kept);
    if (this.disk.has(`${this.folder}/${kept.token.name}`)) {
      this.held = kept.token;
      this.isUndisturbed = true;
      return true;
    }
    // Whoever took it waits for the end of this turn, in which nothing was written.
    this.count(kept);
    this.letGo();
    return false;
  }

  /** The lock stays in our keeping. False: somebody has taken it. */
  private endTurn(kept: Kept): boolean {
    this.count(kept);
    if (this.disk.has(`${this.folder}/${kept.token.name}`)) return true;
    this.letGo();
    return false;
  }

  private count(kept: Kept): void {
    try {
      kept.turns.write(++kept.count);
    } catch (error) {
      this.letGo();
      throw troubleWith(this.folder, "write", error);
    }
  }

  /** Knows no more of it than anybody else. */
  private letGo(): void {
    this.last = undefined;
    this.forgetKept();
  }

  private forgetKept(): void {
    this.kept?.turns.close();
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

  /** How far its keeper has counted. */
  private turnsAt(token: Token): number | undefined {
    if (this.watched?.name !== token.name) {
      this.watched?.turns.close();
      this.watched = undefined;
      const turns = this.openTurns(token);
      if (turns === undefined) return undefined;
      this.watched = { name: token.name, turns };
    }
    return this.watched.turns.read();
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
    return { name: `held.${generation}.${this.myText}`, generation, owner: this.me, isKept: false };
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
  return { name: `free.${generation}`, generation, owner: undefined, isKept: false };
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
  if (state === "free" && rest.length === 0) return { name, generation, owner: undefined, isKept: false };
  const isKept = state === "kept";
  const owner = isKept || state === "held" ? parseOwner(rest.join(".")) : undefined;
  return owner === undefined ? undefined : { name, generation, owner, isKept };
}
