/**
 * How does one stream live in one folder?
 *
 *   lock/                       who may write now
 *   0000000000000001-1-0.jsonl  the log, in volumes
 *   blobs/                      derived, deletable
 *   aside/                      damaged or torn bytes, kept for a person to look at
 *
 * Reading takes no lock. Everything that changes the folder is done by the writer, under the lock (`log-writer.ts`).
 */

import { dirname } from "node:path";
import { isTidelineError } from "../../errors.ts";
import { MAX_READ_EVENTS } from "../../limits.ts";
import type { EventOf, MemoryEvent } from "../../model/event.ts";
import { finish, type Slices } from "../../ports/slices.ts";
import type { Blob, Head, Page, RecordedEvent, VerifyOptions, VerifyReport } from "../../ports/storage.ts";
import { beginBlob, digesting, draftBlob, readingBlob, removeBlobs, writingBlob } from "./blobs.ts";
import { seqBeside, seqInBlobs } from "./check/loss.ts";
import { verifyStream } from "./check/survey.ts";
import type { Disk } from "./disk/disk.ts";
import { type Draft, dropDraft, removeAside, removeIfThere } from "./disk/files.ts";
import { corrupt } from "./disk/trouble.ts";
import { type LockStamp, WriterLock } from "./lock/lock.ts";
import { checkTargets, overwriteBodies } from "./log/erasure.ts";
import { LogReader, withFiles, withFilesInSlices } from "./log/log-reader.ts";
import { gapKey, type Point } from "./log/log-walk.ts";
import { type FolderPorts, LogWriter } from "./log/log-writer.ts";
import { retryAfterTakeOver } from "./log/retry-after-take-over.ts";
import { removeOverridden, removeStrays } from "./log/strays.ts";
import { FIRST_EPOCH, type LogVolume, newVolume } from "./log/volumes.ts";

export class StreamFolder {
  readonly path: string;
  readonly reader: LogReader;
  readonly writer: LogWriter;
  private readonly mayStartLate: boolean;
  private readonly ports: FolderPorts;
  /** Where the last `read` stopped. */
  private cursor: Point | undefined;
  /** Between these two places nothing was erased. */
  private looked: { readonly from: Point; readonly to: Point } | undefined;
  /** The head of the stream, and the stamp of the lock that shows whether it is still the head. */
  private quiet: { readonly stamp: LockStamp; readonly end: Head } | undefined;

  /** `mayStartLate`: old events may have been dropped from the front (access marks, turns). */
  constructor(path: string, ports: FolderPorts, mayStartLate = false) {
    this.path = path;
    this.mayStartLate = mayStartLate;
    this.ports = ports;
    const codec = ports.seals?.codecOf(path);
    this.reader = new LogReader(ports.disk, path, ports.hash, codec);
    this.writer = new LogWriter(path, this.reader, { ...ports, codec });
  }

  /** Creates an empty stream. The folder must not exist. */
  static create(path: string, disk: Disk): void {
    disk.makeFolder(path);
    WriterLock.create(disk, `${path}/lock`);
    disk.close(disk.open(`${path}/${newVolume(1, FIRST_EPOCH, 0).name}`, "begin"));
    disk.syncFolder(path);
  }

  read(afterSeq: number, about?: number): Page {
    return finish(this.readInSlices(afterSeq, about));
  }

  *readInSlices(afterSeq: number, about = MAX_READ_EVENTS): Slices<Page> {
    const quiet = this.readIfQuiet(afterSeq);
    if (quiet !== undefined) return quiet;
    // Taken before the files are read: anybody who writes after that leaves another stamp.
    const stamp = this.stampAfterCleaning();
    const most = Math.min(about, MAX_READ_EVENTS);
    return yield* withFilesInSlices(() => this.readNow(afterSeq, stamp, most));
  }

