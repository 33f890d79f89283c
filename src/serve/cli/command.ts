/**
 * What does a command work with, and which commands are there beside the operations?
 *
 * An operation is a command by its place in the table. What is left are the few that concern this machine: the
 * servers, the health of the folder, the shell.
 */
import type { Fields } from "../fields.ts";
import type { Operation } from "../operations/operation.ts";
import type { Common, CommonName } from "./arguments.ts";
import type { ExitCode } from "./exit.ts";
import type { Output } from "./show/terminal.ts";

export interface Io {
  readonly out: Output;
  readonly err: Output;
  readonly env: NodeJS.ProcessEnv;
  /** The words that start this program again. */
  readonly program: readonly string[];
  /** A person sees what is printed: standard output or standard error is a terminal. */
  readonly isAttended: boolean;
  /** A person could answer a question. */
  readonly canAsk: boolean;
  ask(question: string): Promise<string>;
  /** All of standard input. */
  readInput(): Promise<Uint8Array>;
  /** Calls when the process is asked to end, which is then up to the command. */
  onStop(call: () => void): void;
  /** Resolves when the process is asked to end. */
  untilStopped(): Promise<void>;
}

export interface LocalCommand {
  readonly name: string;
  readonly doc: string;
  readonly input: Fields;
  readonly args?: readonly string[];
  readonly example: string;
  /** Which of the common options mean something here, beside `--help`. */
  readonly takes: readonly CommonName[];
  /** What `--dir` means here, if not the workspace. */
  readonly dirDoc?: string;
  /** `given` is checked; `commands` are all there are. */
  run(
    io: Io,
    common: Common,
    given: Readonly<Record<string, unknown>>,
    commands: readonly Described[],
  ): Promise<ExitCode>;
}

/** A command of either sort, as help and completion need it. */
export interface Described {
  readonly words: readonly string[];
  readonly aliases: readonly string[];
  readonly doc: string;
  readonly args: readonly string[];
  readonly input: Fields;
  readonly example: string;
  readonly operation: Operation | undefined;
  readonly local: LocalCommand | undefined;
}

/** Does this common option mean something for the command? One that does not is refused, never passed over. */
export function takes({ operation, local }: Described, option: CommonName): boolean {
  if (option === "help") return true;
  if (operation === undefined) return local?.takes.includes(option) === true;
  if (option === "dry-run") return operation.effect !== "read";
  if (option === "yes") return operation.effect === "destructive" || operation.isFinal !== undefined;
  if (option === "origin") return (operation.cli?.origin ?? operation.scope === "origin") !== false;
  // What it answers is one text, or figures: there are no ids to be quiet with.
  if (option === "quiet") return operation.cli?.quiet !== false && operation.http?.answers === undefined;
  return true;
}
