/**
 * Which user's program is at the other end of a loopback connection?
 *
 * Without tokens, loopback is open, and a machine may have several users. Linux says which user a socket belongs to
 * (/proc/net/tcp). Other systems do not say, so only tokens keep other users out there.
 */
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";

const ROOT_UID = 0;
const ESTABLISHED = "01";
const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];

/** When connections were accepted, and what was found out about them. */
const acceptedAt = new WeakMap<Socket, number>();
const answers = new WeakMap<Socket, boolean>();
/** The system's list of connections as last read. It is kept because reading it is slow if there are many. */
let tables: { readonly readAt: number; readonly texts: readonly string[] } | undefined;

/** Must be called for every connection when it is accepted. */
export function noteConnection(socket: Socket): void {
  acceptedAt.set(socket, performance.now());
}

/** False only if the connection is known to belong to another user. Root counts as own. */
export function isOwnPeer(socket: Socket): boolean {
  const known = answers.get(socket);
  if (known !== undefined) return known;
  const uid = uidOf(socket);
  const answer = uid === undefined || uid === ROOT_UID || uid === process.getuid?.();
  answers.set(socket, answer);
  return answer;
}

function uidOf(socket: Socket): number | undefined {
  const { remotePort, localPort } = socket;
  if (process.platform !== "linux" || remotePort === undefined || localPort === undefined) return undefined;
  for (const table of tablesSince(acceptedAt.get(socket) ?? Number.POSITIVE_INFINITY)) {
    const uid = peerUid(table, remotePort, localPort);
    if (uid !== undefined) return uid;
  }
  return undefined;
}

/** The list must be read after the connection was accepted: an older one could show who had that port before. */
function tablesSince(time: number): readonly string[] {
  if (tables === undefined || tables.readAt <= time) {
    const readAt = performance.now();
    tables = { readAt, texts: TABLES.map(readTable) };
  }
  return tables.texts;
}

/** Finds the peer's own entry: its local port is our remote port. */
export function peerUid(table: string, peerPort: number, ownPort: number): number | undefined {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, "0");
  for (const line of table.split("\n").slice(1)) {
    const [, local = "", remote = "", state, , , , uid] = line.trim().split(/\s+/);
    if (state === ESTABLISHED && local.endsWith(`:${hex(peerPort)}`) && remote.endsWith(`:${hex(ownPort)}`))
      return Number(uid);
  }
  return undefined;
}

function readTable(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // A kernel without this file: the user cannot be known.
  }
}
