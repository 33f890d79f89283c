/**
 * What is happening right now? A stream of server-sent events, fed from the log itself: what other processes write
 * on the same workspace arrives too.
 *
 * One reader per origin, however many listen. A listener that does not keep up, or whose token was revoked or cannot be
 * looked at, is let go; it comes back with `Last-Event-ID` and misses nothing.
 */
import type { ServerResponse } from "node:http";
import { isTidelineError, TidelineError } from "../../errors.ts";
import { type Origin, originKey } from "../../model/origin.ts";
import type { RecordedEvent } from "../../ports/storage.ts";
import { eventsAfter } from "../operations/events.ts";
import type { Workspace } from "../workspace.ts";

const POLL_MS = 200;
const HEARTBEAT_MS = 5_000;
const MAX_LISTENERS = 200;
const MAX_BEHIND_BYTES = 4 * 1024 * 1024;
const AT_ONCE = 500;

interface Listener {
  readonly response: ServerResponse;
  readonly origin: Origin;
  /** Refused by an error, too. */
  readonly isStillAllowed: () => Promise<boolean>;
  after: number;
  checkedAt: number;
}

export class LiveEvents {
  private readonly workspace: Workspace;
  private readonly onTrouble: (error: unknown) => void;
  private readonly listeners = new Set<Listener>();
  private timer: NodeJS.Timeout | undefined;
  private polling = false;

  constructor(workspace: Workspace, onTrouble: (error: unknown) => void) {
    this.workspace = workspace;
    this.onTrouble = onTrouble;
  }

  get count(): number {
    return this.listeners.size;
  }

  /** Events after `after` (default: from now on), until the client goes away. */
  async listen(
    response: ServerResponse,
    origin: Origin,
    after: number | undefined,
    isStillAllowed: () => Promise<boolean>,
  ): Promise<void> {
    if (this.listeners.size >= MAX_LISTENERS)
      throw new TidelineError("busy", "Too many open event streams. Close some.");
    const from = after ?? (await this.workspace.memory(origin).stats()).events;
    response.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
      // Nothing comes after a stream, and closing the server does not wait for what might.
      connection: "close",
    });
    response.write(`retry: 1000\nid: ${from}\n: listening\n\n`);
    const listener = { response, origin, isStillAllowed, after: from, checkedAt: performance.now() };
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
    const isQuiet = now - listener.checkedAt > HEARTBEAT_MS;
    if (news.length === 0 && !isQuiet) return;
    // Before a word is sent: a token that was revoked a moment ago hears of nothing more.
    listener.checkedAt = now;
    if (!(await this.mayHear(listener))) {
      this.listeners.delete(listener);
      return void response.end();
    }
    if (isQuiet) response.write(": still here\n\n");
    for (const one of news) {
      listener.after = one.seq;
      response.write(`id: ${one.seq}\nevent: memory\ndata: ${JSON.stringify(one)}\n\n`);
    }
    if (response.writableLength > MAX_BEHIND_BYTES) response.destroy();
  }

  /** Where it cannot be found out, nobody hears anything; what is not about the token is told to the operator. */
  private async mayHear({ isStillAllowed }: Listener): Promise<boolean> {
    try {
      return await isStillAllowed();
    } catch (error) {
      const isRefusal = isTidelineError(error, "unauthorized") || isTidelineError(error, "too-many-requests");
      if (!isRefusal) this.onTrouble(error);
      return false;
    }
  }
}
