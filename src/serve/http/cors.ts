/**
 * May a page of another site call this server? Only pages whose origin the operator has named, and only with a token:
 * nobody is the owner for coming from this machine once pages of other sites may ask (`identity.ts`).
 *
 * Cookies play no part, so credentials are never allowed: the page sends the token itself.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { badArgument } from "../../model/arguments.ts";

const METHODS = "GET, HEAD, POST, PUT, DELETE";
const REQUEST_HEADERS =
  "authorization, content-type, idempotency-key, last-event-id, mcp-protocol-version, mcp-session-id";
const SHOWN_HEADERS = "mcp-session-id, retry-after, www-authenticate";
const PREFLIGHT_SECONDS = 600;
const MOST = 100;

/** Checks the origins that the operator names. */
export function parseAllowedOrigins(given: readonly string[]): readonly string[] {
  if (given.length > MOST)
    throw badArgument(`allowOrigin names ${given.length} origins; the limit is ${MOST}`);
  return given.map((one) => {
    const origin = URL.canParse(one) ? new URL(one).origin : undefined;
    if (origin === undefined || origin !== one.toLowerCase() || !/^https?:/.test(origin))
      throw badArgument(
        `allowOrigin takes the origin of a page, such as https://app.example.com, and not "${one.slice(0, 100)}". Name each origin; there is no way to allow all`,
      );
    return origin;
  });
}

/** Is this the origin of a page that may call us? */
export function isAllowedOrigin(
  origin: string | undefined,
  allowed: readonly string[] | undefined,
): origin is string {
  return origin !== undefined && allowed?.includes(origin.toLowerCase()) === true;
}

/** Tells the browser that the page may read the answer, also if it is an error. */
export function admitPage(
  { headers: { origin } }: IncomingMessage,
  response: ServerResponse,
  allowed: readonly string[] | undefined,
): void {
  if (allowed === undefined || allowed.length === 0) return;
  response.setHeader("vary", "origin");
  if (!isAllowedOrigin(origin, allowed)) return;
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", SHOWN_HEADERS);
}

/** Answers the question that a browser asks before it sends the request of an allowed page. */
export function answerPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  allowed: readonly string[] | undefined,
): boolean {
  const { headers, method } = request;
  const isAsking = method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
  if (!isAsking || !isAllowedOrigin(headers.origin, allowed)) return false;
  response.writeHead(204, {
    "access-control-allow-methods": METHODS,
    "access-control-allow-headers": REQUEST_HEADERS,
    "access-control-max-age": String(PREFLIGHT_SECONDS),
  });
  response.end();
  return true;
}
