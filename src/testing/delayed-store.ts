/**
 * How does a synchronous store become an asynchronous one for tests? By delaying its answers.
 *
 * Every call waits before it reaches the store, and again before its answer comes back, so that calls of several users
 * interleave as they would over a network. Arguments are copied first, as if they were sent over a network.
 */
import type { MemoryEvent } from "../model/event.ts";
import type { Stream } from "../model/stream.ts";
import type {
  AsyncStorageAdapter,
  Blob,
  Head,
  Page,
  StorageAdapter,
  VerifyOptions,
  VerifyReport,
} from "../ports/storage.ts";

/** Resolves after a while; the caller decides how long that takes. */
export type Delay = () => Promise<void>;

export class DelayedStore implements AsyncStorageAdapter {
  readonly supports: AsyncStorageAdapter["supports"];
  private readonly store: StorageAdapter;
  private readonly delay: Delay;

  constructor(store: StorageAdapter, delay: Delay) {
    this.store = store;
    this.delay = delay;
    this.supports = { ...store.supports, sync: false };
  }

  read(stream: Stream, afterSeq: number, about?: number): Promise<Page> {
    return this.late(() => this.store.read(stream, afterSeq, about));
  }

  append(stream: Stream, expectedSeq: number, events: readonly MemoryEvent[]): Promise<Head> {
    const copy = structuredClone(events);
    return this.late(() => this.store.append(stream, expectedSeq, copy));
  }

  list(): Promise<readonly Stream[]> {
    return this.late(() => this.store.list());
  }

  getBlob(stream: Stream, name: string): Promise<Blob | undefined> {
    return this.late(() => this.store.getBlob(stream, name));
  }

  putBlob(stream: Stream, name: string, seq: number, bytes: Uint8Array): Promise<void> {
    const copy = bytes.slice();
    return this.late(() => this.store.putBlob(stream, name, seq, copy));
  }

  erase(stream: Stream, expectedSeq: number, erased: MemoryEvent): Promise<Head> {
    const copy = structuredClone(erased);
    return this.late(() => this.store.erase(stream, expectedSeq, copy));
  }

  drop(stream: Stream, upToSeq: number | "all"): Promise<void> {
    return this.late(() => this.store.drop(stream, upToSeq));
  }

  verify(stream: Stream, options?: VerifyOptions): Promise<VerifyReport> {
    return this.late(() => this.store.verify(stream, options));
  }

  close(): Promise<void> {
    return this.late(() => this.store.close());
  }

  private async late<T>(call: () => T): Promise<T> {
    await this.delay();
    const answer = call();
    await this.delay();
    return answer;
  }
}
