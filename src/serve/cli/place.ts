/**
 * How does a command open its workspace? At the place that `--dir` or the environment names: a folder, or the address
 * of a database. A command that only reads
 * creates none: otherwise a mistyped path would be answered with an empty memory. A command that writes creates one,
 * but not among other files.
 *
 * If the store had to repair something when it was opened, a warning goes to standard error, whatever the format of the
 * answer.
 */

import { join, resolve } from "node:path";
import { isTidelineError, TidelineError } from "../../errors.ts";
import { badArgument } from "../../model/arguments.ts";
import { inShell } from "../../model/in-shell.ts";
import { isAddress, shownAddress } from "../../stores/address.ts";
import { pathStateOf, refuseTilde } from "../../stores/file/path-state.ts";
import { LABEL } from "../../stores/file/workspace.ts";
import { MemoryStore } from "../../stores/memory.ts";
import { storeAt } from "../../stores/store-at.ts";
import { defaultDir, Workspace, type WorkspaceOptions } from "../workspace.ts";
import type { Common } from "./arguments.ts";
import type { Io } from "./command.ts";
import { LazyFactStore } from "./lazy-fact-store.ts";
import { safe } from "./show/terminal.ts";

/** The folder that a command is about, or the address of a database. */
export function placeOf(io: Io, { dir }: Pick<Common, "dir">): string {
  // An unset shell variable leaves an empty text, which `resolve` would turn into the current directory.
  if (dir === "") throw badArgument("--dir is empty: name a folder, or leave the option out");
  const given = dir ?? defaultDir(io.env);
  if (isAddress(given)) return given;
  if (dir !== undefined) refuseTilde(dir);
  return resolve(given);
}

export interface PlaceOptions extends WorkspaceOptions {
  /** True if the command may create a workspace where there is none. */
  readonly begins?: boolean | undefined;
}

/** The folder of a command that works on files. */
export function folderOf(io: Io, common: Pick<Common, "dir">): string {
  const place = placeOf(io, common);
  if (isAddress(place))
    throw badArgument("This command works on the files of a folder, and the workspace is in a database");
  return place;
}

/** Is there no workspace at the place yet, so that the first write begins one? A database has to be prepared before. */
export function isUnused(place: string): boolean {
  return !isAddress(place) && pathStateOf(place) === "none";
}

export async function openPlace(
  io: Io,
  common: Common,
  { begins, ...options }: PlaceOptions = {},
): Promise<Workspace> {
  const dir = placeOf(io, common);
  if (isAddress(dir)) return await openDatabase(dir, options);
  checkPlace(dir, dir === defaultDir(io.env), begins === true);
  return Workspace.open(dir, { onNotice: warnings(io), ...options });
}

/** For commands that write: if there is no workspace, the first write creates it. */
export async function openToWrite(io: Io, common: Common, options: PlaceOptions): Promise<Workspace> {
  const dir = placeOf(io, common);
  if (options.begins !== true || !isUnused(dir)) return await openPlace(io, common, options);
  const store = new LazyFactStore(dir, { onNotice: warnings(io), lockWaitMs: options.lockWaitMs });
  return await Workspace.over(store, dir, { notesDir: dir });
}

/** For dry runs: if there is no workspace, one in memory, which leaves nothing behind. */
export async function openToTry(io: Io, common: Common, options: PlaceOptions): Promise<Workspace> {
  const dir = placeOf(io, common);
  if (options.begins !== true || !isUnused(dir)) return await openPlace(io, common, options);
  return await Workspace.over(new MemoryStore(), dir);
}

/** The folder for a command that needs a workspace, whatever state the workspace is in. */
export function existingPlace(io: Io, common: Common): string {
  const dir = folderOf(io, common);
  checkPlace(dir, false, false);
  return dir;
}

async function openDatabase(address: string, options: WorkspaceOptions): Promise<Workspace> {
  const store = storeAt(address);
  try {
    return await Workspace.over(store, shownAddress(address), options);
  } catch (error) {
    await store.close();
    throw error;
  }
}

function checkPlace(dir: string, isDefault: boolean, begins: boolean): void {
  const state = pathStateOf(dir);
  if (state === "workspace") return;
  if (state === "file") throw notOne(`${dir} is a file, not a workspace. Check the path.`);
  if (state === "unlabelled") throw notOne(`${dir} ${UNLABELLED}: ${toLabel(dir)}`);
  const isTaken = state === "other" && !isDefault;
  const other = state === "other" ? ", and it holds other files" : "";
  const toBegin = isTaken ? "" : " tideline add creates a workspace when it remembers the first fact.";
  const elsewhere = isDefault ? "To use another folder, give --dir." : "Check the path.";
  if (!begins) throw notOne(`There is no workspace in ${dir}${other}. ${elsewhere}${toBegin}`);
  if (isTaken)
    throw notOne(
      `${dir} holds other files and is not a workspace. Give an empty folder, or one that does not exist yet.`,
    );
}

export const UNLABELLED = "holds memories, but its tideline.json is missing";

/** The file says only that this is a workspace, and in which format. */
export function toLabel(dir: string): string {
  return `restore it from a backup, or write it again: echo '${LABEL.trim()}' > ${inShell(join(dir, "tideline.json"))}`;
}

/** Closes after a command that only read. If the uses cannot be written, a warning is enough: the answer was given. */
export async function closeAfterLooking(io: Io, workspace: Workspace): Promise<void> {
  try {
    await workspace.close();
  } catch (error) {
    if (!isTidelineError(error)) throw error;
    warnings(io)({ message: `The uses of these facts could not be recorded. ${error.message}` });
  }
}

function notOne(message: string): TidelineError {
  return new TidelineError("not-a-workspace", message);
}

/**
 * Prints notices, such as a torn tail that was cut or an erasure that was finished: not errors, but people should know.
 */
export function warnings(io: Io): (notice: { readonly message: string }) => void {
  return ({ message }) => io.err.write(`tideline: warning: ${safe(message)}\n`);
}
