/**
 * Is an open file still the one at its path?
 *
 * Asked before every append. Linux tells where an open file stands by now, but takes its time (a tenth of an append);
 * a look at the file itself takes longer still, for a file whose times somebody has looked at gets new ones with its
 * next write, and the next sync writes those too. But nothing in a folder comes, goes or is replaced without a new time
 * of the folder, and that is soon looked at.
 *
 * The folder's time is believed once it is old: file systems count time in steps, and of two changes within one step
 * the second does not show.
 */
import * as fs from "node:fs";

/** Longer than any step: of file systems that count seconds, or two; and of those that count more finely, by the
 * kernel's ticks. */
const COARSE_STEP_MS = 3_000;
const FINE_STEP_MS = 50;

/** By open file: where it was found, and when its folder had changed last by then. */
const found = new Map<number, { readonly path: string; readonly folderChangedMs: number }>();

export function isInPlace(file: number, path: string): boolean {
  if (process.platform !== "linux") return hasName(file);
  const folderChangedMs = changeOf(path.slice(0, path.lastIndexOf("/")));
  const before = found.get(file);
  if (before !== undefined && before.path === path && before.folderChangedMs === folderChangedMs) return true;
  // The folder was looked at first: what changes from here on gives it another time.
  const isThere = standsAt(file, path);
  if (isThere && folderChangedMs !== undefined && isOld(folderChangedMs))
    found.set(file, { path, folderChangedMs });
  else found.delete(file);
  return isThere;
}

/** Its number may be another file's from now on. */
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

/** By its present name, which ends in " (deleted)" once it was removed. */
function standsAt(file: number, path: string): boolean {
  let now: string;
  try {
    now = fs.readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return hasName(file); // No /proc here: then that has to do.
  }
  return now.endsWith(path.slice(path.lastIndexOf("/")));
}

/** Any name at all. */
function hasName(file: number): boolean {
  return fs.fstatSync(file).nlink > 0;
}
