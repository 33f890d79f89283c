/**
 * How does a hint name the memory it is about? With the `--dir` and `--origin` that the command was given: without
 * them, the copied hint would work on another memory.
 */
import type { Common } from "../arguments.ts";

/** What follows a command in a hint; empty if neither option was given. */
export function whereOf({ dir, origin }: Pick<Common, "dir" | "origin">): string {
  const given = { origin, dir };
  return Object.entries(given)
    .flatMap(([name, value]) => (value === undefined ? [] : [` --${name} ${inShell(value)}`]))
    .join("");
}

/** A command about one id. An id that begins with a dash comes last, after `--`. */
export function aboutId(command: string, id: string, where: string): string {
  return id.startsWith("-") ? `${command}${where} -- ${id}` : `${command} ${id}${where}`;
}

/** Quotes a text as one word of a shell. */
export function inShell(word: string): string {
  return /^[\w./:@+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
