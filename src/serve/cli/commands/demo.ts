/**
 * How can somebody see what Tideline is, without facts of their own? A temporary folder is filled with a year of an
 * invented life, the page is opened on it, and the folder is removed afterwards.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isTidelineError, TidelineError } from "../../../errors.ts";
import { pathStateOf } from "../../../stores/file/path-state.ts";
import { fillDemo } from "../../demo/fill.ts";
import { Workspace } from "../../workspace.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { folderOf, warnings } from "../place.ts";
import { startProgress } from "../show/progress.ts";
import { safe } from "../show/terminal.ts";
import { serveUntilStopped } from "./serve.ts";

/** Next to the default port, where a real server may be running. */
const DEMO_PORT = 4506;
const ANY_PORT = 0;

interface Given {
  readonly port?: number;
  readonly noOpen?: boolean;
  readonly keep?: boolean;
  readonly fillOnly?: boolean;
}

export async function demo(
  io: Io,
  common: Common,
  given: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { keep, fillOnly } = given as Given;
  const isOurs = common.dir === undefined;
  const dir =
    common.dir === undefined
      ? mkdtempSync(join(tmpdir(), "tideline-demo-"))
      : emptyFolder(folderOf(io, common));
  // From here on, stopping the process also removes the temporary folder.
  const stop = new AbortController();
  io.onStop(() => stop.abort());
  let isWhole = false;
  try {
    await fill(io, common, dir, stop.signal);
    isWhole = true;
    return fillOnly === true ? EXIT.ok : await serveDemo(io, common, dir, given as Given, stop.signal);
  } catch (error) {
    if (isWhole || !stop.signal.aborted) throw error;
    return EXIT.interrupted;
  } finally {
    const isKept = !isOurs || (isWhole && (keep === true || fillOnly === true));
    if (!isKept) rmSync(dir, { recursive: true, force: true });
    else if (!common.json)
      io.err.write(
        isWhole ? `The demo is kept in ${safe(dir)}\n` : `The demo in ${safe(dir)} is incomplete.\n`,
      );
  }
}

async function fill(io: Io, common: Common, dir: string, signal: AbortSignal): Promise<void> {
  const progress = startProgress(io.err, true);
  if (!common.json) io.err.write("Writing a year of an invented life…\n");
  try {
    const { facts, origins, passes, refused } = await fillDemo(dir, Date.now(), progress.tell, signal);
    progress.end();
    if (!common.json)
      io.err.write(
        `${facts} facts in ${origins} memories, ${passes} maintenance runs, ${refused} writes refused.\n\n`,
      );
  } finally {
    progress.end();
  }
}

async function serveDemo(
  io: Io,
  common: Common,
  dir: string,
  { port, noOpen }: Given,
  signal: AbortSignal,
): Promise<ExitCode> {
  const workspace = Workspace.open(dir, { onNotice: warnings(io) });
  // It may be stopped already, or be stopped while the server starts.
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve());
  });
  const attended: Io = { ...io, untilStopped: () => Promise.race([stopped, io.untilStopped()]) };
  const greeted = (url: string) => {
    if (noOpen !== true && io.out.isTerminal && !common.json && !signal.aborted) openPage(url);
  };
  try {
    return await onFreePort(port, (chosen) =>
      serveUntilStopped(attended, common, workspace, { port: chosen }, greeted),
    );
  } finally {
    await workspace.close();
  }
}

/** The path, if it is empty or missing: a demo among somebody's own facts would be hard to remove again. */
function emptyFolder(path: string): string {
  const isFree = pathStateOf(path) === "none" && (!existsSync(path) || readdirSync(path).length === 0);
  if (isFree) return path;
  throw new TidelineError(
    "invalid-argument",
    `${path} is not an empty folder. Give an empty one, or open what is in this one with tideline serve.`,
  );
}

/** Uses the port that was asked for; otherwise the demo port or, if that is taken, any free one. */
async function onFreePort(
  asked: number | undefined,
  run: (port: number) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (asked !== undefined) return await run(asked);
  try {
    return await run(DEMO_PORT);
  } catch (error) {
    if (!isTidelineError(error, "address-in-use")) throw error;
    return await run(ANY_PORT);
  }
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens the browser of the person at the terminal. The address is printed too, in case that fails. */
function openPage(url: string): void {
  const [command = "xdg-open", ...words] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...words, url], { stdio: "ignore", detached: true });
  child.on("error", () => child.unref());
  child.unref();
}
