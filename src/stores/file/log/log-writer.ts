/**
 * How does one writer at a time extend a stream, and how does it know that its append counts?
 *
 * A commit (`exclusively`) goes: take the lock, catch up with the log, clean up its end, do the work, give the lock
 * back. Giving the lock back is the acknowledgement. It succeeds only if nobody took over in the meantime; and a
 * process that takes over later finds the bytes, because they were synced before. If somebody did take over, the writer
 * does not guess: it takes the lock again and looks whether its bytes became part of the log.
 *
 * Long because every way in and out of holding the lock is here.
 */

import { assert } from "../../../assert.ts";
import { isTidelineError } from "../../../errors.ts";
import { type Batch, encodeBatch, encodingBatch, streamMoved } from "../../../log/batch.ts";
import type { FramePorts } from "../../../log/frame.ts";
import type { MemoryEvent } from "../../../model/event.ts";
import type { Slices } from "../../../ports/slices.ts";
import type { Head } from "../../../ports/storage.ts";
import type { Disk } from "../disk/disk.ts";
import { bytesOf, encodingLines, fileSize, keepAside, readRange } from "../disk/files.ts";
import { corrupt, troubleWith } from "../disk/trouble.ts";
import type { Holder, Processes } from "../lock/holder.ts";
import { type AcquiredHow, type LockOptions, type LockStamp, WriterLock } from "../lock/lock.ts";
import type { Seals } from "../seal/seals.ts";
import { LogFile, type LogFileOptions } from "./log-file.ts";
import { type LogReader, withFiles } from "./log-reader.ts";
import type { Point } from "./log-walk.ts";
import { retryAfterTakeOver } from "./retry-after-take-over.ts";
import { cutFile, removeOverridden, removeStrays, secureEnd } from "./strays.ts";
import { type LogVolume, lastEpoch, newVolume } from "./volumes.ts";

/** Something that a person should know but that is no error. */
export interface Notice {
  readonly kind: "torn-tail-cut" | "overridden-left" | "erasure-finished" | "blob-dropped" | "repaired";
  readonly message: string;
  readonly file: string;
  readonly position?: number;
}

export type FolderOptions = LockOptions & LogFileOptions;

/** What all folders of a store share. */
export interface FolderPorts extends FramePorts {
  readonly disk: Disk;
  readonly processes: Processes;
  readonly me: Holder;
  readonly options: FolderOptions;
  readonly now: () => number;
  readonly notice: (notice: Notice) => void;
  /** The keys of a sealed workspace. */
  readonly seals?: Seals | undefined;
  /** Throws if the workspace was sealed since it was opened without keys. Called when somebody else has written. */
  readonly checkKeys?: (() => void) | undefined;
}

/** The bytes of an append, valid only if the log ends at `after`. */
interface Encoded {
  readonly after: Head;
  readonly batch: Batch;
  readonly bytes: Buffer;
}

export class LogWriter {
  readonly path: string;
  private readonly reader: LogReader;
  private readonly ports: FolderPorts;
  private readonly lock: WriterLock;
  private wasCleaned = false;
  /** The end of the log as we last saw it. */
  private tail: Point | undefined;
  /** The head of the stream as our caller last saw it. */
  private callersHead: Head | undefined;
  /** The head after what the present commit has appended; not yet acknowledged. */
  private written: Head | undefined;
  private readonly file: LogFile;

  constructor(path: string, reader: LogReader, ports: FolderPorts) {
    this.path = path;
    this.reader = reader;
    this.ports = ports;
    this.file = new LogFile(ports.disk, reader, ports.options);
    this.lock = new WriterLock(ports.disk, `${path}/lock`, ports.processes, ports.me, ports.options);
  }

  /** The end of the log as we last saw it. While we hold the lock, this is the real end. */
  get end(): Point | undefined {
    return this.tail;
  }

  /** The present state of the lock, for `isUnchangedSince`; undefined if somebody is, or may be, writing. */
  stamp(): LockStamp | undefined {
    return this.lock.stamp();
  }

  /** The stamp after our own last commit. */
  get stampLeft(): LockStamp | undefined {
    return this.lock.stampLeft;
  }

  isUnchangedSince(stamp: LockStamp): boolean {
    return this.lock.isUnchangedSince(stamp);
  }

