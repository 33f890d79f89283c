/**
 * When was each token last used? Exact while the server runs; stored to the hour.
 *
 * Every request uses a token, and every process reads the workspace's log, so uses are not events. The times wait in
 * memory and are written to a blob beside the log, at most once an hour per token and when the workspace is closed. If
 * the blob is lost, nothing else is.
 */
import { isTidelineError } from "../../errors.ts";
import type { AnyStorage } from "../../ports/storage.ts";

const NAME = "token-use";
const KEPT_EVERY_MS = 3_600_000;

export class TokenUse {
  private readonly store: AnyStorage;
  private readonly lastAt = new Map<string, number>();
  /** The times as last written. */
  private readonly keptAt = new Map<string, number>();
  private isRead = false;

  constructor(store: AnyStorage) {
    this.store = store;
  }

  /** `seq`: the last sequence number of the workspace's log. */
  async note(id: string, at: number, seq: number): Promise<void> {
    this.lastAt.set(id, Math.max(at, this.lastAt.get(id) ?? at));
    await this.readOnce();
    if (at - (this.keptAt.get(id) ?? Number.NEGATIVE_INFINITY) >= KEPT_EVERY_MS) await this.keep(seq);
  }

  async lastUsedAt(id: string): Promise<number | undefined> {
    await this.read();
    return this.lastAt.get(id);
  }

  /**
   * Writes the times, merged with those of other processes. If nothing can be written, only this process knows them.
   */
  async keep(seq: number): Promise<void> {
    if ([...this.lastAt].every(([id, at]) => this.keptAt.get(id) === at)) return;
    await this.read();
    const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(this.lastAt)));
    for (const [id, at] of this.lastAt) this.keptAt.set(id, at);
    try {
      await this.store.putBlob("workspace", NAME, seq, bytes);
    } catch (error) {
      if (!isTidelineError(error)) throw error;
    }
  }

  private async readOnce(): Promise<void> {
    if (!this.isRead) await this.read();
    this.isRead = true;
  }

  private async read(): Promise<void> {
    const blob = await this.store.getBlob("workspace", NAME);
    for (const [id, at] of Object.entries(timesIn(blob?.bytes))) {
      this.keptAt.set(id, Math.max(at, this.keptAt.get(id) ?? at));
      this.lastAt.set(id, Math.max(at, this.lastAt.get(id) ?? at));
    }
  }
}

/** Anything that is not a table of times counts as empty. */
function timesIn(bytes: Uint8Array | undefined): Readonly<Record<string, number>> {
  if (bytes === undefined) return {};
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(entries.filter(([, at]) => Number.isSafeInteger(at)));
  } catch {
    return {}; // Not a table of ours: the times are collected anew.
  }
}
