/**
 * Is a storage backend correct? It is if it passes these cases.
 *
 * The cases are plain data and need no particular test runner:
 * `for (const { name, run } of storageSuite(harness)) test(name, run)`. A backend may be synchronous or asynchronous.
 * Capabilities that it does not claim in `supports` are not tested.
 */
import { appending } from "./storage/appending.ts";
import { erasing } from "./storage/erasing.ts";
import type { StorageHarness } from "./storage/harness.ts";
import { keeping } from "./storage/keeping.ts";
import { reading } from "./storage/reading.ts";

export interface StorageCase {
  readonly name: string;
  run(): Promise<void>;
}

export function storageSuite(harness: StorageHarness): readonly StorageCase[] {
  return Object.entries({ ...reading, ...appending, ...erasing, ...keeping }).map(([name, run]) => ({
    name,
    async run() {
      const store = await harness.open();
      try {
        await run(store, harness);
      } finally {
        await store.close();
      }
    },
  }));
}