  /** Whoever gave the lock back left nothing unfinished, so only a lock that was not given back is worth taking. */
  private stampAfterCleaning(): LockStamp | undefined {
    const { writer } = this;
    const stamp = writer.stamp();
    const isFree = stamp !== undefined && stamp.commits === undefined;
    if (isFree) return stamp;
    writer.cleanEndIfFree();
    return writer.stamp();
  }

  /** An empty page if `afterSeq` is the end of the log and one look at the lock shows that nobody has written since;
   * otherwise undefined. */
  readIfQuiet(afterSeq: number): Page | undefined {
    const { quiet } = this;
    if (quiet?.end.seq !== afterSeq || !this.writer.isUnchangedSince(quiet.stamp)) return undefined;
    this.writer.noteRead(quiet.end);
    return { afterHash: quiet.end.hash, events: [], more: false };
  }

  private *readNow(afterSeq: number, stamp: LockStamp | undefined, most: number): Slices<Page> {
    const { current } = this.reader.volumes();
    this.checkStart(afterSeq, current);
    const from = this.rememberedPoint(afterSeq, current) ?? this.reader.locate(afterSeq, current);
    if (from === undefined) return { afterHash: "", events: [], more: false };
    const events: RecordedEvent[] = [];
    const { end, stopped, tornBytes } = yield* this.reader.scanInSlices(from, current, (some) => {
      for (const event of some) if (event.seq > afterSeq) events.push(event);
      return events.length < most;
    });
    // A power cut or a full disk can tear an append although the lock was given back.
    if (tornBytes > 0) this.writer.cleanEndIfFree();
    this.cursor = end;
    this.noteQuiet(stopped ? undefined : stamp, end);
    const last = events.at(-1);
    if (last !== undefined) this.writer.noteRead({ seq: last.seq, hash: last.hash });
    else if (from.hash !== undefined) this.writer.noteRead({ seq: from.seq, hash: from.hash });
    return { afterHash: from.seq === afterSeq ? from.hash : undefined, events, more: stopped };
  }

  append(expectedSeq: number, events: readonly MemoryEvent[]): Head {
    const head = this.writer.append(expectedSeq, events);
    this.noteQuiet(this.writer.stampLeft, this.writer.end);
    return head;
  }

  *appendInSlices(expectedSeq: number, events: readonly MemoryEvent[]): Slices<Head> {
    const head = yield* this.writer.appendInSlices(expectedSeq, events);
    this.noteQuiet(this.writer.stampLeft, this.writer.end);
    return head;
  }

  private noteQuiet(stamp: LockStamp | undefined, end: Point | undefined): void {
    const isKnown = stamp !== undefined && end?.hash !== undefined;
    this.quiet = isKnown ? { stamp, end: { seq: end.seq, hash: end.hash } } : undefined;
  }

  /** False only if nothing was ever written. A log that is damaged, cut or missing was written; reading it fails. */
  hasEvents(): boolean {
    const hasFiles = this.reader.volumes().current.length > 0;
    return !hasFiles || !this.isEmpty() || this.heldSeq() > 0;
  }

  /** The number of the last event that the log must have held, according to its blobs and the stream beside it. */
  heldSeq(): number {
    const { disk, hash } = this.ports;
    return Math.max(seqInBlobs(disk, this.path), this.isEmpty() ? seqBeside(disk, this.path, hash) : 0);
  }

  /** Does the log have no complete append? A damaged log does not count as empty. */
  private isEmpty(): boolean {
    const { current } = this.reader.volumes();
    const [first] = current;
    if (first === undefined || (current.at(-1)?.firstSeq ?? 1) > 1) return first === undefined;
    let isEmpty = true;
    try {
      this.reader.scan({ volume: first, offset: 0, seq: 0, hash: "" }, current, () => {
        isEmpty = false;
        return false;
      });
    } catch (error) {
      if (!isTidelineError(error, "corrupt")) throw error;
      return false;
    }
    return isEmpty;
  }

