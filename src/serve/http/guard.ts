/**
 * Is this request meant for us, and does it really come from where it seems to?
 *
 * A page in the same browser can send requests to loopback. But it cannot choose the Host header under which it found
 * us (DNS rebinding), cannot hide where it comes from (Origin, Sec-Fetch-Site), and cannot send JSON without a
 * preflight request. These headers are checked before anything else.
 */
import type { IncomingMessage } from "node:http";
import { TidelineError } from "../../errors.ts";
import { isAllowedOrigin } from "./cors.ts";

const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"];

export function isLoopback(address: string): boolean {
  return (
    address === "localhost" ||
    address === "::1" ||
    /^127(\.\d{1,3}){3}$/.test(address) ||
    /^::ffff:127\./.test(address)
  );
}

/** Is this host name, with or without a port, a name for this machine only? */
export function isLoopbackName(name: string): boolean {
  return isLoopback(
    name
      .replace(/:\d+$/, "")
      .replace(/^\[(.*)\]$/, "$1")
      .toLowerCase(),
  );
}

/** Headers with which a proxy says that it forwards a request. */
const PROXY_HEADERS = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/** Was the request sent to a loopback name and not forwarded by a proxy, as far as its headers tell? */
export function isFromHere({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return isLoopbackName(headers.host ?? "") && PROXY_HEADERS.every((name) => headers[name] === undefined);
}

/** The host names that a client may use for us: loopback, the address we listen on, and what the operator added. */
export function allowedHosts(host: string, port: number, more: readonly string[]): ReadonlySet<string> {
  const own = host.includes(":") ? `[${host}]` : host;
  const wildcard = host === "0.0.0.0" || host === "::";
  const names = [...LOOPBACK_NAMES, ...(wildcard ? [] : [own])];
  const withPort = names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  return new Set([...withPort, ...more].map((name) => name.toLowerCase()));
}

/** Headers that decide who is asking and what the body is. */
const SAID_ONCE = ["Host", "Authorization", "Content-Type", "Content-Encoding"];

export function checkMeantForUs(
  request: IncomingMessage,
  hosts: ReadonlySet<string>,
  pages?: readonly string[] | undefined,
): void {
  // Node reports the first one; a proxy in front of us may have used the other.
  const repeated = SAID_ONCE.find((name) => (request.headersDistinct[name.toLowerCase()]?.length ?? 0) > 1);
  if (repeated !== undefined)
    throw new TidelineError("invalid-argument", `The request has two ${repeated} headers. Send one.`);
  const host = request.headers.host?.toLowerCase();
  if (host === undefined || !hosts.has(host))
    throw new TidelineError(
      "not-allowed",
      "The Host header names a host that this server does not accept. The operator can add it with --allow-host.",
    );
  const { origin } = request.headers;
  if (isAllowedOrigin(origin, pages)) return;
  if (origin !== undefined && !isOwnOrigin(origin, hosts))
    throw new TidelineError(
      "not-allowed",
      "Pages of other sites may not call this server, unless the operator names their origin with --allow-origin.",
    );
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none")
    throw new TidelineError(
      "not-allowed",
      "Pages of other sites may not call this server, unless the operator names their origin with --allow-origin.",
    );
}

/** Is this URL origin (of a page, or of a request's target) one of our own names? */
export function isOwnOrigin(origin: string, hosts: ReadonlySet<string>): boolean {
  const match = /^https?:\/\/([^/]+)$/.exec(origin.toLowerCase());
  const name = match?.[1];
  if (name === undefined) return false;
  return hosts.has(name) || (!/:\d+$/.test(name) && (hosts.has(`${name}:443`) || hosts.has(`${name}:80`)));
}
