/**
 * How are derived blobs (snapshots, indexes) stored, and is a stored one intact?
 *
 * A blob file is a header line (name, seq, length, SHA-256) and the bytes. It is written under another name and renamed
 * into place. A damaged blob, or one from before an erasure, is ignored, and its content is derived again.
 */

import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { TidelineError } from "../../errors.ts";
import { MAX_BLOB_BYTES } from "../../limits.ts";
import { checkBlobName } from "../../log/batch.ts";
import { finish, type Slices } from "../../ports/slices.ts";
import type { Blob } from "../../ports/storage.ts";
import { type Disk, errnoOf } from "./disk/disk.ts";
import {
  BYTES_PER_SLICE,
  beginDraft,
  type Draft,
  makeFolderIfMissing,
  readingFile,
  removeFilesIn,
  writeDraft,
  writingDraft,
} from "./disk/files.ts";
import { troubleWith } from "./disk/trouble.ts";

export function checkBlob(name: string, bytes: Uint8Array): void {
  checkBlobName(name);
  if (bytes.length > MAX_BLOB_BYTES) {
    throw new TidelineError(
      "batch-too-large",
      `The blob "${name}" takes ${bytes.length} bytes; the limit is ${MAX_BLOB_BYTES}.`,
    );
  }
}

/** Writes the blob under another name and returns the path; the caller renames it into place. */
export function draftBlob(disk: Disk, folder: string, name: string, blob: Blob, nonce: string): string {
  try {
    makeFolderIfMissing(disk, folder);
    const header = headerOf(name, blob, finish(digesting(blob.bytes)));
    return writeDraft(disk, `${folder}/${name}`, [header, blob.bytes], nonce);
  } catch (error) {
    throw troubleWith(folder, "write", error);
  }
}

/** An empty draft of the blob, for `writingBlob`. */
export function beginBlob(disk: Disk, folder: string, name: string, nonce: string): Draft {
  try {
    makeFolderIfMissing(disk, folder);
    return beginDraft(disk, `${folder}/${name}`, nonce);
  } catch (error) {
    throw troubleWith(folder, "write", error);
  }
}

/** Writes the blob into its draft, in slices. */
export function* writingBlob(
  disk: Disk,
  draft: Draft,
  name: string,
  blob: Blob,
  sha256: string,
): Slices<void> {
  try {
    yield* writingDraft(disk, draft, [headerOf(name, blob, sha256), blob.bytes]);
  } catch (error) {
    throw troubleWith(dirname(draft.path), "write", error);
  }
}

function headerOf(name: string, { seq, bytes }: Blob, sha256: string): Buffer {
  return Buffer.from(`${JSON.stringify({ blob: name, seq, bytes: bytes.length, sha256 })}\n`);
}

/** undefined: there is none. "damaged": there is one, but it is not intact. */
export function readBlob(disk: Disk, folder: string, name: string): Blob | "damaged" | undefined {
  return finish(readingBlob(disk, folder, name));
}

/** The same in slices. */
export function* readingBlob(disk: Disk, folder: string, name: string): Slices<Blob | "damaged" | undefined> {
  let file: Buffer;
  try {
    file = yield* readingFile(disk, `${folder}/${name}`);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw troubleWith(folder, "read", error);
  }
  const end = file.indexOf(10);
  const header = end < 0 ? undefined : parseHeader(file.toString("utf8", 0, end));
  const bytes = file.subarray(end + 1);
  if (header?.blob !== name || header.bytes !== bytes.length) return "damaged";
  if (header.sha256 !== (yield* digesting(bytes))) return "damaged";
  return Number.isSafeInteger(header.seq) ? { seq: header.seq, bytes } : "damaged";
}

export function removeBlobs(disk: Disk, folder: string): void {
  removeFilesIn(disk, folder);
}

function parseHeader(
  text: string,
): { blob?: string; seq: number; bytes?: number; sha256?: string } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Damaged: its content is derived again.
  }
}

/** SHA-256 in slices. */
export function* digesting(bytes: Uint8Array): Slices<string> {
  const hash = createHash("sha256");
  for (let from = 0; from < bytes.length; from += BYTES_PER_SLICE) {
    hash.update(bytes.subarray(from, from + BYTES_PER_SLICE));
    yield undefined;
  }
  return hash.digest("base64url");
}
