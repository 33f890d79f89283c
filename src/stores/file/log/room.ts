/**
 * What stands behind the end of a log file that is written to again and again?
 *
 * Zeros: room for the next appends. A sync that need not record a new length takes about two thirds of the time,
 * on every file system that we know. Zeros stand in no line (JSON writes them as \u0000), and they are also what a
 * power cut leaves of sectors that never reached the medium; so a torn append looks the same with room and without.
 *
 * A file with room ends at a whole number of blocks. Zeros at the end of any other file are no room, and somebody
 * is told of them.
 */
import { type Disk, errnoOf } from "../disk/disk.ts";
import { writeAll } from "../disk/files.ts";

const BLOCK_BYTES = 4 * 1024;
/** As much as some hundred appends of one fact take: making room takes as long as an append. */
const MOST_ROOM_BYTES = 64 * 1024;
const ZERO = 0;
const ZEROS = Buffer.alloc(MOST_ROOM_BYTES + BLOCK_BYTES);

/** May a file of this length end in room? */
export function mayHaveRoom(size: number): boolean {
  return size > 0 && size % BLOCK_BYTES === 0;
}

/** The bytes from `offset` to the end of their file, without its room. */
export function withoutRoom(bytes: Buffer, offset: number): Buffer {
  if (!mayHaveRoom(offset + bytes.length)) return bytes;
  return bytes.subarray(0, endOfText(bytes));
}

/** Zeros before the end: a torn append, damage, or a line that is being written while we read. */
export function hasInnerZeros(bytes: Buffer): boolean {
  const first = bytes.indexOf(ZERO);
  return first >= 0 && first < endOfText(bytes);
}

/** After the last byte that is not zero. */
export function endOfText(bytes: Buffer): number {
  const first = bytes.indexOf(ZERO);
  if (first < 0) return bytes.length;
  // Mostly nothing but room follows the first zero, and comparing is a hundred times as fast as looping.
  const rest = bytes.subarray(first);
  if (rest.length <= ZEROS.length && rest.equals(ZEROS.subarray(0, rest.length))) return first;
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === ZERO) end--;
  return end;
}

/** Makes room behind `end` and returns the file's length. Only to be faster: for want of space there is none. */
export function makeRoom(disk: Disk, file: number, end: number, segmentBytes: number): number {
  const wanted = end + Math.min(MOST_ROOM_BYTES, segmentBytes);
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
