/**
 * What is happening right now? A stream of server-sent events, fed from the log itself, so events that other processes
 * write to the same workspace arrive too.
 *
 * The log of an origin is read once for all its listeners. A listener that falls too far behind, or is no longer
 * allowed to listen (`streams.ts`), is disconnected. It can reconnect with `Last-Event-ID` and misses nothing.
 */
import type { ServerResponse } from "node:http";
import { TidelineError } from "../../errors.ts";
import { type Origin, originKey } from "../../model/origin.ts";
import type { RecordedEvent } from "../../ports/storage.ts";
import { eventsAfter } from "../operations/events.ts";
import type { Workspace } from "../workspace.ts";
import type { Listening, Stream, Streams } from "./streams.ts";

const POLL_MS = 200;
const HEARTBEAT_MS = 5_000;
const MAX_BEHIND_BYTES = 4 * 1024 * 1024;
const AT_ONCE = 500;

interface Listener {
  readonly response: ServerResponse;
  readonly origin: Origin;
  readonly stream: Stream;
  after: number;
  heardAt: number;
}

export class LiveEvents {
  private readonly workspace: Workspace;
  private readonly streams: Streams;
  private readonly onTrouble: (error: unknown) => void;
  private readonly listeners = new Set<Listener>();
  private timer: NodeJS.Timeout | undefined;
  private polling = false;

  constructor(workspace: Workspace, streams: Streams, onTrouble: (error: unknown) => void) {
    this.workspace = workspace;
    this.streams = streams;
    this.onTrouble = onTrouble;
  }

  get count(): number {
    return this.listeners.size;
  }

  /** Sends events after `after` (default: from now on) until the client goes away. */
  async listen(
    response: ServerResponse,
    origin: Origin,
    after: number | undefined,
    who: Omit<Listening, "end">,
  ): Promise<void> {
    const stream = this.streams.add({ ...who, end: () => void response.end() });
    response.on("close", () => stream.closed());
    const from = after ?? (await this.workspace.memory(origin).stats()).events;
    response.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
      // No request follows a stream on its connection, so closing the server need not wait for one.
      connection: "close",
    });
    response.write(`retry: 1000\nid: ${from}\n: listening\n\n`);
    const listener = { response, origin, stream, after: from, heardAt: performance.now() };
    this.listeners.add(listener);
    response.on("close", () => this.listeners.delete(listener));
    this.timer ??= setInterval(() => void this.poll().catch(this.onTrouble), POLL_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    for (const { response } of this.listeners) response.end();
    this.listeners.clear();
  }

  private async poll(): Promise<void> {
    if (this.polling) return;
    this.polling = true;
    try {
      for (const group of this.grouped()) await this.feed(group);
      if (this.listeners.size === 0) {
        clearInterval(this.timer);
        this.timer = undefined;
      }
    } finally {
      this.polling = false;
    }
  }

  private grouped(): readonly (readonly Listener[])[] {
    const groups = new Map<string, Listener[]>();
    for (const one of this.listeners) {
      const key = originKey(one.origin);
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    return [...groups.values()];
  }

  private async feed(group: readonly Listener[]): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    const from = Math.min(...group.map((one) => one.after));
    let events: readonly RecordedEvent[] = [];
    try {
      ({ events } = await eventsAfter(this.workspace.store, first.origin, from, AT_ONCE));
    } catch (error) {
      for (const { response } of group)
        response.end(
          `event: trouble\ndata: ${JSON.stringify(String(error instanceof TidelineError ? error.code : "bug"))}\n\n`,
        );
      return;
    }
    for (const listener of group) await this.send(listener, events);
  }

  private async send(listener: Listener, events: readonly RecordedEvent[]): Promise<void> {
    const { response } = listener;
    const now = performance.now();
    const news = events.filter(({ seq }) => seq > listener.after);
    const isQuiet = now - listener.heardAt > HEARTBEAT_MS;
    if (news.length === 0 && !isQuiet) return;
    listener.heardAt = now;
    // Checked before anything is sent: a token that has just been revoked hears nothing more.
    if (!(await listener.stream.mayGoOn())) return void this.listeners.delete(listener);
    if (isQuiet) response.write(": still here\n\n");
    for (const one of news) {
      listener.after = one.seq;
      response.write(`id: ${one.seq}\nevent: memory\ndata: ${JSON.stringify(one)}\n\n`);
    }
    if (response.writableLength > MAX_BEHIND_BYTES) response.destroy();
  }
}
