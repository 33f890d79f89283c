/**
 * Is an open file still the one at its path?
 *
 * This is asked before every append, so it must be fast. Linux knows the present path of an open file (/proc), but
 * asking for it takes a tenth of the time of an append. Calling `stat` on the file is even slower: once a file's times
 * have been read, its next write sets new times, and the next sync has to write those too. But nothing in a folder is
 * created, removed or replaced without changing the folder's ctime, and reading the ctime is fast.
 *
 * The folder's ctime is trusted only once it is old enough: file systems count time in steps, and a second change
 * within the same step does not show.
 */
import * as fs from "node:fs";

/** Longer than any step: the coarse value for file systems that count in steps of one or two seconds, the fine value
 * for those that count in ticks of the kernel. */
const COARSE_STEP_MS = 3_000;
const FINE_STEP_MS = 50;

/** By open file: the path at which it was found, and the folder's ctime at that moment. */
const found = new Map<number, { readonly path: string; readonly folderChangedMs: number }>();

export function isInPlace(file: number, path: string): boolean {
  if (process.platform !== "linux") return hasName(file);
  const folderChangedMs = changeOf(path.slice(0, path.lastIndexOf("/")));
  const before = found.get(file);
  if (before !== undefined && before.path === path && before.folderChangedMs === folderChangedMs) return true;
  // The ctime was read before this look, so any later change gives the folder another ctime.
  const isThere = standsAt(file, path);
  if (isThere && folderChangedMs !== undefined && isOld(folderChangedMs))
    found.set(file, { path, folderChangedMs });
  else found.delete(file);
  return isThere;
}

/** Call when the file is closed: another file may get its descriptor number. */
export function forgetPlace(file: number): void {
  found.delete(file);
}

function changeOf(folder: string): number | undefined {
  return fs.statSync(folder, { throwIfNoEntry: false })?.ctimeMs;
}

function isOld(changedMs: number): boolean {
  const stepMs = changedMs % 1_000 === 0 ? COARSE_STEP_MS : FINE_STEP_MS;
  return Date.now() - changedMs > stepMs;
}

/** Compares the present name of the file, which ends in " (deleted)" once the file was removed. */
function standsAt(file: number, path: string): boolean {
  let now: string;
  try {
    now = fs.readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return hasName(file); // No /proc: the weaker check has to do.
  }
  return now.endsWith(path.slice(path.lastIndexOf("/")));
}

/** Does the file have any name at all? */
function hasName(file: number): boolean {
  return fs.fstatSync(file).nlink > 0;
}