  /** Notes that our caller has read the stream up to here and will decide on that. */
  noteRead(head: Head): void {
    this.callersHead = head;
  }

  /**
   * Appends all of the events or none, exactly after `expectedSeq`. The lines are encoded before the lock is taken, for
   * the end as we know it, so that other writers wait less. If the log ends elsewhere by then, they are encoded again.
   */
  append(expectedSeq: number, events: readonly MemoryEvent[]): Head {
    const { tail } = this;
    const ready = tail?.seq === expectedSeq ? this.encode(events, asHead(tail)) : undefined;
    return this.exclusively(() => this.appendLocked(expectedSeq, events, ready));
  }

  /** The same, encoded in slices. From taking the lock to giving it back, nothing else runs. */
  *appendInSlices(expectedSeq: number, events: readonly MemoryEvent[]): Slices<Head> {
    // Lines can be encoded in advance only for an end that we know.
    if (this.tail?.seq !== expectedSeq) this.exclusively(() => undefined);
    const { tail } = this;
    if (tail?.seq !== expectedSeq) throw streamMoved(expectedSeq, tail?.seq ?? 0);
    const after = asHead(tail);
    const batch = yield* encodingBatch(events, after, this.ports);
    const ready = { after, batch, bytes: yield* encodingLines(batch.lines) };
    return this.exclusively(() => this.appendLocked(expectedSeq, events, ready));
  }

  /** Like `append`, for work that runs inside `exclusively`. */
  appendLocked(expectedSeq: number, events: readonly MemoryEvent[], ready?: Encoded): Head {
    const tail = this.expect(expectedSeq);
    const isReady = ready !== undefined && ready.after.hash === tail.hash;
    const { batch, bytes } = isReady ? ready : this.encode(events, asHead(tail));
    const at = this.place(tail, bytes.length);
    this.put(at, bytes);
    const { seq, hash } = batch.head;
    this.tail = { volume: at.volume, offset: at.offset + bytes.length, seq, hash };
    this.callersHead = batch.head;
    this.written = batch.head;
    return batch.head;
  }

  private encode(events: readonly MemoryEvent[], after: Head): Encoded {
    const batch = encodeBatch(events, after, this.ports);
    return { after, batch, bytes: bytesOf(batch.lines) };
  }

  /**
   * Runs `work` as the only writer, on a clean end of the log. If somebody took over in the meantime, our append may or
   * may not be part of the log: we take the lock again and look before we acknowledge it.
   */
  exclusively<T>(work: () => T): T {
    let taken = this.lock.acquire();
    const before = this.callersHead;
    this.written = undefined;
    let answer: T;
    let isClean = taken === "given";
    try {
      while (!withFiles(() => this.cleanEnd(taken))) {
        this.forget();
        taken = this.lock.acquire();
        isClean = taken === "given";
      }
      isClean = true;
      answer = work();
    } catch (error) {
      this.forget();
      this.callersHead = before;
      // We took the lock over and have not begun a new file. If we gave the lock back now, it would look as if the
      // former holder had finished its commit.
      if (!isClean) this.lock.abandon();
      // If somebody took over, they caused the failure, not the disk.
      const takenOver = this.lock.isHeld && !this.giveUp() && !isTidelineError(error);
      throw takenOver
        ? streamMoved(before?.seq ?? 0, before?.seq ?? 0)
        : troubleWith(this.path, "write", error);
    }
    if (!this.lock.release() && this.written !== undefined) this.standsAfterTakeOver(this.written);
    return answer;
  }

  /** The head of the stream as any reader sees it now. */
  headNow(): Head {
    this.cleanEndIfFree();
    return withFiles(() => asHead(this.catchUp(this.reader.volumes().current).end));
  }

  /** Call while holding the lock: syncs what was written so far, whatever the durability option says. */
  syncNow(): void {
    this.file.sync((this.tail as Point).volume);
  }

  /** Closes all files and leaves the folder tidy: no padding at the end of the log, and a free lock. It does no harm if
   * that fails. */
  close(): void {
    try {
      if (this.file.hasPadding(this.tail)) this.cutPaddingIfFree();
    } catch {
      this.giveUp();
    }
    this.lock.close();
    this.forget();
  }

