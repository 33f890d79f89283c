/**
 * What is a workspace before anything is in it? Empty, and nowhere on disk: its folder is created with the first write,
 * so that a refused command leaves nothing behind.
 */
import type { StorageAdapter } from "../../ports/storage.ts";
import { FactStore, type FactStoreOptions } from "../../stores/file/fact-store.ts";
import { MemoryStore } from "../../stores/memory.ts";

export class LazyFactStore implements StorageAdapter {
  readonly supports = { sync: true, durable: true, shared: true } as const;
  /** Nothing is ever written to the memory store: the file store replaces it with the first write. */
  private store: MemoryStore | FactStore = new MemoryStore();
  private made: FactStore | undefined;
  private readonly make: () => FactStore;

  constructor(dir: string, options: FactStoreOptions) {
    this.make = () => new FactStore(dir, options);
  }

  read(...args: Parameters<StorageAdapter["read"]>): ReturnType<StorageAdapter["read"]> {
    return this.store.read(...args);
  }

  append(...args: Parameters<StorageAdapter["append"]>): ReturnType<StorageAdapter["append"]> {
    return this.begun().append(...args);
  }

  list(): ReturnType<StorageAdapter["list"]> {
    return this.store.list();
  }

  getBlob(...args: Parameters<StorageAdapter["getBlob"]>): ReturnType<StorageAdapter["getBlob"]> {
    return this.store.getBlob(...args);
  }

  /** A blob is derived from what was written: before the first write there is nothing to store. */
  putBlob(...args: Parameters<StorageAdapter["putBlob"]>): void {
    this.made?.putBlob(...args);
  }

  erase(...args: Parameters<StorageAdapter["erase"]>): ReturnType<StorageAdapter["erase"]> {
    return this.begun().erase(...args);
  }

  drop(...args: Parameters<StorageAdapter["drop"]>): void {
    this.store.drop(...args);
  }

  verify(...args: Parameters<StorageAdapter["verify"]>): ReturnType<StorageAdapter["verify"]> {
    return this.store.verify(...args);
  }

  close(): void {
    this.store.close();
  }

  private begun(): FactStore {
    this.made ??= this.make();
    this.store = this.made;
    return this.made;
  }
}
