/**
 * How is JSON posted to a service that may be slow, busy, gone or hostile?
 *
 * Each request has a time limit. A request that failed temporarily (busy, broken, unreachable) is sent again after a
 * growing wait, or after the time that the service asks for. A refused request is not repeated: it would be refused
 * again. Redirects are not followed: texts and keys go only to the address that the host gave. Replies are read up to
 * a size limit, whole or as they arrive. Nothing is logged, and no error contains a key or a text that was sent.
 */
import { type ErrorDetails, isTidelineError, TidelineError } from "../errors.ts";
import {
  aborted,
  type Outcome,
  type RetryLimits,
  type RetryPorts,
  retried,
  retryPorts,
  unavailable,
} from "./retry.ts";

/**
 * The part of `fetch` that is used here. `signal` is an AbortSignal; its type is left open, so that the public types
 * need no platform types.
 */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body: string;
    readonly redirect: "manual";
    readonly signal: never;
  },
) => Promise<Reply>;

/** What a service replied. */
export interface Reply {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** A stream, if there is one: it is read piece by piece, and only up to the size limit. */
  readonly body?: unknown;
  text(): Promise<string>;
}

/** What is needed from the outside world; tests replace it. */
export interface PostPorts extends RetryPorts {
  readonly fetch: Fetch;
}

export function platformPorts(own: {
  readonly fetch?: Fetch | undefined;
  readonly sleep?: RetryPorts["sleep"] | undefined;
}): PostPorts {
  return { fetch: own.fetch ?? ((address, init) => fetch(address, init)), ...retryPorts(own.sleep) };
}

export interface Post extends RetryLimits {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Texts that must not appear in any message: keys, and what is sent. */
  readonly secrets: readonly string[];
  /** Longer texts that are sent: no stretch of them may appear in a message. */
  readonly texts?: readonly string[] | undefined;
  /** How the service says that it was sent too much; the error's details then have `isTooLong`. */
  readonly tooLong?: RegExp | undefined;
  readonly maxReplyBytes: number;
}

/**
 * Reads the text of a reply as it arrives. It throws `service-unavailable` if the reply is one that a later try may
 * give better, for example half of one.
 */
export type ReadReply<T> = (pieces: AsyncIterable<string>, contentType: string) => Promise<T>;

/**
 * Statuses after which a later try may succeed: timeout, conflict, too early, too many requests, and errors of the
 * service itself.
 */
const PASSING = new Set([408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529]);
const MAX_QUOTE_CHARS = 200;

export function postJson(post: Post, ports: PostPorts): Promise<unknown> {
  return postFor(post, ports, async (pieces) => jsonIn(await whole(pieces), post));
}

export function postFor<T>(post: Post, ports: PostPorts, read: ReadReply<T>): Promise<T> {
  return retried((timeoutMs) => tryOnce(post, ports, timeoutMs, read), post, ports);
}

async function tryOnce<T>(
  post: Post,
  { fetch, now }: PostPorts,
  timeoutMs: number,
  read: ReadReply<T>,
): Promise<Outcome<T>> {
  const { url, headers, body } = post;
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, timeoutMs);
  post.signal?.addEventListener("abort", stop);
  try {
    const signal = controller.signal as never;
    const reply = await fetch(url, {
      method: "POST",
      headers: { ...headers },
      body,
      redirect: "manual",
      signal,
    });
    const pieces = readBounded(reply, post, stop);
    if (reply.status < 200 || reply.status >= 300) return judge(reply, await whole(pieces), post, now());
    return { value: await read(pieces, reply.headers.get("content-type") ?? "") };
  } catch (error) {
    if (post.signal?.aborted) throw aborted(post.service);
    if (isTidelineError(error, "service-unavailable")) return { again: error, waitMs: undefined };
    if (error instanceof TidelineError) throw error;
    const what = controller.signal.aborted ? `did not answer within ${timeoutMs} ms` : "could not be reached";
    const why = controller.signal.aborted ? "" : ` (${reasonOf(error)})`;
    return { again: unavailable(post.service, `${what}${why}`), waitMs: undefined };
  } finally {
    clearTimeout(timer);
    post.signal?.removeEventListener("abort", stop);
  }
}

/** The service refused: it would refuse again, or a later try may succeed. */
function judge(reply: Reply, text: string, post: Post, nowMs: number): Outcome<never> {
  const { status } = reply;
  const said = quoteError(text, post);
  if (PASSING.has(status) && !said.includes("insufficient_quota")) {
    const again = unavailable(post.service, `answered ${status}${said}`, status);
    return { again, waitMs: waitAsked(reply, nowMs) };
  }
  throw new TidelineError(
    "service-refused",
    `${post.service} answered ${status}${said}. ${remedyFor(status)}`,
    { status, ...(post.tooLong?.test(text) ? { isTooLong: true } : {}) },
  );
}

