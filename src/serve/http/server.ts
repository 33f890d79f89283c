/**
 * How does the HTTP server answer a request? Who may come in, which operation is asked for, and how the answer is sent.
 *
 * Every request passes the same checks in the same order: is it meant for us, is there such a path, who is asking, does
 * the caller have a place left (`shares.ts`), may the caller do this, is the body too large. Then the operation from
 * the table runs. Nothing about facts is known here.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isTidelineError, TidelineError } from "../../errors.ts";
import { badArgument } from "../../model/arguments.ts";
import { parseOrigin } from "../../model/origin.ts";
import { noteConnection } from "../access/peer.ts";
import { DEFAULT_ALLOWANCE, type WriteAllowance, WriteBudget } from "../budget.ts";
import { type Caller, checkRole, originFor } from "../caller.ts";
import type { ToolSet } from "../mcp/tool-set.ts";
import type { Operation } from "../operations/operation.ts";
import { originFrom } from "../origin-text.ts";
import { ReadThreads, type ReadThreadsOptions } from "../read-threads/read-threads.ts";
import { admit, runOperation } from "../run.ts";
import { VERSION } from "../version.ts";
import type { Workspace } from "../workspace.ts";
import { Arrival, bodyOf } from "./body.ts";
import { admitPage, answerPreflight } from "./cors.ts";
import { allowedHosts, checkMeantForUs, isOwnOrigin } from "./guard.ts";
import { checkReach, identify, type Reachable } from "./identity.ts";
import { inTime } from "./in-time.ts";
import { LiveEvents } from "./live.ts";
import { answerMalformed, answerUnmet } from "./malformed.ts";
import type { McpHandler } from "./mcp-handler.ts";
import { Metrics } from "./metrics.ts";
import { openApi } from "./openapi.ts";
import { findPage, type PageFile, readPage } from "./page.ts";
import { noSuchRoute, otherMethod, problemOf } from "./problem.ts";
import { type Rendered, rendered } from "./rendered.ts";
import { refuse, send, sendFile, sent } from "./reply.ts";
import { findRoute, onlyOne, type Query, readQuery } from "./routes.ts";
import { type Release, Shares } from "./shares.ts";
import { Streams } from "./streams.ts";

export interface ServerOptions extends Reachable {
  readonly port: number;
  /** Requests per second and caller; 0 for no limit. */
  readonly ratePerSecond: number;
  /** How much callers without the owner's voice may write, each per minute. Default: see `limits.ts`. */
  readonly writes?: WriteAllowance | undefined;
  readonly pageFolder?: string | undefined;
  /** How MCP clients with the owner's role get to manage memory. Default: with one tool. */
  readonly tools?: ToolSet | undefined;
  /** Threads that answer reads. Default: none. */
  readonly readThreads?: ReadThreadsOptions | undefined;
  /** Called with errors that are our fault, not the caller's. */
  readonly onTrouble: (error: unknown) => void;
}

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_LARGE_BODY_BYTES = 256 * 1024 * 1024;
/**
 * Node looks for late requests at intervals. With its default interval, headers may take four times as long as allowed.
 */
const TIMES = {
  requestTimeout: 120_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
};
const ANSWER_MS = 30_000;
const LONG_ANSWER_MS = 10 * 60_000;
const SHUTDOWN_MS = 10_000;

/** Paths that are not operations, with the methods they take. */
const OWN_METHODS: ReadonlyMap<string, string> = new Map([
  ...["/health", "/ready", "/openapi.json", "/metrics"].map((path) => [path, "GET, HEAD"] as const),
  ["/v1/events/live", "GET"],
]);

/** A request on its way through the checks. */
interface Visit {
  /** The name of the operation, for the metrics. */
  operation: string;
  /** Places that are released once the request is answered. */
  readonly held: Release[];
}

export class TidelineServer {
  private readonly workspace: Workspace;
  private readonly options: ServerOptions;
  private readonly server: Server;
  private readonly page: ReadonlyMap<string, PageFile>;
  private readonly metrics = new Metrics(Date.now());
  private readonly live: LiveEvents;
  private readonly shares: Shares;
  private readonly streams: Streams;
  private readonly readThreads: ReadThreads | undefined;
  private hosts: ReadonlySet<string> = new Set();
  private mcp: Promise<McpHandler> | undefined;
  /** Requests that are being answered. Streams that somebody listens to are not among them. */
  private readonly atWork = new Set<ServerResponse>();
  private onIdle: () => void = () => undefined;
  private closing = false;
  private draining = false;

