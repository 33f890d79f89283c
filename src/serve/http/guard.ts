/**
 * Is this request meant for us, and sent by whom we think?
 *
 * A page in the same browser can make requests to loopback. It cannot choose the Host under which it found us
 * (rebinding), nor hide where it comes from (Origin, Sec-Fetch-Site), nor send JSON without being asked first: each
 * of these is looked at before anything else is.
 */
import type { IncomingMessage } from "node:http";
import { TidelineError } from "../../errors.ts";

const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"];

export function isLoopback(address: string): boolean {
  return (
    address === "localhost" ||
    address === "::1" ||
    /^127(\.\d{1,3}){3}$/.test(address) ||
    /^::ffff:127\./.test(address)
  );
}

/** A name of ours, with or without a port, that means this machine alone. */
export function isLoopbackName(name: string): boolean {
  return isLoopback(
    name
      .replace(/:\d+$/, "")
      .replace(/^\[(.*)\]$/, "$1")
      .toLowerCase(),
  );
}

/** Headers with which a proxy says that it speaks for somebody else. */
const PROXY_HEADERS = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/** Asked for by a name of this machine, and not on behalf of somebody elsewhere, as far as the request tells. */
export function isFromHere({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return isLoopbackName(headers.host ?? "") && PROXY_HEADERS.every((name) => headers[name] === undefined);
}

/** The names a client may call us by: loopback, where we listen, and what the operator added. */
export function allowedHosts(host: string, port: number, more: readonly string[]): ReadonlySet<string> {
  const own = host.includes(":") ? `[${host}]` : host;
  const wildcard = host === "0.0.0.0" || host === "::";
  const names = [...LOOPBACK_NAMES, ...(wildcard ? [] : [own])];
  const withPort = names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  return new Set([...withPort, ...more].map((name) => name.toLowerCase()));
}

export function checkMeantForUs(request: IncomingMessage, hosts: ReadonlySet<string>): void {
  // Node tells us the first; a proxy in front of us may have gone by the other.
  if ((request.headersDistinct.host?.length ?? 0) > 1)
    throw new TidelineError("invalid-argument", "The request has two Host headers. Send one.");
  const host = request.headers.host?.toLowerCase();
  if (host === undefined || !hosts.has(host))
    throw new TidelineError(
      "not-allowed",
      "This server does not go by that name. The operator can add it with --allow-host.",
    );
  const { origin } = request.headers;
  if (origin !== undefined && !isOwnOrigin(origin, hosts))
    throw new TidelineError("not-allowed", "Pages of other sites may not call this server.");
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none")
    throw new TidelineError("not-allowed", "Pages of other sites may not call this server.");
}

/** Where a page comes from, or a request goes to: us, by one of our names. */
export function isOwnOrigin(origin: string, hosts: ReadonlySet<string>): boolean {
  const match = /^https?:\/\/([^/]+)$/.exec(origin.toLowerCase());
  const name = match?.[1];
  if (name === undefined) return false;
  return hosts.has(name) || (!/:\d+$/.test(name) && (hosts.has(`${name}:443`) || hosts.has(`${name}:80`)));
}
