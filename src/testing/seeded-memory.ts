/**
 * How can a test run the same way every time? With a memory whose ids come from a seed and whose time comes from a
 * given clock, so that ties break the same way in every run.
 */

import type { State } from "../log/fold.ts";
import { driveNow } from "../log/steps.ts";
import { AsyncTideline } from "../memory/async.ts";
import { type Memory, openMemory } from "../memory/memory.ts";
import type { OpenOrigin } from "../memory/open-origin.ts";
import type { ReadyOptions } from "../memory/options.ts";
import { SyncTideline } from "../memory/sync.ts";
import type { ClockAdapter } from "../ports/clock.ts";
import type { Random } from "../ports/random.ts";
import type { AnyStorage, StorageAdapter } from "../ports/storage.ts";
import { nodeHash, nodePause } from "../stores/node-ports.ts";
import { type Chance, seededChance } from "./chance.ts";

export interface SeededOptions extends ReadyOptions {
  readonly clock: ClockAdapter;
  readonly seed: number;
}

class SeededTideline extends SyncTideline {
  static seeded(store: StorageAdapter, options: SeededOptions): SyncTideline {
    return new SeededTideline(memoryFrom(store, options));
  }
}

/** A memory over a synchronous store. */
export function openSeeded(store: StorageAdapter, options: SeededOptions): SyncTideline {
  return SeededTideline.seeded(store, options);
}

/** A memory over any store, also with asynchronous parts such as an embedder. */
export function connectSeeded(store: AnyStorage, options: SeededOptions): AsyncTideline {
  return new AsyncTideline(memoryFrom(store, options));
}

/** The owner's state and indexes as recall reads them. Each call of the result brings them up to date. */
export function seededIndexes(
  store: StorageAdapter,
  options: SeededOptions,
): () => Pick<OpenOrigin, "search" | "vectors"> & { readonly state: State } {
  const { open } = memoryFrom(store, options);
  const { replica, search, vectors } = open;
  return () => ({ state: driveNow(replica.catchUp()), search, vectors });
}

function memoryFrom(store: AnyStorage, { seed, ...options }: SeededOptions): Memory {
  const ports = { clock: options.clock, random: seededRandom(seed), hash: nodeHash, pause: nodePause };
  return openMemory(store, ports, options);
}

/** Not for secrets: the values can be guessed. Tokens are drawn from a sequence of their own, so ids do not depend on
 * how many tokens were drawn. */
function seededRandom(seed: number): Random {
  const [forBytes, forTokens] = [seededChance(seed), seededChance(~seed)];
  const draw = (count: number, chance: Chance) =>
    Uint8Array.from({ length: count }, () => Math.floor(chance() * 256));
  return {
    bytes: (count) => draw(count, forBytes),
    token: (count) => Array.from(draw(count, forTokens), (byte) => byte.toString(16)).join(""),
  };
}
