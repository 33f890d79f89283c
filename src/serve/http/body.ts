/**
 * What did the client send? Read up to a limit, and only in a form that a page of another site cannot send
 * without asking first.
 */
import type { IncomingMessage } from "node:http";
import { TidelineError } from "../../errors.ts";
import { wrong } from "../fields.ts";
import type { Operation } from "../operations/operation.ts";

/** The fields that stand in a body, and in the header that goes with them. */
export async function bodyOf(
  operation: Operation,
  request: IncomingMessage,
  maxBytes: number,
): Promise<Readonly<Record<string, unknown>>> {
  const { method } = operation.http ?? {};
  if (method === "GET" || method === "DELETE") return {};
  const text = await readBody(request, maxBytes);
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

/** By events: an iterator over the request takes longer than reading it. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) return reject(tooLarge(maxBytes));
    let chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        request.pause().removeAllListeners("data");
        chunks = [];
        reject(tooLarge(maxBytes));
      } else chunks.push(chunk);
    });
    request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    const gone = () => reject(new TidelineError("timed-out", "The client went away before it had sent all."));
    request.on("error", gone);
    request.on("close", () => void (request.complete || gone()));
  });
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
    throw wrong("the body is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong("the body must be a JSON object");
  return value as Record<string, unknown>;
}

function mediaTypeOf(request: IncomingMessage): string {
  return (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function tooLarge(maxBytes: number): TidelineError {
  return new TidelineError(
    "request-too-large",
    `The body is larger than ${maxBytes} bytes. Send less, or in parts.`,
  );
}