function remedyFor(status: number): string {
  if (status === 401 || status === 403) return "Check the key, and what it may be used for.";
  if (status === 404) return "Check the base URL and the model's name.";
  if (status === 413) return "Send less at once: lower the batch size or the text limit.";
  if (status === 429) return "The account's quota is used up.";
  if (status >= 300 && status < 400) return "Redirects are not followed: give the final address.";
  return "Check the model's name and the options.";
}

function jsonIn(text: string, post: Post): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badReply(post.service, "answered with something that is not JSON");
  }
}

/** The service's reply cannot be used. */
export function badReply(service: string, what: string, details?: ErrorDetails): TidelineError {
  return new TidelineError(
    "service-reply",
    `${service} ${what}. Check that the address is that of the right service.`,
    details,
  );
}

/** How long the service asks us to wait: its headers give milliseconds, seconds or a date. */
function waitAsked({ headers }: Reply, nowMs: number): number | undefined {
  const inMs = headers.get("retry-after-ms");
  if (inMs !== null && /^\d{1,9}(\.\d+)?$/.test(inMs)) return Number(inMs);
  const asked = headers.get("retry-after");
  if (asked === null) return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(asked)) return Number(asked) * 1000;
  const at = Date.parse(asked);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

async function* readBounded(reply: Reply, post: Post, stop: () => void): AsyncGenerator<string> {
  const { service, maxReplyBytes } = post;
  const tooLong = () =>
    badReply(service, `answered with more than ${maxReplyBytes} bytes`, { mostBytes: maxReplyBytes });
  if (Number(reply.headers.get("content-length") ?? 0) > maxReplyBytes) {
    stop();
    throw tooLong();
  }
  if (!isPieces(reply.body)) {
    const text = await reply.text();
    if (text.length > maxReplyBytes) throw tooLong();
    yield text;
    return;
  }
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const piece of reply.body) {
    bytes += piece.length;
    if (bytes > maxReplyBytes) {
      stop();
      throw tooLong();
    }
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder.decode();
}

export async function whole(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

function isPieces(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

/** What the service says about the error: short, on one line, without anything secret. */
function quoteError(text: string, { secrets, texts = [] }: Post): string {
  let said = "";
  try {
    const { error, message, detail } = JSON.parse(text) as Record<string, unknown>;
    const inner = (typeof error === "object" && error !== null ? error : {}) as Record<string, unknown>;
    const parts = [inner.code, inner.type, inner.message, error, message, detail];
    said = [...new Set(parts.filter((part) => typeof part === "string" && part !== ""))].join(": ");
  } catch {
    return ""; // Not JSON: probably the error page of a proxy, which explains nothing.
  }
  const plain = said.replace(/[\p{C}\s]+/gu, " ").trim();
  const isRepeated = secrets.some((secret) => repeats(plain, secret)) || repeatsPart(plain, texts);
  const clean = isRepeated ? "(it repeats what was sent)" : plain;
  const masked = clean.replace(/\b(?:sk|key|Bearer)[-_ ][^\s,;"']+/gi, "[key]");
  return masked === "" ? "" : ` (${masked.slice(0, MAX_QUOTE_CHARS).toWellFormed()})`;
}

const MIN_SECRET_CHARS = 8;

/** Does the message contain the secret, or its first characters? */
function repeats(said: string, secret: string): boolean {
  const start = secret
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 24);
  return start.length >= MIN_SECRET_CHARS
    ? said.includes(start)
    : start !== "" && said.includes(`"${start}"`);
}

const MIN_PART_CHARS = 16;

/** Does the part of the message that would be shown contain a stretch of what was sent? */
function repeatsPart(said: string, texts: readonly string[]): boolean {
  const shown = said.slice(0, MAX_QUOTE_CHARS + MIN_PART_CHARS);
  const sent = texts.map((text) => text.replace(/[\p{C}\s]+/gu, " "));
  for (let at = 0; at + MIN_PART_CHARS <= shown.length; at++) {
    const part = shown.slice(at, at + MIN_PART_CHARS);
    if (sent.some((text) => text.includes(part))) return true;
  }
  return false;
}

/** The system's error code. Messages of `fetch` are not repeated, because they may contain headers. */
function reasonOf(error: unknown): string {
  const cause =
    error instanceof Error ? ((error.cause as { code?: unknown } | undefined) ?? error) : undefined;
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? code : "connection failed";
}
