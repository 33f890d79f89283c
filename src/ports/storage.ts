/**
 * What must a backend do? Keep streams of events, in order, and never lose an acknowledged one.
 *
 * A backend is a log and nothing more: it decides nothing, ranks nothing and folds nothing, so memory behaves
 * the same on all of them. `brigade-tideline/testing` publishes the suite that a backend must pass.
 */
import type { MemoryEvent } from "../model/event.ts";
import type { Stream } from "../model/stream.ts";

/** How far a stream goes: its last event's number and the hash of its chain there. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

/** The head of a stream without events. */
export const NO_HEAD: Head = Object.freeze({ seq: 0, hash: "" });

export interface RecordedEvent {
  readonly seq: number;
  readonly hash: string;
  readonly event: MemoryEvent;
  /** The event had a body, and it is gone: erased, or lost and repaired. */
  readonly bodyGone: boolean;
}

export interface Page {
  /** The chain's hash at the event that was read after. Other than expected: history was replaced, fold anew.
   * undefined: that event was dropped. */
  readonly afterHash: string | undefined;
  readonly events: readonly RecordedEvent[];
  /** More events follow: ask again after the last. */
  readonly more: boolean;
}

/** Capabilities as data. */
export interface StorageSupport {
  /** Methods answer at once; otherwise they answer with promises. */
  readonly sync: boolean;
  /** Acknowledged events survive the end of the process. */
  readonly durable: boolean;
  /** Several processes may have it open. */
  readonly shared: boolean;
}

export interface Blob {
  readonly seq: number;
  readonly bytes: Uint8Array;
}

export interface Problem {
  readonly message: string;
  readonly file?: string;
  /** Byte offset in the file. */
  readonly position?: number;
  readonly seq?: number;
}

export interface VerifyReport {
  readonly ok: boolean;
  readonly events: number;
  readonly erased: number;
  readonly head: Head;
  readonly problems: readonly Problem[];
}

export interface VerifyOptions {
  /** A head noted earlier: finds a cut tail and a rewritten log, which no chain can show by itself. */
  readonly head?: Head;
  /** Told how many events were looked at so far: now and then, by stores that can tell. */
  readonly onProgress?: ((looked: number) => void) | undefined;
}

/** The calls of a backend, each answering with `Answer<T>`: a value, or the promise of one. */
interface StorageCalls<Sync extends boolean> {
  readonly supports: StorageSupport & { readonly sync: Sync };
  /** Events after `afterSeq`, oldest first; none of a stream that does not exist. `about`: a page of about so many
   * events is wanted, so that others have a turn in between; a backend may give more. */
  read(stream: Stream, afterSeq: number, about?: number): Answer<Sync, Page>;
  /** All of the events or none, after `expectedSeq` exactly: otherwise a `stream-moved` error. */
  append(stream: Stream, expectedSeq: number, events: readonly MemoryEvent[]): Answer<Sync, Head>;
  /** Streams that hold events. */
  list(): Answer<Sync, readonly Stream[]>;
  /** Something derived from the stream up to `seq`, kept to save time. May be missing at any time. */
  getBlob(stream: Stream, name: string): Answer<Sync, Blob | undefined>;
  putBlob(stream: Stream, name: string, seq: number, bytes: Uint8Array): Answer<Sync, void>;
  /** Appends an `erased` event, then destroys the bodies it names and every blob of the stream. */
  erase(stream: Stream, expectedSeq: number, erased: MemoryEvent): Answer<Sync, Head>;
  /** Removes a stream's events: a whole stream with its blobs (of an origin, the marks too), or the old part of
   * a marks stream up to a checkpointed event (whole files only, so some may stay). */
  drop(stream: Stream, upToSeq: number | "all"): Answer<Sync, void>;
  verify(stream: Stream, options?: VerifyOptions): Answer<Sync, VerifyReport>;
  close(): Answer<Sync, void>;
}

type Answer<Sync extends boolean, T> = Sync extends true ? T : Promise<T>;

export interface StorageAdapter extends StorageCalls<true> {}
export interface AsyncStorageAdapter extends StorageCalls<false> {}
export type AnyStorage = StorageAdapter | AsyncStorageAdapter;
