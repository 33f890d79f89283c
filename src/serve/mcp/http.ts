/**
 * How does MCP run over HTTP? With the official transport, one session per client that initialises one.
 *
 * The HTTP server has checked the caller before. Here a session is bound to the caller that opened it, and nobody else
 * can continue it. What such a session writes counts as a model's words, even if its role is the owner's.
 *
 * Every accepted request ends. The transport itself would let a request wait forever if its session is closed
 * meanwhile, or if another request uses the same id. A stream that a client listens to does not count as a request
 * being answered.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { TidelineError } from "../../errors.ts";
import type { Caller } from "../caller.ts";
import { Arrival } from "../http/body.ts";
import type { McpHandler } from "../http/mcp-handler.ts";
import { otherMethod } from "../http/problem.ts";
import type { Seat, Shares } from "../http/shares.ts";
import type { Listening, Streams } from "../http/streams.ts";
import type { Workspace } from "../workspace.ts";
import { answerInTurn, asksForBatches, refusalOf } from "./batch.ts";
import { newSession } from "./session.ts";
import type { ToolSet } from "./tool-set.ts";

const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
const IDLE_MS = 30 * 60_000;

interface Session extends Seat {
  readonly caller: Caller;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  usedAt: number;
  /** Open requests and streams; aborted when the client disconnects or the session is closed. */
  readonly open: Set<AbortController>;
  /** Ids of requests that are being answered. */
  readonly ids: Set<unknown>;
  /** May one POST hold several messages? */
  readonly mayBatch: boolean;
  /** Open streams on which the client hears what we send on our own: a question to its person. */
  listening: number;
}

export function openMcpHandler(
  workspace: Workspace,
  shares: Shares,
  streams: Streams,
  tools?: ToolSet | undefined,
): McpHandler {
  const sessions = new Map<string, Session>();
  const sweep = setInterval(() => letIdleGo(sessions), 60_000).unref();
  return {
    get sessions() {
      return sessions.size;
    },
    async handle(request, response, who) {
      const { caller } = who;
      checkMethod(request.method ?? "");
      const body = request.method === "POST" ? await readMessage(request, caller, shares) : undefined;
      await shares.line.admitted(caller);
      const known = sessionOf(sessions, request, caller);
      const refused = Array.isArray(body) ? refusalOf(body, known?.mayBatch === true) : undefined;
      if (refused !== undefined) return send(response, refused);
      const begins = { mayBatch: asksForBatches(body), tools };
      const session = known ?? (await begin(sessions, workspace, caller, shares, begins));
      session.usedAt = performance.now();
      shares.sessions.touch(caller, session);
      const ids = takeIds(session, body);
      try {
        if (request.method === "GET") listen(streams, session, response, who);
        await answer(session, request, response, body, shares);
      } finally {
        for (const id of ids) session.ids.delete(id);
        // Its first message did not initialise a session, so there is nothing to come back to.
        if (!sessions.has(session.transport.sessionId ?? "")) session.end();
      }
    },
    async close() {
      clearInterval(sweep);
      await Promise.all([...sessions.values()].map((one) => one.server.close()));
      sessions.clear();
    },
  };
}

/** An open stream counts against the limit of streams, and ends when its token does. */
function listen(
  streams: Streams,
  session: Session,
  response: ServerResponse,
  who: Pick<Listening, "caller" | "isStillAllowed">,
): void {
  const stream = streams.add({ ...who, end: () => session.end() });
  session.listening++;
  response.on("close", () => {
    session.listening--;
    stream.closed();
  });
}

const METHODS = ["GET", "POST", "DELETE"];

function checkMethod(method: string): void {
  if (!METHODS.includes(method)) throw otherMethod(method, "/mcp", METHODS.join(", "));
}

async function readMessage(request: IncomingMessage, caller: Caller, shares: Shares): Promise<unknown> {
  const text = await new Arrival(request).readIn(shares.bodies, caller, MAX_MESSAGE_BYTES);
  try {
    return JSON.parse(text);
  } catch {
    throw new TidelineError("invalid-argument", "The body is not JSON.");
  }
}

/** The transport knows a request only by its id: of two with the same id, one would never be answered. */
function takeIds({ ids }: Session, body: unknown): readonly unknown[] {
  const asked = [body].flat().flatMap((one) => (isRequest(one) ? [one.id] : []));
  const known = asked.find((id) => ids.has(id));
  if (known !== undefined)
    throw new TidelineError(
      "invalid-argument",
      `The request ${JSON.stringify(known).slice(0, 60)} of this session is still running. Give each request an id of its own.`,
    );
  for (const id of asked) ids.add(id);
  return asked;
}

