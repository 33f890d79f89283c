/** What must a backend provide to be tested, and what does a test case look like? */
import type { AnyStorage } from "../../ports/storage.ts";

export interface StorageHarness {
  /** Opens a new, empty store. */
  open(): AnyStorage | Promise<AnyStorage>;
  /** Opens the same store again, as another process would. Omit it if the backend cannot do that. */
  reopen?(store: AnyStorage): AnyStorage | Promise<AnyStorage>;
  /** Everything that the store holds, as text. Used to check that erased words are nowhere in it. */
  dump?(store: AnyStorage): string | Promise<string>;
}

/** Cases by name. Each runs on its own store, which is empty at first. */
export type StorageCases = Readonly<
  Record<string, (store: AnyStorage, harness: StorageHarness) => Promise<void>>
>;
