/**
 * How do bytes get into the file at the end of a log? The writer's hand: one open file, and how long it is.
 *
 * For the writer only, in its turn. Knows nothing of lines, nor of who else may write.
 */
import { TidelineError } from "../../../errors.ts";
import type { Disk } from "../disk/disk.ts";
import { writeAll } from "../disk/files.ts";
import { corrupt } from "../disk/trouble.ts";
import type { LogReader } from "./log-reader.ts";
import type { Point } from "./log-walk.ts";
import { makeRoom, mayHaveRoom } from "./room.ts";
import type { Segment } from "./segments.ts";

export interface LogFileOptions {
  readonly durability: "fsync" | "os";
  readonly segmentBytes: number;
}

/** Written in pieces, so that a long append can show that it is alive. */
const WRITE_PIECE_BYTES = 4 * 1024 * 1024;
/** After a longer append, room would soon be cut again. */
const LONG_APPEND_BYTES = 16 * 1024;

interface OpenFile {
  readonly segment: Segment;
  readonly file: number;
  /** How long it is; undefined until we have looked, and once somebody else may have written. */
  size: number | undefined;
  /** The last append was ours too. */
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

  /** Somebody else may have written since we did. */
  doubt(): void {
    if (this.open === undefined) return;
    this.open.size = undefined;
    this.open.isWarm = false;
  }

  /** The file must be there and end at this place, or in room behind it; `isOurs` is asked before it is called damaged. */
  check(at: Point, isOurs: () => void): void {
    const open = this.opened(at.segment);
    const path = this.reader.pathOf(at.segment);
    if (!this.disk.isInPlace(open.file, path)) {
      const remedy = "Restore it from a backup, or run repair";
      throw new TidelineError("file-vanished", `${path} was removed while in use. ${remedy}.`, {
        file: path,
      });
    }
    if (open.size !== undefined) return;
    const { size } = this.disk.stat(open.file);
    if (size !== at.offset && !(size > at.offset && mayHaveRoom(size))) {
      isOurs();
      throw corrupt(path, at.offset, `it was ${at.offset} bytes long, and is ${size}`);
    }
    open.size = size;
  }

  /** Writes and syncs; `stillOurs` is asked before every piece but the first. */
  write(at: Point, bytes: Buffer, stillOurs: () => void): void {
    const open = this.opened(at.segment);
    const { size: before = 0, isWarm } = open;
    const isDurable = this.options.durability === "fsync";
    this.doubt();
    for (let done = 0; done < bytes.length; done += WRITE_PIECE_BYTES) {
      if (done > 0) stillOurs();
      const isWhole = bytes.length <= WRITE_PIECE_BYTES;
      const piece = isWhole ? bytes : bytes.subarray(done, done + WRITE_PIECE_BYTES);
      writeAll(this.disk, open.file, piece, at.offset + done);
    }
    const end = at.offset + bytes.length;
    // Whoever writes little, and for the second time in a row, will write again.
    const wantsRoom = isDurable && isWarm && end > before && bytes.length < LONG_APPEND_BYTES;
    const size = wantsRoom
      ? makeRoom(this.disk, open.file, end, this.options.segmentBytes)
      : Math.max(before, end);
    if (isDurable) this.disk.sync(open.file);
    open.size = size;
    open.isWarm = true;
  }

  sync(segment: Segment): void {
    this.disk.sync(this.opened(segment).file);
  }

  /** Back to this length, on the medium. */
  cut(segment: Segment, length: number): void {
    const open = this.opened(segment);
    this.doubt();
    this.disk.truncate(open.file, length);
    this.disk.sync(open.file);
  }

  /** Is there room behind this end, as far as we know? */
  hasRoom(end: Point | undefined): boolean {
    const { open } = this;
    return open?.size !== undefined && open.segment.name === end?.segment.name && open.size > end.offset;
  }

  cutRoom(end: Point): void {
    const { open } = this;
    if (open === undefined || !this.hasRoom(end)) return;
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
      return; // Whatever was acknowledged was synced before: a failed close takes nothing away.
    }
  }

  private opened(segment: Segment): OpenFile {
    if (this.open?.segment.name !== segment.name) {
      this.close();
      const file = this.disk.open(this.reader.pathOf(segment), "update");
      this.open = { segment, file, size: undefined, isWarm: false };
    }
    return this.open;
  }
}
