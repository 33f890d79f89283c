/**
 * What does a command work with, and which commands are there besides the operations?
 *
 * Every operation in the table is a command if the table says so. The others are the few that concern this machine: the
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
  /** True if a person sees what is printed: standard output or standard error is a terminal. */
  readonly isAttended: boolean;
  /** True if a person could answer a question. */
  readonly canAsk: boolean;
  ask(question: string): Promise<string>;
  /** Reads all of standard input. */
  readInput(): Promise<Uint8Array>;
  /** Calls `call` when the process is asked to end. From then on the command has to end by itself. */
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
  /** The common options that this command takes, besides `--help`. */
  readonly takes: readonly CommonName[];
  /** What `--dir` means here, if not the workspace. */
  readonly dirDoc?: string;
  /** `given` has been checked; `commands` are all commands of the program. */
  run(
    io: Io,
    common: Common,
    given: Readonly<Record<string, unknown>>,
    commands: readonly Described[],
  ): Promise<ExitCode>;
}

/** A command of either kind, as help and completion need it. */
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

/** Does the command take this common option? One that it does not take is refused, never ignored. */
export function takes({ operation, local }: Described, option: CommonName): boolean {
  if (option === "help") return true;
  if (operation === undefined) return local?.takes.includes(option) === true;
  if (option === "dry-run") return operation.effect !== "read";
  if (option === "yes") return operation.effect === "destructive" || operation.isFinal !== undefined;
  if (option === "origin") return (operation.cli?.origin ?? operation.scope === "origin") !== false;
  // These answers are one text or figures: there are no ids to print.
  if (option === "quiet") return operation.cli?.quiet !== false && operation.http?.answers === undefined;
  return true;
}
