// A memory store that goes on from where another one stands, without deciding anything again: for properties that would
// live through the same past in every run.
import { MemoryStore } from "../../src/stores/memory.ts";

interface Log {
  readonly lines: readonly string[];
  readonly blobs: ReadonlyMap<string, unknown>;
}

/** With the same lines, byte for byte, and logs of its own. The other one may be closed. */
export function copyOf(store: MemoryStore): MemoryStore {
  const copy = new MemoryStore();
  for (const [key, log] of logsOf(store))
    logsOf(copy).set(key, { ...log, lines: [...log.lines], blobs: new Map(log.blobs) });
  return copy;
}

function logsOf(store: MemoryStore): Map<string, Log> {
  return Reflect.get(store, "logs") as Map<string, Log>;
}
