/**
 * `brigade-tideline/client`: memory over HTTP, from a browser or from Node, in one small file that does not need Node.
 *
 * It knows the address of each operation and nothing about what the operation does. The server's table is the truth; a
 * test compares the two.
 *
 * Long because it has a method and a type for every common operation.
 */
import type { TurnMessage } from "./context/turns.ts";
import type { ErrorCode } from "./errors.ts";
import type { Inspection } from "./govern/inspect.ts";
import type { ListOptions, Stats } from "./govern/listing.ts";
import type { PurgeResult } from "./memory/govern.ts";
import type { ForgottenOrigin, OriginsOptions, OriginsPage } from "./memory/origins.ts";
import type { Fact } from "./model/fact.ts";
import type { Origin, OtherOrigin } from "./model/origin.ts";
import type { RecordedEvent } from "./ports/storage.ts";
import type { Explanation } from "./recall/explain.ts";
import type { Degraded, RecallOptions, Receipt } from "./recall/hit.ts";
import type { BriefFact, BriefHit } from "./serve/operations/brief.ts";
import type { ListCounts } from "./serve/operations/short-lists.ts";
import type { AddOutcome } from "./write/decide.ts";
import type { AddInput } from "./write/draft.ts";

export type { BriefFact, BriefHit };

/**
 * Method and path of each operation.
 * @example const [method, path] = ROUTES.add;
 */
export const ROUTES = {
  add: ["POST", "/v1/memories"],
  "add-many": ["POST", "/v1/memories/batch"],
  recall: ["POST", "/v1/memories/search"],
  profile: ["GET", "/v1/profile"],
  context: ["POST", "/v1/context"],
  explain: ["GET", "/v1/memories/{id}/explain"],
  replay: ["POST", "/v1/replay"],
  read: ["GET", "/v1/read"],
  get: ["GET", "/v1/memories/{id}"],
  list: ["GET", "/v1/memories"],
  inspect: ["GET", "/v1/memories/{id}/inspect"],
  history: ["GET", "/v1/memories/{id}/history"],
  overview: ["GET", "/v1/overview"],
  ageing: ["GET", "/v1/memories/{id}/ageing"],
  forecast: ["GET", "/v1/forecast"],
  graph: ["GET", "/v1/graph"],
  review: ["GET", "/v1/review"],
  dismiss: ["POST", "/v1/review/dismiss"],
  correct: ["POST", "/v1/memories/{id}/correct"],
  revise: ["POST", "/v1/memories/{id}/revise"],
  archive: ["POST", "/v1/memories/{id}/archive"],
  restore: ["POST", "/v1/memories/{id}/restore"],
  pin: ["POST", "/v1/memories/{id}/pin"],
  unpin: ["POST", "/v1/memories/{id}/unpin"],
  promote: ["POST", "/v1/memories/{id}/promote"],
  demote: ["POST", "/v1/memories/{id}/demote"],
  feedback: ["POST", "/v1/memories/{id}/feedback"],
  suppress: ["POST", "/v1/memories/{id}/suppress"],
  unsuppress: ["POST", "/v1/memories/{id}/unsuppress"],
  endorse: ["POST", "/v1/memories/{id}/endorse"],
  link: ["POST", "/v1/links"],
  purge: ["DELETE", "/v1/memories/{id}"],
  dream: ["POST", "/v1/passes/dream"],
  observe: ["POST", "/v1/turns"],
  inbox: ["GET", "/v1/turns"],
  distil: ["POST", "/v1/passes/distil"],
  conversations: ["GET", "/v1/conversations"],
  conversation: ["GET", "/v1/conversations/{id}"],
  "dismiss-turns": ["POST", "/v1/turns/dismiss"],
  sweep: ["POST", "/v1/passes/sweep"],
  consolidate: ["POST", "/v1/passes/consolidate"],
  think: ["POST", "/v1/passes/think"],
  night: ["POST", "/v1/passes/night"],
  morning: ["GET", "/v1/morning"],
  card: ["GET", "/v1/cards/{name}"],
  passes: ["GET", "/v1/passes"],
  pass: ["GET", "/v1/passes/{id}"],
  undo: ["POST", "/v1/passes/{id}/undo"],
  contradictions: ["GET", "/v1/contradictions"],
  resolve: ["POST", "/v1/contradictions/{id}/resolve"],
  export: ["GET", "/v1/export"],
  import: ["POST", "/v1/import"],
  stats: ["GET", "/v1/stats"],
  events: ["GET", "/v1/events"],
  verify: ["GET", "/v1/verify"],
  shred: ["POST", "/v1/shreds"],
  forget: ["POST", "/v1/forget"],
  "retention-list": ["GET", "/v1/retention"],
  "retention-add": ["PUT", "/v1/retention/rules/{name}"],
  "retention-remove": ["DELETE", "/v1/retention/rules/{name}"],
  "retention-test": ["GET", "/v1/retention/preview"],
  "retention-run": ["POST", "/v1/retention/run"],
  "retention-hold": ["POST", "/v1/retention/holds"],
  "retention-release": ["POST", "/v1/retention/holds/{name}/release"],
  origins: ["GET", "/v1/origins"],
  "origin-forget": ["DELETE", "/v1/origins"],
  policy: ["GET", "/v1/policy"],
  "policy-set": ["PUT", "/v1/policy"],
  "token-create": ["POST", "/v1/tokens"],
  "token-list": ["GET", "/v1/tokens"],
  "token-revoke": ["DELETE", "/v1/tokens/{id}"],
  whoami: ["GET", "/v1/whoami"],
} as const;
/** The name of an operation of the server. */
export type RemoteOperation = keyof typeof ROUTES;

