/**
 * How does a hint name the memory it is about? With the `--dir` and `--origin` that the command was given: copied
 * without them it would work on another one.
 */
import type { Common } from "../arguments.ts";

/** What follows a command in a hint; nothing where nothing was given. */
export function whereOf({ dir, origin }: Pick<Common, "dir" | "origin">): string {
  const given = { origin, dir };
  return Object.entries(given)
    .flatMap(([name, value]) => (value === undefined ? [] : [` --${name} ${inShell(value)}`]))
    .join("");
}

/** A command about one id. An id that begins with a dash comes last, behind what ends the options. */
export function aboutId(command: string, id: string, where: string): string {
  return id.startsWith("-") ? `${command}${where} -- ${id}` : `${command} ${id}${where}`;
}

/** As one word of a shell. */
export function inShell(word: string): string {
  return /^[\w./:@+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