  private constructor(workspace: Workspace, options: ServerOptions) {
    this.workspace = workspace;
    this.options = options;
    this.page = readPage(options.pageFolder);
    this.shares = new Shares(options.ratePerSecond, () => performance.now());
    workspace.writes = new WriteBudget(options.writes ?? DEFAULT_ALLOWANCE, undefined, this.shares.note);
    this.streams = new Streams(workspace, this.shares.streams, options.onTrouble);
    this.live = new LiveEvents(workspace, this.streams, options.onTrouble);
    this.readThreads = ReadThreads.over(workspace, options.readThreads, options.onTrouble);
    this.server = createServer(TIMES);
    this.server.maxHeadersCount = 100;
    this.server.on("connection", noteConnection);
    this.server.on("clientError", answerMalformed);
    this.server.on("checkExpectation", answerUnmet);
    this.server.on("request", (request, response) => void this.handle(request, response));
  }

  /**
   * Starts listening. If other machines can reach it, directly or through a proxy, it starts only if there are tokens.
   */
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

  /** Goes on answering, but says that it is not ready, so that whoever sends requests here sends them elsewhere. */
  drain(): void {
    this.draining = true;
  }

  /**
   * Accepts no more requests, lets those at work finish, and ends streams, MCP sessions and read threads. The workspace
   * stays open.
   */
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
    this.streams.close();
    if (this.atWork.size > 0) await idle;
    await (await this.mcp)?.close();
    await closed;
    clearTimeout(force);
    await this.readThreads?.close();
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
    const visit: Visit = { operation: "other", held: [] };
    this.atWork.add(response);
    try {
      if (this.closing) throw new TidelineError("busy", "The server is shutting down.");
      await this.answer(request, response, visit);
    } catch (error) {
      this.fail(request, response, error);
    } finally {
      this.atWork.delete(response);
      for (const release of visit.held) release();
      if (this.atWork.size === 0) this.onIdle();
      this.metrics.record(visit.operation, response.statusCode, (performance.now() - startedAt) / 1000);
    }
  }

  /** The checks, in order. */
  private async answer(request: IncomingMessage, response: ServerResponse, visit: Visit): Promise<void> {
    admitPage(request, response, this.options.allowOrigins);
    checkMeantForUs(request, this.hosts, this.options.allowOrigins);
    if (answerPreflight(request, response, this.options.allowOrigins)) return;
    const url = urlOf(request, this.hosts);
    const method = request.method ?? "GET";
    if (await this.answerOpen(method, url, request, response)) return;
    // Checked before a token is asked for: a client that looks for something else learns that it is not here.
    if (!isBehindTokens(url.pathname)) throw notAsked(method, url.pathname);
    const caller = await this.callerOf(request);
    this.shares.rate.take(caller.name);
    visit.held.push(this.shares.requests.take(caller));
    if (url.pathname === "/mcp") {
      visit.operation = "mcp";
      const isStillAllowed = async () => (await this.callerOf(request)).name === caller.name;
      return await (await this.mcpHandler()).handle(request, response, { caller, isStillAllowed });
    }
    if (url.pathname === "/metrics" && (method === "GET" || method === "HEAD"))
      return await this.answerMetrics(caller, response);
    if (url.pathname === "/v1/events/live" && method === "GET") {
      visit.operation = "events-live";
      return await this.answerLive(caller, url, request, response);
    }
    const asked = findRoute(method, url.pathname);
    if (asked === undefined) throw notAsked(method, url.pathname);
    visit.operation = asked.operation.name;
    const query = readQuery(asked.operation, url.searchParams);
    // Checked before the body is read: a caller who may not do this need not send it all.
    admit(caller, asked.operation, query.origin);
    const read = () => this.readBody(asked.operation, request, caller, visit);
    const body = await bodyOf(asked.operation, request, read);
    await this.shares.line.admitted(caller);
    const given = { ...query.fields, ...body, ...asked.named };
    const { type, text } = await inTime(
      this.run(caller, asked.operation, given, query),
      asked.operation.long === true ? LONG_ANSWER_MS : ANSWER_MS,
    );
    send(response, 200, type, text);
  }

  /** Runs the operation in this thread or in a read thread. */
  private run(
    caller: Caller,
    operation: Operation,
    given: Readonly<Record<string, unknown>>,
    { origin, dryRun }: Pick<Query, "origin" | "dryRun">,
  ): Promise<Rendered> {
    const here = async () =>
      rendered(operation, await runOperation(this.workspace, caller, operation, given, { origin, dryRun }));
    const isInLine = operation.readThread !== undefined || operation.effect !== "read";
    const isHere = operation.ranks === true && this.workspace.hasEmbedder;
    if (this.readThreads === undefined || !isInLine || isHere || dryRun) return here();
    return this.readThreads.ask({ caller, operation, given, origin, here });
  }

  /** Answers what needs no token: the page, the API description, and whether the server is alive and ready. */
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
      if (this.draining) throw new TidelineError("busy", "The server is about to shut down.");
      await this.workspace.store.read("workspace", 0);
      return sent(response, JSON.stringify({ ok: true }));
    }
    if (isBehindTokens(url.pathname)) return false;
    // Links on a page of the documentation begin at its folder.
    if (url.pathname === "/docs" && this.page.has("/docs/index.html")) {
      response.writeHead(308, { location: "/docs/" }).end();
      return true;
    }
    const file = findPage(this.page, url.pathname);
    if (file === undefined) return false;
    sendFile(request, response, file);
    return true;
  }

  private async answerMetrics(caller: Caller, response: ServerResponse): Promise<void> {
    checkRole(caller, ["owner", "reader"], "see metrics");
    // A caller of one origin must not learn how busy the others are.
    if (caller.origin !== "owner")
      throw new TidelineError("not-allowed", "Only the owner of the whole workspace may read the metrics.");
    this.metrics.inFlight = this.atWork.size;
    this.metrics.live = this.live.count;
    this.metrics.refused = this.shares.refused;
    this.metrics.mcpSessions = (await this.mcp)?.sessions ?? 0;
    if (this.readThreads !== undefined) this.metrics.readThreads = this.readThreads;
    const upkeep = await this.workspace.upkeep();
    this.metrics.distilled = this.workspace.distilled;
    this.metrics.thought = this.workspace.thought;
    this.metrics.halted = this.workspace.halted;
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
      throw new TidelineError("invalid-argument", "after must be the sequence number of an event.");
    const isStillAllowed = async () => (await this.callerOf(request)).role === "owner";
    const from = after === undefined ? undefined : Number(after);
    await this.live.listen(response, origin, from, { caller, isStillAllowed });
  }

  private callerOf(request: IncomingMessage): Promise<Caller> {
    return identify(request, this.workspace, this.options, this.shares.guesses);
  }

  /** Every body holds a place while it arrives. A large one also holds one of a few places until it is answered. */
  private async readBody(
    { http }: Operation,
    request: IncomingMessage,
    caller: Caller,
    visit: Visit,
  ): Promise<string> {
    const bytes = Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY);
    const isLarge = http?.largeBody === true && bytes > MAX_BODY_BYTES;
    const arrival = new Arrival(request);
    if (isLarge) visit.held.push(this.shares.largeBodies.take(caller, arrival));
    const most = Math.min(MAX_LARGE_BODY_BYTES, this.workspace.writes.mostBytes(caller));
    const maxBytes = isLarge ? Math.max(MAX_BODY_BYTES, most) : MAX_BODY_BYTES;
    return await arrival.readIn(this.shares.bodies, caller, maxBytes);
  }

  private mcpHandler(): Promise<McpHandler> {
    this.mcp ??= import("../mcp/http.ts").then(({ openMcpHandler }) =>
      openMcpHandler(this.workspace, this.shares, this.streams, this.options.tools),
    );
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
    if (this.closing || this.draining) response.setHeader("connection", "close");
    refuse(request, response, allow === undefined ? problem : { ...problem, status: 405 });
  }
}