  /** Does nothing if somebody is writing or has written since we did: then the padding is theirs. */
  private cutPaddingIfFree(): void {
    const taken = this.lock.tryAcquire();
    if (taken === undefined) return;
    if (taken !== "given") {
      this.lock.abandon();
      return;
    }
    if (this.endIsKnown()) this.file.cutPadding(this.tail as Point);
    this.lock.release();
  }

  /** Cuts the padding that a dead writer left. */
  private cutPaddingOf(end: Point): void {
    const path = this.reader.pathOf(end.volume);
    if (fileSize(this.ports.disk, path) > end.offset) cutFile(this.ports.disk, path, end.offset);
  }

  /** Forgets the end of the log and closes the file. */
  forget(): void {
    this.file.close();
    this.tail = undefined;
  }

  /** On the first call, unless somebody is writing: cuts the unfinished append of a dead writer. */
  cleanEndIfFree(): void {
    if (this.wasCleaned) return;
    try {
      const taken = this.lock.tryAcquire();
      if (taken === undefined) return;
      try {
        if (!withFiles(() => this.cleanEnd(taken))) return;
      } catch (error) {
        this.forget();
        if (taken !== "given") this.lock.abandon();
        this.giveUp();
        throw troubleWith(this.path, "write", error);
      }
      this.lock.release();
    } catch (error) {
      // A folder that cannot be written to can still be read.
      if (!isTidelineError(error, "not-writable")) throw troubleWith(this.path, "read", error);
    }
    this.wasCleaned = true;
  }

  /** Call while holding the lock: finds the end of the log and cleans it up. False if somebody took over from us. */
  private cleanEnd(taken: AcquiredHow): boolean {
    if (this.endIsKnown()) return true;
    this.ports.checkKeys?.();
    this.file.forgetSize();
    const { all, current } = this.reader.volumes();
    // Checked after listing the files, so none of the listed files was begun by a process that took over from us.
    if (!this.lock.isOurs()) {
      this.lock.abandon();
      return false;
    }
    this.wasCleaned = true;
    const { end, tornBytes } = this.catchUp(current);
    this.tail = end;
    if (tornBytes > 0 && taken !== "from-silent") this.cut(end, tornBytes);
    if (taken === "given") return true;
    if (tornBytes > 0 && taken === "from-silent") {
      this.say(
        "overridden-left",
        `The former writer of ${this.path} fell silent; bytes that it had not finished are ignored.`,
        end,
      );
    }
    secureEnd(this.ports.disk, this.reader, end, current, () => this.stillOurs(end));
    if (taken === "from-dead") this.cutPaddingOf(end);
    this.tail = this.roll(end, all);
    removeOverridden(this.ports.disk, this.reader);
    this.ports.disk.syncFolder(this.path);
    return true;
  }

  /** Call inside `exclusively`: throws `stream-moved` if somebody took over, since what we read may be inconsistent. */
  checkStillOurs(): void {
    this.stillOurs(this.tail as Point);
  }

  /** Renews the lock right before a step that must not happen after a take-over. */
  private stillOurs(end: Point): void {
    if (!this.lock.renew()) throw streamMoved(end.seq, end.seq);
  }

  /** Nobody has written since we did, so the log ends where we left it. `LogFile.check` still looks at the file. */
  private endIsKnown(): boolean {
    return this.lock.undisturbed && this.tail !== undefined;
  }

  private catchUp(current: readonly LogVolume[]): { readonly end: Point; readonly tornBytes: number } {
    const known =
      this.tail !== undefined && this.reader.stillStands(this.tail, current) ? this.tail : undefined;
    const from = known ?? this.reader.beforeLastAppend(current) ?? this.startOfLast(current);
    const found = this.reader.scan(from, current, () => true);
    // The last append turned out to be torn: its head alone had looked sound. What it follows is looked up then.
    const isKnown = found.end.hash !== undefined || known !== undefined;
    return isKnown ? found : this.reader.scan(this.startOfLast(current), current, () => true);
  }

  /** The start of the last volume whose preceding event can be found: a scan needs the hash of that event. */
  private startOfLast(current: readonly LogVolume[]): Point {
    for (let i = current.length - 1; i >= 0; i--) {
      const volume = current[i] as LogVolume;
      const point =
        i === 0
          ? this.reader.locate(volume.firstSeq - 1, current)
          : this.reader.locate(volume.firstSeq - 1, current.slice(0, i));
      if (point !== undefined)
        return point.volume.name === volume.name ? point : { ...point, volume, offset: 0 };
    }
    throw corrupt(this.path, 0, "its log files have vanished");
  }