/** The part of a response that this client uses. Any `fetch` provides it. */
export interface FetchAnswer {
  readonly ok: boolean;
  readonly status: number;
  text(): Promise<string>;
  readonly body?: unknown;
}
/** A `fetch`. */
export type FetchLike = (
  url: string,
  request: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly signal?: never;
  },
) => Promise<FetchAnswer>;

/** Where the server is, and who asks. */
export interface ClientOptions {
  /** The server's address: `http://127.0.0.1:4505`. In a browser, "" is the page's own server. */
  readonly url: string;
  readonly token?: string | undefined;
  /** Whose memory, with an owner's token. Default: the token's own. */
  readonly origin?: Origin | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: FetchLike | undefined;
}

/** How one call is made. */
export interface CallOptions {
  /** Decide and answer, but write nothing. */
  readonly dryRun?: boolean | undefined;
  readonly origin?: Origin | undefined;
  /** An AbortSignal. When it aborts, a call rejects with the signal's reason; `live` simply ends. */
  readonly signal?: unknown;
}

/** How long the block before a turn may be, and who is talking. */
export interface RemoteTurn {
  readonly origin?: Origin | undefined;
  readonly maxChars?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly profile?: boolean | undefined;
}

/** The whole block, and its parts: the profile keeps its bytes from turn to turn. */
export interface RemoteTurnContext {
  readonly text: string | undefined;
  readonly profile: string | undefined;
  readonly relevant: string | undefined;
  readonly degraded: readonly Degraded[];
}

/**
 * The server refused, or could not be reached (then `code` is "unreachable").
 * @example if (error instanceof ClientError) console.log(error.code, error.status);
 */
export class ClientError extends Error {
  override readonly name = "ClientError";
  readonly code: ErrorCode | "bug" | "unreachable";
  readonly status: number;

  constructor(code: ErrorCode | "bug" | "unreachable", status: number, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
  }
}

/** A fact as an answer carries it: with a few of the links to it, and how many there are. */
export type RemoteFact = Fact & ListCounts;

/** The story of a fact, as the server tells it. */
export interface RemoteInspection extends Inspection {
  readonly fact: RemoteFact | undefined;
  /** How many events there are, if `history` has only the first and the latest. */
  readonly historyCount?: number;
}

/** What is about a question. */
export interface RemoteRecalled {
  readonly hits: readonly BriefHit[];
  readonly abstained: boolean;
  /** For the owner, if nothing good was found: how many archived facts match. */
  readonly faded?: number;
  readonly lanes: readonly string[];
  readonly receipt: Receipt;
  readonly notes?: readonly { readonly path: string; readonly line: number; readonly text: string }[];
}

/** What became of a write. */
export interface RemoteWritten {
  readonly outcome: AddOutcome | "refused";
  readonly fact?: RemoteFact;
  readonly reason?: string;
  readonly note?: string;
}

type RemoteList = Omit<ListOptions, "ids">;
type Filters = Omit<RecallOptions, "graph"> & { readonly graph?: boolean | undefined };

const OPTION_NAMES: readonly string[] = ["url", "token", "origin", "fetch"] satisfies (keyof ClientOptions)[];

/** Options come from configuration files and environment variables, so they may be anything. */
function checkOptions(options: unknown): void {
  if (typeof options !== "object" || options === null)
    throw wrongOption("TidelineClient needs an object with options: { url, token }.");
  const unknown = Object.keys(options).find((name) => !OPTION_NAMES.includes(name));
  if (unknown !== undefined)
    throw wrongOption(
      `TidelineClient has no option "${unknown.slice(0, 60)}"; it has ${OPTION_NAMES.join(", ")}.`,
    );
  const { url, token, fetch } = options as { readonly [N in keyof ClientOptions]?: unknown };
  if (typeof url !== "string" || !/^(?:$|\/|https?:\/\/[^\s/])/i.test(url))
    throw wrongOption(
      'url must be the address of a Tideline server, such as http://127.0.0.1:4505, or "" for the server of this page.',
    );
  // The token itself is a secret, so the message does not quote it.
  if (token !== undefined && (typeof token !== "string" || !/^[!-~]+$/.test(token)))
    throw wrongOption("token must be the secret of a token (tl_…), without spaces, or be left out.");
  if (fetch !== undefined && typeof fetch !== "function") throw wrongOption("fetch must be a function.");
}

