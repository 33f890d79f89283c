// One of several processes that fight for one lock, each time under the name of a process that will be killed
// while it owns it. What is real and what is not is said in torture/takeover.test.ts.
//
//   node contender.mjs <folder> <tideline|naive> <takings>
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { type Disk, errnoOf } from "../../src/stores/file/disk/disk.ts";
import { nodeDisk } from "../../src/stores/file/disk/node-disk.ts";
import { type Holder, nodeProcesses, type Processes } from "../../src/stores/file/lock/holder.ts";
import { WriterLock } from "../../src/stores/file/lock/lock.ts";

export interface Fought {
  /** Of each taking. */
  readonly generations: readonly number[];
  readonly fromDead: number;
  /** Renames that came too late: somebody else was faster. */
  readonly lostRaces: number;
  /** Signs of a second holder. */
  readonly violations: readonly string[];
}

const [folder = "", kind, takingsText] = process.argv.slice(2);
/** Time runs this much faster for the lock, so that it looks, and fights, more often. */
const HASTE = 10;
const POOL = 40;
const hasty: Processes = {
  ...nodeProcesses,
  monotonicMs: () => nodeProcesses.monotonicMs() * HASTE,
  sleepMs: (duration) => nodeProcesses.sleepMs(duration / HASTE),
};
let lostRaces = 0;
const disk: Disk = {
  ...nodeDisk,
  rename(from, to) {
    try {
      nodeDisk.rename(from, to);
    } catch (error) {
      if (errnoOf(error) === "ENOENT") lostRaces++;
      throw error;
    }
  },
};

/** Processes that do nothing but live, made in advance by a shell. */
class Nursery {
  private readonly shell: ChildProcess;
  private readonly pids: AsyncIterator<string>;

  constructor() {
    const script = "while read -r _; do sleep 600 </dev/null >/dev/null 2>&1 & echo $!; done";
    this.shell = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "pipe", "inherit"] });
    this.pids = createInterface({ input: this.shell.stdout as NodeJS.ReadableStream })[
      Symbol.asyncIterator
    ]();
    this.order(POOL);
  }

  private order(count: number): void {
    this.shell.stdin?.write("\n".repeat(count));
  }

  /** The next one, alive. */
  async next(): Promise<Holder> {
    this.order(1);
    const pid = Number((await this.pids.next()).value);
    return { ...nodeProcesses.me(), pid, started: startOf(pid) };
  }

  /** Kills those that were not used, one by one, and lets the shell end. */
  async close(): Promise<void> {
    this.shell.stdin?.end();
    for (;;) {
      const { value, done } = await this.pids.next();
      if (done) return;
      process.kill(Number(value), "SIGKILL");
    }
  }
}

function startOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
}

/** Waits for the lock as `me`, and says how it was taken and which generation it is. */
interface Contest {
  take(me: Holder): { readonly fromDead: boolean; readonly generation: number };
  /** Is it ours, by what stands in the folder? */
  isMine(me: Holder): boolean;
}

const tideline: Contest = {
  take(me) {
    const lock = new WriterLock(disk, folder, hasty, me, { leaseMs: 1e9, waitMs: 1e9 });
    const fromDead = lock.acquire() === "from-dead";
    const [name = ""] = disk.list(folder).filter((one) => one.startsWith("held."));
    return { fromDead, generation: Number(name.split(".")[1]) };
  },
  isMine: (me) => disk.list(folder).some((name) => name.startsWith("held.") && name.endsWith(`.${me.nonce}`)),
};

/** The usual lock of one file that names its holder: if that is dead, unlink it and create one's own. */
const naive: Contest = {
  take(me) {
    for (let sleepMs = 0.05; ; sleepMs = Math.min(5, sleepMs * 2)) {
      const text = tryRead(`${folder}/lock`);
      const holder = text === undefined || text === "" ? undefined : (JSON.parse(text) as Holder);
      if (holder !== undefined && nodeProcesses.isDead(holder) === "dead") tryUnlink(`${folder}/lock`);
      if (tryCreate(`${folder}/lock`, JSON.stringify(me))) return { fromDead: true, generation: 0 };
      hasty.sleepMs(sleepMs);
    }
  },
  isMine: (me) => (tryRead(`${folder}/lock`) ?? "").includes(me.nonce),
};

function tryRead(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function tryUnlink(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return false;
    throw error;
  }
}

function tryCreate(path: string, text: string): boolean {
  try {
    const file = openSync(path, "wx");
    writeSync(file, text);
    closeSync(file);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** What only one may do at a time: a file that must not be there is made, and must be there when it is removed. */
function beAlone(me: Holder, contest: Contest): readonly string[] {
  const violations: string[] = [];
  if (!tryCreate(`${folder}.witness`, me.nonce)) violations.push("somebody else is in");
  hasty.sleepMs(0.5);
  if (!contest.isMine(me)) violations.push("the lock is not mine any more");
  if (!tryUnlink(`${folder}.witness`)) violations.push("somebody else was in");
  return violations;
}

async function fight(takings: number): Promise<Fought> {
  const contest = kind === "naive" ? naive : tideline;
  const nursery = new Nursery();
  const generations: number[] = [];
  const violations: string[] = [];
  let fromDead = 0;
  for (let i = 0; i < takings; i++) {
    const me = await nursery.next();
    const taken = contest.take(me);
    generations.push(taken.generation);
    if (taken.fromDead) fromDead++;
    violations.push(...beAlone(me, contest));
    process.kill(me.pid, "SIGKILL");
  }
  await nursery.close();
  return { generations, fromDead, lostRaces, violations };
}

process.on("message", () => {
  void fight(Number(takingsText)).then((fought) => process.send?.(fought));
});
process.send?.("ready");
