/**
 * What stands in a stream's files?
 *
 * Reads appends in order, checks chain and commitments on the way, and tells three things apart: the end (a
 * last append that is not all there yet: its writer is busy, or died), damage (an error with file and
 * position), and what somebody is excused for (a body that a later `erased` event names, a gap that a later
 * `repaired` event names). Takes no lock and writes nothing.
 */
import { isTidelineError } from "../../errors.ts";
import { decodeFrame, type Frame, type Part } from "../../log/frame.ts";
import { readEvent } from "../../log/upcast.ts";
import type { MemoryEvent } from "../../model/event.ts";
import type { Hash } from "../../ports/hash.ts";
import type { RecordedEvent } from "../../ports/storage.ts";
import { type Disk, errnoOf } from "./disk.ts";
import { fileSize, readRange } from "./files.ts";
import { endOfText, hasInnerZeros, withoutRoom } from "./room.ts";
import { parseSegments, type Segment, winners } from "./segments.ts";
import { corrupt, troubleWith } from "./trouble.ts";

const NEWLINE = 10;
const SEQ_START = '{"head":{"seq":';
/** How much of a file's end to look at for its last line. */
const TAIL_BYTES = 64 * 1024;

/** A place between two events. `hash` is undefined where the event before it is not there to be asked. */
export interface Point {
  readonly segment: Segment;
  readonly offset: number;
  readonly seq: number;
  readonly hash: string | undefined;
}

export interface ScanEnd {
  /** After the last whole append (or after the one at which the visitor said stop). */
  readonly end: Point;
  /** Bytes after it in the last file: an append that is not whole. */
  readonly tornBytes: number;
  readonly stopped: boolean;
}

/** Events of one append, and the place after it. Return false to stop. */
type Visitor = (events: readonly RecordedEvent[], after: Point) => boolean;

/** What later events explain: bodies that are gone, neighbours between which events are missing. */
export interface Excuses {
  readonly bodies: ReadonlySet<number>;
  readonly gaps: ReadonlySet<string>;
}

/** A file went between listing and opening it: overridden or dropped, if the next listing does without it. */
class FileGone extends Error {}

const FILE_GONE_ATTEMPTS = 10;
const UNSTEADY_ATTEMPTS = 10;

/** Does it again if a file went meanwhile; one that counts and stays away is damage. */
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

export class LogReader {
  private readonly disk: Disk;
  private readonly folder: string;
  private readonly hash: Hash;

  constructor(disk: Disk, folder: string, hash: Hash) {
    this.disk = disk;
    this.folder = folder;
    this.hash = hash;
  }

  pathOf(segment: Segment): string {
    return `${this.folder}/${segment.name}`;
  }

  /** Every segment file, and among them the ones that count. */
  segments(): { readonly all: readonly Segment[]; readonly winners: readonly Segment[] } {
    let names: readonly string[];
    try {
      names = this.disk.list(this.folder);
    } catch (error) {
      throw troubleWith(this.folder, "read", error);
    }
    const all = parseSegments(names);
    return { all, winners: winners(all) };
  }

  /** Is a place remembered from before still a place in the log? */
  stillStands(point: Point, segments: readonly Segment[]): boolean {
    const at = segments.findIndex((segment) => segment.name === point.segment.name);
    const next = segments[at + 1];
    return at >= 0 && (next === undefined || point.seq < next.firstSeq);
  }

  /** Whole appends after a place, in order. */
  scan(from: Point, segments: readonly Segment[], visit: Visitor): ScanEnd {
    const walk = new Walk(this, from, visit);
    const start = segments.findIndex((segment) => segment.name === from.segment.name);
    for (let i = start; i < segments.length; i++) {
      const segment = segments[i] as Segment;
      const next = segments[i + 1];
      const bytes = this.bytesOf(segment, i === start ? from.offset : 0);
      walk.enter(segment, i === start ? from.offset : 0, next?.firstSeq);
      this.lines(bytes, walk);
      if (walk.stopped) return { end: walk.end, tornBytes: 0, stopped: true };
      if (next === undefined)
        return { end: walk.end, tornBytes: walk.base + bytes.length - walk.end.offset, stopped: false };
    }
    return { end: from, tornBytes: 0, stopped: false };
  }

