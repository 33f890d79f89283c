/**
 * Is this folder a workspace, and can we read its format? If there is nothing yet, make a workspace.
 *
 * `tideline.json` is written last and says that everything else is there. Two processes may make the workspace at the
 * same time: each step either finds the work of the other or does its own.
 */
import { dirname } from "node:path";
import { TidelineError } from "../../errors.ts";
import { type Disk, errnoOf } from "./disk/disk.ts";
import { makeFolderIfMissing, readRange, removeTree, writeDraft } from "./disk/files.ts";
import { troubleWith } from "./disk/trouble.ts";
import { StreamFolder } from "./stream-folder.ts";

/**
 * The format of the folder as a whole; events have their own versions. From format 2 on, an origin has no `marks/`
 * before its first use is written (decision 056); a workspace keeps the format that it was made with.
 */
export const WORKSPACE_FORMAT = 2;
/** The first format in which `marks/` may be missing. */
export const MARKS_ON_DEMAND_FORMAT = 2;
export const LABEL = `${JSON.stringify({ tideline: "workspace", format: WORKSPACE_FORMAT })}\n`;

/**
 * Returns the format of the workspace. `makeKeys` is called before a new workspace counts as one: it is sealed from the
 * beginning or not at all.
 */
export function openWorkspace(disk: Disk, root: string, nonce: string, makeKeys?: () => void): number {
  let doing: "read" | "write" = "read";
  try {
    if (disk.kind(root) === "file") throw notAWorkspace(root, "it is a file");
    if (disk.kind(`${root}/tideline.json`) === "file") {
      return checkWorkspace(disk, root);
    }
    doing = "write";
    makeWorkspace(disk, root, nonce, makeKeys);
    // Another process may have made it at the same time.
    return readLabel(disk, root);
  } catch (error) {
    throw troubleWith(root, doing, error);
  }
}

function makeWorkspace(disk: Disk, root: string, nonce: string, makeKeys: (() => void) | undefined): void {
  makePath(disk, root);
  makeFolderIfMissing(disk, `${root}/streams`);
  makeFolderIfMissing(disk, `${root}/pending`);
  if (disk.kind(`${root}/registry`) === "nothing") makeRegistry(disk, root, nonce);
  makeKeys?.();
  disk.syncFolder(root);
  disk.rename(
    writeDraft(disk, `${root}/tideline.json`, [Buffer.from(LABEL)], nonce),
    `${root}/tideline.json`,
  );
  disk.syncFolder(root);
}

/** Builds the registry under another name and renames it, so that a second process finds a complete registry. */
function makeRegistry(disk: Disk, root: string, nonce: string): void {
  const draft = `${root}/registry.${nonce}.tmp`;
  StreamFolder.create(draft, disk);
  try {
    disk.rename(draft, `${root}/registry`);
  } catch (error) {
    removeTree(disk, draft);
    if (disk.kind(`${root}/registry`) !== "folder") throw error;
  }
}

/** Makes the folder and those above it. */
function makePath(disk: Disk, path: string): void {
  try {
    makeFolderIfMissing(disk, path);
    disk.syncFolder(dirname(path));
  } catch (error) {
    if (errnoOf(error) !== "ENOENT" || dirname(path) === path) throw error;
    makePath(disk, dirname(path));
    // No further recursion here: if no folder can be made at all, it would never end.
    makeFolderIfMissing(disk, path);
    disk.syncFolder(dirname(path));
  }
}

function checkWorkspace(disk: Disk, root: string): number {
  const format = readLabel(disk, root);
  for (const part of ["registry", "streams"]) {
    if (disk.kind(`${root}/${part}`) === "folder") continue;
    const remedy = "Restore it from a backup, or run repair";
    throw new TidelineError("corrupt", `${root}/${part} has vanished. ${remedy}.`, {
      file: `${root}/${part}`,
    });
  }
  if (disk.kind(`${root}/pending`) === "nothing") makeFolderIfMissing(disk, `${root}/pending`);
  return format;
}

/** Throws unless the folder is a workspace of a known format, which it returns. Other parts of it may be missing. */
export function checkLabel(disk: Disk, root: string): number {
  try {
    if (disk.kind(root) === "file") throw notAWorkspace(root, "it is a file");
    if (disk.kind(`${root}/tideline.json`) !== "file") throw notAWorkspace(root, "it has no tideline.json");
    return readLabel(disk, root);
  } catch (error) {
    throw troubleWith(root, "read", error);
  }
}

function readLabel(disk: Disk, root: string): number {
  const label = parseLabel(readRange(disk, `${root}/tideline.json`, 0).toString("utf8"));
  if (label?.tideline !== "workspace" || typeof label.format !== "number")
    throw notAWorkspace(root, "its tideline.json says something else");
  if (label.format > WORKSPACE_FORMAT) {
    throw new TidelineError(
      "format-newer",
      `${root} has format ${label.format}, but this Tideline reads formats up to ${WORKSPACE_FORMAT}. Upgrade Tideline.`,
    );
  }
  return label.format;
}

function parseLabel(text: string): { readonly tideline?: unknown; readonly format?: unknown } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not ours, or damaged: in both cases we must not write to it.
  }
}

function notAWorkspace(root: string, why: string): TidelineError {
  return new TidelineError(
    "not-a-workspace",
    `${root} is not a Tideline workspace: ${why}. Give the path of a workspace, an empty folder, or a folder that does not exist yet.`,
  );
}
