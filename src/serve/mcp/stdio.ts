/**
 * How does MCP run on standard input and output? One JSON-RPC message per line, and nothing else on stdout.
 *
 * A line that is too long is not kept in memory: above the limit it is dropped, and the client is told.
 */
import { Transform } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { Caller } from "../caller.ts";
import type { Workspace } from "../workspace.ts";
import { newSession } from "./session.ts";
import type { ToolSet } from "./tool-set.ts";

const MAX_LINE_BYTES = 4 * 1024 * 1024;
const NEWLINE = 10;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
/** How long to wait for pending answers when the input ends. */
const LAST_ANSWERS_MS = 10_000;
/** The same after a stop signal: a client that sends one waits two seconds before it kills the process. */
const STOPPED_ANSWERS_MS = 1_500;

/**
 * `open` is called after the handshake, or by the first request. If it fails, the request is told why and the next one
 * tries again; if the last attempt failed, this function throws that error once the client has gone.
 */
export async function serveStdio(
  open: () => Promise<Workspace>,
  caller: Caller,
  { stopped, tools }: { readonly stopped: Promise<void>; readonly tools?: ToolSet | undefined },
): Promise<void> {
  let opening: Promise<Workspace> | undefined;
  let failure: unknown;
  const workspace = async () => {
    opening ??= open();
    const opened = opening;
    try {
      const workspace = await opened;
      failure = undefined;
      return workspace;
    } catch (error) {
      if (opening === opened) opening = undefined;
      failure = error;
      throw error;
    }
  };
  const tell = (error: Error) => process.stderr.write(`tideline mcp: ${error.message}\n`);
  const session = newSession(workspace, caller, { tools, isReachable: () => true });
  session.oninitialized = () => void workspace().catch(tell);
  session.onerror = (error) => {
    tell(error);
    if (error instanceof SyntaxError)
      refuseLine(PARSE_ERROR, "A line is not JSON. Send one JSON-RPC message per line.");
  };
  const lines = boundedLines(() =>
    refuseLine(INVALID_REQUEST, `A message is larger than ${MAX_LINE_BYTES} bytes.`),
  );
  const ended = new Promise<void>((resolve) => lines.on("end", resolve));
  process.stdin.pipe(lines);
  const transport = new AnsweringTransport(lines as never, process.stdout);
  await session.connect(transport);
  try {
    await Promise.race([ended, stopped]);
    await Promise.race([
      transport.answered().then(taken),
      delay(LAST_ANSWERS_MS, undefined, { ref: false }),
      stopped.then(() => delay(STOPPED_ANSWERS_MS, undefined, { ref: false })),
    ]);
    await session.close();
  } finally {
    // An input that stays open would keep the process alive after everything is closed.
    process.stdin.unpipe(lines).destroy();
  }
  if (failure !== undefined) throw failure;
}

/** Until the client has taken everything that was written. */
function taken(): Promise<void> {
  return new Promise((resolve) => void process.stdout.write("", () => resolve()));
}

/** Answers a line that holds no request: it has no id. The codes are those of JSON-RPC. */
function refuseLine(code: number, message: string): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } })}\n`);
}

/**
 * Knows whether every request has been answered. No request goes unanswered (`session.ts`).
 *
 * Answers are written one after the other: each waits until the client has made room for it. Reading goes on while they
 * wait, or the end of the input would not be noticed.
 */
class AnsweringTransport extends StdioServerTransport {
  private open = 0;
  private sent: Promise<void> = Promise.resolve();
  private onAnswered: () => void = () => undefined;

  override onmessage = (message: JSONRPCMessage) => {
    if ("method" in message && "id" in message) this.open++;
  };

  override async send(message: JSONRPCMessage): Promise<void> {
    const mine = this.sent.then(() => super.send(message));
    this.sent = mine.catch(() => undefined);
    await mine;
    if (!("method" in message) && --this.open === 0) this.onAnswered();
  }

  async answered(): Promise<void> {
    if (this.open === 0) return;
    await new Promise<void>((resolve) => {
      this.onAnswered = resolve;
    });
  }
}

/** Passes whole lines on; drops a line that is too long, up to its end. */
function boundedLines(onDropped: () => void): Transform {
  let held: Buffer[] = [];
  let bytes = 0;
  let dropping = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        if (!dropping && bytes + end - from <= MAX_LINE_BYTES)
          this.push(Buffer.concat([...held, chunk.subarray(from, end + 1)]));
        else onDropped();
        held = [];
        bytes = 0;
        dropping = false;
        from = end + 1;
      }
      const rest = chunk.subarray(from);
      bytes += rest.length;
      if (bytes > MAX_LINE_BYTES) {
        dropping = true;
        held = [];
      } else if (rest.length > 0) held.push(rest);
      done();
    },
  });
}
