/**
 * Which bytes in a stream's folder do not count, and how does a new writer make sure of those that do?
 *
 * Call these functions only while holding the lock. Strays are what a writer left behind that died or was taken over
 * from: files that no counting file came after, and bytes after the last event that counts in a file. They were never
 * acknowledged, but they may hold words that were erased since.
 */
import type { Disk } from "../disk/disk.ts";
import { readRange, removeIfThere, writeAll } from "../disk/files.ts";
import type { LogReader } from "./log-reader.ts";
import type { Point } from "./log-walk.ts";
import { type LogVolume, overridden } from "./volumes.ts";

/** Removes files that do not count. */
export function removeOverridden(disk: Disk, reader: LogReader): void {
  const { all, current } = reader.volumes();
  for (const volume of overridden(all, current)) removeIfThere(disk, reader.pathOf(volume));
}

/** Removes files that do not count, and bytes that do not count in files that do. */
export function removeStrays(disk: Disk, reader: LogReader): void {
  removeOverridden(disk, reader);
  const { current } = reader.volumes();
  for (let i = 0; i + 1 < current.length; i++) {
    const volume = current[i] as LogVolume;
    const next = current[i + 1] as LogVolume;
    const end = reader.locate(next.firstSeq - 1, current.slice(0, i + 1));
    // If the next file begins with the same event, nothing in this file counts.
    const offset =
      volume.firstSeq === next.firstSeq ? 0 : end?.volume.name === volume.name ? end.offset : undefined;
    if (offset === undefined) continue;
    if (reader.bytesOf(volume, offset).length > 0) cutFile(disk, reader.pathOf(volume), offset);
  }
}

export function cutFile(disk: Disk, path: string, length: number): void {
  const file = disk.open(path, "update");
  try {
    disk.truncate(file, length);
    disk.sync(file);
  } finally {
    disk.close(file);
  }
}

/**
 * Makes sure of the last append of a writer that did not finish its commit: writes it once more and syncs it. A sync
 * alone is not enough: if the writer's own sync failed, the system may have dropped the bytes and still show them.
 */
export function secureEnd(
  disk: Disk,
  reader: LogReader,
  end: Point,
  current: readonly LogVolume[],
  checkStillOurs: () => void,
): void {
  const from = reader.beforeLastAppend(current);
  const offset = from?.volume.name === end.volume.name ? from.offset : 0;
  const path = reader.pathOf(end.volume);
  const bytes = readRange(disk, path, offset, end.offset);
  const file = disk.open(path, "update");
  try {
    // After a take-over, this write could bring back words that somebody has erased since.
    checkStillOurs();
    writeAll(disk, file, bytes, offset);
    disk.sync(file);
  } finally {
    disk.close(file);
  }
}
