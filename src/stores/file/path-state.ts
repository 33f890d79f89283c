/**
 * What is at a path: a workspace, nothing yet, or something else? A new workspace is made in an empty or missing folder
 * only. Among somebody's other files it would be there by mistake, and hard to remove again.
 */
import { readdirSync, type Stats, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { TidelineError } from "../../errors.ts";
import { troubleWith } from "./disk/trouble.ts";

/**
 * none: nothing yet. unlabelled: memories without a tideline.json. other: unrelated files. file: not a folder.
 */
export type PathState = "workspace" | "none" | "unlabelled" | "other" | "file";

/** Throws an error with a code if the path cannot be read or leads through a file. */
export function pathStateOf(dir: string): PathState {
  try {
    const entry = entryAt(dir);
    if (entry === undefined) {
      refuseBelowFile(dir);
      return "none";
    }
    if (!entry.isDirectory()) return "file";
    if (entryAt(join(dir, "tideline.json")) !== undefined) return "workspace";
    if (holdsMemories(dir)) return "unlabelled";
    return readdirSync(dir).every((name) => OURS.test(name)) ? "none" : "other";
  } catch (error) {
    throw troubleWith(dir, "read", error);
  }
}

/** Only a shell reads `~` as the home folder. Anywhere else, as in an editor's configuration, it would name a folder "~". */
export function refuseTilde(dir: string): void {
  if (!/^~(?:[/\\]|$)/.test(dir)) return;
  throw new TidelineError(
    "invalid-argument",
    `${dir} begins with ~, which only a shell turns into your home folder. Write the whole path.`,
  );
}

/** Refuses to make a workspace among other files. */
export function refuseAmongOthers(dir: string): void {
  const path = resolve(dir);
  if (pathStateOf(path) !== "other") return;
  throw new TidelineError(
    "not-a-workspace",
    `${path} holds other files and is not a workspace. Give an empty folder, or one that does not exist yet.`,
  );
}

/**
 * A workspace that is being created, notes (which may be there first), and what file managers and new volumes leave
 * everywhere.
 */
const OURS =
  /^(?:streams|pending|keys|aside|registry.*|tideline\.json\..*|MEMORY\.md|memory|\.DS_Store|\.localized|\.directory|\.gitkeep|lost\+found)$/;

/** Does the folder have the parts of a workspace, with something in them? */
export function holdsMemories(dir: string): boolean {
  const streams = join(dir, "streams");
  if (entryAt(streams)?.isDirectory() !== true || entryAt(join(dir, "registry")) === undefined) return false;
  return readdirSync(streams).length > 0;
}

function entryAt(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** Newer versions of Node report a path that leads through a file as missing, so this checks the folders above. */
function refuseBelowFile(dir: string): void {
  const above = dirname(dir);
  const entry = entryAt(above);
  if (entry === undefined && above !== dir) refuseBelowFile(above);
  else if (entry?.isDirectory() === false)
    throw Object.assign(new Error(`${above} is a file`), { code: "ENOTDIR" });
}
