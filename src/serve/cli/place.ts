/**
 * How does a command open its workspace? Where `--dir` or the environment says. A command that only looks makes none:
 * a mistyped path would be answered with an empty memory. One that writes makes it, but not among other files.
 *
 * What the store had to put right on the way is said to the person, on standard error, whatever the answer looks like.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { TidelineError } from "../../errors.ts";
import { MemoryStore } from "../../stores/memory.ts";
import { defaultDir, Workspace, type WorkspaceOptions } from "../workspace.ts";
import type { Common } from "./arguments.ts";
import type { Io } from "./command.ts";
import { safe } from "./terminal.ts";
import { inShell } from "./where.ts";

/** The folder that a command is about. */
export function placeOf(io: Io, { dir }: Common): string {
  return resolve(dir ?? defaultDir(io.env));
}

/** none: nothing is there yet. unlabelled: memories, but no tideline.json. other: somebody's files. */
export type Standing = "workspace" | "none" | "unlabelled" | "other";

export function standingOf(dir: string): Standing {
  if (existsSync(join(dir, "tideline.json"))) return "workspace";
  if (!existsSync(dir)) return "none";
  // A file is the store's to refuse.
  if (!statSync(dir).isDirectory()) return "workspace";
  if (hasEntries(join(dir, "streams")) && existsSync(join(dir, "registry"))) return "unlabelled";
  return readdirSync(dir).every((name) => OURS.test(name)) ? "none" : "other";
}

/** A workspace that is being made, and notes, which may be there first. */
const OURS = /^(?:streams|pending|registry.*|tideline\.json\..*|MEMORY\.md|memory|\..*)$/;

function hasEntries(dir: string): boolean {
  return existsSync(dir) && statSync(dir).isDirectory() && readdirSync(dir).length > 0;
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

/** For what is only tried: where there is no workspace, one that leaves nothing behind. */
export async function openToTry(io: Io, common: Common, options: PlaceOptions): Promise<Workspace> {
  const dir = placeOf(io, common);
  if (options.begins !== true || standingOf(dir) !== "none") return openPlace(io, common, options);
  return await Workspace.over(new MemoryStore(), dir);
}

function checkPlace(dir: string, isDefault: boolean, begins: boolean): void {
  const standing = standingOf(dir);
  if (standing === "workspace") return;
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

function notOne(message: string): TidelineError {
  return new TidelineError("not-a-workspace", message);
}

/** A torn tail that was cut, an erasure that was finished: no error, but nobody should have to look for it. */
export function warnings(io: Io): (notice: { readonly message: string }) => void {
  return ({ message }) => io.err.write(`tideline: warning: ${safe(message)}\n`);
}
