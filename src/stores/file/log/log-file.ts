/**
 * How do bytes get into the last file of a log? Keeps one file open and knows its length.
 *
 * For the writer only, while it holds the lock. Knows nothing about lines, or about other writers.
 */
import { TidelineError } from "../../../errors.ts";
import type { Disk } from "../disk/disk.ts";
import { writeAll } from "../disk/files.ts";
import { corrupt } from "../disk/trouble.ts";
import type { LogReader } from "./log-reader.ts";
import type { Point } from "./log-walk.ts";
import { addPadding, mayHavePadding } from "./padding.ts";
import type { LogVolume } from "./volumes.ts";

export interface LogFileOptions {
  readonly durability: "fsync" | "os";
  readonly volumeBytes: number;
}

/** A long append is written in pieces; before each further piece the writer renews its lock. */
const WRITE_PIECE_BYTES = 4 * 1024 * 1024;
/** Appends of this length or more get no padding: the file would soon be full and the padding cut again. */
const LONG_APPEND_BYTES = 16 * 1024;

interface OpenFile {
  readonly volume: LogVolume;
  readonly file: number;
  /** The file's length; undefined until we have looked, and after somebody else may have written. */
  size: number | undefined;
  /** The last append to this file was ours. */
  isWarm: boolean;
}

export class LogFile {
  private readonly disk: Disk;
  private readonly reader: LogReader;
  private readonly options: LogFileOptions;
  private open: OpenFile | undefined;

  constructor(disk: Disk, reader: LogReader, options: LogFileOptions) {
    this.disk = disk;
    this.reader = reader;
    this.options = options;
  }

  /** Forgets what it knows about the file: somebody else may have written. */
  forgetSize(): void {
    if (this.open === undefined) return;
    this.open.size = undefined;
    this.open.isWarm = false;
  }

  /** Throws unless the file is in place and ends at `at`, or in padding after it. Before it reports damage, it calls
   * `isOurs`, which throws if somebody took over. */
  check(at: Point, isOurs: () => void): void {
    const open = this.opened(at.volume);
    const path = this.reader.pathOf(at.volume);
    if (!this.disk.isInPlace(open.file, path)) {
      const remedy = "Restore it from a backup, or run repair";
      throw new TidelineError("file-vanished", `${path} was removed while in use. ${remedy}.`, {
        file: path,
      });
    }
    if (open.size !== undefined) return;
    const { size } = this.disk.stat(open.file);
    if (size !== at.offset && !(size > at.offset && mayHavePadding(size))) {
      isOurs();
      throw corrupt(path, at.offset, `it was ${at.offset} bytes long, and is ${size}`);
    }
    open.size = size;
  }

  /** Writes and syncs. Calls `stillOurs`, which throws if somebody took over, before every piece but the first. */
  write(at: Point, bytes: Buffer, stillOurs: () => void): void {
    const open = this.opened(at.volume);
    const { size: before = 0, isWarm } = open;
    const isDurable = this.options.durability === "fsync";
    this.forgetSize();
    for (let done = 0; done < bytes.length; done += WRITE_PIECE_BYTES) {
      if (done > 0) stillOurs();
      const isWhole = bytes.length <= WRITE_PIECE_BYTES;
      const piece = isWhole ? bytes : bytes.subarray(done, done + WRITE_PIECE_BYTES);
      writeAll(this.disk, open.file, piece, at.offset + done);
    }
    const end = at.offset + bytes.length;
    // A process that writes little, and twice in a row, probably writes again.
    const wantsPadding = isDurable && isWarm && end > before && bytes.length < LONG_APPEND_BYTES;
    const size = wantsPadding
      ? addPadding(this.disk, open.file, end, this.options.volumeBytes)
      : Math.max(before, end);
    if (isDurable) this.disk.sync(open.file);
    open.size = size;
    open.isWarm = true;
  }

  sync(volume: LogVolume): void {
    this.disk.sync(this.opened(volume).file);
  }

  /** Cuts the file to this length and syncs. */
  cut(volume: LogVolume, length: number): void {
    const open = this.opened(volume);
    this.forgetSize();
    this.disk.truncate(open.file, length);
    this.disk.sync(open.file);
  }

  /** Does the open file have padding after this end, as far as we know? */
  hasPadding(end: Point | undefined): boolean {
    const { open } = this;
    return open?.size !== undefined && open.volume.name === end?.volume.name && open.size > end.offset;
  }

  cutPadding(end: Point): void {
    const { open } = this;
    if (open === undefined || !this.hasPadding(end)) return;
    this.disk.truncate(open.file, end.offset);
    open.size = end.offset;
  }

  close(): void {
    const { open } = this;
    this.open = undefined;
    if (open === undefined) return;
    try {
      this.disk.close(open.file);
    } catch {
      return; // Acknowledged bytes were synced before, so a failed close loses nothing.
    }
  }

  private opened(volume: LogVolume): OpenFile {
    if (this.open?.volume.name !== volume.name) {
      this.close();
      const file = this.disk.open(this.reader.pathOf(volume), "update");
      this.open = { volume, file, size: undefined, isWarm: false };
    }
    return this.open;
  }
}
