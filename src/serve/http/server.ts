/**
 * The server: who may come in, which operation is asked for, and how the answer leaves.
 *
 * Every request passes the same doors in the same order: meant for us, who is it, not too often, may they, not too
 * large. Then the table decides. Nothing about a fact is known here.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isTidelineError, TidelineError } from "../../errors.ts";
import { parseOrigin } from "../../model/origin.ts";
import { isOwnPeer, noteConnection } from "../access/peer.ts";
import { type Caller, checkRole, LOCAL_OWNER, originFor } from "../caller.ts";
import { wrong } from "../fields.ts";
import type { Operation } from "../operations/operation.ts";
import { originFrom } from "../origin-text.ts";
import { Readers, type ReadersOptions } from "../readers/readers.ts";
import { admit, runOperation } from "../run.ts";
import { VERSION } from "../version.ts";
import type { Workspace } from "../workspace.ts";
import { bodyOf } from "./body.ts";
import { allowedHosts, checkMeantForUs, isFromHere, isLoopback, isLoopbackName } from "./guard.ts";
import { LiveEvents } from "./live.ts";
import { answerMalformed, answerUnmet } from "./malformed.ts";
import type { McpDoor } from "./mcp-door.ts";
import { Metrics } from "./metrics.ts";
import { openApi } from "./openapi.ts";
import { findPage, type PageFile, readPage } from "./page.ts";
import { noSuchRoute, otherMethod, problemOf } from "./problem.ts";
import { RateLimit } from "./rate.ts";
import { type Rendered, rendered } from "./rendered.ts";
import { refuse, send, sendFile, sent } from "./reply.ts";
import { findRoute, onlyOne, type Query, readQuery } from "./routes.ts";

export interface ServerOptions {
  readonly port: number;
  readonly host: string;
  /** Further names that clients may use, with their port. */
  readonly allowHosts: readonly string[];
  /** Requests per second and caller; 0 for no limit. */
  readonly ratePerSecond: number;
  readonly pageFolder?: string | undefined;
  /** Threads that answer reads. Default: none. */
  readonly readers?: ReadersOptions | undefined;
  /** Told of errors that are ours. */
  readonly onTrouble: (error: unknown) => void;
}

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_LARGE_BODY_BYTES = 256 * 1024 * 1024;
/** Each is held in memory as a whole, and several times while it is read. */
const MAX_LARGE_BODIES = 2;
const MAX_IN_FLIGHT = 512;
/** What is late is looked for at intervals: without one of ours a head may take four times as long. */
const TIMES = {
  requestTimeout: 120_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
};
const ANSWER_MS = 30_000;
const LONG_ANSWER_MS = 10 * 60_000;
const SHUTDOWN_MS = 10_000;
/** Wrong tokens per second and address. None of 256 random bits is ever guessed: this keeps the noise down. */
const GUESSES_PER_SECOND = 0.2;
const GUESSES_AT_ONCE = 10;

/** What is no operation, and how it is asked. */
const OWN_METHODS: ReadonlyMap<string, string> = new Map([
  ...["/health", "/ready", "/openapi.json"].map((path) => [path, "GET, HEAD"] as const),
  ...["/metrics", "/v1/events/live"].map((path) => [path, "GET"] as const),
]);

export class TidelineServer {
  private readonly workspace: Workspace;
  private readonly options: ServerOptions;
  private readonly server: Server;
  private readonly page: ReadonlyMap<string, PageFile>;
  private readonly metrics = new Metrics(Date.now());
  private readonly live: LiveEvents;
  private readonly rate: RateLimit;
  private readonly guesses: RateLimit;
  private readonly readers: Readers | undefined;
  private hosts: ReadonlySet<string> = new Set();
  private mcp: Promise<McpDoor> | undefined;
  /** Answers that are being made; a stream that somebody listens to is none. */
  private readonly atWork = new Set<ServerResponse>();
  /** Those of them whose request has a large body. */
  private readonly large = new Set<ServerResponse>();
  private onIdle: () => void = () => undefined;
  private closing = false;

