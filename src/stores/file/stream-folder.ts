/**
 * How does one stream live in one folder?
 *
 *   lock/                       who may write now
 *   0000000000000001-0001.jsonl the log, in segments
 *   blobs/                      derived, deletable
 *   aside/                      damaged or torn bytes, kept for a person to look at
 *
 * An append is: lock, catch up, compare, write, sync, give the lock back. Giving it back is the
 * acknowledgement: it succeeds only if nobody took over in the meantime, and whoever takes over later finds
 * the bytes, because they were synced before. Readers take no lock.
 */
import { dirname } from "node:path";
import { assert } from "../../assert.ts";
import { isTidelineError, TidelineError } from "../../errors.ts";
import { MAX_READ_EVENTS } from "../../limits.ts";
import { encodeBatch, streamMoved } from "../../log/batch.ts";
import type { FramePorts } from "../../log/frame.ts";
import type { EventOf, MemoryEvent } from "../../model/event.ts";
import type { Blob, Head, Page, RecordedEvent, VerifyOptions, VerifyReport } from "../../ports/storage.ts";
import { draftBlob, readBlob, removeBlobs } from "./blobs.ts";
import type { Disk } from "./disk.ts";
import { checkTargets, overwriteBodies } from "./erasure.ts";
import { listIfThere, makeFolderIfMissing, readRange, removeIfThere, writeAll } from "./files.ts";
import { type LockOptions, type Taken, WriterLock } from "./lock.ts";
import { gapKey, LogReader, type Point } from "./log-reader.ts";
import type { Owner, Processes } from "./process-owner.ts";
import { lastEpoch, type Segment, segmentName } from "./segments.ts";
import { verifyStream } from "./survey.ts";
import { corrupt, troubleWith } from "./trouble.ts";

/** Something that a person should know, and that needed no error. */
export interface Notice {
  readonly kind: "torn-tail-cut" | "overridden-left" | "erasure-finished" | "blob-dropped" | "repaired";
  readonly message: string;
  readonly file: string;
  readonly position?: number;
}

export interface FolderOptions extends LockOptions {
  readonly durability: "fsync" | "os";
  readonly segmentBytes: number;
}

/** What all folders of a store share. */
export interface FolderPorts extends FramePorts {
  readonly disk: Disk;
  readonly processes: Processes;
  readonly me: Owner;
  readonly options: FolderOptions;
  readonly now: () => number;
  readonly notice: (notice: Notice) => void;
}

/** Written in pieces, so that a long append can show that it is alive. */
const WRITE_PIECE_BYTES = 4 * 1024 * 1024;

export class StreamFolder {
  readonly path: string;
  readonly reader: LogReader;
  private readonly mayStartLate: boolean;
  private readonly ports: FolderPorts;
  private readonly lock: WriterLock;
  private settled = false;
  /** The end of the log, as far as we know. */
  private tail: Point | undefined;
  /** Where the last `read` stopped. */
  private cursor: Point | undefined;
  /** What our caller believes the stream's end to be. */
  private told: Head | undefined;
  /** What the present writer has appended: it waits for its acknowledgement. */
  private written: Head | undefined;
  private open: { readonly name: string; readonly file: number } | undefined;

  /** `mayStartLate`: old events may have been dropped from the front (access marks). */
  constructor(path: string, ports: FolderPorts, mayStartLate = false) {
    this.path = path;
    this.mayStartLate = mayStartLate;
    this.ports = ports;
    this.reader = new LogReader(ports.disk, path, ports.hash);
    this.lock = new WriterLock(ports.disk, `${path}/lock`, ports.processes, ports.me, ports.options);
  }

  /** A new, empty stream. The folder must not be there. */
  static create(path: string, disk: Disk): void {
    disk.makeFolder(path);
    WriterLock.create(disk, `${path}/lock`);
    disk.close(disk.open(`${path}/${segmentName(1, 1)}`, "create"));
    disk.syncFolder(path);
  }

