/**
 * Which process holds a lock, and is it still alive?
 *
 * A process is identified by machine, boot, pid namespace, pid and start time, so that a process with a reused pid, or
 * after a restart of the machine, is not mistaken for the holder. For a process on another machine or in another
 * container the answer is "unknown", and the lock goes by its lease.
 */

import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

export interface Holder {
  /** Where the process runs: processes of the same place can see each other's pids. */
  readonly place: string;
  readonly pid: number;
  /** The start time of the process in clock ticks; 0 if the system does not tell. */
  readonly started: number;
  /** Identifies one store object in that process. */
  readonly nonce: string;
}

export interface Processes {
  me(): Holder;
  isDead(holder: Holder): "dead" | "alive" | "unknown";
  /** Milliseconds that never jump. */
  monotonicMs(): number;
  sleepMs(duration: number): void;
}

/** The holder as part of a file name: letters, digits, - and _ between dots. */
export function holderText(holder: Holder): string {
  return `${holder.place}.${holder.pid}.${holder.started}.${holder.nonce}`;
}

export function parseHolder(text: string): Holder | undefined {
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
  isDead(holder) {
    if (holder.place !== thisPlace()) return "unknown";
    try {
      process.kill(holder.pid, 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ESRCH") return "dead";
    }
    const started = startOf(holder.pid);
    if (started === undefined || holder.started === 0) return "alive";
    return started === holder.started ? "alive" : "dead";
  },
  monotonicMs: () => performance.now(),
  sleepMs: (duration) => void Atomics.wait(sleeper, 0, 0, duration),
};

function thisPlace(): string {
  knownPlace ??= describePlace();
  return knownPlace;
}

/** A hash of machine, boot and pid namespace, short enough for a file name. */
function describePlace(): string {
  const parts = [
    hostname(),
    tryRead("/etc/machine-id"),
    tryRead("/proc/sys/kernel/random/boot_id"),
    tryLink("/proc/self/ns/pid"),
  ];
  return createHash("sha256").update(parts.join("\n")).digest("base64url").slice(0, 16);
}

/** The start time: field 22 of /proc/PID/stat. The second field is in brackets and may hold anything, so fields are
 * counted from the last bracket. */
function startOf(pid: number): number | undefined {
  const stat = tryRead(`/proc/${pid}/stat`);
  if (stat === "") return undefined;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A zombie never runs again, so it counts as dead: -1 matches no recorded start time.
  if (fields[0] === "Z" || fields[0] === "X") return -1;
  const started = Number(fields[19]);
  return Number.isSafeInteger(started) ? started : undefined;
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return ""; // Not every system has this file; all processes on such a system lack it alike.
  }
}

function tryLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
