/**
 * What would happen? A store that reads from the real one and keeps everything written to itself.
 *
 * A dry run is the operation itself, decided by the same code on the same history, over this store. Nothing reaches the
 * real store; `written` holds what would have been written.
 */
import { checkAppend, encodeBatch, parseErased, streamMoved } from "../log/batch.ts";
import type { MemoryEvent } from "../model/event.ts";
import { type Stream, streamKey } from "../model/stream.ts";
import type {
  AnyStorage,
  AsyncStorageAdapter,
  Blob,
  Head,
  Page,
  RecordedEvent,
  VerifyOptions,
  VerifyReport,
} from "../ports/storage.ts";
import { nodeFramePorts } from "../stores/node-ports.ts";

const PORTS = nodeFramePorts();

/** What was written here, after the end of the real stream. */
interface Overlay {
  readonly base: Head;
  readonly events: RecordedEvent[];
  readonly erased: Set<number>;
}

export class ShadowStore implements AsyncStorageAdapter {
  readonly supports = { sync: false, durable: false, shared: false } as const;
  private readonly real: AnyStorage;
  private readonly overlays = new Map<string, Overlay>();

  constructor(real: AnyStorage) {
    this.real = real;
  }

  /** The events that would have been written, without access marks and without the workspace's secret. */
  get written(): readonly MemoryEvent[] {
    return [...this.overlays]
      .filter(([key]) => !key.startsWith("marks "))
      .flatMap(([, overlay]) => overlay.events.map((one) => one.event))
      .filter((event) => event.type !== "keyed");
  }

  async read(stream: Stream, afterSeq: number): Promise<Page> {
    const overlay = this.overlays.get(streamKey(stream));
    if (overlay === undefined) return await this.real.read(stream, afterSeq);
    const beyond = afterSeq > overlay.base.seq;
    const page = beyond ? undefined : await this.real.read(stream, afterSeq);
    const events = (page?.events ?? []).filter((one) => one.seq <= overlay.base.seq);
    const whole = page === undefined || !page.more || (events.at(-1)?.seq ?? 0) >= overlay.base.seq;
    const own = whole ? overlay.events.filter((one) => one.seq > afterSeq) : [];
    const afterHash = beyond ? overlay.events[afterSeq - overlay.base.seq - 1]?.hash : page?.afterHash;
    return { afterHash, events: [...events, ...own].map((one) => withoutErased(one, overlay)), more: !whole };
  }

  async append(stream: Stream, expectedSeq: number, events: readonly MemoryEvent[]): Promise<Head> {
    checkAppend(expectedSeq, events);
    return await this.write(stream, expectedSeq, events);
  }

  async erase(stream: Stream, expectedSeq: number, erased: MemoryEvent): Promise<Head> {
    const event = parseErased(erased);
    const head = await this.write(stream, expectedSeq, [event]);
    const overlay = this.overlays.get(streamKey(stream)) as Overlay;
    for (const seq of event.erases) overlay.erased.add(seq);
    return head;
  }

  async list(): Promise<readonly Stream[]> {
    return await this.real.list();
  }

  async getBlob(stream: Stream, name: string): Promise<Blob | undefined> {
    return await this.real.getBlob(stream, name);
  }

  async putBlob(): Promise<void> {
    // Derived data: nobody misses it.
  }

  async drop(): Promise<void> {
    // Whatever is dropped has been summed up before; it stays readable here.
  }

  async verify(stream: Stream, options?: VerifyOptions): Promise<VerifyReport> {
    return await this.real.verify(stream, options);
  }

  async close(): Promise<void> {
    // The real store belongs to somebody else.
  }

  private async write(stream: Stream, expectedSeq: number, events: readonly MemoryEvent[]): Promise<Head> {
    const overlay = await this.overlayOf(stream, expectedSeq);
    if (endOf(overlay).seq !== expectedSeq) throw streamMoved(expectedSeq, endOf(overlay).seq);
    for (const event of events) {
      // Encoded as for the real store, so that the same size limits apply.
      const { head } = encodeBatch([event], endOf(overlay), PORTS);
      overlay.events.push({ ...head, event, bodyGone: false });
    }
    return endOf(overlay);
  }

  /** Starts at the end of the real stream. If that is not where the caller expects it, somebody else wrote first. */
  private async overlayOf(stream: Stream, expectedSeq: number): Promise<Overlay> {
    const known = this.overlays.get(streamKey(stream));
    if (known !== undefined) return known;
    const { afterHash = "", events } = await this.real.read(stream, expectedSeq);
    const last = events.at(-1);
    if (last !== undefined) throw streamMoved(expectedSeq, last.seq);
    const overlay: Overlay = { base: { seq: expectedSeq, hash: afterHash }, events: [], erased: new Set() };
    this.overlays.set(streamKey(stream), overlay);
    return overlay;
  }
}

function endOf({ base, events }: Overlay): Head {
  const last = events.at(-1);
  return last === undefined ? base : { seq: last.seq, hash: last.hash };
}

function withoutErased(recorded: RecordedEvent, overlay: Overlay): RecordedEvent {
  if (!overlay.erased.has(recorded.seq)) return recorded;
  const { body: _words, ...event } = recorded.event as MemoryEvent & { body?: unknown };
  return { ...recorded, event: event as MemoryEvent, bodyGone: true };
}
