/**
 * What follows the text in a log file that is written to again and again?
 *
 * Padding for the next appends: zeros. A sync that need not record a new file length takes about two thirds of the
 * time, on every file system that we know. Lines contain no zero bytes (JSON writes them as \u0000). Sectors that never
 * reached the medium before a power cut read as zeros too, so a torn append looks the same with padding and without.
 *
 * A file with padding has a length of whole blocks. Zeros at the end of any other file are no padding; they are
 * reported.
 */
import { type Disk, errnoOf } from "../disk/disk.ts";
import { writeAll } from "../disk/files.ts";

const BLOCK_BYTES = 4 * 1024;
/** Enough for some hundred appends of one fact. Padding takes as long as an append, so it must be rare. */
const MOST_PADDING_BYTES = 64 * 1024;
const ZERO = 0;
const ZEROS = Buffer.alloc(MOST_PADDING_BYTES + BLOCK_BYTES);

/** Can a file of this length end in padding? */
export function mayHavePadding(size: number): boolean {
  return size > 0 && size % BLOCK_BYTES === 0;
}

/** The bytes from `offset` to the end of their file, without its padding. */
export function withoutPadding(bytes: Buffer, offset: number): Buffer {
  if (!mayHavePadding(offset + bytes.length)) return bytes;
  return bytes.subarray(0, endOfText(bytes));
}

/** Are there zeros before the end of the text? They mean a torn append, damage, or a line written while we read. */
export function hasInnerZeros(bytes: Buffer): boolean {
  const first = bytes.indexOf(ZERO);
  return first >= 0 && first < endOfText(bytes);
}

/** The offset after the last byte that is not zero. */
export function endOfText(bytes: Buffer): number {
  const first = bytes.indexOf(ZERO);
  if (first < 0) return bytes.length;
  // Usually only padding follows the first zero, and comparing buffers is a hundred times as fast as looping.
  const rest = bytes.subarray(first);
  if (rest.length <= ZEROS.length && rest.equals(ZEROS.subarray(0, rest.length))) return first;
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === ZERO) end--;
  return end;
}

/** Pads the file after `end` and returns its length. An optimisation: if the disk is full, nothing is added. */
export function addPadding(disk: Disk, file: number, end: number, volumeBytes: number): number {
  const wanted = end + Math.min(MOST_PADDING_BYTES, volumeBytes);
  const size = Math.ceil(wanted / BLOCK_BYTES) * BLOCK_BYTES;
  try {
    writeAll(disk, file, ZEROS.subarray(0, size - end), end);
    return size;
  } catch (error) {
    if (errnoOf(error) !== "ENOSPC" && errnoOf(error) !== "EDQUOT") throw error;
    disk.truncate(file, end);
    return end;
  }
}