/** Paths that need a token, whether they exist or not. */
function isBehindTokens(path: string): boolean {
  return path.startsWith("/v1/") || path === "/mcp" || path === "/metrics";
}

function notAsked(method: string, path: string): TidelineError {
  const allow = OWN_METHODS.get(path);
  return allow === undefined ? noSuchRoute(method, path) : otherMethod(method, path, allow);
}

type Target = Pick<URL, "pathname" | "searchParams">;
/** A path without anything to decode or normalise: parsing it as a URL would not change it. */
const PLAIN_PATH = /^\/[\w/-]*$/;
const NO_QUERY = new URLSearchParams();
const NAMES_SERVER = /^\/[\\/]/;

/**
 * The target of the request. A path that starts with "//" or "/\" would be parsed as the name of another server, so it
 * is refused. A target may name the server, as requests to a proxy do; then it must name us.
 */
function urlOf({ method = "GET", url: given = "/" }: IncomingMessage, hosts: ReadonlySet<string>): Target {
  if (NAMES_SERVER.test(given)) throw noSuchRoute(method, given);
  if (PLAIN_PATH.test(given)) return { pathname: given, searchParams: NO_QUERY };
  let url: URL;
  try {
    url = new URL(given, "http://server");
  } catch {
    throw badArgument("The path is not well-formed");
  }
  const namesServer = !given.startsWith("/") && given !== "*";
  if (namesServer && !isOwnOrigin(url.origin, hosts))
    throw badArgument("The request target names another server: send only the path");
  return url;
}
