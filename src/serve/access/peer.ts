/**
 * Whose program is at the other end of a loopback connection?
 *
 * Without tokens loopback is open, and a machine may have several users. Linux says to whom a socket belongs
 * (/proc/net/tcp); elsewhere it cannot be known, and tokens are the way to keep others out.
 */
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";

const ROOT_UID = 0;
const ESTABLISHED = "01";
const answers = new WeakMap<Socket, boolean>();

/** False only where it is known to be somebody else's. */
export function isOwnPeer(socket: Socket): boolean {
  const known = answers.get(socket);
  if (known !== undefined) return known;
  const uid = uidOf(socket.remotePort, socket.localPort);
  const answer = uid === undefined || uid === ROOT_UID || uid === process.getuid?.();
  answers.set(socket, answer);
  return answer;
}

function uidOf(peerPort: number | undefined, ownPort: number | undefined): number | undefined {
  if (process.platform !== "linux" || peerPort === undefined || ownPort === undefined) return undefined;
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    const uid = peerUid(readTable(table), peerPort, ownPort);
    if (uid !== undefined) return uid;
  }
  return undefined;
}

/** The peer's own entry: its local port is our remote one. */
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
    return ""; // A kernel without it: then it cannot be known.
  }
}
