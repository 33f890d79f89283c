/**
 * What does a command work with, and which commands are there beside the operations?
 *
 * An operation is a command by its place in the table. What is left are the few that concern this machine: the
 * servers, the health of the folder, the shell.
 */
import type { Fields } from "../fields.ts";
import type { Operation } from "../operations/operation.ts";
import type { Common } from "./arguments.ts";
import type { ExitCode } from "./exit.ts";
import type { Output } from "./terminal.ts";

export interface Io {
  readonly out: Output;
  readonly err: Output;
  readonly env: NodeJS.ProcessEnv;
  /** The words that start this program again. */
  readonly program: readonly string[];
  /** A person could answer a question. */
  readonly canAsk: boolean;
  ask(question: string): Promise<string>;
  /** All of standard input. */
  readInput(): Promise<string>;
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
