/**
 * A memory whose every run is the same: its ids come from a seed and its time from a clock that is given, so that
 * ties break the same way each time.
 */
import type { Mind } from "../engine/mind.ts";
import { AsyncTideline } from "../facade/async.ts";
import { openHandle, type TidelineOptions } from "../facade/handle.ts";
import { SyncTideline } from "../facade/sync.ts";
import type { State } from "../log/fold.ts";
import { driveNow } from "../log/steps.ts";
import type { ClockAdapter } from "../ports/clock.ts";
import type { Random } from "../ports/random.ts";
import type { AnyStorage, StorageAdapter } from "../ports/storage.ts";
import { nodeHash, nodePause } from "../stores/node-ports.ts";
import { type Chance, seededChance } from "./chance.ts";

export interface SeededOptions extends TidelineOptions {
  readonly clock: ClockAdapter;
  readonly seed: number;
}

class SeededTideline extends SyncTideline {
  static seeded(store: StorageAdapter, options: SeededOptions): SyncTideline {
    return new SeededTideline(handleOf(store, options));
  }
}

/** Over a store that answers at once. */
export function openSeeded(store: StorageAdapter, options: SeededOptions): SyncTideline {
  return SeededTideline.seeded(store, options);
}

/** Over any store, and with whatever answers later. */
export function connectSeeded(store: AnyStorage, options: SeededOptions): AsyncTideline {
  return new AsyncTideline(handleOf(store, options));
}

/** The owner's indexes themselves, as recall reads them; each call brings them up to date. */
export function seededIndexes(
  store: StorageAdapter,
  options: SeededOptions,
): () => Pick<Mind, "search" | "vectors"> & { readonly state: State } {
  const { engine, origin } = handleOf(store, options);
  const { replica, search, vectors } = engine.mind(origin);
  return () => ({ state: driveNow(replica.catchUp()), search, vectors });
}

function handleOf(store: AnyStorage, { seed, ...options }: SeededOptions): ReturnType<typeof openHandle> {
  const ports = { clock: options.clock, random: seededRandom(seed), hash: nodeHash, pause: nodePause };
  return openHandle(store, ports, options);
}

/** Not for anything that must not be guessed. Tokens have a chance of their own: ids do not depend on them. */
function seededRandom(seed: number): Random {
  const [forBytes, forTokens] = [seededChance(seed), seededChance(~seed)];
  const draw = (count: number, chance: Chance) =>
    Uint8Array.from({ length: count }, () => Math.floor(chance() * 256));
  return {
    bytes: (count) => draw(count, forBytes),
    token: (count) => Array.from(draw(count, forTokens), (byte) => byte.toString(16)).join(""),
  };
}