  read(afterSeq: number): Page {
    this.settleIfFree();
    const { winners } = this.reader.segments();
    this.checkStart(afterSeq, winners);
    const from = this.recall(afterSeq, winners) ?? this.reader.locate(afterSeq, winners);
    if (from === undefined) return { afterHash: "", events: [], more: false };
    const events: RecordedEvent[] = [];
    const { end, stopped } = this.reader.scan(from, winners, (some) => {
      for (const event of some) if (event.seq > afterSeq) events.push(event);
      return events.length < MAX_READ_EVENTS;
    });
    this.cursor = end;
    const last = events.at(-1);
    if (last !== undefined) this.told = { seq: last.seq, hash: last.hash };
    else if (from.hash !== undefined) this.told = { seq: from.seq, hash: from.hash };
    return { afterHash: from.seq === afterSeq ? from.hash : undefined, events, more: stopped };
  }

  /** All of the events or none, after `expectedSeq` exactly. */
  append(expectedSeq: number, events: readonly MemoryEvent[]): Head {
    return this.asWriter(() => this.appendAsWriter(expectedSeq, events));
  }

  /** The same, inside `asWriter`. */
  appendAsWriter(expectedSeq: number, events: readonly MemoryEvent[]): Head {
    const tail = this.expect(expectedSeq);
    const batch = encodeBatch(events, asHead(tail), this.ports);
    const bytes = Buffer.from(batch.lines.join(""));
    const at = this.place(tail, bytes.length);
    this.put(at, bytes);
    this.tail = { segment: at.segment, offset: at.offset + bytes.length, ...batch.head };
    this.told = batch.head;
    this.written = batch.head;
    return batch.head;
  }

  /**
   * Runs `work` as the only writer, on a clean end of the log. If somebody took over meanwhile, what was
   * appended may or may not stand: we look, as the writer, before we say that it does.
   */
  asWriter<T>(work: () => T): T {
    const taken = this.lock.acquire();
    const before = this.told;
    this.written = undefined;
    let answer: T;
    try {
      this.settle(taken);
      answer = work();
    } catch (error) {
      this.forget();
      this.told = before;
      this.giveUp();
      throw troubleWith(this.path, "write", error);
    }
    if (!this.lock.release() && this.written !== undefined) this.standsAfterTakeOver(this.written);
    return answer;
  }

  /** The log's end as anybody can see it now. */
  headNow(): Head {
    this.settleIfFree();
    return asHead(this.catchUp(this.reader.segments().winners).end);
  }

  /** False only if nothing was ever written. */
  hasEvents(): boolean {
    const { winners } = this.reader.segments();
    const last = winners.at(-1);
    return winners.length > 1 || (last !== undefined && this.reader.bytesOf(last, 0, 1).length > 0);
  }

  /** Appends an `erased` event and destroys what it names. `marker` stands from before until all is done. */
  erase(expectedSeq: number, event: EventOf<"erased">, marker: string): Head {
    const { disk } = this.ports;
    const head = this.asWriter(() => {
      this.expect(expectedSeq);
      checkTargets(this.reader, event.erases);
      removeIfThere(disk, marker);
      disk.close(disk.open(marker, "create"));
      disk.syncFolder(dirname(marker));
      return this.appendAsWriter(expectedSeq, [event]);
    });
    this.finishErasing(event.erases);
    removeIfThere(disk, marker);
    return head;
  }

  /** Destroys the bodies that the log says are erased (all of them, or these), and everything derived.
   * Returns how many were still there. */
  finishErasing(seqs?: readonly number[]): number {
    const { disk } = this.ports;
    return this.asWriter(() => {
      const overwritten = overwriteBodies(disk, this.reader, seqs ?? [...this.reader.excuses().bodies]);
      removeBlobs(disk, this.blobFolder);
      this.removeAside();
      return overwritten;
    });
  }

