/** What does a backend give to be tested, and what is it tested by? */
import type { AnyStorage } from "../../ports/storage.ts";

export interface StorageHarness {
  /** A new, empty store. */
  open(): AnyStorage | Promise<AnyStorage>;
  /** The same store again, as another process would open it; undefined where there is no such thing. */
  reopen?(store: AnyStorage): AnyStorage | Promise<AnyStorage>;
  /** Everything the store keeps, as text: to see that what was erased is nowhere. */
  dump?(store: AnyStorage): string | Promise<string>;
}

/** By name; each on a store of its own, empty at first. */
export type StorageCases = Readonly<
  Record<string, (store: AnyStorage, harness: StorageHarness) => Promise<void>>
>;
