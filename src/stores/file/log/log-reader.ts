/**
 * What is in a stream's files?
 *
 * Reads appends in order, checks chain and commitments on the way, and tells three things apart: the end (the last
 * append is incomplete, because its writer is still busy or has died), damage (an error with file and position), and
 * excused places (a body that a later `erased` event names, a gap that a later `repaired` event names). Takes no lock
 * and writes nothing.
 */

import { refuseSealed } from "../../../log/body-codec.ts";
import { decodeFrame, type LineFrame } from "../../../log/frame.ts";
import type { BodyCodec } from "../../../log/line-frame.ts";
import type { Hash } from "../../../ports/hash.ts";
import { finish, type Slices } from "../../../ports/slices.ts";
import { type Disk, errnoOf } from "../disk/disk.ts";
import { fileSize, readRange } from "../disk/files.ts";
import { corrupt, troubleWith } from "../disk/trouble.ts";
import { type Excuses, excusesIn, hasZero, type Point, SEQ_START, type Visitor, Walk } from "./log-walk.ts";
import { hasInnerZeros, withoutPadding } from "./padding.ts";
import { currentOf, type LogVolume, parseVolumes } from "./volumes.ts";

/** How many lines are read in one slice. */
const LINES_PER_SLICE = 64;
const NEWLINE = 10;
const ZERO = 0;
/** Within so many bytes, lines are looked at one after the other. */
const NEAR_BYTES = 16 * 1024;
/** How much of a file's end to search for its last line. */
const TAIL_BYTES = 64 * 1024;
/** How much of a full file to read at a time: a few hundred lines. */
const PIECE_BYTES = 256 * 1024;

export interface ScanEnd {
  /** The place after the last complete append, or after the one at which the visitor stopped. */
  readonly end: Point;
  /** Bytes after that place in the last file: an incomplete append. */
  readonly tornBytes: number;
  readonly stopped: boolean;
}

/** A file vanished between listing and opening it. If the next listing no longer needs the file, it was overridden or
 * dropped, and all is well. */
class FileGone extends Error {}

const FILE_GONE_ATTEMPTS = 10;
const UNSTEADY_ATTEMPTS = 10;

/** Repeats the work if a file vanished in the meantime. A file that counts and stays missing is damage. */
export function withFiles<T>(work: () => T): T {
  for (let attempt = 1; ; attempt++) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof FileGone)) throw error;
      if (attempt === FILE_GONE_ATTEMPTS) throw corrupt(error.message, 0, "the file has vanished");
    }
  }
}

/** The same in slices. */
export function* withFilesInSlices<T>(work: () => Slices<T>): Slices<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return yield* work();
    } catch (error) {
      if (!(error instanceof FileGone)) throw error;
      if (attempt === FILE_GONE_ATTEMPTS) throw corrupt(error.message, 0, "the file has vanished");
    }
  }
}

export class LogReader {
  readonly folder: string;
  private readonly disk: Disk;
  private readonly hash: Hash;
  private readonly codec: BodyCodec | undefined;

  /** `codec`: opens the words, if they are sealed. */
  constructor(disk: Disk, folder: string, hash: Hash, codec?: BodyCodec) {
    this.disk = disk;
    this.folder = folder;
    this.hash = hash;
    this.codec = codec;
  }

  /** The frame with its words readable, if they were sealed. */
  opened(frame: LineFrame): LineFrame {
    return this.codec === undefined ? refuseSealed(frame) : this.codec.open(frame);
  }

  pathOf(volume: LogVolume): string {
    return `${this.folder}/${volume.name}`;
  }

  /** Every volume, and among them the ones that count. */
  volumes(): { readonly all: readonly LogVolume[]; readonly current: readonly LogVolume[] } {
    let names: readonly string[];
    try {
      names = this.disk.list(this.folder);
    } catch (error) {
      throw troubleWith(this.folder, "read", error);
    }
    const all = parseVolumes(names);
    return { all, current: currentOf(all) };
  }

  /** Is a place that was remembered earlier still in the log? */
  stillStands(point: Point, volumes: readonly LogVolume[]): boolean {
    const at = volumes.findIndex((volume) => volume.name === point.volume.name);
    const next = volumes[at + 1];
    return at >= 0 && (next === undefined || point.seq < next.firstSeq);
  }

  /** Visits the complete appends after a place, in order. */
  scan(from: Point, volumes: readonly LogVolume[], visit: Visitor): ScanEnd {
    return finish(this.scanInSlices(from, volumes, visit));
  }

