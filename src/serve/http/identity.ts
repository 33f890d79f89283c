/**
 * Who is asking? A token says who. Without a token it is the owner, provided that the workspace has no tokens and the
 * request comes from this machine.
 */
import type { IncomingMessage } from "node:http";
import { TidelineError } from "../../errors.ts";
import { isOwnPeer } from "../access/peer.ts";
import type { TokenEnd } from "../access/tokens.ts";
import { type Caller, LOCAL_OWNER } from "../caller.ts";
import type { Workspace } from "../workspace.ts";
import { isFromHere, isLoopback, isLoopbackName } from "./guard.ts";
import type { RateLimit } from "./rate.ts";

/** Under which names the server can be reached. */
export interface Reachable {
  readonly host: string;
  /** Further host names that clients may use, with their port. */
  readonly allowHosts: readonly string[];
  /** Origins of other sites whose pages may call the server. */
  readonly allowOrigins?: readonly string[] | undefined;
}

const ENDED: Readonly<Record<TokenEnd, string>> = {
  revoked: "This token was revoked. Ask the owner of the workspace for another.",
  expired: "This token has expired. Ask the owner of the workspace for another.",
};

export async function identify(
  request: IncomingMessage,
  workspace: Workspace,
  reach: Reachable,
  guesses: RateLimit,
): Promise<Caller> {
  const address = request.socket.remoteAddress ?? "";
  const header = request.headers.authorization;
  if (header === undefined) return await withoutToken(request, workspace, reach, address);
  const secret = /^Bearer (\S{1,200})$/i.exec(header)?.[1];
  if (secret === undefined && !/^Bearer\b/i.test(header)) throw notBearer(header);
  const found = secret === undefined ? undefined : await workspace.tokens.find(secret);
  // A valid token is accepted whatever others at its address have tried: one address may serve many clients. The holder
  // of a token that has ended is told so, however often: that is no guess.
  if (found !== undefined && "caller" in found) return found.caller;
  if (found !== undefined) throw new TidelineError("unauthorized", ENDED[found.ended]);
  guesses.take(address);
  throw new TidelineError("unauthorized", "This token is unknown here. Check that it was sent completely.");
}

/** The scheme is named as it was sent; what follows it may be a password. */
function notBearer(header: string): TidelineError {
  const scheme = /^[\w-]{1,20}(?= )/.exec(header)?.[0];
  const sent = scheme === undefined ? "" : `, not ${scheme}`;
  return new TidelineError(
    "unauthorized",
    `The Authorization header must hold a bearer token${sent}: Authorization: Bearer tl_…`,
  );
}

async function withoutToken(
  request: IncomingMessage,
  workspace: Workspace,
  reach: Reachable,
  address: string,
): Promise<Caller> {
  const isOpen = beyondLoopback(reach) === undefined && isLoopback(address);
  if (!isOpen || (await workspace.tokens.list()).length > 0)
    throw new TidelineError("unauthorized", "Send a token: Authorization: Bearer tl_…");
  if (!isFromHere(request))
    throw new TidelineError(
      "unauthorized",
      "A request that comes through a proxy needs a token. Create one with tideline token create, and send it: Authorization: Bearer tl_…",
    );
  if (isOwnPeer(request.socket)) return { ...LOCAL_OWNER, name: "loopback", surface: "http" };
  throw new TidelineError(
    "unauthorized",
    "This request comes from another user of this machine, and needs a token: Authorization: Bearer tl_…",
  );
}

/** The server may be reachable beyond loopback only if tokens keep strangers out. */
export function checkReach(reach: Reachable, tokens: number): void {
  const beyond = beyondLoopback(reach);
  if (beyond === undefined || tokens > 0) return;
  throw new TidelineError(
    "not-allowed",
    `Without a token, anybody who reaches ${beyond} would be the owner. Create one first: tideline token create, or listen on 127.0.0.1 only.`,
  );
}

/** The name under which others than this machine's own programs can reach us; undefined if there is none. */
function beyondLoopback({ host, allowHosts, allowOrigins = [] }: Reachable): string | undefined {
  if (!isLoopback(host)) return host;
  const [page] = allowOrigins;
  return allowHosts.find((name) => !isLoopbackName(name)) ?? (page && `this server from a page of ${page}`);
}
