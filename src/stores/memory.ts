/**
 * Where do streams live if nothing needs to be kept? In this store, which lives as long as its process: for tests,
 * trials and throw-away agents.
 *
 * It keeps the same lines as the file store, so the chain, erasure and `verify` work the same way here.
 */
import { TidelineError } from "../errors.ts";
import { MAX_READ_EVENTS } from "../limits.ts";
import {
  checkAppend,
  checkBlobName,
  checkDrop,
  checkSeq,
  encodeBatch,
  parseErased,
  streamMoved,
} from "../log/batch.ts";
import { bodyOverwrite, decodeFrame, type FramePorts, type LineFrame } from "../log/frame.ts";
import { readEvent } from "../log/upcast.ts";
import type { MemoryEvent } from "../model/event.ts";
import {
  inboxOf,
  isOriginStream,
  isSideStream,
  mainStreamOf,
  marksOf,
  parseStream,
  type Stream,
  sideOf,
  streamKey,
} from "../model/stream.ts";
import { counting } from "../ports/progress.ts";
import {
  type Blob,
  type Head,
  NO_HEAD,
  type Page,
  type Problem,
  type StorageAdapter,
  type VerifyOptions,
  type VerifyReport,
} from "../ports/storage.ts";
import { nodeFramePorts } from "./node-ports.ts";

interface StreamLog {
  readonly stream: Stream;
  /** The number of the first line; earlier ones were dropped. */
  firstSeq: number;
  lines: string[];
  head: Head;
  lastErasedSeq: number;
  readonly blobs: Map<string, Blob>;
}

/**
 * A store that lives as long as its process, for tests and trials.
 * @example const memory = Tideline.over(new MemoryStore());
 */
export class MemoryStore implements StorageAdapter {
  readonly supports = { sync: true, durable: false, shared: false } as const;
  private readonly ports: FramePorts;
  private readonly logs = new Map<string, StreamLog>();
  private closed = false;

  constructor(ports: FramePorts = nodeFramePorts()) {
    this.ports = ports;
  }

  read(stream: Stream, afterSeq: number, about = MAX_READ_EVENTS): Page {
    checkSeq(afterSeq);
    const log = this.find(stream);
    if (log === undefined) return { afterHash: "", events: [], more: false };
    const from = Math.max(0, afterSeq + 1 - log.firstSeq);
    const frames = log.lines
      .slice(from, from + Math.min(about, MAX_READ_EVENTS))
      .map((line) => this.decode(line));
    const events = frames.map((frame) => {
      const bodyGone = frame.body !== "whole";
      return { seq: frame.seq, hash: frame.hash, event: readEvent(frame, bodyGone), bodyGone };
    });
    return {
      // Mostly somebody asks whether there is anything new, and there is not.
      afterHash: afterSeq === log.head.seq ? log.head.hash : this.hashAt(log, afterSeq),
      events,
      more: from + frames.length < log.lines.length,
    };
  }

  append(stream: Stream, expectedSeq: number, events: readonly MemoryEvent[]): Head {
    checkAppend(expectedSeq, events);
    return this.write(this.findOrMake(stream), expectedSeq, events);
  }

  list(): readonly Stream[] {
    this.checkOpen();
    const streams = [...this.logs.values()].filter((log) => log.head.seq > 0).map((log) => log.stream);
    const held = new Map<string, Stream>();
    for (const stream of streams) {
      // Of some origins only conversations are known so far.
      if (isSideStream(stream) && sideOf(stream) !== "inbox") continue;
      const main = mainStreamOf(stream);
      held.set(streamKey(main), main);
    }
    return [...held.values()];
  }

  getBlob(stream: Stream, name: string): Blob | undefined {
    checkBlobName(name);
    return this.find(stream)?.blobs.get(name);
  }

  putBlob(stream: Stream, name: string, seq: number, bytes: Uint8Array): void {
    checkBlobName(name);
    const log = this.find(stream);
    // A blob derived before an erasure may still hold the erased words.
    if (log !== undefined && seq >= log.lastErasedSeq) log.blobs.set(name, { seq, bytes: bytes.slice() });
  }