  /** The same in slices. What others write or overwrite meanwhile is met as if they had done it right before. */
  *scanInSlices(from: Point, volumes: readonly LogVolume[], visit: Visitor): Slices<ScanEnd> {
    const walk = new Walk(this, from, visit);
    const start = volumes.findIndex((volume) => volume.name === from.volume.name);
    let tornBytes = 0;
    for (let i = start; i < volumes.length && !walk.stopped; i++) {
      const volume = volumes[i] as LogVolume;
      const next = volumes[i + 1];
      walk.enter(volume, i === start ? from.offset : 0, next?.firstSeq);
      if (next === undefined) tornBytes = yield* this.lastFile(volume, walk);
      else yield* this.fullFile(volume, walk);
    }
    if (!walk.stopped && this.sealsAll) walk.checkEnd();
    return { end: walk.end, tornBytes: walk.stopped ? 0 : tornBytes, stopped: walk.stopped };
  }

  /** The place after event `seq`; undefined if there is no such event. */
  locate(seq: number, volumes: readonly LogVolume[]): Point | undefined {
    const first = volumes[0];
    if (first === undefined) return undefined;
    if (seq < first.firstSeq)
      return {
        volume: first,
        offset: 0,
        seq: first.firstSeq - 1,
        hash: first.firstSeq === 1 ? "" : undefined,
      };
    const volume = volumes.findLast((one) => one.firstSeq <= seq) as LogVolume;
    const found = this.findLine(volume, seq);
    if (found === undefined) return undefined;
    const frame = decodeFrame(found.line, this.hash);
    return frame === undefined ? undefined : { volume, offset: found.end, seq, hash: frame.hash };
  }

  /** The line of event `seq` and its offsets. Does not check the lines around it. */
  findLine(
    volume: LogVolume,
    seq: number,
  ): { readonly line: string; readonly start: number; readonly end: number } | undefined {
    const bytes = this.bytesOf(volume, 0);
    for (let start = startNear(bytes, seq); start < bytes.length; ) {
      const newline = bytes.indexOf(NEWLINE, start);
      if (newline < 0) return undefined;
      const here = seqAt(bytes, start);
      if (here === seq) return { line: bytes.toString("utf8", start, newline), start, end: newline + 1 };
      start = newline + 1;
    }
    return undefined;
  }

  /** The place before the last append; undefined if the last line alone does not show it. */
  beforeLastAppend(volumes: readonly LogVolume[]): Point | undefined {
    const volume = volumes.at(-1);
    if (volume === undefined) return undefined;
    const size = this.guard(volume, () => fileSize(this.disk, this.pathOf(volume)));
    const base = Math.max(0, size - TAIL_BYTES);
    const bytes = this.bytesOf(volume, base);
    if (bytes.length === 0 || bytes.at(-1) !== NEWLINE) return undefined;
    const start = bytes.subarray(0, -1).lastIndexOf(NEWLINE) + 1;
    const frame = decodeFrame(bytes.toString("utf8", start, bytes.length - 1), this.hash);
    if (frame === undefined || frame.part[0] + 1 !== frame.part[1]) return undefined;
    const seq = frame.seq - frame.part[0];
    const offset = frame.part[0] === 0 ? base + start : this.findLine(volume, seq)?.start;
    return offset === undefined ? undefined : { volume, offset, seq: seq - 1, hash: undefined };
  }

  /** Searches the whole log, passing over damage, for events that explain damage. Slow; called only if there is any. */
  excuses(): Excuses {
    const { current } = this.volumes();
    const events = current.flatMap((volume, i) => {
      const limit = current[i + 1]?.firstSeq ?? Number.POSITIVE_INFINITY;
      const lines = this.bytesOf(volume, 0).toString("utf8").split("\n");
      const telling = lines.filter(
        (line) => line.includes('"type":"erased"') || line.includes('"type":"repaired"'),
      );
      // Lines from the first event of the next file on were never acknowledged here, and explain nothing.
      const frames = telling.flatMap((line) => this.decode(line) ?? []).filter((frame) => frame.seq < limit);
      // What somebody without the keys has added explains nothing.
      return this.sealsAll
        ? frames.map((frame) => this.opened(frame)).filter(({ body }) => body === "whole")
        : frames;
    });
    return excusesIn(events.map((frame) => frame.event));
  }

  /** Is every line sealed, so that one that is not was put there by somebody without the keys? */
  get sealsAll(): boolean {
    return this.codec?.sealsAll() === true;
  }

