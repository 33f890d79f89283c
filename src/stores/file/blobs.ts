/**
 * How are derived blobs (snapshots, indexes) stored, and is a stored one intact?
 *
 * A blob file is a header line (name, seq, length, SHA-256) and the bytes. It is written under another name and renamed
 * into place. A damaged blob, or one from before an erasure, is ignored, and its content is derived again.
 */
import { createHash } from "node:crypto";
import { TidelineError } from "../../errors.ts";
import { MAX_BLOB_BYTES } from "../../limits.ts";
import { checkBlobName } from "../../log/batch.ts";
import type { Blob } from "../../ports/storage.ts";
import { type Disk, errnoOf } from "./disk/disk.ts";
import { makeFolderIfMissing, readRange, removeFilesIn, writeDraft } from "./disk/files.ts";
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
    const header = { blob: name, seq: blob.seq, bytes: blob.bytes.length, sha256: digest(blob.bytes) };
    return writeDraft(
      disk,
      `${folder}/${name}`,
      [Buffer.from(`${JSON.stringify(header)}\n`), blob.bytes],
      nonce,
    );
  } catch (error) {
    throw troubleWith(folder, "write", error);
  }
}

/** undefined: there is none. "damaged": there is one, but it is not intact. */
export function readBlob(disk: Disk, folder: string, name: string): Blob | "damaged" | undefined {
  let file: Buffer;
  try {
    file = readRange(disk, `${folder}/${name}`, 0);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw troubleWith(folder, "read", error);
  }
  const end = file.indexOf(10);
  const header = end < 0 ? undefined : parseHeader(file.toString("utf8", 0, end));
  const bytes = file.subarray(end + 1);
  if (header?.blob !== name || header.bytes !== bytes.length || header.sha256 !== digest(bytes))
    return "damaged";
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

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url");
}