  private constructor(workspace: Workspace, options: ServerOptions) {
    this.workspace = workspace;
    this.options = options;
    this.page = readPage(options.pageFolder);
    this.live = new LiveEvents(workspace, options.onTrouble);
    this.readers = Readers.over(workspace, options.readers, options.onTrouble);
    const now = () => performance.now();
    this.rate = new RateLimit(options.ratePerSecond, options.ratePerSecond * 2, now);
    this.guesses = new RateLimit(GUESSES_PER_SECOND, GUESSES_AT_ONCE, now);
    this.server = createServer(TIMES);
    this.server.maxHeadersCount = 100;
    this.server.on("connection", noteConnection);
    this.server.on("clientError", answerMalformed);
    this.server.on("checkExpectation", answerUnmet);
    this.server.on("request", (request, response) => void this.handle(request, response));
  }

  /** Listens. Beyond loopback, itself or by a proxy, only where tokens keep strangers out. */
  static async start(workspace: Workspace, options: ServerOptions): Promise<TidelineServer> {
    checkReach(options, (await workspace.tokens.list()).length);
    const server = new TidelineServer(workspace, options);
    await server.listen();
    return server;
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === "object" && address !== null ? address.port : this.options.port;
  }

  get url(): string {
    const { host } = this.options;
    const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
    return `http://${name}:${this.port}`;
  }

  /** Takes no more requests, lets those at work finish, and writes down what waits. The workspace stays open. */
  async close(): Promise<void> {
    if (this.closing) return;
    this.closing = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    const idle = new Promise<void>((resolve) => {
      this.onIdle = resolve;
    });
    const force = setTimeout(() => {
      this.server.closeAllConnections();
      this.onIdle();
    }, SHUTDOWN_MS);
    for (const response of this.atWork) if (!response.headersSent) response.setHeader("connection", "close");
    this.live.close();
    if (this.atWork.size > 0) await idle;
    await (await this.mcp)?.close();
    await closed;
    clearTimeout(force);
    await this.readers?.close();
  }

  private async listen(): Promise<void> {
    const { port, host, allowHosts } = this.options;
    await new Promise<void>((resolve, reject) => {
      this.server.once("error", reject);
      this.server.listen(port, host, () => {
        this.server.off("error", reject);
        resolve();
      });
    });
    this.hosts = allowedHosts(host, this.port, allowHosts);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const told = { operation: "other" };
    this.atWork.add(response);
    try {
      if (this.closing) throw new TidelineError("busy", "The server is shutting down.");
      if (this.atWork.size > MAX_IN_FLIGHT) throw new TidelineError("busy", "Too many requests at work.");
      await this.answer(request, response, told);
    } catch (error) {
      this.fail(request, response, error);
    } finally {
      this.atWork.delete(response);
      this.large.delete(response);
      if (this.atWork.size === 0) this.onIdle();
      this.metrics.record(told.operation, response.statusCode, (performance.now() - startedAt) / 1000);
    }
  }

  /** The doors, in order. */
  private async answer(
    request: IncomingMessage,
    response: ServerResponse,
    told: { operation: string },
  ): Promise<void> {
    checkMeantForUs(request, this.hosts);
    const url = urlOf(request);
    const method = request.method ?? "GET";
    if (await this.answerOpen(method, url, request, response)) return;
    const caller = await this.callerOf(request);
    this.rate.take(caller.name);
    if (url.pathname === "/mcp") {
      told.operation = "mcp";
      return await (await this.mcpDoor()).handle(request, response, caller);
    }
    if (url.pathname === "/metrics" && method === "GET") return await this.answerMetrics(caller, response);
    if (url.pathname === "/v1/events/live" && method === "GET") {
      told.operation = "events-live";
      return await this.answerLive(caller, url, request, response);
    }
    const asked = findRoute(method, url.pathname);
    if (asked === undefined) throw notAsked(method, url.pathname);
    told.operation = asked.operation.name;
    const query = readQuery(asked.operation, url.searchParams);
    // Before the body is read: who may not is not listened to at length.
    admit(caller, asked.operation, query.origin);
    const body = await bodyOf(asked.operation, request, this.roomFor(asked.operation, request, response));
    const given = { ...query.fields, ...body, ...asked.named };
    const { type, text } = await inTime(
      this.run(caller, asked.operation, given, query),
      asked.operation.long === true ? LONG_ANSWER_MS : ANSWER_MS,
    );
    send(response, 200, type, text);
  }

