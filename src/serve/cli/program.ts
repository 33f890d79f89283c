/** How does a process run a command? It hands its arguments, streams and signals to `main`. */
import { fstatSync, realpathSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { troubleWith } from "../../stores/file/disk/trouble.ts";
import type { Io } from "./command.ts";
import { EXIT, type ExitCode, exitCodeOf } from "./exit.ts";
import { MAX_TEXT_BYTES, tooLarge } from "./input.ts";
import { isHookCall, main, wantsJson } from "./main.ts";
import { describeError } from "./show/error-text.ts";
import type { Output } from "./show/terminal.ts";

function outputOn(stream: NodeJS.WriteStream & { readonly fd: number }, name: string): Output {
  const failed = (error: NodeJS.ErrnoException): never => {
    // A reader that went away (`| head`) is no error.
    if (error.code === "EPIPE") process.exit(EXIT.ok);
    const trouble = troubleWith(name, "write", error);
    process.stderr.write(`${describeError(trouble, wantsJson(process.argv))}\n`);
    process.exit(isHookCall(process.argv.slice(2)) ? EXIT.ok : exitCodeOf(trouble));
  };
  stream.on("error", failed);
  const isFile = fstatSync(stream.fd).isFile();
  return {
    write: (text) => (isFile ? writeWhole(stream.fd, text, failed) : void stream.write(text)),
    isTerminal: stream.isTTY === true,
    columns: stream.columns || 80,
  };
}

/**
 * Writes the whole text into a file. If the disk is nearly full, Node's own stream silently drops what the disk does
 * not take at once.
 */
function writeWhole(file: number, text: string, failed: (error: NodeJS.ErrnoException) => never): void {
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  } catch (error) {
    failed(error as NodeJS.ErrnoException);
  }
}

/** Reads the whole stream, up to the length that a text can have: an endless pipe must not fill the memory. */
export async function readAll(
  stream: AsyncIterable<Uint8Array>,
  maxBytes = MAX_TEXT_BYTES,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge("Standard input");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What a person types; empty if they leave instead, by Ctrl-C, Ctrl-D or the end of input. */
export function ask(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<string> {
  const lines = createInterface({ input, output });
  return new Promise((resolve) => {
    const goneAway = () => {
      output.write("\n");
      resolve("");
    };
    lines.once("close", goneAway);
    lines.question(question, (answer) => {
      lines.off("close", goneAway).close();
      resolve(answer);
    });
  });
}

/** Handles each signal once: a second one has its default effect and ends the process at once. */
function onStop(call: () => void): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, call);
}

function untilStopped(): Promise<void> {
  return new Promise(onStop);
}

/** If installed for all projects, the program is called by its name; in a clone or in one project, by its file. */
export function programWords(file: string): readonly string[] {
  if (OF_ONE_PROJECT.test(file)) return ["node", realpathSync(file)];
  return /[\\/]tideline(\.cmd)?$/.test(file) ? ["tideline"] : ["node", resolve(file)];
}

/** `npx` finds the program there, and a shell does not. */
const OF_ONE_PROJECT = /[\\/]node_modules[\\/]\.bin[\\/]tideline$/;

/** Whatever happens to a hook, the editor goes on. */
function endHook(io: Io, error: unknown): never {
  io.err.write(`${describeError(error, false)}\n`);
  process.exit(EXIT.ok);
}

/** Runs the command of this process to its end. */
export async function runProgram(): Promise<ExitCode> {
  const io: Io = {
    out: outputOn(process.stdout, "standard output"),
    err: outputOn(process.stderr, "standard error"),
    env: process.env,
    program: programWords(process.argv[1] ?? ""),
    isAttended: process.stdout.isTTY === true || process.stderr.isTTY === true,
    canAsk: process.stdin.isTTY === true && process.stderr.isTTY === true,
    ask: (question) => ask(question),
    readInput: () => readAll(process.stdin),
    onStop,
    untilStopped,
  };
  const argv = process.argv.slice(2);
  if (isHookCall(argv)) process.on("uncaughtException", (error) => endHook(io, error));
  return await main(argv, io);
}
