/**
 * How does a hint name the memory it is about? With the `--dir` and `--origin` that the command was given: without
 * them, the copied hint would work on another memory.
 */
import { inShell } from "../../../model/in-shell.ts";
import { isAddress, shownAddress } from "../../../stores/address.ts";
import type { Common } from "../arguments.ts";

/** What follows a command in a hint; empty if neither option was given. */
export function whereOf({ dir, origin }: Pick<Common, "dir" | "origin">): string {
  // A password is not repeated on the screen.
  const given = { origin, dir: isAddress(dir) ? shownAddress(dir) : dir };
  return Object.entries(given)
    .flatMap(([name, value]) => (value === undefined ? [] : [` --${name} ${inShell(value)}`]))
    .join("");
}

/**
 * Adds `where` to the commands that a text names, unless they have a folder already. It goes before the command's name,
 * because nothing marks where a command ends in a sentence.
 */
export function withWhere(text: string, where: string): string {
  if (where === "" || text.includes(" --dir ")) return text;
  return text.replace(/\btideline (?=[a-z])/g, () => `tideline${where} `);
}

/** A command about one id. An id that begins with a dash comes last, after `--`. */
export function aboutId(command: string, id: string, where: string): string {
  return id.startsWith("-") ? `${command}${where} -- ${id}` : `${command} ${id}${where}`;
}
