/**
 * How is the end of a transcript read? The path comes from outside, and so does what is in the file. It is read only if
 * it is a file of this user, below the user's own folders. It may be half-written, larger than memory, or no file at all.
 */
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, relative } from "node:path";
import { isTidelineError, TidelineError } from "../../errors.ts";
import { troubleWith } from "../../stores/file/disk/trouble.ts";

const MAX_PATH_CHARS = 4_096;

/** The whole lines of the end of the file, at most so many bytes; undefined if there is no such file yet. */
export function lastLines(
  path: string,
  env: NodeJS.ProcessEnv,
  maxBytes: number,
): readonly string[] | undefined {
  if (!isAbsolute(path) || path.length > MAX_PATH_CHARS || path.includes("\0") || !path.endsWith(".jsonl"))
    throw refused("is not the absolute path of a .jsonl file");
  const real = realPath(path);
  if (real === undefined) return undefined;
  if (!foldersOf(env).some((folder) => isBelow(real, folder)))
    throw refused("leads out of this user's home folder and the editor's own");
  return readEnd(real, maxBytes);
}

/** The home folder, and where the editor keeps its files if that is elsewhere. */
function foldersOf({ HOME, USERPROFILE, CLAUDE_CONFIG_DIR }: NodeJS.ProcessEnv): readonly string[] {
  const home = HOME || USERPROFILE || homedir();
  return [home, CLAUDE_CONFIG_DIR].flatMap((folder) => (folder ? (realPath(folder) ?? []) : []));
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && !isAbsolute(way) && !/^\.\.(?:[\\/]|$)/.test(way);
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw troubleWith(path, "read", error);
  }
}

function readEnd(path: string, maxBytes: number): readonly string[] {
  const file = openFile(path);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw refused("is not a file");
    if (process.getuid !== undefined && stats.uid !== process.getuid())
      throw refused("belongs to another user");
    const size = Math.min(stats.size, maxBytes);
    const from = stats.size - size;
    const bytes = Buffer.alloc(size);
    let got = 0;
    while (got < size) {
      const more = readSync(file, bytes, got, size - got, from + got);
      if (more === 0) break;
      got += more;
    }
    const lines = bytes.toString("utf8", 0, got).split("\n");
    // The first one is the end of a line whose beginning was not read.
    return from === 0 ? lines : lines.slice(1);
  } catch (error) {
    if (isTidelineError(error)) throw error;
    throw troubleWith(path, "read", error);
  } finally {
    closeSync(file);
  }
}

/** A pipe that nobody writes to would be waited for: it is opened without waiting, and refused afterwards. */
function openFile(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    throw troubleWith(path, "read", error);
  }
}

function refused(why: string): TidelineError {
  return new TidelineError(
    "not-readable",
    `The transcript was not read: its path ${why}. Nothing was observed.`,
  );
}
