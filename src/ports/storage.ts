/**
 * What must a backend do? Keep streams of events, in order, and never lose an acknowledged event.
 *
 * A backend is a log and nothing more: it decides nothing, ranks nothing and folds nothing, so memory behaves the same
 * on every backend. `brigade-tideline/testing` publishes the suite that a backend must pass.
 */

import type { MemoryEvent } from "../model/event.ts";
import type { Stream } from "../model/stream.ts";
import type { Slices } from "./slices.ts";

/** The end of a stream: the sequence number of its last event, and the hash of its chain there. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

/** The head of a stream without events. */
export const NO_HEAD: Head = Object.freeze({ seq: 0, hash: "" });

/** An event with its place in the stream. */
export interface RecordedEvent {
  readonly seq: number;
  readonly hash: string;
  readonly event: MemoryEvent;
  /** The event had a body that is gone: erased, or lost and repaired. */
  readonly bodyGone: boolean;
}

/** Some events of a stream, and whether there are more. */
export interface Page {
  /**
   * The hash of the chain at the event `afterSeq`. If it is not the expected one, history was replaced and must be
   * folded anew. undefined: that event was dropped.
   */
  readonly afterHash: string | undefined;
  readonly events: readonly RecordedEvent[];
  /** More events follow: read again after the last one. */
  readonly more: boolean;
}

/** What a backend is capable of, as data. */
export interface StorageSupport {
  /** Methods return values. Otherwise they return promises. */
  readonly sync: boolean;
  /** Acknowledged events survive the end of the process. */
  readonly durable: boolean;
  /** Several processes may have the store open at once. */
  readonly shared: boolean;
}

/** Something derived from a stream, and kept to save time. */
export interface Blob {
  readonly seq: number;
  readonly bytes: Uint8Array;
}

/** Something that is wrong with a stream. */
export interface Problem {
  readonly message: string;
  readonly file?: string;
  /** Byte offset in the file. */
  readonly position?: number;
  readonly seq?: number;
}

/** Whether a stream is intact, and what is wrong if it is not. */
export interface VerifyReport {
  readonly ok: boolean;
  readonly events: number;
  readonly erased: number;
  readonly head: Head;
  readonly problems: readonly Problem[];
}

/** What a log is checked against. */
export interface VerifyOptions {
  /** A head noted earlier. It reveals a cut tail or a rewritten log, which the chain alone cannot show. */
  readonly head?: Head;
  /** Called now and then with the number of events checked so far, by stores that can report it. */
  readonly onProgress?: ((looked: number) => void) | undefined;
}

/** The methods of a backend. Each returns an `Answer<T>`: a value, or the promise of one. */
interface StorageCalls<Sync extends boolean> {
  readonly supports: StorageSupport & { readonly sync: Sync };
  /**
   * The events after `afterSeq`, oldest first; none for a stream that does not exist. `about` asks for a page of about
   * that many events, so that other work can run in between; a backend may return more.
   */
  read(stream: Stream, afterSeq: number, about?: number): Answer<Sync, Page>;
  /**
   * Appends all of the events or none, directly after `expectedSeq`. If the stream has another head: a `stream-moved`
   * error.
   */
  append(stream: Stream, expectedSeq: number, events: readonly MemoryEvent[]): Answer<Sync, Head>;
  /** The streams that hold events, side streams apart; also those of origins that have an inbox only. */
  list(): Answer<Sync, readonly Stream[]>;
  /** Something derived from the stream up to `seq`, kept to save time. It may be missing at any time. */
  getBlob(stream: Stream, name: string): Answer<Sync, Blob | undefined>;
  putBlob(stream: Stream, name: string, seq: number, bytes: Uint8Array): Answer<Sync, void>;
  /** Appends an `erased` event, then destroys the bodies it names and every blob of the stream. */
  erase(stream: Stream, expectedSeq: number, erased: MemoryEvent): Answer<Sync, Head>;
  /**
   * Removes events of a stream: either a whole stream with its blobs (for an origin, its marks stream too), or the old
   * part of a marks stream up to a checkpointed event. The latter removes whole files only, so some of the events may
   * stay.
   */
  drop(stream: Stream, upToSeq: number | "all"): Answer<Sync, void>;
  verify(stream: Stream, options?: VerifyOptions): Answer<Sync, VerifyReport>;
  close(): Answer<Sync, void>;
}

type Answer<Sync extends boolean, T> = Sync extends true ? T : Promise<T>;

/** The keys of a store whose words are sealed, as the governance verbs see them. Keys themselves never leave it. */
export interface StorageKeys {
  status(): StorageKeysStatus;
  /** The id of a stream's keys, as headers name it; empty if it has none. */
  idOf(stream: Stream): string;
  /** Are these keys destroyed: of these events, or without `seqs` all of them? Also if there are no such keys. */
  areDestroyed(id: string, side: "log" | "inbox", seqs?: Iterable<number>): boolean;
  /**
   * Notes that the vault's key must be replaced, before anything is erased: if that is cut off, the next opening replaces
   * it.
   */
  owe(): void;
  /** Replaces the vault's key and destroys the old one: copies made before cannot be read any more. */
  replace(): ReplacedKey;
  /** Does the vault still hold this key of its own? */
  isHeld(key: string): boolean;
}

export interface StorageKeysStatus {
  /** What kind of vault holds the workspace's key, and where. */
  readonly vault: string;
  readonly place: string;
  /** The id of the vault's key. */
  readonly key: string;
  /** The vault can destroy a key for good. */
  readonly destroys: boolean;
  /** Keys were destroyed here, and copies from before can still be read with the vault's present key. */
  readonly due: boolean;
  /** Until when some of the words were plain; undefined if they were sealed from the beginning. */
  readonly plainUntil?: number | undefined;
}

/** The vault's key before and after. `destroyed`: the old one is gone for good. */
export interface ReplacedKey {
  readonly from: string;
  readonly to: string;
  readonly destroyed: boolean;
}

/** A store that answers at once. `brigade-tideline/testing` has the suite that a store must pass. */
export interface StorageAdapter extends StorageCalls<true> {
  /**
   * The same as `read`, `append`, `getBlob` and `putBlob` for what is large, in slices of a few milliseconds: at every
   * `yield`, other work may run, other calls of this store too. What they do is all or nothing as ever. A backend may
   * lack them.
   */
  readonly inSlices?: StorageInSlices | undefined;
  /** Only of a store whose words are sealed. */
  readonly keys?: StorageKeys | undefined;
}

export interface StorageInSlices {
  read(stream: Stream, afterSeq: number, about?: number): Slices<Page>;
  append(stream: Stream, expectedSeq: number, events: readonly MemoryEvent[]): Slices<Head>;
  getBlob(stream: Stream, name: string): Slices<Blob | undefined>;
  putBlob(stream: Stream, name: string, seq: number, bytes: Uint8Array): Slices<void>;
}

/** A store that answers with promises. */
export interface AsyncStorageAdapter extends StorageCalls<false> {}
/** A store that answers at once, or one that answers with promises. */
export type AnyStorage = StorageAdapter | AsyncStorageAdapter;
