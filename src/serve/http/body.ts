/**
 * What did the client send? Read up to a limit, and only in a form that a page of another site cannot send
 * without asking first.
 */
import type { IncomingMessage } from "node:http";
import { TidelineError } from "../../errors.ts";
import { wrong } from "../fields.ts";

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

export function parseJson(text: string): Readonly<Record<string, unknown>> {
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

export function mediaTypeOf(request: IncomingMessage): string {
  return (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function tooLarge(maxBytes: number): TidelineError {
  return new TidelineError(
    "request-too-large",
    `The body is larger than ${maxBytes} bytes. Send less, or in parts.`,
  );
}
