/**
 * Hash, chance and pauses, by Node.
 */
import { hash, randomBytes } from "node:crypto";
import { type FramePorts, saltSource } from "../log/frame.ts";
import type { Hash } from "../ports/hash.ts";
import type { Pause } from "../ports/pause.ts";
import type { Random } from "../ports/random.ts";

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