  /** Here, or by a reader. */
  private run(
    caller: Caller,
    operation: Operation,
    given: Readonly<Record<string, unknown>>,
    { origin, dryRun }: Pick<Query, "origin" | "dryRun">,
  ): Promise<Rendered> {
    const here = async () =>
      rendered(operation, await runOperation(this.workspace, caller, operation, given, { origin, dryRun }));
    const isInLine = operation.reader !== undefined || operation.effect !== "read";
    if (this.readers === undefined || !isInLine || dryRun) return here();
    return this.readers.ask({ caller, operation, given, origin, here });
  }

  /** What needs no token: the page, and whether anybody is at home. */
  private async answerOpen(
    method: string,
    url: Target,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    if (method !== "GET" && method !== "HEAD") return false;
    if (url.pathname === "/health")
      return sent(response, JSON.stringify({ name: "tideline", version: VERSION, ok: true }));
    if (url.pathname === "/openapi.json") return sent(response, JSON.stringify(openApi()));
    if (url.pathname === "/ready") {
      await this.workspace.store.read("workspace", 0);
      return sent(response, JSON.stringify({ ok: true }));
    }
    if (url.pathname.startsWith("/v1/") || url.pathname === "/mcp" || url.pathname === "/metrics")
      return false;
    const file = findPage(this.page, url.pathname);
    if (file === undefined) return false;
    sendFile(request, response, file);
    return true;
  }

  private async answerMetrics(caller: Caller, response: ServerResponse): Promise<void> {
    checkRole(caller, ["owner", "reader"], "see metrics");
    // How busy the others are is nothing that one of them should know.
    if (caller.origin !== "owner")
      throw new TidelineError("not-allowed", "Metrics are for the owner of the whole workspace.");
    this.metrics.inFlight = this.atWork.size;
    this.metrics.live = this.live.count;
    this.metrics.mcpSessions = (await this.mcp)?.sessions ?? 0;
    if (this.readers !== undefined) this.metrics.readers = this.readers;
    const upkeep = await this.workspace.upkeep();
    send(response, 200, "text/plain; version=0.0.4; charset=utf-8", this.metrics.render(Date.now(), upkeep));
  }

  private async answerLive(
    caller: Caller,
    url: Target,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    checkRole(caller, ["owner"], "listen to events");
    const asked = originFrom(onlyOne(url.searchParams, "origin"));
    const origin = originFor(caller, asked === undefined ? undefined : parseOrigin(asked));
    const after = request.headers["last-event-id"] ?? onlyOne(url.searchParams, "after");
    if (after !== undefined && !/^\d{1,15}$/.test(String(after)))
      throw new TidelineError("invalid-argument", "after must be the number of an event.");
    const isStillAllowed = async () => (await this.callerOf(request)).role === "owner";
    await this.live.listen(response, origin, after === undefined ? undefined : Number(after), isStillAllowed);
  }

  /** A token says who it is. Without one: the owner, as long as there are no tokens and we are on loopback. */
  private async callerOf(request: IncomingMessage): Promise<Caller> {
    const address = request.socket.remoteAddress ?? "";
    const header = request.headers.authorization;
    if (header === undefined) return await this.withoutToken(request, address);
    const secret = /^Bearer (\S{1,200})$/i.exec(header)?.[1];
    const caller = secret === undefined ? undefined : await this.workspace.tokens.callerOf(secret);
    // A right one is let in whatever others at its address have tried: behind one address there may be many.
    if (caller !== undefined) return caller;
    this.guesses.take(address);
    throw new TidelineError(
      "unauthorized",
      "This token is not valid here: unknown, revoked or past its time.",
    );
  }

