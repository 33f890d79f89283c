/**
 * Which bytes in a stream's folder do not count, and how do those that do become safe?
 *
 * For the writer only. Strays are what a writer left that was taken over, or that died: files that nothing which
 * counts came after, and bytes behind the last event that a file owes. Nobody acknowledged them, but they may say
 * what was erased since.
 */
import type { Disk } from "../disk/disk.ts";
import { readRange, removeIfThere, writeAll } from "../disk/files.ts";
import type { LogReader } from "./log-reader.ts";
import type { Point } from "./log-walk.ts";
import { overridden, type Segment } from "./segments.ts";

/** Files that do not count. */
export function removeOverridden(disk: Disk, reader: LogReader): void {
  const { all, winners } = reader.segments();
  for (const segment of overridden(all, winners)) removeIfThere(disk, reader.pathOf(segment));
}

/** Files that do not count, and bytes that do not count in files that do. */
export function removeStrays(disk: Disk, reader: LogReader): void {
  removeOverridden(disk, reader);
  const { winners } = reader.segments();
  for (let i = 0; i + 1 < winners.length; i++) {
    const segment = winners[i] as Segment;
    const next = winners[i + 1] as Segment;
    const end = reader.locate(next.firstSeq - 1, winners.slice(0, i + 1));
    // A file that owes no event at all is a stray from its first byte on.
    const offset =
      segment.firstSeq === next.firstSeq ? 0 : end?.segment.name === segment.name ? end.offset : undefined;
    if (offset === undefined) continue;
    if (reader.bytesOf(segment, offset).length > 0) cutFile(disk, reader.pathOf(segment), offset);
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
 * The last append of a writer that never said that it was done: written once more and synced. Syncing alone is
 * not enough: if its own sync had failed, the system may have dropped the bytes and still show them.
 */
export function secureEnd(
  disk: Disk,
  reader: LogReader,
  end: Point,
  winners: readonly Segment[],
  checkStillOurs: () => void,
): void {
  const from = reader.beforeLastAppend(winners);
  const offset = from?.segment.name === end.segment.name ? from.offset : 0;
  const path = reader.pathOf(end.segment);
  const bytes = readRange(disk, path, offset, end.offset);
  const file = disk.open(path, "update");
  try {
    // Late, it could put back what somebody else has erased since.
    checkStillOurs();
    writeAll(disk, file, bytes, offset);
    disk.sync(file);
  } finally {
    disk.close(file);
  }
}
