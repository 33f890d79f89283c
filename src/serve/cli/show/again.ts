/**
 * How is this program called again, from any shell? In the way it was called: in a clone there is no `tideline` on the
 * path. And with the folder, unless it is this user's default one: another shell may have no TIDELINE_DIR.
 */
import { inShell } from "../../../model/in-shell.ts";
import { isAddress, shownAddress } from "../../../stores/address.ts";
import { defaultDir } from "../../workspace.ts";
import type { Io } from "../command.ts";

/** A command about that folder, ready to be copied. */
export function calledAgain(io: Io, dir: string, words: string): string {
  const [program, where] = [io.program, dirOption(io, dir)].map((some) => some.map(inShell).join(" "));
  // Options come before "--".
  const end = words.includes(" -- ") ? words.indexOf(" -- ") : words.length;
  return `${program} ${words.slice(0, end)} ${where}`.trimEnd() + words.slice(end);
}

export function dirOption(io: Io, dir: string): readonly string[] {
  return dir === defaultDir({ ...io.env, TIDELINE_DIR: "" })
    ? []
    : ["--dir", isAddress(dir) ? shownAddress(dir) : dir];
}