  /** The place after event `seq`; undefined if there is no such event. */
  locate(seq: number, segments: readonly Segment[]): Point | undefined {
    const first = segments[0];
    if (first === undefined) return undefined;
    if (seq < first.firstSeq)
      return {
        segment: first,
        offset: 0,
        seq: first.firstSeq - 1,
        hash: first.firstSeq === 1 ? "" : undefined,
      };
    const segment = segments.findLast((one) => one.firstSeq <= seq) as Segment;
    const found = this.findLine(segment, seq);
    if (found === undefined) return undefined;
    const frame = decodeFrame(found.line, this.hash);
    return frame === undefined ? undefined : { segment, offset: found.end, seq, hash: frame.hash };
  }

  /** Where event `seq` stands, without looking at what is around it. */
  findLine(
    segment: Segment,
    seq: number,
  ): { readonly line: string; readonly start: number; readonly end: number } | undefined {
    const bytes = this.bytesOf(segment, 0);
    for (let start = 0; start < bytes.length; ) {
      const newline = bytes.indexOf(NEWLINE, start);
      if (newline < 0) return undefined;
      const here = seqAt(bytes, start);
      if (here === seq) return { line: bytes.toString("utf8", start, newline), start, end: newline + 1 };
      start = newline + 1;
    }
    return undefined;
  }

  /** A place from which only the last append is left to read, if the last line alone shows it. */
  beforeLastAppend(segments: readonly Segment[]): Point | undefined {
    const segment = segments.at(-1);
    if (segment === undefined) return undefined;
    const size = this.guard(segment, () => fileSize(this.disk, this.pathOf(segment)));
    const base = Math.max(0, size - TAIL_BYTES);
    const bytes = this.bytesOf(segment, base);
    if (bytes.length === 0 || bytes.at(-1) !== NEWLINE) return undefined;
    const start = bytes.subarray(0, -1).lastIndexOf(NEWLINE) + 1;
    const frame = decodeFrame(bytes.toString("utf8", start, bytes.length - 1), this.hash);
    if (frame === undefined || frame.part[0] + 1 !== frame.part[1]) return undefined;
    const seq = frame.seq - frame.part[0];
    const offset = frame.part[0] === 0 ? base + start : this.findLine(segment, seq)?.start;
    return offset === undefined ? undefined : { segment, offset, seq: seq - 1, hash: undefined };
  }

  /** Reads the whole log leniently for what explains damage. Slow, and only asked where there is some. */
  excuses(): Excuses {
    const { winners } = this.segments();
    const events = winners.flatMap((segment, i) => {
      const limit = winners[i + 1]?.firstSeq ?? Number.POSITIVE_INFINITY;
      const lines = this.bytesOf(segment, 0).toString("utf8").split("\n");
      const telling = lines.filter(
        (line) => line.includes('"type":"erased"') || line.includes('"type":"repaired"'),
      );
      // What stands behind the file's end was never acknowledged, and explains nothing.
      return telling.flatMap((line) => this.decode(line) ?? []).filter((frame) => frame.seq < limit);
    });
    return excusesIn(events.map((frame) => frame.event));
  }

  decode(line: string): Frame | undefined {
    return decodeFrame(line, this.hash);
  }

  /** From an offset to the end, without the room behind it. */
  bytesOf(segment: Segment, offset: number): Buffer {
    const read = () => this.guard(segment, () => readRange(this.disk, this.pathOf(segment), offset));
    let bytes = read();
    // While we read, a writer may have filled room behind a place that we had passed: what changes is no damage.
    for (let attempt = 0; attempt < UNSTEADY_ATTEMPTS && hasInnerZeros(bytes); attempt++) {
      const before = bytes;
      bytes = read();
      if (bytes.subarray(0, before.length).equals(before)) break;
    }
    return withoutRoom(bytes, offset);
  }

