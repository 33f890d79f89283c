/**
 * What does a database have to do for a log? Keep rows of lines and of streams, and change them in one step where a
 * step must not be seen in half.
 *
 * `line-store.ts` has the rules (heads, pages, erasing, verifying) once; a database is these few methods. A method
 * returns a value or a promise of one, as the database's client does.
 */
import type { Stream } from "../../model/stream.ts";
import type { Blob, Head } from "../../ports/storage.ts";
import type { LineRow } from "./rows.ts";

/** Where a stream stands. */
export interface StreamRow extends Head {
  /** The number of the first line that is still there; earlier ones were dropped. */
  readonly firstSeq: number;
}

/** Some lines of a stream, and where it stands: both as of the same moment. */
export interface LinePage {
  readonly stream: StreamRow;
  readonly rows: readonly LineRow[];
}

/** What an append writes. */
export interface Appending {
  /** The stream must end exactly here. */
  readonly after: Head;
  readonly head: Head;
  readonly rows: readonly LineRow[];
}

/** A value, or the promise of one. */
export type Later<T> = T | Promise<T>;

export interface Tables {
  /** Where the stream stands; undefined if it does not exist. */
  stream(key: string): Later<StreamRow | undefined>;
  /** The lines from `fromSeq` on, at most so many; undefined if there is no such stream. */
  lines(key: string, fromSeq: number, most: number): Later<LinePage | undefined>;
  /**
   * Moves the stream's end and adds the rows, or does nothing and answers false because the stream ends elsewhere. A new
   * stream begins with the first row, whichever number that has.
   */
  append(key: string, stream: Stream, appending: Appending): Later<boolean>;
  /** The same, and in the same step removes the words of the lines `erases` and every blob of the stream. */
  erase(key: string, appending: Appending, erases: readonly number[]): Later<boolean>;
  /** After an erasure: makes what was removed unreadable in the database's files, as far as the database can. */
  scrub(key: string): Later<void>;
  /** Every stream that has a line. */
  streams(): Later<readonly Stream[]>;
  /** Removes the streams, with their lines and blobs. */
  drop(keys: readonly string[]): Later<void>;
  /** Removes the lines up to `upToSeq`, never the last one. */
  dropUpTo(key: string, upToSeq: number): Later<void>;
  /** A blob that is not older than the stream's last erasure. */
  blob(key: string, name: string): Later<Blob | undefined>;
  /** Keeps the blob unless the stream does not exist, or had an erasure after `blob.seq`. */
  putBlob(key: string, name: string, blob: Blob): Later<void>;
  close(): Later<void>;
}
