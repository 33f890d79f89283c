/**
 * Is the folder in order, whatever its files contain? Who may enter it, can it be written, are its locks there, was
 * anything set aside?
 */

import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { inShell } from "../../../model/in-shell.ts";
import { errnoOf } from "../../../stores/file/disk/disk.ts";
import type { PathState } from "../../../stores/file/path-state.ts";
import { toLabel, UNLABELLED } from "../place.ts";
import { CHECK_PATH, type Place, toReach, toRepair } from "../show/advice.ts";

export interface Finding {
  readonly check: string;
  readonly verdict: "good" | "look" | "bad";
  readonly seen: string;
  /** What to do about it. */
  readonly todo?: string;
}

const PATHS_NAMED = 5;

export function noWorkspace({ dir, again }: Place, state: Exclude<PathState, "workspace">): Finding {
  const folder = { check: "folder", verdict: "bad" } as const;
  if (state === "unlabelled") return { ...folder, seen: `${dir} ${UNLABELLED}`, todo: toLabel(dir) };
  if (state === "file") return { ...folder, seen: `${dir} is a file, not a workspace`, todo: CHECK_PATH };
  if (state === "other")
    return { ...folder, seen: `${dir} holds other files and is not a workspace`, todo: CHECK_PATH };
  const home = nearest(dir);
  const errno = refusalOf(home);
  if (errno !== undefined)
    return {
      ...folder,
      seen: `${dir} holds no workspace, and none can be created in ${home} (${errno})`,
      todo: toReach(home, errno),
    };
  return {
    check: "folder",
    verdict: "look",
    seen: `${dir} holds no workspace yet`,
    todo: `add a first fact: ${again('add "I keep a strict vegetarian diet."')}`,
  };
}

/** The folder itself, or the nearest existing folder above it. */
function nearest(dir: string): string {
  return existsSync(dir) || dirname(dir) === dir ? dir : nearest(dirname(dir));
}

export function examineFolder({ dir }: Place): Finding {
  const mode = statSync(dir).mode & 0o077;
  if (process.platform !== "win32" && mode !== 0)
    return {
      check: "folder",
      verdict: "look",
      seen: `${dir} can be entered by other users`,
      todo: `keep them out: chmod 700 ${inShell(dir)}`,
    };
  return { check: "folder", verdict: "good", seen: dir };
}

/** Every file of the workspace must be readable and writable; a finding only if one is not. */
export function examineAccess({ dir }: Place): readonly Finding[] {
  const refused = ["tideline.json", "registry", "streams", "pending"].flatMap((name) =>
    refusedIn(join(dir, name)),
  );
  const [first] = refused;
  if (first === undefined) return [];
  const seen = `this user cannot read and write ${refused.length} of its files and folders, the first: ${first.path} (${first.errno})`;
  return [{ check: "access", verdict: "bad", seen, todo: toReach(dir, first.errno) }];
}

interface Refused {
  readonly path: string;
  readonly errno: string;
}

function refusedIn(path: string): readonly Refused[] {
  try {
    const isFolder = statSync(path).isDirectory();
    accessSync(path, constants.R_OK | constants.W_OK | (isFolder ? constants.X_OK : 0));
    return isFolder ? readdirSync(path).flatMap((name) => refusedIn(join(path, name))) : [];
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "") throw error;
    return errno === "ENOENT" ? [] : [{ path, errno }];
  }
}

/** The error code if nothing can be created in this folder; undefined if it can. */
function refusalOf(folder: string): string | undefined {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return errnoOf(error);
  }
}

export function examineFiles(place: Place): readonly Finding[] {
  const { dir } = place;
  const homes = (namesIn(join(dir, "streams")) ?? []).map((name) => join(dir, "streams", name));
  const parts = homes.flatMap((home) => ["log", "marks", "inbox"].map((part) => join(home, part)));
  const all = [join(dir, "registry"), ...parts].filter((path) => existsSync(path));
  return [examineLocks(all, place), ...examineAside([dir, ...all].map((path) => join(path, "aside")))];
}

/** A held lock is no error: if its owner has died, the next writer takes the lock over. */
function examineLocks(streams: readonly string[], place: Place): Finding {
  const locks = streams.map((path) => ({ path, names: namesIn(join(path, "lock")) }));
  const missing = locks.filter(({ names }) => names?.length === 0).map(({ path }) => path);
  const held = locks.filter(({ names }) => names?.some((name) => name.startsWith("held.")));
  if (missing.length > 0)
    return { check: "locks", verdict: "bad", seen: `no lock in ${named(missing)}`, todo: toRepair(place) };
  if (held.length > 0)
    return {
      check: "locks",
      verdict: "look",
      seen: `${held.length} held now`,
      todo: "nothing to do: the next writer takes over the lock of a dead process",
    };
  return { check: "locks", verdict: "good", seen: `${locks.length} free` };
}

function examineAside(folders: readonly string[]): readonly Finding[] {
  const full = folders
    .map((path) => ({ path, count: namesIn(path)?.length ?? 0 }))
    .filter(({ count }) => count > 0);
  if (full.length === 0) return [];
  const count = full.reduce((sum, one) => sum + one.count, 0);
  return [
    {
      check: "set aside",
      verdict: "look",
      seen: `${count} ${count === 1 ? "piece that was" : "pieces that were"} cut or damaged`,
      todo: `look at them, and delete what you do not need: ${named(full.map(({ path }) => path))}`,
    },
  ];
}

/** The first few paths, and how many more there are. */
function named(paths: readonly string[]): string {
  const more = paths.length - PATHS_NAMED;
  return `${paths.slice(0, PATHS_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** undefined if the folder cannot be read; `examineAccess` reports that. */
function namesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) === "") throw error;
    return errnoOf(error) === "ENOENT" ? [] : undefined;
  }
}
