/**
 * Who is listening, and may they still? This registry holds every response that stays open: event streams and those of
 * MCP.
 *
 * A stream ends soon after its token is revoked or expires, and also if it cannot be determined whether it may go on.
 */
import { isTidelineError } from "../../errors.ts";
import type { Caller } from "../caller.ts";
import type { Workspace } from "../workspace.ts";
import type { Quota } from "./shares.ts";

const LOOK_MS = 250;

export interface Listening {
  readonly caller: Caller;
  /** Checks again who the caller is. An error also means no. */
  readonly isStillAllowed: () => Promise<boolean>;
  /** Ends the stream and everything that belongs to it. */
  readonly end: () => void;
}

export class Streams {
  private readonly workspace: Workspace;
  private readonly room: Quota;
  private readonly onTrouble: (error: unknown) => void;
  private readonly open = new Set<Stream>();
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;
  private tokensSeen: string | undefined;

  constructor(workspace: Workspace, room: Quota, onTrouble: (error: unknown) => void) {
    this.workspace = workspace;
    this.room = room;
    this.onTrouble = onTrouble;
  }

  /** Takes a place among the open streams until the stream is closed. */
  add(listening: Listening): Stream {
    const release = this.room.take(listening.caller);
    const stream: Stream = new Stream(listening, this.onTrouble, () => {
      release();
      this.open.delete(stream);
    });
    this.open.add(stream);
    this.timer ??= setInterval(() => void this.look().catch(this.onTrouble), LOOK_MS).unref();
    return stream;
  }

  close(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Checks every stream again if any token has changed, and otherwise only those whose token has expired. */
  private async look(): Promise<void> {
    if (this.isLooking) return;
    if (this.open.size === 0) return this.close();
    this.isLooking = true;
    try {
      const tokens = await this.workspace.tokens.version();
      const isChanged = tokens !== this.tokensSeen;
      this.tokensSeen = tokens;
      const now = this.workspace.now();
      for (const stream of [...this.open]) if (isChanged || stream.expiresAt <= now) await stream.mayGoOn();
    } finally {
      this.isLooking = false;
    }
  }
}

export class Stream {
  private readonly listening: Listening;
  private readonly onTrouble: (error: unknown) => void;
  private readonly onClosed: () => void;
  private isClosed = false;

  constructor(listening: Listening, onTrouble: (error: unknown) => void, onClosed: () => void) {
    this.listening = listening;
    this.onTrouble = onTrouble;
    this.onClosed = onClosed;
  }

  get expiresAt(): number {
    return this.listening.caller.expiresAt ?? Number.POSITIVE_INFINITY;
  }

  /** False if the stream has ended or has to end now. */
  async mayGoOn(): Promise<boolean> {
    try {
      if (!this.isClosed && (await this.listening.isStillAllowed())) return !this.isClosed;
    } catch (error) {
      // An error that is not about the token is reported to the operator, once per stream.
      const isRefusal = isTidelineError(error, "unauthorized") || isTidelineError(error, "too-many-requests");
      if (!isRefusal && !this.isClosed) this.onTrouble(error);
    }
    if (!this.isClosed) {
      this.closed();
      this.listening.end();
    }
    return false;
  }

  /** The client is gone, or there is nothing more to send. */
  closed(): void {
    this.isClosed = true;
    this.onClosed();
  }
}