  private guard<T>(segment: Segment, read: () => T): T {
    try {
      return read();
    } catch (error) {
      const path = this.pathOf(segment);
      if (errnoOf(error) === "ENOENT") throw new FileGone(path);
      if (errnoOf(error) === "ESHORT") throw corrupt(path, 0, "it is shorter than it was");
      throw troubleWith(path, "read", error);
    }
  }

  private lines(bytes: Buffer, walk: Walk): void {
    let start = 0;
    while (start < bytes.length && !walk.stopped) {
      const newline = bytes.indexOf(NEWLINE, start);
      if (newline < 0) return;
      const frame = decodeFrame(bytes.toString("utf8", start, newline), this.hash);
      const torn = frame?.body === "damaged" && hasZero(bytes, start, newline) && !walk.isExcused(frame.seq);
      if (frame === undefined || torn) {
        walk.meetDamage(bytes, start);
        return;
      }
      if (!walk.take(frame, start, newline + 1)) return;
      start = newline + 1;
    }
  }
}

/** What these events explain. */
export function excusesIn(events: readonly MemoryEvent[]): Excuses {
  const bodies = new Set<number>();
  const gaps = new Set<string>();
  for (const event of events) {
    if (event.type === "erased") for (const seq of event.erases) bodies.add(seq);
    if (event.type !== "repaired") continue;
    for (const seq of event.lost) bodies.add(seq);
    for (const [before, after] of event.gaps) gaps.add(gapKey(before, after));
  }
  return { bodies, gaps };
}

function hasZero(bytes: Buffer, from: number, to: number): boolean {
  const at = bytes.indexOf(0, from);
  return at >= 0 && at < to;
}

export function gapKey(before: number, after: number): string {
  return `${before}-${after}`;
}

/** The number at the start of a line, by its digits alone; NaN if it does not begin like a line. */
export function seqAt(bytes: Buffer, start: number): number {
  if (bytes.toString("latin1", start, start + SEQ_START.length) !== SEQ_START) return Number.NaN;
  const from = start + SEQ_START.length;
  return Number.parseInt(bytes.toString("latin1", from, from + 17), 10);
}

/** One walk through the files: what is expected next, and what was gathered of the append at hand. */
class Walk {
  end: Point;
  stopped = false;
  /** Where the bytes at hand begin in their file. */
  base = 0;
  private segment: Segment;
  private limitSeq: number | undefined;
  private seq: number;
  private hash: string | undefined;
  private part: Part | undefined;
  private gathered: RecordedEvent[] = [];
  private excuses: Excuses | undefined;
  private readonly reader: LogReader;
  private readonly visit: Visitor;

  constructor(reader: LogReader, from: Point, visit: Visitor) {
    this.reader = reader;
    this.visit = visit;
    this.end = from;
    this.segment = from.segment;
    this.seq = from.seq;
    this.hash = from.hash;
  }

  enter(segment: Segment, base: number, limitSeq: number | undefined): void {
    const missing = segment.name !== this.segment.name && this.seq + 1 < segment.firstSeq;
    if (missing && this.seq > 0 && !this.excused().gaps.has(gapKey(this.seq, segment.firstSeq))) {
      const what = `events ${this.seq + 1} to ${segment.firstSeq - 1} are missing before this file`;
      throw corrupt(this.reader.pathOf(segment), 0, what, this.seq + 1);
    }
    this.segment = segment;
    this.base = base;
    this.limitSeq = limitSeq;
    if (segment.name !== this.end.segment.name)
      this.end = { segment, offset: 0, seq: this.end.seq, hash: this.end.hash };
  }