  /** Appends an `erased` event and destroys the bodies it names. The file `marker` exists from before the event until
   * all is done. */
  erase(expectedSeq: number, event: EventOf<"erased">, marker: string): Head {
    const { disk } = this.ports;
    const head = this.writer.exclusively(() => {
      this.writer.expect(expectedSeq);
      checkTargets(this.reader, event.erases);
      removeIfThere(disk, marker);
      disk.close(disk.open(marker, "create"));
      disk.syncFolder(dirname(marker));
      return this.writer.appendLocked(expectedSeq, [event]);
    });
    this.finishErasing(event.erases);
    removeIfThere(disk, marker);
    return head;
  }

  /** Destroys the bodies of these events (default: all that the log says are erased) and everything derived. Returns
   * how many were still there. */
  finishErasing(seqs?: readonly number[]): number {
    const { disk } = this.ports;
    return retryAfterTakeOver(this.writer, () => {
      const erased = seqs ?? [...this.reader.excuses().bodies];
      const overwritten = overwriteBodies(disk, this.reader, erased);
      removeBlobs(disk, this.blobFolder);
      removeAside(disk, this.path);
      removeStrays(disk, this.reader);
      this.ports.seals?.destroy(this.path, erased);
      disk.syncFolder(this.path);
      return overwritten;
    });
  }

  getBlob(name: string): Blob | undefined {
    return finish(this.getBlobInSlices(name));
  }

  *getBlobInSlices(name: string): Slices<Blob | undefined> {
    const stored = yield* readingBlob(this.ports.disk, this.blobFolder, name);
    if (stored === undefined) return undefined;
    const blob = stored === "damaged" ? stored : this.openedBlob(name, stored);
    const path = `${this.blobFolder}/${name}`;
    if (blob === "damaged") {
      this.ports.notice({
        kind: "blob-dropped",
        message: `${path} is damaged; it is rebuilt from the log.`,
        file: path,
      });
      return undefined;
    }
    const erased = yield* withFilesInSlices(() => this.erasingSince(blob.seq));
    if (erased !== undefined) return erased ? undefined : blob;
    const head = this.writer.headNow();
    if (blob.seq > head.seq) {
      const what = `the log ends at event ${head.seq}, but "${name}" was made at event ${blob.seq}: a file was cut or has vanished`;
      throw corrupt(this.path, 0, what, blob.seq);
    }
    return undefined;
  }

  private openedBlob(name: string, { seq, bytes }: Blob): Blob | "damaged" {
    const { seals } = this.ports;
    const opened = seals === undefined ? bytes : seals.openBlob(this.path, name, seq, bytes);
    return opened === undefined ? "damaged" : { seq, bytes: opened };
  }

  private sealedBlob(name: string, { seq, bytes }: Blob): Blob {
    const { seals } = this.ports;
    return { seq, bytes: seals === undefined ? bytes : seals.sealBlob(this.path, name, seq, bytes) };
  }

  /** Written while holding the lock, so that a blob never brings back what an erasure has just removed. */
  putBlob(name: string, plain: Blob): void {
    const { disk, me } = this.ports;
    const blob = this.sealedBlob(name, plain);
    this.writer.exclusively(() => {
      if (this.isOutdated(blob)) return;
      this.syncBeforeBlob();
      const draft = draftBlob(disk, this.blobFolder, name, blob, me.nonce);
      disk.rename(draft, `${this.blobFolder}/${name}`);
    });
  }

  /**
   * The same without holding the lock all the time. An erasure meanwhile removes the draft, which exists from before
   * the first word is written to it, like every file in its folder.
   */
  *putBlobInSlices(name: string, plain: Blob): Slices<void> {
    const { disk } = this.ports;
    const blob = this.sealedBlob(name, plain);
    const sha256 = yield* digesting(blob.bytes);
    const draft = this.beginBlob(name, blob);
    if (draft === undefined) return;
    yield* writingBlob(disk, draft, name, blob, sha256);
    this.writer.exclusively(() => {
      if (this.isOutdated(blob)) {
        removeIfThere(disk, draft.path);
        return;
      }
      this.syncBeforeBlob();
      disk.rename(draft.path, `${this.blobFolder}/${name}`);
    });
  }