  erase(stream: Stream, expectedSeq: number, erased: MemoryEvent): Head {
    const event = parseErased(erased);
    const log = this.findOrMake(stream);
    const places = event.erases.map((seq) => this.placeOf(log, seq));
    const head = this.write(log, expectedSeq, [event]);
    for (const place of places) {
      // A line is a string here, so offset and filler count characters. In the file store they count bytes.
      const { offset, filler } = bodyOverwrite(log.lines[place] as string) as {
        offset: number;
        filler: string;
      };
      log.lines[place] = (log.lines[place] as string).slice(0, offset) + filler;
    }
    log.blobs.clear();
    log.lastErasedSeq = head.seq;
    return head;
  }

  drop(stream: Stream, upToSeq: number | "all"): void {
    checkDrop(stream, upToSeq);
    const log = this.find(stream);
    if (log === undefined) return;
    if (upToSeq === "all") {
      this.logs.delete(streamKey(stream));
      if (isOriginStream(stream))
        for (const side of [marksOf(stream), inboxOf(stream)]) this.logs.delete(streamKey(side));
    } else {
      const count = Math.min(log.lines.length - 1, Math.max(0, upToSeq + 1 - log.firstSeq));
      log.lines.splice(0, count);
      log.firstSeq += count;
    }
  }

  verify(stream: Stream, options: VerifyOptions = {}): VerifyReport {
    const log = this.find(stream);
    const problems: Problem[] = [];
    let erased = 0;
    let prev: string | undefined;
    const looked = counting(options.onProgress, log?.lines.length, "events");
    for (const line of log?.lines ?? []) {
      looked();
      const frame = this.decode(line);
      if (frame.body !== "whole") erased++;
      if (prev !== undefined && frame.prev !== prev)
        problems.push({ message: `Event ${frame.seq} does not continue the chain.`, seq: frame.seq });
      prev = frame.hash;
    }
    if (options.head !== undefined && this.hashAt(log, options.head.seq) !== options.head.hash) {
      problems.push({ message: `Event ${options.head.seq} is not what was noted.`, seq: options.head.seq });
    }
    return {
      ok: problems.length === 0,
      events: log?.lines.length ?? 0,
      erased,
      head: log?.head ?? NO_HEAD,
      problems,
    };
  }

  close(): void {
    this.closed = true;
  }

  private write(log: StreamLog, expectedSeq: number, events: readonly MemoryEvent[]): Head {
    if (log.head.seq !== expectedSeq) throw streamMoved(expectedSeq, log.head.seq);
    const batch = encodeBatch(events, log.head, this.ports);
    for (const line of batch.lines) log.lines.push(line.slice(0, -1));
    log.head = batch.head;
    return batch.head;
  }

  private placeOf(log: StreamLog, seq: number): number {
    const place = seq - log.firstSeq;
    const line = log.lines[place];
    if (line === undefined || !line.includes('"text":{"codec":')) {
      throw new TidelineError(
        "not-an-erase",
        `Nothing to erase at event ${seq}: it does not exist, or holds no text.`,
      );
    }
    return place;
  }

  private hashAt(log: StreamLog | undefined, seq: number): string | undefined {
    if (seq === 0) return log === undefined || log.firstSeq === 1 ? "" : undefined;
    const line = log?.lines[seq - log.firstSeq];
    return line === undefined ? (seq > (log?.head.seq ?? 0) ? "" : undefined) : this.decode(line).hash;
  }

  private decode(line: string): LineFrame {
    return decodeFrame(line, this.ports.hash) as LineFrame;
  }

  private find(stream: Stream): StreamLog | undefined {
    this.checkOpen();
    return this.logs.get(streamKey(parseStream(stream)));
  }

  private findOrMake(stream: Stream): StreamLog {
    const found = this.find(stream);
    if (found !== undefined) return found;
    const log: StreamLog = {
      stream: parseStream(stream),
      firstSeq: 1,
      lines: [],
      head: NO_HEAD,
      lastErasedSeq: 0,
      blobs: new Map(),
    };
    this.logs.set(streamKey(stream), log);
    return log;
  }

  private checkOpen(): void {
    if (this.closed) throw new TidelineError("closed", "This store was closed. Open it again.");
  }
}