  getBlob(name: string): Blob | undefined {
    const { disk } = this.ports;
    const blob = readBlob(disk, this.blobFolder, name);
    if (blob === undefined) return undefined;
    const path = `${this.blobFolder}/${name}`;
    if (blob === "damaged") {
      this.ports.notice({
        kind: "blob-dropped",
        message: `${path} is damaged; it is derived anew.`,
        file: path,
      });
      return undefined;
    }
    const head = this.headNow();
    if (blob.seq > head.seq) {
      const what = `the log ends at event ${head.seq}, but "${name}" was made at event ${blob.seq}: a file was cut or has vanished`;
      throw corrupt(this.path, 0, what, blob.seq);
    }
    return this.erasedSince(blob.seq) ? undefined : blob;
  }

  putBlob(name: string, blob: Blob): void {
    const { disk, me, options } = this.ports;
    const draft = draftBlob(disk, this.blobFolder, name, blob, me.nonce);
    this.asWriter(() => {
      // What was derived before an erasure may hold what was erased.
      if (blob.seq > (this.tail as Point).seq || this.erasedSince(blob.seq)) removeIfThere(disk, draft);
      else {
        // A blob that is ahead of its log means that the log lost something: so the log goes first.
        if (options.durability === "os") disk.sync(this.fileOf((this.tail as Point).segment));
        disk.rename(draft, `${this.blobFolder}/${name}`);
      }
    });
  }

  /** Removes whole files of events up to `seq`, never the last one. */
  dropUpTo(seq: number): void {
    const { disk } = this.ports;
    this.asWriter(() => {
      const { all, winners } = this.reader.segments();
      // Overridden files first: nothing may be left that could count again.
      this.removeOverridden(all, winners);
      for (let i = 0; i + 1 < winners.length && (winners[i + 1] as Segment).firstSeq <= seq + 1; i++) {
        removeIfThere(disk, this.reader.pathOf(winners[i] as Segment));
      }
      disk.syncFolder(this.path);
    });
  }

  verify(options: VerifyOptions): VerifyReport {
    this.settleIfFree();
    return verifyStream(this.reader, this.mayStartLate, options);
  }

  close(): void {
    this.forget();
  }

  private get blobFolder(): string {
    return `${this.path}/blobs`;
  }

  /** Was anything erased after event `seq`? */
  private erasedSince(seq: number): boolean {
    const { winners } = this.reader.segments();
    const from = this.recall(seq, winners) ?? this.reader.locate(seq, winners);
    let erased = from === undefined;
    if (from !== undefined) {
      this.reader.scan(from, winners, (events) => {
        erased ||= events.some((one) => one.event.type === "erased");
        return !erased;
      });
    }
    return erased;
  }

  /** The first file of a log that keeps everything begins with event 1. */
  private checkStart(afterSeq: number, winners: readonly Segment[]): void {
    const first = winners[0];
    if (first === undefined) throw corrupt(this.path, 0, "its log files have vanished");
    if (this.mayStartLate || first.firstSeq === 1 || afterSeq >= first.firstSeq - 1) return;
    if (this.reader.excuses().gaps.has(gapKey(0, first.firstSeq))) return;
    throw corrupt(
      this.reader.pathOf(first),
      0,
      `events 1 to ${first.firstSeq - 1} are missing: a file has vanished`,
      1,
    );
  }

  /** After a failure. A lock that cannot be given back is taken back by our next write, or by its lease. */
  private giveUp(): void {
    try {
      this.lock.release();
    } catch {
      this.settled = false;
    }
  }

  /** The first time, unless somebody is writing: cut what a dead writer left. */
  private settleIfFree(): void {
    if (this.settled) return;
    try {
      const taken = this.lock.tryAcquire();
      if (taken === undefined) return;
      try {
        this.settle(taken);
      } finally {
        this.lock.release();
      }
    } catch (error) {
      // A folder that cannot be written can still be read.
      if (!isTidelineError(error, "not-writable")) throw troubleWith(this.path, "read", error);
    }
    this.settled = true;
  }

  /** As the writer: learn where the log ends, and make that end a clean one. */
  private settle(taken: Taken): void {
    this.settled = true;
    const { all, winners } = this.reader.segments();
    const { end, tornBytes } = this.catchUp(winners);
    this.tail = end;
    if (tornBytes > 0 && taken !== "from-silent") this.cut(end, tornBytes);
    if (taken === "given") return;
    if (tornBytes > 0 && taken === "from-silent") {
      this.say(
        "overridden-left",
        `The former writer of ${this.path} fell silent; bytes that it had not finished are ignored.`,
        end,
      );
    }
    this.tail = this.roll(end, lastEpoch(all) + 1);
    this.removeOverridden(all, winners);
    this.ports.disk.syncFolder(this.path);
  }