  /** The end of the log; throws `stream-moved` if our caller expected another end. */
  expect(expectedSeq: number): Point {
    const tail = this.tail;
    assert(tail !== undefined, "a writer knows the end of its log");
    const misled = this.callersHead?.seq === expectedSeq && this.callersHead.hash !== tail.hash;
    if (tail.seq !== expectedSeq || misled) throw streamMoved(expectedSeq, tail.seq);
    return tail;
  }

  /** Where the next bytes go: the present file, or a new one if the present one would grow too long. */
  private place(tail: Point, bytes: number): Point {
    if (tail.offset === 0 || tail.offset + bytes <= this.ports.options.volumeBytes) return tail;
    this.file.cutPadding(tail);
    this.file.sync(tail.volume);
    return this.roll(tail, this.reader.volumes().all);
  }

  /** Begins a file under a generation of the lock that nobody else has had. */
  private roll(tail: Point, all: readonly LogVolume[]): Point {
    if (!this.lock.renew(lastEpoch(all) + 1)) throw streamMoved(tail.seq, tail.seq);
    const volume = newVolume(tail.seq + 1, this.lock.generation, tail.volume.epoch);
    this.ports.disk.close(this.ports.disk.open(this.reader.pathOf(volume), "begin"));
    this.ports.disk.syncFolder(this.path);
    return { volume, offset: 0, seq: tail.seq, hash: tail.hash };
  }

  /** Writes and syncs the bytes, or leaves the file as it was. */
  private put(at: Point, bytes: Buffer): void {
    const { disk, options } = this.ports;
    this.file.check(at, () => this.stillOurs(at));
    try {
      // The process that created this file may have failed to sync its name.
      if (at.offset === 0 && options.durability === "fsync") disk.syncFolder(this.path);
      this.file.write(at, bytes, () => this.stillOurs(at));
    } catch (error) {
      this.unwrite(at);
      throw error;
    }
  }

  /** Removes what was written, as far as possible: what stays behind is a torn tail, which the next writer cuts. */
  private unwrite(at: Point): void {
    try {
      // A process that took over may have adopted those bytes: then they are not ours to cut.
      if (this.lock.renew()) this.file.cut(at.volume, at.offset);
    } catch {
      this.file.close();
      // The next writer must not trust the bytes it finds, so it must treat us as dead.
      this.lock.abandon();
    }
  }

  /** Returns if our append is part of the log after all; otherwise throws `stream-moved`. Only the holder of the lock
   * can tell. */
  private standsAfterTakeOver(ours: Head): void {
    this.forget();
    this.callersHead = undefined;
    const found = retryAfterTakeOver(this, () => {
      const { current } = this.reader.volumes();
      const stands = this.reader.locate(ours.seq, current)?.hash === ours.hash;
      if (!stands) removeStrays(this.ports.disk, this.reader);
      return { stands, seq: this.tail?.seq ?? 0 };
    });
    if (!found.stands) throw streamMoved(ours.seq, found.seq);
    this.callersHead = ours;
  }

  private cut(end: Point, bytes: number): void {
    const { disk } = this.ports;
    const path = this.reader.pathOf(end.volume);
    const torn = readRange(disk, path, end.offset);
    const copy = keepAside(disk, this.path, `torn-${end.volume.name}-${end.offset}`, torn);
    cutFile(disk, path, end.offset);
    this.say(
      "torn-tail-cut",
      `${path} ended in ${bytes} bytes of an append that was never finished: cut, and kept in ${copy}.`,
      end,
    );
  }

  /** Gives the lock back after a failure; false if somebody took over. If the lock cannot be given back, our next
   * commit takes it back, or other processes take it over when the lease has passed. */
  private giveUp(): boolean {
    try {
      return this.lock.release();
    } catch {
      this.wasCleaned = false;
      return true;
    }
  }

  private say(kind: Notice["kind"], message: string, at: Point): void {
    this.ports.notice({ kind, message, file: this.reader.pathOf(at.volume), position: at.offset });
  }
}

function asHead(point: Point): Head {
  assert(point.hash !== undefined, "the end of a log is known by its hash");
  return { seq: point.seq, hash: point.hash };
}
