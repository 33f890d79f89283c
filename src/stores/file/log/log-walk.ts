/**
 * Which line must come next in a log, and what does it mean if another one comes?
 *
 * A walk takes line after line, gathers the lines of an append, and hands them over when the append is complete. It
 * tells the end of the log from damage, and damage from excused places: those that a later event explains, because a
 * body was erased or lines were lost and repaired. It reads no files.
 */
import { isTidelineError } from "../../../errors.ts";
import type { LineFrame, Part } from "../../../log/frame.ts";
import { readEvent } from "../../../log/upcast.ts";
import type { MemoryEvent } from "../../../model/event.ts";
import type { RecordedEvent } from "../../../ports/storage.ts";
import { corrupt } from "../disk/trouble.ts";
import { endOfText } from "./padding.ts";
import type { LogVolume } from "./volumes.ts";

const NEWLINE = 10;
/** How every line begins. Quotes inside texts are escaped, so this occurs nowhere else. */
export const SEQ_START = '{"head":{"seq":';

/** A place between two events. `seq` and `hash` are those of the event before it; `hash` is undefined if that event is
 * not available. */
export interface Point {
  readonly volume: LogVolume;
  readonly offset: number;
  readonly seq: number;
  readonly hash: string | undefined;
}

/** Gets the events of one append, and the place after it. Returns false to stop. */
export type Visitor = (events: readonly RecordedEvent[], after: Point) => boolean;

/** What later events explain: events whose bodies are gone, and pairs of events between which others are missing. */
export interface Excuses {
  readonly bodies: ReadonlySet<number>;
  readonly gaps: ReadonlySet<string>;
}

/** What a walk needs to know about its log. */
interface Surroundings {
  pathOf(volume: LogVolume): string;
  excuses(): Excuses;
  decode(line: string): LineFrame | undefined;
}

/** One walk through the files: what must come next, and what has been gathered of the current append. */
export class Walk {
  end: Point;
  stopped = false;
  /** The offset of the current bytes in their file. */
  base = 0;
  private volume: LogVolume;
  private limitSeq: number | undefined;
  private seq: number;
  private hash: string | undefined;
  private part: Part | undefined;
  private gathered: RecordedEvent[] = [];
  private excuses: Excuses | undefined;
  private readonly reader: Surroundings;
  private readonly visit: Visitor;
  /** The text of the last event that was delivered is gone. */
  private endsGone = false;

  constructor(reader: Surroundings, from: Point, visit: Visitor) {
    this.reader = reader;
    this.visit = visit;
    this.end = from;
    this.volume = from.volume;
    this.seq = from.seq;
    this.hash = from.hash;
  }

  enter(volume: LogVolume, base: number, limitSeq: number | undefined): void {
    const missing = volume.name !== this.volume.name && this.seq + 1 < volume.firstSeq;
    if (missing && this.seq > 0 && !this.excused().gaps.has(gapKey(this.seq, volume.firstSeq))) {
      const what = `events ${this.seq + 1} to ${volume.firstSeq - 1} are missing before this file`;
      throw corrupt(this.reader.pathOf(volume), 0, what, this.seq + 1);
    }
    this.volume = volume;
    this.base = base;
    this.limitSeq = limitSeq;
    if (volume.name !== this.end.volume.name)
      this.end = { volume, offset: 0, seq: this.end.seq, hash: this.end.hash };
  }

  /** Takes the next frame; false if the part of this file that counts has ended. */
  take(frame: LineFrame, start: number, after: number): boolean {
    if (this.limitSeq !== undefined && frame.seq >= this.limitSeq) return false;
    if (this.hash === undefined) this.hash = frame.prev;
    if (frame.seq !== this.seq + 1 || frame.prev !== this.hash || this.breaksAppend(frame))
      this.meetGap(frame, start);
    const bodyGone = frame.body !== "whole";
    if (frame.body === "damaged" && !this.isExcused(frame.seq)) {
      throw corrupt(this.path(), this.base + start, "the text does not match its commitment", frame.seq);
    }
    const { seq, hash, part } = frame;
    this.gather({ seq, hash, event: this.check(frame, bodyGone, start), bodyGone }, part, after);
    return true;
  }

