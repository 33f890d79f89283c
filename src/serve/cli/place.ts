/**
 * How does a command open its workspace? Where `--dir` or the environment says. A command that only looks makes none:
 * a mistyped path would be answered with an empty memory. One that writes makes it, but not among other files.
 *
 * What the store had to put right on the way is said to the person, on standard error, whatever the answer looks like.
 */
import { readdirSync, type Stats, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isTidelineError, TidelineError } from "../../errors.ts";
import { badArgument } from "../../model/arguments.ts";
import { troubleWith } from "../../stores/file/disk/trouble.ts";
import { MemoryStore } from "../../stores/memory.ts";
import { defaultDir, Workspace, type WorkspaceOptions } from "../workspace.ts";
import type { Common } from "./arguments.ts";
import type { Io } from "./command.ts";
import { safe } from "./show/terminal.ts";
import { inShell } from "./show/where.ts";
import { StoreToBe } from "./store-to-be.ts";

/** The folder that a command is about. */
export function placeOf(io: Io, { dir }: Pick<Common, "dir">): string {
  // What an unset variable leaves would be the folder in which the command is typed.
  if (dir === "") throw badArgument("--dir is empty: give a folder, or leave it out");
  return resolve(dir ?? defaultDir(io.env));
}

/** none: nothing is there yet. unlabelled: memories, but no tideline.json. other: somebody's files. file: no folder. */
export type Standing = "workspace" | "none" | "unlabelled" | "other" | "file";

/** Not readable, or below a file: an error with a code. */
export function standingOf(dir: string): Standing {
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

/** A workspace that is being made, notes, which may be there first, and what file managers leave everywhere. */
const OURS =
  /^(?:streams|pending|registry.*|tideline\.json\..*|MEMORY\.md|memory|\.DS_Store|\.localized|\.directory|\.gitkeep)$/;

/** Has it the parts of a workspace, with something in them? */
export function holdsMemories(dir: string): boolean {
  const streams = join(dir, "streams");
  if (entryAt(streams)?.isDirectory() !== true || entryAt(join(dir, "registry")) === undefined) return false;
  return readdirSync(streams).length > 0;
}

function entryAt(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** Newer versions of Node take what is below a file for what is not there yet. */
function refuseBelowFile(dir: string): void {
  const above = dirname(dir);
  const entry = entryAt(above);
  if (entry === undefined && above !== dir) refuseBelowFile(above);
  else if (entry?.isDirectory() === false)
    throw Object.assign(new Error(`${above} is a file`), { code: "ENOTDIR" });
}

export interface PlaceOptions extends WorkspaceOptions {
  /** It may make a workspace where there is none. */
  readonly begins?: boolean | undefined;
}

export function openPlace(io: Io, common: Common, { begins, ...options }: PlaceOptions = {}): Workspace {
  const dir = placeOf(io, common);
  checkPlace(dir, dir === defaultDir(io.env), begins === true);
  return Workspace.open(dir, { onNotice: warnings(io), ...options });
}

/** For what writes: where there is no workspace, one is made with the first thing that is written. */
export async function openToWrite(io: Io, common: Common, options: PlaceOptions): Promise<Workspace> {
  const dir = placeOf(io, common);
  if (options.begins !== true || standingOf(dir) !== "none") return openPlace(io, common, options);
  const onNotice = warnings(io);
  return await Workspace.over(new StoreToBe(dir, { onNotice }), dir, { notesDir: dir });
}

/** For what is only tried: where there is no workspace, one that leaves nothing behind. */
export async function openToTry(io: Io, common: Common, options: PlaceOptions): Promise<Workspace> {
  const dir = placeOf(io, common);
  if (options.begins !== true || standingOf(dir) !== "none") return openPlace(io, common, options);
  return await Workspace.over(new MemoryStore(), dir);
}

/** Of a command that needs a workspace, whatever state it is in. */
export function existingPlace(io: Io, common: Common): string {
  const dir = placeOf(io, common);
  checkPlace(dir, false, false);
  return dir;
}

function checkPlace(dir: string, isDefault: boolean, begins: boolean): void {
  const standing = standingOf(dir);
  if (standing === "workspace") return;
  if (standing === "file") throw notOne(`${dir} is a file, and no workspace. Check the path.`);
  if (standing === "unlabelled") throw notOne(`${dir} ${UNLABELLED}: ${toLabel(dir)}`);
  const other = standing === "other" ? ", and it holds other files" : "";
  if (!begins)
    throw notOne(
      `There is no workspace in ${dir}${other}. Check the path; tideline add makes one when it remembers the first fact.`,
    );
  if (standing === "other" && !isDefault)
    throw notOne(
      `${dir} holds other files, and no workspace. Give an empty folder, or one that is not there yet.`,
    );
}

export const UNLABELLED = "holds memories, but its tideline.json is missing";

/** It says nothing but that this is a workspace, and of which format. */
export function toLabel(dir: string): string {
  const label = `'{"tideline":"workspace","format":1}'`;
  return `restore it from a backup, or write it anew: echo ${label} > ${inShell(join(dir, "tideline.json"))}`;
}

/** After a command that only looked: it has answered, though it cannot be noted what was used for that. */
export async function closeAfterLooking(io: Io, workspace: Workspace): Promise<void> {
  try {
    await workspace.close();
  } catch (error) {
    if (!isTidelineError(error)) throw error;
    warnings(io)({ message: `What was used is not noted. ${error.message}` });
  }
}

function notOne(message: string): TidelineError {
  return new TidelineError("not-a-workspace", message);
}

/** A torn tail that was cut, an erasure that was finished: no error, but nobody should have to look for it. */
export function warnings(io: Io): (notice: { readonly message: string }) => void {
  return ({ message }) => io.err.write(`tideline: warning: ${safe(message)}\n`);
}
