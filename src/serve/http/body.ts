/**
 * What did the client send? The body is read up to a limit, and only as a type that a page of another site cannot send
 * without a preflight request.
 */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { TidelineError } from "../../errors.ts";
import { BODY_SILENCE_MS, BODY_STALLED_MS } from "../../limits.ts";
import { badArgument } from "../../model/arguments.ts";
import type { Caller } from "../caller.ts";
import type { Operation } from "../operations/operation.ts";
import type { Quota, Seat } from "./shares.ts";

/** The fields from the body, and the idempotency key from its header. */
export async function bodyOf(
  operation: Operation,
  request: IncomingMessage,
  read: () => Promise<string>,
): Promise<Readonly<Record<string, unknown>>> {
  if (!takesBody(operation)) return {};
  const text = await read();
  const type = mediaTypeOf(request);
  if (operation.name === "import" && type === "application/x-ndjson") return { text };
  if (text !== "" && type !== "application/json")
    throw new TidelineError("invalid-argument", "Send JSON, with content-type: application/json.", {
      isWrongType: true,
    });
  const key = request.headers["idempotency-key"];
  const body = parseJson(text);
  return key === undefined || operation.input.idempotencyKey === undefined
    ? body
    : { idempotencyKey: key, ...body };
}

function takesBody({ http }: Operation): boolean {
  return http?.method !== "GET" && http?.method !== "DELETE";
}

/** A body that is arriving. It takes a seat among the arriving bodies, and can lose it once nothing more comes. */
export class Arrival implements Seat {
  private readonly request: IncomingMessage;
  private heardAt = performance.now();
  private isOver = false;
  private fail: (error: TidelineError) => void = () => undefined;

  constructor(request: IncomingMessage) {
    this.request = request;
  }

  isIdle(): boolean {
    return !this.isOver && performance.now() - this.heardAt > BODY_STALLED_MS;
  }

  end(): void {
    this.fail(late("The body stopped arriving, and other requests were waiting. Send the request again."));
  }

  /** Reads the whole body. While it arrives, it holds a place in this room. */
  async readIn(room: Quota, caller: Caller, maxBytes: number): Promise<string> {
    const release = room.take(caller, this);
    const seconds = BODY_SILENCE_MS / 1_000;
    const silence = setTimeout(
      () => this.fail(late(`No more of the body arrived for ${seconds} s. Send the request again.`)),
      BODY_SILENCE_MS,
    );
    try {
      return await this.receive(maxBytes, () => {
        this.heardAt = performance.now();
        silence.refresh();
      });
    } finally {
      this.isOver = true;
      clearTimeout(silence);
      release();
    }
  }

  /** Uses events: an async iterator over the request costs more time than the reading itself. */
  private receive(maxBytes: number, onHeard: () => void): Promise<string> {
    const { request } = this;
    return new Promise((resolve, reject) => {
      let chunks: Buffer[] = [];
      let bytes = 0;
      this.fail = (error) => {
        request.pause().removeAllListeners("data");
        chunks = [];
        reject(error);
      };
      const refused = unreadableIn(request) ?? tooLongIn(request, maxBytes);
      if (refused !== undefined) return reject(refused);
      request.on("data", (chunk: Buffer) => {
        onHeard();
        bytes += chunk.length;
        if (bytes > maxBytes) this.fail(tooLarge(maxBytes));
        else chunks.push(chunk);
      });
      request.on("end", () => {
        const body = Buffer.concat(chunks);
        if (isUtf8(body)) resolve(body.toString("utf8"));
        else reject(unsupported("The body is not valid UTF-8. Send it in UTF-8."));
      });
      const gone = () =>
        reject(new TidelineError("timed-out", "The client disconnected before it had sent the whole body."));
      request.on("error", gone);
      request.on("close", () => void (request.complete || gone()));
    });
  }
}

/** The client is late, not we: this becomes status 408. */
function late(message: string): TidelineError {
  return new TidelineError("timed-out", message, { isRequestLate: true });
}

const MAX_DRAINED_BYTES = 16 * 1024 * 1024;
const DRAIN_MS = 5_000;

/**
 * Waits until the client has sent all it announced, or until a limit of bytes or time. A client that is cut off while
 * it sends may never read the answer. The bytes are dropped.
 */
export async function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    let bytes = 0;
    timer = setTimeout(resolve, DRAIN_MS);
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_DRAINED_BYTES) resolve();
    });
    request.on("close", resolve).resume();
  });
  clearTimeout(timer);
}

function parseJson(text: string): Readonly<Record<string, unknown>> {
  if (text === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badArgument("The body is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw badArgument("The body must be a JSON object");
  return value as Record<string, unknown>;
}

/** Bodies must be plain UTF-8. Any other encoding would be stored as text that nobody wrote. */
function unreadableIn({ headers }: IncomingMessage): TidelineError | undefined {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() || "identity";
  const transfer = headers["transfer-encoding"]?.trim().toLowerCase() || "chunked";
  const charsets = [...(headers["content-type"] ?? "").matchAll(CHARSET)].map(([, name = ""]) =>
    name.toLowerCase(),
  );
  const charset = charsets.find((name) => !CHARSETS.has(name));
  if (encoding !== "identity" || transfer !== "chunked")
    return unsupported(`The body is encoded as ${named(encoding, transfer)}. Send it without an encoding.`);
  if (charset !== undefined)
    return unsupported(`The body is declared as "${charset.slice(0, 40)}". Send it in UTF-8.`);
  return undefined;
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/gi;

/** ASCII is a subset of UTF-8. */
const CHARSETS: ReadonlySet<string> = new Set(["utf-8", "utf8", "us-ascii", "ascii"]);

function named(encoding: string, transfer: string): string {
  return `"${(encoding === "identity" ? transfer : encoding).slice(0, 40)}"`;
}

function unsupported(message: string): TidelineError {
  return new TidelineError("unsupported-encoding", message);
}

function mediaTypeOf(request: IncomingMessage): string {
  return (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function tooLongIn({ headers }: IncomingMessage, maxBytes: number): TidelineError | undefined {
  return Number(headers["content-length"] ?? 0) > maxBytes ? tooLarge(maxBytes) : undefined;
}

function tooLarge(maxBytes: number): TidelineError {
  return new TidelineError(
    "request-too-large",
    `The body is larger than ${maxBytes} bytes. Send less, or send it in parts.`,
  );
}
