/**
 * Who may take how much of the server?
 *
 * Everything that is limited has a quota: requests at work, arriving bodies, large bodies, MCP sessions, open streams.
 * One caller holds a limited number of seats of a quota; all callers except the owner of the workspace together hold a
 * limited number; the rest is reserved for the owner. So no token can keep the owner out. `/health` and the page take
 * no seat at all.
 *
 * A seat can be idle: a session that nobody uses, a body that has stopped arriving. Of a full quota the oldest idle
 * seat is taken away: one of the caller's own first, then one of the caller who holds the most seats.
 */
import { TidelineError } from "../../errors.ts";
import {
  GUESSES_AT_ONCE,
  GUESSES_PER_SECOND,
  MAX_BODIES_ARRIVING,
  MAX_LARGE_BODIES,
  MAX_MCP_SESSIONS,
  MAX_OPEN_STREAMS,
  MAX_REQUESTS_AT_WORK,
  type ShareLimits,
} from "../../limits.ts";
import { Buckets } from "../buckets.ts";
import { type Caller, isWorkspaceOwner } from "../caller.ts";
import { Line } from "./line.ts";
import { RateLimit } from "./rate.ts";

export interface Seat {
  /** May the seat be taken away now? */
  isIdle(): boolean;
  /** Called when the seat has been taken away. */
  end(): void;
}

export type Release = () => void;

/** How often each limit has refused a request. */
export type Refusals = ReadonlyMap<string, number>;

export class Shares {
  private readonly refusals = new Map<string, number>();
  /** Counts a refusal by this limit. */
  readonly note = (limit: string) => void this.refusals.set(limit, (this.refusals.get(limit) ?? 0) + 1);

  readonly requests = new Quota("requests", "requests at work", MAX_REQUESTS_AT_WORK, this.note);
  readonly bodies = new Quota("bodies", "unfinished bodies", MAX_BODIES_ARRIVING, this.note);
  readonly largeBodies = new Quota("large-bodies", "large bodies", MAX_LARGE_BODIES, this.note);
  readonly sessions = new Quota("mcp-sessions", "MCP sessions", MAX_MCP_SESSIONS, this.note);
  readonly streams = new Quota("streams", "open streams", MAX_OPEN_STREAMS, this.note);
  /** Decides when a request of each caller begins. */
  readonly line: Line;
  /** Limits the requests of one caller. */
  readonly rate: RateLimit;
  /** Limits the wrong tokens from one address. */
  readonly guesses: RateLimit;

  constructor(ratePerSecond: number, now: () => number) {
    this.line = new Line(() => this.requests.ownersSize > 0, now);
    this.rate = new RateLimit("rate", new Buckets(ratePerSecond, ratePerSecond * 2, now), this.note);
    const guesses = new Buckets(GUESSES_PER_SECOND, GUESSES_AT_ONCE, now);
    this.guesses = new RateLimit("guesses", guesses, this.note);
  }

  get refused(): Refusals {
    return this.refusals;
  }
}

interface Holder {
  /** The caller's name. */
  readonly name: string;
  readonly isOwner: boolean;
  /** In the order in which they were taken or last used. */
  readonly seats: Set<Seat>;
}

export class Quota {
  private readonly name: string;
  /** What the seats are for, in the plural, for messages. */
  private readonly what: string;
  private readonly limits: ShareLimits;
  private readonly onRefused: (limit: string) => void;
  private readonly holders = new Map<string, Holder>();
  private count = 0;
  private othersCount = 0;

  constructor(name: string, what: string, limits: ShareLimits, onRefused: (limit: string) => void) {
    this.name = name;
    this.what = what;
    this.limits = limits;
    this.onRefused = onRefused;
  }

  get size(): number {
    return this.count;
  }

  /** How many seats the owner of the workspace holds. */
  get ownersSize(): number {
    return this.count - this.othersCount;
  }

  /** Takes a seat. The returned function releases it and may be called more than once. */
  take(caller: Caller, seat: Seat = alwaysBusy()): Release {
    const { total, others, each } = this.limits;
    const isOwner = isWorkspaceOwner(caller);
    const own = this.holders.get(caller.name);
    if (!isOwner && own !== undefined && own.seats.size >= each && !this.letGoOf(own)) {
      this.onRefused(this.name);
      throw new TidelineError(
        "too-many-requests",
        `This caller has ${each} ${this.what}, the limit for one caller. Finish some before you start more.`,
        { waitSeconds: 1, limit: this.name },
      );
    }
    const isFull = this.count >= total || (!isOwner && this.othersCount >= others);
    if (isFull && !this.letGoOfSomebody(isOwner)) {
      this.onRefused(this.name);
      throw new TidelineError("busy", `The server has reached its limit of ${this.what}. Try again later.`, {
        limit: this.name,
      });
    }
    return this.put({ name: caller.name, isOwner, seats: new Set() }, seat);
  }

  /** The seat is in use: from now on it counts as the newest among the idle ones. */
  touch(caller: Caller, seat: Seat): void {
    const seats = this.holders.get(caller.name)?.seats;
    if (seats?.delete(seat)) seats.add(seat);
  }

  private put(newcomer: Holder, seat: Seat): Release {
    const holder = this.holders.get(newcomer.name) ?? newcomer;
    this.holders.set(holder.name, holder);
    holder.seats.add(seat);
    this.count++;
    if (!holder.isOwner) this.othersCount++;
    return () => this.remove(holder, seat);
  }

  private remove(holder: Holder, seat: Seat): void {
    if (!holder.seats.delete(seat)) return;
    this.count--;
    if (!holder.isOwner) this.othersCount--;
    if (holder.seats.size === 0) this.holders.delete(holder.name);
  }

  /**
   * The owner may take seats from anybody, others only from each other; whoever holds the most seats loses one first.
   */
  private letGoOfSomebody(isOwner: boolean): boolean {
    const givers = [...this.holders.values()].filter((one) => isOwner || !one.isOwner);
    return givers.sort((a, b) => b.seats.size - a.seats.size).some((one) => this.letGoOf(one));
  }

  private letGoOf(holder: Holder): boolean {
    for (const seat of holder.seats) {
      if (!seat.isIdle()) continue;
      this.remove(holder, seat);
      seat.end();
      return true;
    }
    return false;
  }
}

function alwaysBusy(): Seat {
  return { isIdle: () => false, end: () => undefined };
}
