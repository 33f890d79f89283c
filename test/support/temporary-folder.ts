// Runs once before all tests: where do tests put their workspaces? In memory, where there is such a folder (Linux) with
// room in it: every append waits for the disk, and a run of the tests makes thousands of them. What a disk can do wrong
// is simulated in any case (crash/). `npm run torture` and whoever names a folder in TMPDIR keep the real disk.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { isFull } from "./campaign.ts";

const IN_MEMORY = "/dev/shm";
const ROOM_BYTES = 2 ** 31;

export function setup(): (() => void) | undefined {
  if (isFull || process.env.TMPDIR !== undefined || freeBytes(IN_MEMORY) < ROOM_BYTES) return undefined;
  const folder = mkdtempSync(join(IN_MEMORY, "tideline-tests-"));
  // As /tmp is: one test file gives up its rights.
  chmodSync(folder, 0o1777);
  // Test files run in processes of their own, which inherit this.
  process.env.TMPDIR = folder;
  return () => {
    delete process.env.TMPDIR;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** 0 where there is no such folder. */
function freeBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  const room = statfsSync(folder);
  return room.bavail * room.bsize;
}