  /** Takes the next frame; false if this file has nothing more to say. */
  take(frame: Frame, start: number, after: number): boolean {
    if (this.limitSeq !== undefined && frame.seq >= this.limitSeq) return false;
    if (this.hash === undefined) this.hash = frame.prev;
    if (frame.seq !== this.seq + 1 || frame.prev !== this.hash || this.breaksAppend(frame))
      this.meetGap(frame, start);
    const bodyGone = frame.body !== "whole";
    if (frame.body === "damaged" && !this.isExcused(frame.seq)) {
      throw corrupt(this.path(), this.base + start, "the text does not match its commitment", frame.seq);
    }
    this.gathered.push({
      seq: frame.seq,
      hash: frame.hash,
      event: this.check(frame, bodyGone, start),
      bodyGone,
    });
    this.seq = frame.seq;
    this.hash = frame.hash;
    this.part = frame.part;
    if (frame.part[0] + 1 === frame.part[1]) this.deliver(this.base + after);
    return !this.stopped;
  }

  /** A line that is not whole. Returns if it is the end of what counts in this file. */
  meetDamage(bytes: Buffer, start: number): void {
    // Everything that this file owes was read: what follows was never acknowledged.
    if (this.limitSeq !== undefined && this.seq + 1 === this.limitSeq) return;
    // Pages that never reached the medium read as zeros: an append that a power cut tore, if it is the last one.
    // Zeros behind everything else say nothing: they may be room.
    const torn =
      this.limitSeq === undefined &&
      hasZero(bytes, start, endOfText(bytes)) &&
      !this.appendFollows(bytes, start);
    if (!torn) throw corrupt(this.path(), this.base + start, "a line is not what was written", this.seq + 1);
  }

  /** Is there a line of a later append after this place, or the one that should be here? Then it was not torn. */
  private appendFollows(bytes: Buffer, from: number): boolean {
    const firstOfThis = this.gathered[0]?.seq ?? this.seq + 1;
    // Wherever a line begins, also right behind zeros that have taken a newline with them.
    for (
      let start = bytes.indexOf(SEQ_START, from + 1);
      start > 0;
      start = bytes.indexOf(SEQ_START, start + 1)
    ) {
      const newline = bytes.indexOf(NEWLINE, start);
      const frame = newline < 0 ? undefined : this.reader.decode(bytes.toString("utf8", start, newline));
      if (frame === undefined) continue;
      if (frame.seq - frame.part[0] !== firstOfThis || frame.seq === this.seq + 1) return true;
    }
    return false;
  }

  /** Does it begin something else while an append is not all there? */
  private breaksAppend(frame: Frame): boolean {
    return this.gathered.length > 0 && this.part !== undefined && frame.part[0] !== this.part[0] + 1;
  }

  private meetGap(frame: Frame, start: number): void {
    const place = this.seq;
    if (!this.excused().gaps.has(gapKey(place, frame.seq))) {
      const what =
        frame.seq === place + 1
          ? "it does not continue the chain"
          : `event ${place + 1} was expected here, and ${frame.seq} follows`;
      throw corrupt(this.path(), this.base + start, what, frame.seq);
    }
    // The rest of an append was lost, and repair said so: what is left of it stands.
    if (this.gathered.length > 0) this.deliver(this.base + start);
  }

  private deliver(offset: number): void {
    this.end = { segment: this.segment, offset, seq: this.seq, hash: this.hash };
    const events = this.gathered;
    this.gathered = [];
    if (!this.visit(events, this.end)) this.stopped = true;
  }

  private check(frame: Frame, bodyGone: boolean, start: number): MemoryEvent {
    try {
      return readEvent(frame, bodyGone);
    } catch (error) {
      if (isTidelineError(error, "invalid-event"))
        throw corrupt(this.path(), this.base + start, error.message, frame.seq);
      throw error;
    }
  }

  /** Does a later event say that this body is gone? */
  isExcused(seq: number): boolean {
    return this.excused().bodies.has(seq);
  }

  private excused(): Excuses {
    this.excuses ??= this.reader.excuses();
    return this.excuses;
  }

  private path(): string {
    return this.reader.pathOf(this.segment);
  }
}
