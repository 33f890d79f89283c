/**
 * How is an answer sent? It is never cached, and browsers may not guess its type; files of the page go out as packaged.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { drain } from "./body.ts";
import { PAGE_HEADERS, type PageFile } from "./page.ts";
import type { Problem } from "./problem.ts";

export function sent(response: ServerResponse, text: string): true {
  send(response, 200, "application/json", text);
  return true;
}

export function send(response: ServerResponse, status: number, type: string, text: string): void {
  begin(response, status, type, text);
  response.end(text);
}

/** Sends the problem at once. If the client is still sending, its connection is closed a little later. */
export function refuse(request: IncomingMessage, response: ServerResponse, problem: Problem): void {
  const text = JSON.stringify(problem);
  // The unread rest of the body would be taken for the next request.
  if (!request.complete) response.setHeader("connection", "close");
  begin(response, problem.status, "application/problem+json", text);
  response.write(text);
  void drain(request).then(() => response.end());
}

function begin(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
}

export function sendFile(request: IncomingMessage, response: ServerResponse, file: PageFile): void {
  const zipped = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? "")) ? file.zipped : undefined;
  const bytes = zipped ?? file.bytes;
  response.writeHead(200, {
    ...PAGE_HEADERS,
    "content-type": file.type,
    "content-length": bytes.length,
    "cache-control": file.forever ? "public, max-age=31536000, immutable" : "no-cache",
    "x-content-type-options": "nosniff",
    ...(file.zipped === undefined ? {} : { vary: "accept-encoding" }),
    ...(zipped === undefined ? {} : { "content-encoding": "gzip" }),
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
}