  private removeOverridden(all: readonly Segment[], winners: readonly Segment[]): void {
    const overridden = all.filter((segment) => !winners.includes(segment));
    for (const segment of overridden) removeIfThere(this.ports.disk, this.reader.pathOf(segment));
  }

  private catchUp(winners: readonly Segment[]): { readonly end: Point; readonly tornBytes: number } {
    const known =
      this.tail !== undefined && this.reader.stillStands(this.tail, winners) ? this.tail : undefined;
    const from = known ?? this.reader.beforeLastAppend(winners) ?? this.startOfLast(winners);
    return this.reader.scan(from, winners, () => true);
  }

  /** The start of the last segment that has anything in it. */
  private startOfLast(winners: readonly Segment[]): Point {
    for (let i = winners.length - 1; i >= 0; i--) {
      const segment = winners[i] as Segment;
      const point =
        i === 0
          ? this.reader.locate(segment.firstSeq - 1, winners)
          : this.reader.locate(segment.firstSeq - 1, winners.slice(0, i));
      if (point !== undefined)
        return point.segment.name === segment.name ? point : { ...point, segment, offset: 0 };
    }
    throw corrupt(this.path, 0, "its log files have vanished");
  }

  /** The end of the log, if it is where our caller believes it to be. */
  private expect(expectedSeq: number): Point {
    const tail = this.tail as Point;
    const misled = this.told?.seq === expectedSeq && this.told.hash !== tail.hash;
    if (tail.seq !== expectedSeq || misled) throw streamMoved(expectedSeq, tail.seq);
    return tail;
  }

  /** Where the next bytes go: the present file, or a new one if that is long enough. */
  private place(tail: Point, bytes: number): Point {
    if (tail.offset === 0 || tail.offset + bytes <= this.ports.options.segmentBytes) return tail;
    this.ports.disk.sync(this.fileOf(tail.segment));
    return this.roll(tail, tail.segment.epoch);
  }

  private fileOf(segment: Segment): number {
    if (this.open?.name !== segment.name) {
      this.closeFile();
      this.open = { name: segment.name, file: this.ports.disk.open(this.reader.pathOf(segment), "append") };
    }
    return this.open.file;
  }

  /** Nobody but us writes here, so the file must be there and end where we think it does. */
  private checkPlace(file: number, at: Point): void {
    const { size, links } = this.ports.disk.stat(file);
    const path = this.reader.pathOf(at.segment);
    if (links === 0) {
      const remedy = "Restore it from a backup, or run repair";
      throw new TidelineError("file-vanished", `${path} was removed while in use. ${remedy}.`, {
        file: path,
      });
    }
    if (size !== at.offset) throw corrupt(path, at.offset, `it was ${at.offset} bytes long, and is ${size}`);
  }

  private roll(tail: Point, epoch: number): Point {
    const segment: Segment = { name: segmentName(tail.seq + 1, epoch), firstSeq: tail.seq + 1, epoch };
    if (segment.name === tail.segment.name) return tail;
    this.ports.disk.close(this.ports.disk.open(this.reader.pathOf(segment), "create"));
    this.ports.disk.syncFolder(this.path);
    return { segment, offset: 0, seq: tail.seq, hash: tail.hash };
  }

  /** Writes and syncs, or leaves the file as it was. */
  private put(at: Point, bytes: Buffer): void {
    const { disk, options } = this.ports;
    const file = this.fileOf(at.segment);
    this.checkPlace(file, at);
    try {
      for (let done = 0; done < bytes.length; done += WRITE_PIECE_BYTES) {
        if (done > 0 && !this.lock.renew()) throw streamMoved(at.seq, at.seq);
        writeAll(disk, file, bytes.subarray(done, done + WRITE_PIECE_BYTES));
      }
      if (options.durability === "fsync") disk.sync(file);
    } catch (error) {
      this.unwrite(file, at.offset);
      throw error;
    }
  }

