/**
 * Is an open file still the one at its path?
 *
 * This is asked before every append. Linux knows the present path of an open file (/proc). Calling `stat` on the file
 * would be slower: once a file's times have been read, its next write sets new times, and the next sync has to write
 * those too. A durable add would then take a quarter longer.
 */
import * as fs from "node:fs";

export function isInPlace(file: number, path: string): boolean {
  if (process.platform !== "linux") return hasName(file);
  let now: string;
  try {
    now = fs.readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return hasName(file); // No /proc: the weaker check has to do.
  }
  // The present path ends in " (deleted)" once the file was removed.
  return now.endsWith(path.slice(path.lastIndexOf("/")));
}

/** Does the file have any name at all? */
function hasName(file: number): boolean {
  return fs.fstatSync(file).nlink > 0;
}
