/**
 * Where is what was derived kept, and is it whole?
 *
 * A blob is a header line (name, seq, length, SHA-256) and bytes, written beside and renamed into place. One
 * that is not whole, or older than an erasure, is no blob: it is removed and derived anew.
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

/** Writes it beside its place, and says where; the caller renames it. */
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

/** "damaged" if there is one that is not whole. */
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
    return undefined; // Not whole: derived anew.
  }
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url");
}
