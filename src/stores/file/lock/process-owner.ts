/**
 * Who holds a lock, and is that process still there?
 *
 * A process is known by machine, boot, pid namespace, pid and start time, so that neither a reused pid nor a
 * restarted machine is mistaken for the owner. Where that cannot be known (another machine, another container),
 * the answer is "unknown" and the lock falls back on its lease.
 */

import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

export interface Owner {
  /** Where it runs: two owners with one place can see each other's pids. */
  readonly place: string;
  readonly pid: number;
  /** The process's start time in clock ticks, or 0 where the system does not tell. */
  readonly started: number;
  /** One store object in that process. */
  readonly nonce: string;
}

export interface Processes {
  me(): Owner;
  isDead(owner: Owner): "dead" | "alive" | "unknown";
  /** Milliseconds that never jump. */
  monotonicMs(): number;
  sleepMs(duration: number): void;
}

/** In a file name: letters, digits, - and _ between dots. */
export function ownerText(owner: Owner): string {
  return `${owner.place}.${owner.pid}.${owner.started}.${owner.nonce}`;
}

export function parseOwner(text: string): Owner | undefined {
  const [place, pid, started, nonce, ...rest] = text.split(".");
  if (place === undefined || nonce === undefined || rest.length > 0) return undefined;
  return { place, pid: Number(pid), started: Number(started), nonce };
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));
let knownPlace: string | undefined;

export const nodeProcesses: Processes = {
  me: () => ({
    place: thisPlace(),
    pid: process.pid,
    started: startOf(process.pid) ?? 0,
    nonce: randomBytes(6).toString("base64url"),
  }),
  isDead(owner) {
    if (owner.place !== thisPlace()) return "unknown";
    try {
      process.kill(owner.pid, 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ESRCH") return "dead";
    }
    const started = startOf(owner.pid);
    if (started === undefined || owner.started === 0) return "alive";
    return started === owner.started ? "alive" : "dead";
  },
  monotonicMs: () => performance.now(),
  sleepMs: (duration) => void Atomics.wait(sleeper, 0, 0, duration),
};

function thisPlace(): string {
  knownPlace ??= describePlace();
  return knownPlace;
}

/** Machine, boot and pid namespace, hashed: it goes into a file name. */
function describePlace(): string {
  const parts = [
    hostname(),
    tryRead("/etc/machine-id"),
    tryRead("/proc/sys/kernel/random/boot_id"),
    tryLink("/proc/self/ns/pid"),
  ];
  return createHash("sha256").update(parts.join("\n")).digest("base64url").slice(0, 16);
}

/** Field 22 of /proc/PID/stat; the second field is in brackets and may hold anything. */
function startOf(pid: number): number | undefined {
  const stat = tryRead(`/proc/${pid}/stat`);
  if (stat === "") return undefined;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A zombie holds no lock: it will never run again.
  if (fields[0] === "Z" || fields[0] === "X") return -1;
  const started = Number(fields[19]);
  return Number.isSafeInteger(started) ? started : undefined;
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return ""; // Not every system tells; what is missing is missing for every process here alike.
  }
}

function tryLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