function wrongOption(message: string): ClientError {
  return new ClientError("invalid-argument", 0, message);
}

/**
 * Memory over HTTP, from a browser or from Node.
 * @example const client = new TidelineClient({ url: "http://127.0.0.1:4505", token });
 */
export class TidelineClient {
  private readonly options: ClientOptions;
  private readonly fetch: FetchLike;

  constructor(options: ClientOptions) {
    checkOptions(options);
    this.options = options;
    this.fetch = options.fetch ?? ((url, request) => globalThis.fetch(url, request));
  }

  /** Adds a fact. A text alone is its content. */
  add(
    input: string | (Partial<AddInput> & { readonly content: string }),
    options?: CallOptions,
  ): Promise<RemoteWritten> {
    return this.call("add", typeof input === "string" ? { content: input } : input, options);
  }

  recall(query: string, filters: Filters = {}, options?: CallOptions): Promise<RemoteRecalled> {
    return this.call("recall", { query, ...filters }, options);
  }

  async context(
    query: string,
    filters: { readonly maxChars?: number } = {},
    options?: CallOptions,
  ): Promise<string> {
    return (await this.call<{ text: string }>("context", { query, ...filters }, options)).text;
  }

  /** Who the user is and what always holds, as a block for a prompt. */
  async profile(filters: { readonly maxChars?: number } = {}, options?: CallOptions): Promise<string> {
    return (await this.call<{ text: string }>("profile", filters, options)).text;
  }

  /** What stands before a turn, for the end of a conversation or for one message. */
  async turnContext(
    messages: string | readonly TurnMessage[],
    { origin, ...filters }: RemoteTurn = {},
    options: CallOptions = {},
  ): Promise<RemoteTurnContext> {
    const asked = typeof messages === "string" ? { query: messages } : { messages };
    const whose = origin === undefined ? options : { ...options, origin };
    const answer = await this.call<Partial<RemoteTurnContext>>("context", { ...asked, ...filters }, whose);
    return {
      text: answer.text || undefined,
      profile: answer.profile,
      relevant: answer.relevant,
      degraded: answer.degraded ?? [],
    };
  }

  async beforeTurn(
    messages: string | readonly TurnMessage[],
    filters: RemoteTurn = {},
    options?: CallOptions,
  ): Promise<string | undefined> {
    return (await this.turnContext(messages, filters, options)).text;
  }

  explain(query: string, id: string, options?: CallOptions): Promise<Explanation> {
    return this.call("explain", { id, query }, options);
  }

  get(id: string, options?: CallOptions): Promise<RemoteFact> {
    return this.call("get", { id }, options);
  }

  list(
    filters: RemoteList = {},
    options?: CallOptions,
  ): Promise<{ readonly facts: readonly BriefFact[]; readonly next?: string }> {
    return this.call("list", filters, options);
  }

  /** Every fact, page by page. */
  async *all(filters: RemoteList = {}, options?: CallOptions): AsyncGenerator<BriefFact> {
    for (let after = filters.after; ; ) {
      const page = await this.list({ ...filters, ...(after === undefined ? {} : { after }) }, options);
      yield* page.facts;
      if (page.next === undefined) return;
      after = page.next;
    }
  }

  inspect(id: string, options?: CallOptions): Promise<RemoteInspection> {
    return this.call("inspect", { id }, options);
  }

  purge(id: string, input: { readonly preview?: boolean } = {}, options?: CallOptions): Promise<PurgeResult> {
    return this.call("purge", { id, ...input }, options);
  }

  stats(options?: CallOptions): Promise<Stats> {
    return this.call("stats", {}, options);
  }

  /** Whose memories the workspace holds, page by page. For the owner of the workspace. */
  origins({ after, ...input }: OriginsOptions = {}, options?: CallOptions): Promise<OriginsPage> {
    return this.call("origins", { ...input, after: spelt(after) }, options);
  }

  /** Erases everything of an origin, for good. For the owner of the workspace. */
  forgetOrigin(
    origin: OtherOrigin,
    { preview }: { readonly preview?: boolean } = {},
    options?: CallOptions,
  ): Promise<ForgottenOrigin> {
    return this.call("origin-forget", { whose: spelt(origin), preview }, options);
  }

