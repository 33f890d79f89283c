/**
 * What does Node give? Hash, chance, pauses, time; and all of it together, as a host on Node has it.
 */
import { hash, randomBytes } from "node:crypto";
import { type FramePorts, saltSource } from "../log/frame.ts";
import type { Hash } from "../ports/hash.ts";
import type { Pause } from "../ports/pause.ts";
import type { Random } from "../ports/random.ts";
import { maintenanceFrom, nodeTimer } from "./node-maintenance.ts";

export const nodeHash: Hash = { sha256: (text) => hash("sha256", text, "base64url") };

export const nodeRandom: Random = {
  bytes: (count) => new Uint8Array(randomBytes(count)),
  token: (count) => randomBytes(count).toString("base64url"),
};

export const nodePause: Pause = { breathe: () => new Promise((resolve) => setImmediate(resolve)) };

/** What lines are made with. */
export function nodeFramePorts(): FramePorts {
  return { hash: nodeHash, salt: saltSource(nodeRandom.token) };
}

/** What an engine stands on. */
export const nodePorts = {
  clock: { now: () => Date.now() },
  random: nodeRandom,
  hash: nodeHash,
  pause: nodePause,
  timer: nodeTimer,
  maintenance: () => maintenanceFrom(process.env),
} as const;
