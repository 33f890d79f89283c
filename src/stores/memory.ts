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
import { decodeFrame, bodyOverwrite, type Frame, type FramePorts } from "../log/frame.ts";
import { readEvent } from "../log/upcast.ts";
import type { MemoryEvent } from "../model/event.ts";
import { isMarksStream, marksOf, parseStream, type Stream, streamKey } from "../model/stream.ts";
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

interface Shelf {
  readonly stream: Stream;
  /** The number of the first line; earlier ones were dropped. */
  firstSeq: number;
  lines: string[];
  head: Head;
  lastErasedSeq: number;
  readonly blobs: Map<string, Blob>;
}

export class MemoryStore implements StorageAdapter {
  readonly supports = { sync: true, durable: false, shared: false } as const;
  private readonly ports: FramePorts;
  private readonly shelves = new Map<string, Shelf>();
  private closed = false;

  constructor(ports: FramePorts = nodeFramePorts()) {
    this.ports = ports;
  }

  read(stream: Stream, afterSeq: number, about = MAX_READ_EVENTS): Page {
    checkSeq(afterSeq);
    const shelf = this.find(stream);
    if (shelf === undefined) return { afterHash: "", events: [], more: false };
    const from = Math.max(0, afterSeq + 1 - shelf.firstSeq);
    const frames = shelf.lines
      .slice(from, from + Math.min(about, MAX_READ_EVENTS))
      .map((line) => this.decode(line));
    const events = frames.map((frame) => {
      const bodyGone = frame.body !== "whole";
      return { seq: frame.seq, hash: frame.hash, event: readEvent(frame, bodyGone), bodyGone };
    });
    return {
      afterHash: this.hashAt(shelf, afterSeq),
      events,
      more: from + frames.length < shelf.lines.length,
    };
  }

  append(stream: Stream, expectedSeq: number, events: readonly MemoryEvent[]): Head {
    checkAppend(expectedSeq, events);
    return this.write(this.findOrMake(stream), expectedSeq, events);
  }

  list(): readonly Stream[] {
    this.checkOpen();
    const streams = [...this.shelves.values()]
      .filter((shelf) => shelf.head.seq > 0)
      .map((shelf) => shelf.stream);
    return streams.filter((stream) => !isMarksStream(stream));
  }

  getBlob(stream: Stream, name: string): Blob | undefined {
    checkBlobName(name);
    return this.find(stream)?.blobs.get(name);
  }

  putBlob(stream: Stream, name: string, seq: number, bytes: Uint8Array): void {
    checkBlobName(name);
    const shelf = this.find(stream);
    // A blob derived before an erasure may still hold the erased words.
    if (shelf !== undefined && seq >= shelf.lastErasedSeq)
      shelf.blobs.set(name, { seq, bytes: bytes.slice() });
  }

  erase(stream: Stream, expectedSeq: number, erased: MemoryEvent): Head {
    const event = parseErased(erased);
    const shelf = this.findOrMake(stream);
    const places = event.erases.map((seq) => this.placeOf(shelf, seq));
    const head = this.write(shelf, expectedSeq, [event]);
    for (const place of places) {
      // A line is a string here, so offset and filler count characters. In the file store they count bytes.
      const { offset, filler } = bodyOverwrite(shelf.lines[place] as string) as {
        offset: number;
        filler: string;
      };
      shelf.lines[place] = (shelf.lines[place] as string).slice(0, offset) + filler;
    }
    shelf.blobs.clear();
    shelf.lastErasedSeq = head.seq;
    return head;
  }

  drop(stream: Stream, upToSeq: number | "all"): void {
    checkDrop(stream, upToSeq);
    const shelf = this.find(stream);
    if (shelf === undefined) return;
    if (upToSeq === "all") {
      this.shelves.delete(streamKey(stream));
      if (stream !== "workspace" && !isMarksStream(stream)) this.shelves.delete(streamKey(marksOf(stream)));
    } else {
      const count = Math.min(shelf.lines.length - 1, Math.max(0, upToSeq + 1 - shelf.firstSeq));
      shelf.lines.splice(0, count);
      shelf.firstSeq += count;
    }
  }

  verify(stream: Stream, options: VerifyOptions = {}): VerifyReport {
    const shelf = this.find(stream);
    const problems: Problem[] = [];
    let erased = 0;
    let prev: string | undefined;
    const looked = counting(options.onProgress, shelf?.lines.length, "events");
    for (const line of shelf?.lines ?? []) {
      looked();
      const frame = this.decode(line);
      if (frame.body !== "whole") erased++;
      if (prev !== undefined && frame.prev !== prev)
        problems.push({ message: `Event ${frame.seq} does not continue the chain.`, seq: frame.seq });
      prev = frame.hash;
    }
    if (options.head !== undefined && this.hashAt(shelf, options.head.seq) !== options.head.hash) {
      problems.push({ message: `Event ${options.head.seq} is not what was noted.`, seq: options.head.seq });
    }
    return {
      ok: problems.length === 0,
      events: shelf?.lines.length ?? 0,
      erased,
      head: shelf?.head ?? NO_HEAD,
      problems,
    };
  }

  close(): void {
    this.closed = true;
  }

  private write(shelf: Shelf, expectedSeq: number, events: readonly MemoryEvent[]): Head {
    if (shelf.head.seq !== expectedSeq) throw streamMoved(expectedSeq, shelf.head.seq);
    const batch = encodeBatch(events, shelf.head, this.ports);
    for (const line of batch.lines) shelf.lines.push(line.slice(0, -1));
    shelf.head = batch.head;
    return batch.head;
  }

  private placeOf(shelf: Shelf, seq: number): number {
    const place = seq - shelf.firstSeq;
    const line = shelf.lines[place];
    if (line === undefined || !line.includes('"text":{"codec":')) {
      throw new TidelineError(
        "not-an-erase",
        `Nothing to erase at event ${seq}: it does not exist, or holds no text.`,
      );
    }
    return place;
  }

  private hashAt(shelf: Shelf | undefined, seq: number): string | undefined {
    if (seq === 0) return shelf === undefined || shelf.firstSeq === 1 ? "" : undefined;
    const line = shelf?.lines[seq - shelf.firstSeq];
    return line === undefined ? (seq > (shelf?.head.seq ?? 0) ? "" : undefined) : this.decode(line).hash;
  }

  private decode(line: string): Frame {
    return decodeFrame(line, this.ports.hash) as Frame;
  }

  private find(stream: Stream): Shelf | undefined {
    this.checkOpen();
    return this.shelves.get(streamKey(parseStream(stream)));
  }

  private findOrMake(stream: Stream): Shelf {
    const found = this.find(stream);
    if (found !== undefined) return found;
    const shelf: Shelf = {
      stream: parseStream(stream),
      firstSeq: 1,
      lines: [],
      head: NO_HEAD,
      lastErasedSeq: 0,
      blobs: new Map(),
    };
    this.shelves.set(streamKey(stream), shelf);
    return shelf;
  }

  private checkOpen(): void {
    if (this.closed) throw new TidelineError("closed", "This store was closed. Open it again.");
  }
}