  /** Puts the words of a fact right: the new text supersedes the old one and keeps its labels, dates and tags. */
  correct(id: string, text: string, options?: CallOptions): Promise<RemoteWritten> {
    return this.call("correct", { id, text }, options);
  }

  /** Any operation by its name. `openapi.json` says what it takes. */
  async call<T>(operation: RemoteOperation, input: object = {}, options: CallOptions = {}): Promise<T> {
    const [method, template] = ROUTES[operation];
    const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(rest.get(name) ?? "");
      rest.delete(name);
      return encodeURIComponent(value);
    });
    const query = this.queryOf(options);
    const inQuery = method === "GET" || method === "DELETE";
    if (inQuery)
      for (const [name, value] of rest)
        for (const one of [value].flat()) query.push([name, inQueryText(one)]);
    const text = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
    const answer = await this.send(
      method,
      `${path}${text === "" ? "" : `?${text}`}`,
      inQuery ? undefined : Object.fromEntries(rest),
      options,
    );
    const body = await answer.text();
    const isText = operation === "export" || ("format" in input && input.format === "graphml");
    return (isText ? { text: body } : readJson(body, answer)) as T;
  }

  /**
   * Events as they are written, by any process. Ends when the signal aborts. With `after`, the last sequence number
   * that the caller has seen, no event is missed.
   */
  async *live(after?: number, options: CallOptions = {}): AsyncGenerator<RecordedEvent> {
    const query = this.queryOf(options);
    if (after !== undefined) query.push(["after", String(after)]);
    const text = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
    try {
      const answer = await this.send("GET", `/v1/events/live?${text}`, undefined, options);
      yield* eventsIn(textOf(answer.body));
    } catch (error) {
      if (!isGivenUp(options)) throw error;
    }
  }

  private queryOf({ dryRun, origin = this.options.origin }: CallOptions): [string, string][] {
    const query: [string, string][] = [];
    if (origin !== undefined) query.push(["origin", spelt(origin) ?? "owner"]);
    if (dryRun === true) query.push(["dryRun", "true"]);
    return query;
  }

  private async send(
    method: string,
    path: string,
    body: object | undefined,
    options: CallOptions,
  ): Promise<FetchAnswer> {
    const { url, token } = this.options;
    let answer: FetchAnswer;
    try {
      answer = await this.fetch(`${url.replace(/\/$/, "")}${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(options.signal === undefined ? {} : { signal: options.signal as never }),
      });
    } catch (error) {
      if (isGivenUp(options)) throw error;
      throw new ClientError(
        "unreachable",
        0,
        `Tideline cannot be reached at ${url}. Is tideline serve running?`,
        error,
      );
    }
    if (answer.ok) return answer;
    throw await problemOf(answer);
  }
}

/** A page of something else, such as a proxy or another server, answers too. */
function readJson(body: string, { status }: FetchAnswer): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new ClientError(
      "bug",
      status,
      "What answered is not a Tideline server, because its answer is no JSON. Check url: it is the address alone, such as http://127.0.0.1:4505, without a path.",
      error,
    );
  }
}

async function problemOf(answer: FetchAnswer): Promise<ClientError> {
  const text = await answer.text();
  try {
    const { code, detail } = JSON.parse(text) as { code: ErrorCode; detail: string };
    return new ClientError(code, answer.status, detail);
  } catch (error) {
    return new ClientError(
      "bug",
      answer.status,
      `The server answered with status ${answer.status} and no error details. Is this the address of a Tideline server?`,
      error,
    );
  }
}

function isGivenUp({ signal }: CallOptions): boolean {
  return (signal as { readonly aborted?: boolean } | undefined)?.aborted === true;
}

/** The events of memory in the stream. Its other messages only keep the connection alive. */
async function* eventsIn(parts: AsyncIterable<string>): AsyncGenerator<RecordedEvent> {
  let rest = "";
  for await (const part of parts) {
    const messages = (rest + part).split("\n\n");
    rest = messages.pop() ?? "";
    for (const message of messages) {
      const line = message.split("\n").find((one) => one.startsWith("data: "));
      if (message.includes("event: memory") && line !== undefined)
        yield JSON.parse(line.slice(6)) as RecordedEvent;
    }
  }
}

/** The chunks of a body as they arrive, as text. */
async function* textOf(body: unknown): AsyncGenerator<string> {
  const reader = (
    body as {
      getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array }>; cancel(): Promise<void> };
    }
  ).getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    await reader.cancel();
  }
}

/** A value as a query string names it. A date that is none goes as it is, so that the server says what is wrong. */
function inQueryText(value: unknown): string {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : String(value);
}

/** An origin as a query names it. */
function spelt(origin: Origin | undefined): string | undefined {
  return origin === undefined || origin === "owner" ? origin : JSON.stringify(origin);
}
