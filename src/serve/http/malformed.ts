/**
 * How does the server answer bytes that are not a valid request? Node finds the error before there is a request object.
 * The answer is problem JSON, as for every other error.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type Problem, problem } from "./problem.ts";
import { refuse } from "./reply.ts";

/** By the code of Node's error. */
const PROBLEMS: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: problem(
    "request-too-large",
    431,
    "The head of the request is larger than 16 KiB. Shorten the query or the headers.",
  ),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: problem("request-too-large", 413, "The body has too many chunk extensions."),
  ERR_HTTP_REQUEST_TIMEOUT: problem("timed-out", 408, "The request did not arrive in time. Send it again."),
};
const NO_REQUEST = problem("invalid-argument", 400, "The server cannot read this as an HTTP request.");
const UNMET = problem("invalid-argument", 417, "The server supports no expectation but 100-continue.");

/** How long the socket stays open: a client that is cut off while it sends may never read the answer. */
const LINGER_MS = 1_000;

export function answerMalformed({ code = "" }: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.writableEnded || socket.destroyed) return;
  const told = PROBLEMS[code] ?? NO_REQUEST;
  const text = JSON.stringify(told);
  const head = [
    `HTTP/1.1 ${told.status} ${STATUS_CODES[told.status]}`,
    "content-type: application/problem+json",
    `content-length: ${Buffer.byteLength(text)}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${text}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

export function answerUnmet(request: IncomingMessage, response: ServerResponse): void {
  refuse(request, response, UNMET);
}