  private gather(recorded: RecordedEvent, part: Part, after: number): void {
    this.gathered.push(recorded);
    this.seq = recorded.seq;
    this.hash = recorded.hash;
    this.part = part;
    if (part[0] + 1 === part[1]) this.deliver(this.base + after);
  }

  /** Judges a line that is not intact. Returns if what counts in this file ends here; otherwise throws `corrupt`. */
  meetDamage(bytes: Buffer, start: number): void {
    // All events up to the next file were read: what follows here was never acknowledged.
    if (this.limitSeq !== undefined && this.seq + 1 === this.limitSeq) return;
    // Pages that never reached the medium read as zeros. In the last append, they are the trace of a power cut.
    // Zeros after all text prove nothing: they may be padding (`padding.ts`).
    const torn =
      this.limitSeq === undefined &&
      hasZero(bytes, start, endOfText(bytes)) &&
      !this.appendFollows(bytes, start);
    if (!torn) throw corrupt(this.path(), this.base + start, "a line is not what was written", this.seq + 1);
  }

  /** Does an intact line of another append follow, or the very line that is expected here? Then no append was torn. */
  private appendFollows(bytes: Buffer, from: number): boolean {
    const firstOfThis = this.gathered[0]?.seq ?? this.seq + 1;
    // Look wherever a line begins, also right after zeros that have replaced a newline.
    for (const start of lineStartsAfter(bytes, from)) {
      const newline = bytes.indexOf(NEWLINE, start);
      const frame = newline < 0 ? undefined : this.reader.decode(bytes.toString("utf8", start, newline));
      if (frame === undefined) continue;
      if (frame.seq - frame.part[0] !== firstOfThis || frame.seq === this.seq + 1) return true;
    }
    return false;
  }

  /** Does the frame start another append although the current one is incomplete? */
  private breaksAppend(frame: LineFrame): boolean {
    return this.gathered.length > 0 && this.part !== undefined && frame.part[0] !== this.part[0] + 1;
  }

  private meetGap(frame: LineFrame, start: number): void {
    const place = this.seq;
    if (!this.excused().gaps.has(gapKey(place, frame.seq))) {
      const what =
        frame.seq === place + 1
          ? "it does not continue the chain"
          : `event ${place + 1} was expected here, and ${frame.seq} follows`;
      throw corrupt(this.path(), this.base + start, what, frame.seq);
    }
    // A repair has recorded that the rest of this append is lost: what is left of it counts.
    if (this.gathered.length > 0) this.deliver(this.base + start);
  }

  /**
   * Where every line is sealed: a line whose text is gone shows no longer who wrote it, and what follows it does. So the
   * last one must be whole, or somebody without the keys has added it.
   */
  checkEnd(): void {
    const { endsGone, end } = this;
    if (!endsGone || this.isExcused(end.seq)) return;
    const what = "it ends with an event whose text is gone, and nothing says why";
    throw corrupt(this.reader.pathOf(end.volume), end.offset, what, end.seq);
  }

  private deliver(offset: number): void {
    this.endsGone = this.gathered.at(-1)?.bodyGone === true;
    this.end = { volume: this.volume, offset, seq: this.seq, hash: this.hash };
    const events = this.gathered;
    this.gathered = [];
    if (!this.visit(events, this.end)) this.stopped = true;
  }

  private check(frame: LineFrame, bodyGone: boolean, start: number): MemoryEvent {
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
    return this.reader.pathOf(this.volume);
  }
}

/** The excuses in these events. */
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

export function hasZero(bytes: Buffer, from: number, to: number): boolean {
  const at = bytes.indexOf(0, from);
  return at >= 0 && at < to;
}

export function gapKey(before: number, after: number): string {
  return `${before}-${after}`;
}

/** Every offset after `from` where something begins like a line. */
export function* lineStartsAfter(bytes: Buffer, from: number): Generator<number> {
  for (let at = bytes.indexOf(SEQ_START, from + 1); at >= 0; at = bytes.indexOf(SEQ_START, at + 1)) yield at;
}