  private beginBlob(name: string, blob: Blob): Draft | undefined {
    const { disk, me } = this.ports;
    let draft: Draft | undefined;
    try {
      this.writer.exclusively(() => {
        if (!this.isOutdated(blob)) draft = beginBlob(disk, this.blobFolder, name, me.nonce);
      });
    } catch (error) {
      // The lock could not be given back.
      if (draft !== undefined) dropDraft(disk, draft);
      throw error;
    }
    return draft;
  }

  /** Call while holding the lock. Is it ahead of the log, or was something erased since? */
  private isOutdated({ seq }: Blob): boolean {
    return seq > (this.writer.end?.seq ?? 0) || this.erasedSince(seq);
  }

  /** A blob ahead of its log would mean that the log lost events, so the log is synced first. */
  private syncBeforeBlob(): void {
    if (this.ports.options.durability === "os") this.writer.syncNow();
  }

  /** Removes files that hold only events up to `seq`, but never the last file. */
  dropUpTo(seq: number): void {
    const { disk } = this.ports;
    this.writer.exclusively(() => {
      // Overridden files go first, so that none of them can count again once others are gone.
      removeOverridden(disk, this.reader);
      const { current } = this.reader.volumes();
      for (let i = 0; i + 1 < current.length && (current[i + 1] as LogVolume).firstSeq <= seq + 1; i++) {
        removeIfThere(disk, this.reader.pathOf(current[i] as LogVolume));
      }
      disk.syncFolder(this.path);
    });
  }

  verify(options: VerifyOptions): VerifyReport {
    const heldSeq = this.heldSeq();
    // A log without files has no end to clean up.
    if (this.reader.volumes().current.length > 0) this.writer.cleanEndIfFree();
    return withFiles(() => verifyStream(this.reader, this.mayStartLate, heldSeq, options));
  }

  close(): void {
    this.writer.close();
    this.cursor = undefined;
    this.quiet = undefined;
  }

  private get blobFolder(): string {
    return `${this.path}/blobs`;
  }

  /** Was anything erased after event `seq`? */
  private erasedSince(seq: number): boolean {
    return finish(this.erasingSince(seq)) ?? true;
  }

  /**
   * Was anything erased after event `seq`? Undefined if there is no such event. The blobs of one state are asked for one
   * after the other, so what was looked through for one is not looked through for the next.
   */
  private *erasingSince(seq: number): Slices<boolean | undefined> {
    const { current } = this.reader.volumes();
    const { looked } = this;
    const isKnown = looked?.from.seq === seq && this.reader.stillStands(looked.to, current);
    const from = isKnown
      ? looked.from
      : (this.rememberedPoint(seq, current) ?? this.reader.locate(seq, current));
    if (from === undefined) return undefined;
    let erased = false;
    const { end } = yield* this.reader.scanInSlices(isKnown ? looked.to : from, current, (events) => {
      erased ||= events.some((one) => one.event.type === "erased");
      return !erased;
    });
    this.looked = erased ? undefined : { from, to: end };
    // Whoever reads on from there need not look for the place again.
    this.cursor = from;
    return erased;
  }

  /** Throws if the first events are missing: unless old events may be dropped, the first file begins with event 1. */
  private checkStart(afterSeq: number, current: readonly LogVolume[]): void {
    const first = current[0];
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

  private rememberedPoint(seq: number, current: readonly LogVolume[]): Point | undefined {
    return [this.cursor, this.writer.end].find(
      (point) => point?.seq === seq && point.hash !== undefined && this.reader.stillStands(point, current),
    );
  }
}
