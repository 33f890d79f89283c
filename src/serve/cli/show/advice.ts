/**
 * What helps against a problem with a workspace? Chosen by the error's code. If a command helps, it stands at the end,
 * after a colon, ready to be copied.
 */

import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { TidelineError } from "../../../errors.ts";
import { inShell } from "../../../model/in-shell.ts";
import { holdsMemories } from "../../../stores/file/path-state.ts";
import { toLabel } from "../place.ts";

/** The folder that is examined. */
export interface Place {
  readonly dir: string;
  /** Makes a command about this folder, ready to be copied. */
  readonly again: (words: string) => string;
}

export function adviceFor({ code, details }: TidelineError, place: Place): string {
  const { dir } = place;
  if (code === "format-newer") return "upgrade Tideline";
  if (code === "not-readable" || code === "not-writable") return toReach(dir, String(details.errno));
  if (code === "disk-full") return "free some space";
  if (code === "lock-timeout") return "try again, or stop that process";
  if (code === "disk-failed") return "check the disk";
  if (code !== "not-a-workspace") return toRepair(place);
  return details.errno === undefined && holdsMemories(dir) ? toLabel(dir) : CHECK_PATH;
}

export const CHECK_PATH = "check the path";

export function toRepair({ again }: Place): string {
  return `restore a backup, or close every other process and save what is intact: ${again("repair --yes")}`;
}

/** How this user gets permission to read and write the folder. */
export function toReach(dir: string, errno: string): string {
  if (errno === "EROFS") return "mount the disk for writing";
  const above = blockedAbove(dir);
  if (above !== undefined)
    return isOurs(above)
      ? `give yourself access: chmod u+rwx ${inShell(above)}`
      : "give a folder of your own with --dir";
  const path = inShell(dir);
  const open = `chmod -R u+rwX ${path}`;
  if (isOurs(dir)) return `give yourself access: ${open}`;
  return `run as the user who owns it, or make it yours: sudo chown -R "$(id -u)" ${path} && ${open}`;
}

/** The first folder on the path that cannot be entered. */
function blockedAbove(dir: string): string | undefined {
  const parent = dirname(dir);
  if (parent === dir) return undefined;
  const higher = blockedAbove(parent);
  if (higher !== undefined) return higher;
  try {
    // Only a user who may enter a folder can look up entries in it, even ".".
    statSync(`${parent}/.`);
    return undefined;
  } catch {
    return parent;
  }
}

function isOurs(path: string): boolean {
  return statSync(path).uid === process.geteuid?.();
}