  decode(line: string): LineFrame | undefined {
    return decodeFrame(line, this.hash);
  }

  /** The bytes from an offset to the end of the file, without its padding. */
  bytesOf(volume: LogVolume, offset: number): Buffer {
    const read = () => this.guard(volume, () => readRange(this.disk, this.pathOf(volume), offset));
    let bytes = read();
    // A writer may have filled padding while we were reading, so inner zeros that change are no damage: read again.
    for (let attempt = 0; attempt < UNSTEADY_ATTEMPTS && hasInnerZeros(bytes); attempt++) {
      const before = bytes;
      bytes = read();
      if (bytes.subarray(0, before.length).equals(before)) break;
    }
    return withoutPadding(bytes, offset);
  }

  private guard<T>(volume: LogVolume, read: () => T): T {
    try {
      return read();
    } catch (error) {
      const path = this.pathOf(volume);
      if (errnoOf(error) === "ENOENT") throw new FileGone(path);
      if (errnoOf(error) === "ESHORT") throw corrupt(path, 0, "it is shorter than it was");
      throw troubleWith(path, "read", error);
    }
  }

  /** Reads the file that is being written to, all at once because it may end in a torn append. Returns the bytes after
   * the last complete append. */
  private *lastFile(volume: LogVolume, walk: Walk): Slices<number> {
    const bytes = this.bytesOf(volume, walk.base);
    yield* this.lines(bytes, walk);
    return walk.base + bytes.length - walk.end.offset;
  }

  /** Reads a file that no longer grows, piece by piece, so that little is read in vain if the visitor stops early. */
  private *fullFile(volume: LogVolume, walk: Walk): Slices<void> {
    const read = () => readRange(this.disk, this.pathOf(volume), walk.base, walk.base + PIECE_BYTES);
    for (;;) {
      const bytes = this.guard(volume, read);
      // A piece with zeros, or the last piece, can be judged only together with everything up to the end of the file.
      const isInner = bytes.length === PIECE_BYTES && !bytes.includes(ZERO);
      const end = isInner ? bytes.lastIndexOf(NEWLINE) + 1 : 0;
      if (end === 0) break;
      if (!(yield* this.lines(bytes.subarray(0, end), walk))) return;
      walk.base += end;
    }
    yield* this.lines(this.bytesOf(volume, walk.base), walk);
  }

  /** Takes the lines in these bytes. False if the part of the file that counts has ended. */
  private *lines(bytes: Buffer, walk: Walk): Slices<boolean> {
    let count = 0;
    for (let start = 0; start < bytes.length; ) {
      if (++count % LINES_PER_SLICE === 0) yield undefined;
      const newline = bytes.indexOf(NEWLINE, start);
      if (newline < 0) return false;
      const frame = decodeFrame(bytes.toString("utf8", start, newline), this.hash);
      const torn = frame?.body === "damaged" && hasZero(bytes, start, newline) && !walk.isExcused(frame.seq);
      if (frame === undefined || torn) {
        walk.meetDamage(bytes, start);
        return false;
      }
      if (!walk.take(this.opened(frame), start, newline + 1) || walk.stopped) return false;
      start = newline + 1;
    }
    return true;
  }
}

/**
 * The start of a line at or before that of event `seq`, and not far from it: lines stand in order. 0 if a line on the
 * way does not begin as one, or numbers are out of order: then every line must be looked at.
 */
function startNear(bytes: Buffer, seq: number): number {
  let low = { at: 0, seq: 0 };
  let high = { at: bytes.length, seq: Number.POSITIVE_INFINITY };
  while (high.at - low.at > NEAR_BYTES) {
    const at = bytes.indexOf(NEWLINE, (low.at + high.at) >> 1) + 1;
    if (at === 0 || at >= high.at) return low.at;
    const here = seqAt(bytes, at);
    if (!(here > low.seq && here < high.seq)) return 0;
    if (here <= seq) low = { at, seq: here };
    else high = { at, seq: here };
  }
  return low.at;
}

/** The event number at the start of a line, read without parsing the line; NaN if the bytes do not begin a line. */
export function seqAt(bytes: Buffer, start: number): number {
  if (bytes.toString("latin1", start, start + SEQ_START.length) !== SEQ_START) return Number.NaN;
  const from = start + SEQ_START.length;
  return Number.parseInt(bytes.toString("latin1", from, from + 17), 10);
}