  /** Best effort: what stays behind is a torn tail, which the next writer cuts. */
  private unwrite(file: number, length: number): void {
    try {
      this.ports.disk.truncate(file, length);
      this.ports.disk.sync(file);
    } catch {
      this.closeFile();
    }
  }

  /** Returns if the event that we wrote is part of the log after all; only a writer can tell. */
  private standsAfterTakeOver(ours: Head): void {
    const stray = this.tail as Point;
    this.forget();
    this.told = undefined;
    const found = this.asWriter(() => {
      const { winners } = this.reader.segments();
      const stands = this.reader.locate(ours.seq, winners)?.hash === ours.hash;
      if (!stands) this.removeStray(stray, winners);
      return { stands, seq: this.tail?.seq ?? 0 };
    });
    if (!found.stands) throw streamMoved(ours.seq, found.seq);
    this.told = ours;
  }

  /** Our bytes in a file that somebody else has overridden: words that nobody acknowledged. */
  private removeStray(stray: Point, winners: readonly Segment[]): void {
    const { disk } = this.ports;
    const at = winners.findIndex((segment) => segment.name === stray.segment.name);
    const next = winners[at + 1];
    if (at < 0 || next === undefined) return;
    const end = this.reader.locate(next.firstSeq - 1, winners.slice(0, at + 1));
    if (end === undefined) return;
    const file = disk.open(this.reader.pathOf(stray.segment), "update");
    try {
      disk.truncate(file, end.offset);
      disk.sync(file);
    } finally {
      disk.close(file);
    }
  }

  private cut(end: Point, bytes: number): void {
    const { disk } = this.ports;
    const path = this.reader.pathOf(end.segment);
    const torn = readRange(disk, path, end.offset);
    const copy = this.keepAside(`torn-${end.segment.name}-${end.offset}`, torn);
    const file = disk.open(path, "update");
    try {
      disk.truncate(file, end.offset);
      disk.sync(file);
    } finally {
      disk.close(file);
    }
    this.say(
      "torn-tail-cut",
      `${path} ended in ${bytes} bytes of an append that was never finished: cut, and kept in ${copy}.`,
      end,
    );
  }

  /** Keeps bytes for a person to look at; an erasure removes them all. */
  keepAside(name: string, bytes: Uint8Array): string {
    const { disk } = this.ports;
    const folder = `${this.path}/aside`;
    if (makeFolderIfMissing(disk, folder)) disk.syncFolder(this.path);
    const taken = new Set(disk.list(folder));
    let path = name;
    for (let n = 2; taken.has(path); n++) path = `${name}.${n}`;
    const file = disk.open(`${folder}/${path}`, "create");
    try {
      writeAll(disk, file, bytes);
      disk.sync(file);
    } finally {
      disk.close(file);
    }
    disk.syncFolder(folder);
    return `${folder}/${path}`;
  }

  removeAside(): void {
    const folder = `${this.path}/aside`;
    for (const name of listIfThere(this.ports.disk, folder))
      removeIfThere(this.ports.disk, `${folder}/${name}`);
  }

  private recall(seq: number, winners: readonly Segment[]): Point | undefined {
    return [this.cursor, this.tail].find(
      (point) => point?.seq === seq && point.hash !== undefined && this.reader.stillStands(point, winners),
    );
  }

  private say(kind: Notice["kind"], message: string, at: Point): void {
    this.ports.notice({ kind, message, file: this.reader.pathOf(at.segment), position: at.offset });
  }

  private forget(): void {
    this.closeFile();
    this.tail = undefined;
    this.cursor = undefined;
  }

  private closeFile(): void {
    if (this.open !== undefined) this.ports.disk.close(this.open.file);
    this.open = undefined;
  }
}

function asHead(point: Point): Head {
  assert(point.hash !== undefined, "the end of a log is known by its hash");
  return { seq: point.seq, hash: point.hash };
}
