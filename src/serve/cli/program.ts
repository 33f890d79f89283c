/**
 * How does a process run a command? Its words, streams and signals are handed to `main`.
 */
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Io } from "./command.ts";
import { EXIT, type ExitCode } from "./exit.ts";
import { main } from "./main.ts";
import type { Output } from "./terminal.ts";

/** Larger than any import; a pipe that never ends is no reason to fill the memory. */
const MAX_INPUT_BYTES = 512 * 1024 * 1024;

function outputOn(stream: NodeJS.WriteStream): Output {
  // A reader that went away (`| head`) is no error.
  stream.on("error", (error: NodeJS.ErrnoException) =>
    process.exit(error.code === "EPIPE" ? EXIT.ok : EXIT.bug),
  );
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY === true,
    columns: stream.columns || 80,
  };
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_INPUT_BYTES) throw new Error("Standard input is larger than 512 MiB.");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** What a person types; nothing, where they go away instead: by Ctrl-C, Ctrl-D or the end of input. */
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

/** Once: whoever asks again is not kept waiting. */
function onStop(call: () => void): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, call);
}

function untilStopped(): Promise<void> {
  return new Promise(onStop);
}

/** Installed, it goes by its name; from a clone, by its file. */
function programWords(file: string): readonly string[] {
  return /[\\/]tideline(\.cmd)?$/.test(file) ? ["tideline"] : ["node", resolve(file)];
}

/** Runs the command of this process, to its end. */
export async function runProgram(): Promise<ExitCode> {
  const io: Io = {
    out: outputOn(process.stdout),
    err: outputOn(process.stderr),
    env: process.env,
    program: programWords(process.argv[1] ?? ""),
    canAsk: process.stdin.isTTY === true && process.stderr.isTTY === true,
    ask: (question) => ask(question),
    readInput,
    onStop,
    untilStopped,
  };
  return await main(process.argv.slice(2), io);
}