  private async withoutToken(request: IncomingMessage, address: string): Promise<Caller> {
    const isOpen = beyondLoopback(this.options) === undefined && isLoopback(address);
    if (!isOpen || (await this.workspace.tokens.list()).length > 0)
      throw new TidelineError("unauthorized", "Send a token: Authorization: Bearer tl_…");
    if (!isFromHere(request))
      throw new TidelineError(
        "unauthorized",
        "A request that comes through a proxy needs a token. Make one with tideline token create, and send it: Authorization: Bearer tl_…",
      );
    if (isOwnPeer(request.socket)) return { ...LOCAL_OWNER, name: "loopback" };
    throw new TidelineError("unauthorized", "Another user of this machine needs a token.");
  }

  /** How many bytes a body may have. Where it is large, it takes its place among the few, until it is answered. */
  private roomFor({ http }: Operation, { headers }: IncomingMessage, response: ServerResponse): number {
    const isLarge = Number(headers["content-length"] ?? Number.POSITIVE_INFINITY) > MAX_BODY_BYTES;
    if (http?.largeBody !== true || !isLarge) return MAX_BODY_BYTES;
    if (this.large.size >= MAX_LARGE_BODIES)
      throw new TidelineError("busy", "Other large bodies are being taken in. Try again later.");
    this.large.add(response);
    return MAX_LARGE_BODY_BYTES;
  }

  private mcpDoor(): Promise<McpDoor> {
    this.mcp ??= import("../mcp/http.ts").then(({ openMcpDoor }) => openMcpDoor(this.workspace));
    return this.mcp;
  }

  private fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const problem = problemOf(error);
    if (problem.status === 500) this.options.onTrouble(error);
    if (response.headersSent) return void response.destroy();
    if (problem.code === "unauthorized") response.setHeader("www-authenticate", 'Bearer realm="tideline"');
    if (isTidelineError(error, "too-many-requests"))
      response.setHeader("retry-after", String(error.details.waitSeconds ?? 1));
    if (problem.status === 503) response.setHeader("retry-after", "1");
    const allow = isTidelineError(error, "no-such-operation") ? error.details.allow : undefined;
    if (allow !== undefined) response.setHeader("allow", String(allow));
    if (this.closing) response.setHeader("connection", "close");
    refuse(request, response, allow === undefined ? problem : { ...problem, status: 405 });
  }
}

function notAsked(method: string, path: string): TidelineError {
  const allow = OWN_METHODS.get(path);
  return allow === undefined ? noSuchRoute(method, path) : otherMethod(method, path, allow);
}

/** Beyond loopback only where tokens keep strangers out. */
export function checkReach(options: Pick<ServerOptions, "host" | "allowHosts">, tokens: number): void {
  const beyond = beyondLoopback(options);
  if (beyond === undefined || tokens > 0) return;
  throw new TidelineError(
    "not-allowed",
    `Without a token, anybody who reaches ${beyond} would be the owner. Make one first: tideline token create, or be reached by 127.0.0.1 only.`,
  );
}

/** The name by which others than this machine's own programs can reach us; undefined if there is none. */
function beyondLoopback({
  host,
  allowHosts,
}: Pick<ServerOptions, "host" | "allowHosts">): string | undefined {
  return isLoopback(host) ? allowHosts.find((name) => !isLoopbackName(name)) : host;
}

type Target = Pick<URL, "pathname" | "searchParams">;
/** Nothing to decode, nothing to normalise: as it stands it is what a URL would make of it. */
const PLAIN_PATH = /^\/[\w/-]*$/;
const NO_QUERY = new URLSearchParams();

/** What is asked for. What follows "//" would be taken for another server's name: nothing stands there. */
function urlOf({ method = "GET", url: given = "/" }: IncomingMessage): Target {
  if (given.startsWith("//")) throw noSuchRoute(method, given);
  if (PLAIN_PATH.test(given)) return { pathname: given, searchParams: NO_QUERY };
  try {
    return new URL(given, "http://server");
  } catch {
    throw wrong("the path is not well-formed");
  }
}

/** An answer, or an error after a while; the work itself goes on to its end. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new TidelineError("timed-out", "The answer took too long. A write may still have happened.")),
      ms,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
