/**
 * What did the client send? Read up to a limit, and only in a form that a page of another site cannot send
 * without asking first.
 */
import type { IncomingMessage } from "node:http";
import { TidelineError } from "../../errors.ts";
import { BODY_SILENCE_MS, BODY_STALLED_MS } from "../../limits.ts";
import { badArgument } from "../../model/arguments.ts";
import type { Caller } from "../caller.ts";
import type { Operation } from "../operations/operation.ts";
import type { Place, Room } from "./shares.ts";

/** The fields that stand in a body, and in the header that goes with them. */
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
    throw new TidelineError("invalid-argument", "Send JSON, with content-type: application/json.");
  const key = request.headers["idempotency-key"];
  const body = parseJson(text);
  return key === undefined || operation.input.idempotencyKey === undefined
    ? body
    : { idempotencyKey: key, ...body };
}

function takesBody({ http }: Operation): boolean {
  return http?.method !== "GET" && http?.method !== "DELETE";
}

/** A body on its way. It holds a place among those that arrive, and gives it up when nothing more comes. */
export class Arrival implements Place {
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
    this.fail(late("The body stopped arriving, and its place was needed. Send the request again."));
  }

  /** The whole of it. While it arrives it has a place in this room. */
  async readIn(room: Room, caller: Caller, maxBytes: number): Promise<string> {
    const release = room.take(caller, this);
    const seconds = BODY_SILENCE_MS / 1_000;
    const silence = setTimeout(
      () => this.fail(late(`Nothing more of the body came for ${seconds} s. Send the request again.`)),
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

  /** By events: an iterator over the request takes longer than reading it. */
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
      request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
      const gone = () =>
        reject(new TidelineError("timed-out", "The client went away before it had sent all."));
      request.on("error", gone);
      request.on("close", () => void (request.complete || gone()));
    });
  }
}

/** Late is the client here, not we. */
function late(message: string): TidelineError {
  return new TidelineError("timed-out", message, { isRequestLate: true });
}

const MAX_HEARD_OUT_BYTES = 16 * 1024 * 1024;
const HEARD_OUT_MS = 5_000;

/**
 * Until the client has sent all that it announced, or enough of it. Who is cut off while sending may never read the
 * answer; what is read here is kept nowhere.
 */
export async function hearOut(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    let bytes = 0;
    timer = setTimeout(resolve, HEARD_OUT_MS);
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_HEARD_OUT_BYTES) resolve();
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

/** Bodies are UTF-8, as they are. Anything else would be stored as something that nobody said. */
function unreadableIn({ headers }: IncomingMessage): TidelineError | undefined {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() || "identity";
  const transfer = headers["transfer-encoding"]?.trim().toLowerCase() || "chunked";
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers["content-type"] ?? "")?.[1]?.toLowerCase();
  if (encoding !== "identity" || transfer !== "chunked")
    return unsupported(`The body is encoded as ${named(encoding, transfer)}. Send it without an encoding.`);
  if (charset !== undefined && !CHARSETS.has(charset))
    return unsupported(`The body is said to be in "${charset.slice(0, 40)}". Send it in UTF-8.`);
  return undefined;
}

/** ASCII is part of UTF-8. */
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
    `The body is larger than ${maxBytes} bytes. Send less, or in parts.`,
  );
}