function isRequest(message: unknown): message is { readonly id: unknown } {
  return typeof message === "object" && message !== null && "id" in message && "method" in message;
}

/** The session that a request names. Somebody else's session is treated like an unknown one. */
function sessionOf(
  sessions: ReadonlyMap<string, Session>,
  request: IncomingMessage,
  caller: Caller,
): Session | undefined {
  const id = request.headers["mcp-session-id"];
  if (id === undefined) return undefined;
  const session = sessions.get(String(id));
  if (session === undefined || session.caller.name !== caller.name) throw noSession();
  return session;
}

function noSession(): TidelineError {
  return new TidelineError("no-such-operation", "There is no such MCP session. Start a new one.");
}

/**
 * The owner's role allows managing memory, but does not make a model's words the owner's own. An owner's token, or the
 * open loopback, speaks in the owner's voice by default, for the page and for scripts; that default does not apply
 * here. A token of another role has the owner's voice only if the operator gave it.
 */
function asClient(caller: Caller): Caller {
  const { voice } = caller.role === "owner" ? ({ voice: "agent" } as const) : caller;
  return { ...caller, voice, surface: "mcp" };
}

async function begin(
  sessions: Map<string, Session>,
  workspace: Workspace,
  caller: Caller,
  shares: Shares,
  { mayBatch, tools }: Pick<Session, "mayBatch"> & { readonly tools: ToolSet | undefined },
): Promise<Session> {
  const isReachable = () => session.listening > 0;
  const server = newSession(async () => workspace, asClient(caller), { tools, isReachable });
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    enableJsonResponse: true,
    onsessioninitialized: (id) => void sessions.set(id, session),
    onsessionclosed: (id) => void sessions.delete(id),
  });
  const idOf = () => transport.sessionId ?? "";
  const session: Session = {
    caller,
    server,
    transport,
    usedAt: performance.now(),
    open: new Set(),
    ids: new Set(),
    mayBatch,
    listening: 0,
    isIdle: () => sessions.has(idOf()) && session.open.size === 0,
    end: () => {
      sessions.delete(idOf());
      release();
      void server.close();
    },
  };
  const release = shares.sessions.take(caller, session);
  server.onclose = () => {
    for (const one of session.open) one.abort();
  };
  await server.connect(transport);
  return session;
}

async function answer(
  session: Session,
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  shares: Shares,
): Promise<void> {
  const { method = "POST" } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string") headers.set(name, value);
  }
  const signal = whileOpen(session, method, response);
  const answerOne = (message: unknown) => {
    const asked = new Request("http://server/mcp", { method, headers, signal });
    return session.transport.handleRequest(asked, message === undefined ? {} : { parsedBody: message });
  };
  const turns = { caller: session.caller, shares, signal };
  const answered = await Promise.race([
    Array.isArray(body) ? answerInTurn(body, answerOne, turns) : answerOne(body),
    once(signal, "abort").then(() => undefined),
  ]);
  if (response.destroyed) return;
  if (answered === undefined) throw noSession();
  send(response, answered, method === "GET");
}

function send(response: ServerResponse, answered: Response, isStream = false): void {
  response.writeHead(answered.status, {
    ...Object.fromEntries(answered.headers),
    "cache-control": "no-store",
    ...(isStream ? { connection: "close" } : {}),
  });
  if (answered.body === null) return void response.end();
  if (isStream) response.flushHeaders();
  // Not awaited. A stream normally ends when the client disconnects; that is no error.
  pipeline(Readable.fromWeb(answered.body as never), response).catch(() => response.destroy());
}

/**
 * Aborted when the client disconnects or the session is closed. A DELETE closes the session itself, so it is not
 * aborted by that.
 */
function whileOpen({ open }: Session, method: string, response: ServerResponse): AbortSignal {
  const one = new AbortController();
  if (method !== "DELETE") open.add(one);
  response.on("close", () => {
    open.delete(one);
    one.abort();
  });
  return one.signal;
}

/** Ends the sessions of clients that went away without closing them. */
function letIdleGo(sessions: ReadonlyMap<string, Session>): void {
  const now = performance.now();
  for (const session of sessions.values())
    if (session.isIdle() && now - session.usedAt >= IDLE_MS) session.end();
}
