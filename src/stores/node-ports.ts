/**
 * How does Node provide what the engine asks of a host: hash, randomness, pauses, timers and time?
 */
import * as crypto from "node:crypto";
import { type FramePorts, saltSource } from "../log/frame.ts";
import type { Hash } from "../ports/hash.ts";
import type { Pause } from "../ports/pause.ts";
import type { Random } from "../ports/random.ts";
import { maintenanceFrom, nodeTimer } from "./node-maintenance.ts";

/** Uses the one-shot `crypto.hash` if Node has it (from 20.12 on). */
export const nodeHash: Hash = {
  sha256:
    typeof crypto.hash === "function"
      ? (text) => crypto.hash("sha256", text, "base64url")
      : (text) => crypto.createHash("sha256").update(text).digest("base64url"),
};

export const nodeRandom: Random = {
  bytes: (count) => new Uint8Array(crypto.randomBytes(count)),
  token: (count) => crypto.randomBytes(count).toString("base64url"),
};

/** How long work may go on in one turn of the event loop, all of it together. */
const TURN_MS = 5;

/** When long work began in this turn of the event loop; undefined if none has asked yet. */
let turnBeganMs: number | undefined;

export const nodePause: Pause = {
  breathe: () => new Promise((resolve) => setImmediate(resolve)),
  rest() {
    if (turnBeganMs === undefined) {
      turnBeganMs = performance.now();
      setImmediate(() => {
        turnBeganMs = undefined;
      });
      return undefined;
    }
    return performance.now() - turnBeganMs < TURN_MS ? undefined : nodePause.breathe();
  },
};

/** The ports for encoding lines. */
export function nodeFramePorts(): FramePorts {
  return { hash: nodeHash, salt: saltSource(nodeRandom.token) };
}

/** All ports of an engine on Node. */
export const nodePorts = {
  clock: { now: () => Date.now() },
  random: nodeRandom,
  hash: nodeHash,
  pause: nodePause,
  timer: nodeTimer,
  maintenance: () => maintenanceFrom(process.env),
} as const;
