// Runs once before all tests: where do tests put their workspaces? In memory, where there is such a folder (Linux) with
// room in it: every append waits for the disk, and a run of the tests makes thousands of them. What a disk can do wrong
// is simulated in any case (crash/). `npm run torture` and whoever names a folder in TMPDIR keep the real disk.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { isFull } from "./campaign.ts";

const IN_MEMORY = "/dev/shm";
const ROOM_BYTES = 2 ** 31;
const PREFIX = "tideline-tests-";
/** With the number of the process that runs the tests. */
const OF_A_RUN = /^tideline-tests-(\d+)-/;

export function setup(): (() => void) | undefined {
  if (isFull || process.env.TMPDIR !== undefined || freeBytes(IN_MEMORY) < ROOM_BYTES) return undefined;
  removeLeft();
  const folder = mkdtempSync(join(IN_MEMORY, `${PREFIX}${process.pid}-`));
  // As /tmp is: one test file gives up its rights.
  chmodSync(folder, 0o1777);
  // Test files run in processes of their own, which inherit this.
  process.env.TMPDIR = folder;
  return () => {
    delete process.env.TMPDIR;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** What a run that was killed has left would keep its memory until the machine is restarted. */
function removeLeft(): void {
  for (const name of readdirSync(IN_MEMORY)) {
    const [, pid] = OF_A_RUN.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** 0 where there is no such folder. */
function freeBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  const room = statfsSync(folder);
  return room.bavail * room.bsize;
}
