/** How is a database opened as a store? With values, if it answers at once, or with promises. */
import { driveLater, driveNow } from "../../log/steps.ts";
import type { MemoryEvent } from "../../model/event.ts";
import type { Stream } from "../../model/stream.ts";
import type {
  AsyncStorageAdapter,
  Blob,
  Head,
  Page,
  StorageAdapter,
  VerifyOptions,
  VerifyReport,
} from "../../ports/storage.ts";
import type { Copying } from "../copy.ts";
import { nodePause } from "../node-ports.ts";
import type { LineStore } from "./line-store.ts";

const DURABLE = { durable: true, shared: true } as const;

/** Answers at once. */
export class SyncDatabaseStore implements StorageAdapter {
  readonly supports = { sync: true, ...DURABLE } as const;
  private readonly lines: LineStore;

  constructor(lines: LineStore) {
    this.lines = lines;
  }

  read(stream: Stream, afterSeq: number, about?: number): Page {
    return driveNow(this.lines.read(stream, afterSeq, about));
  }

  append(stream: Stream, expectedSeq: number, events: readonly MemoryEvent[]): Head {
    return driveNow(this.lines.append(stream, expectedSeq, events));
  }

  list(): readonly Stream[] {
    return driveNow(this.lines.list());
  }

  getBlob(stream: Stream, name: string): Blob | undefined {
    return driveNow(this.lines.getBlob(stream, name));
  }

  putBlob(stream: Stream, name: string, seq: number, bytes: Uint8Array): void {
    driveNow(this.lines.putBlob(stream, name, seq, bytes));
  }

  erase(stream: Stream, expectedSeq: number, erased: MemoryEvent): Head {
    return driveNow(this.lines.erase(stream, expectedSeq, erased));
  }

  drop(stream: Stream, upToSeq: number | "all"): void {
    driveNow(this.lines.drop(stream, upToSeq));
  }

  verify(stream: Stream, options?: VerifyOptions): VerifyReport {
    return driveNow(this.lines.verify(stream, options));
  }

  /** For copying (`copy.ts`). */
  readonly copying: Copying = {
    end: async (stream) => driveNow(this.lines.end(stream)),
    rows: async (stream, afterSeq) => driveNow(this.lines.rows(stream, afterSeq)),
    put: async (stream, after, rows) => driveNow(this.lines.putRows(stream, after, rows)),
  };

  close(): void {
    driveNow(this.lines.close());
  }
}

/** Answers with promises. */
export class AsyncDatabaseStore implements AsyncStorageAdapter {
  readonly supports = { sync: false, ...DURABLE } as const;
  private readonly lines: LineStore;

  constructor(lines: LineStore) {
    this.lines = lines;
  }

  read(stream: Stream, afterSeq: number, about?: number): Promise<Page> {
    return driveLater(this.lines.read(stream, afterSeq, about));
  }

  append(stream: Stream, expectedSeq: number, events: readonly MemoryEvent[]): Promise<Head> {
    return driveLater(this.lines.append(stream, expectedSeq, events));
  }

  list(): Promise<readonly Stream[]> {
    return driveLater(this.lines.list());
  }

  getBlob(stream: Stream, name: string): Promise<Blob | undefined> {
    return driveLater(this.lines.getBlob(stream, name));
  }

  putBlob(stream: Stream, name: string, seq: number, bytes: Uint8Array): Promise<void> {
    return driveLater(this.lines.putBlob(stream, name, seq, bytes));
  }

  erase(stream: Stream, expectedSeq: number, erased: MemoryEvent): Promise<Head> {
    return driveLater(this.lines.erase(stream, expectedSeq, erased));
  }

  drop(stream: Stream, upToSeq: number | "all"): Promise<void> {
    return driveLater(this.lines.drop(stream, upToSeq));
  }

  verify(stream: Stream, options?: VerifyOptions): Promise<VerifyReport> {
    return driveLater(this.lines.verify(stream, options), nodePause.rest);
  }

  /** For copying (`copy.ts`). */
  readonly copying: Copying = {
    end: (stream) => driveLater(this.lines.end(stream)),
    rows: (stream, afterSeq) => driveLater(this.lines.rows(stream, afterSeq)),
    put: (stream, after, rows) => driveLater(this.lines.putRows(stream, after, rows)),
  };

  close(): Promise<void> {
    return driveLater(this.lines.close());
  }
}
