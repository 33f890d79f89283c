/** What do streams, blobs and the registry need of the keys of a sealed workspace? `keyring.ts` provides it. */
import type { BodyCodec } from "../../../log/line-frame.ts";
import type { Stream } from "../../../model/stream.ts";

export interface Seals {
  /** Seals and opens the words of the stream in this folder. */
  codecOf(folder: string): BodyCodec;
  sealBlob(folder: string, name: string, seq: number, bytes: Uint8Array): Uint8Array;
  /** undefined: it is damaged, or from before an erasure. */
  openBlob(folder: string, name: string, seq: number, bytes: Uint8Array): Uint8Array | undefined;
  /** Destroys the keys of these events, and that of the blobs. */
  destroy(folder: string, seqs: Iterable<number>): void;
  /** Makes the keys of a folder, unless it has some. */
  addFolder(name: string, stream: Stream): void;
  /** Destroys the keys of a folder whose stream was dropped. */
  dropFolder(name: string): void;
  /** Whose folder it is, according to its keys. */
  streamOf(name: string): Stream | undefined;
}
