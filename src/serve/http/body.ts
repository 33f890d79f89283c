/**
 * What did the client send? Read up to a limit, and only in a form that a page of another site cannot send
 * without asking first.
 */
import type { IncomingMessage } from "node:http";
import { TidelineError } from "../../errors.ts";
import { wrong } from "../fields.ts";

export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
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
