/**
 * How do indexes keep up with the state of an origin?
 *
 * A follower is told of every event, in order. Lazy followers, which adding a fact does not read, are told later: before
 * the next search, when the host is idle, or when too many events wait for them.
 */
import { MAX_PENDING_EVENTS } from "../limits.ts";
import { eachInSlices, type Slices } from "../ports/slices.ts";
import type { RecordedEvent } from "../ports/storage.ts";
import type { State } from "./fold.ts";
import { REST, resting, type Steps } from "./steps.ts";

/** An append of at least this many events is written in slices, and also waits for the lazy followers. */
export const MANY_EVENTS = 256;
/** How many events the lazy followers are told of at once: a few milliseconds' work. */
const LAZY_AT_ONCE = 64;
/** How many events the lazy followers are told of between two rests: about a millisecond's work. */
const TOLD_PER_SLICE = 16;
/** How many events the other followers are told of between two rests. */
const EVENTS_PER_SLICE = 64;

/** An index or other derived structure that keeps up with the state. The replica tells it of every event and stores it
 * in a blob beside the snapshot. */
export interface Follower {
  /** The name of its blob. */
  readonly name: string;
  /** Its blob is valid for any state, so `restore` gets the blob even if it is older or newer than the state. */
  readonly isStateIndependent?: boolean;
  /** Its blob is a few figures: it is stored even where a snapshot is not worth it. */
  readonly isBrief?: boolean;
  /** Adding a fact does not read this follower, so it may be told of events later. */
  readonly isLazy?: boolean;
  /** Starts over at this state. `bytes`: what `encode` returned for exactly this state (with `isStateIndependent`: for any
   * state), if it was stored. */
  restore(state: State, bytes: Uint8Array | undefined): void;
  /** `state` already includes the event, and perhaps later ones. */
  follow(event: RecordedEvent, state: State): void;
  /** undefined: the blob stored last is still valid. */
  encode(state: State): Uint8Array | undefined;
  /** `restore` and `encode` in slices, for a follower that knows something of every fact. */
  restoring?(state: State, bytes: Uint8Array | undefined): Slices<void>;
  encoding?(state: State): Slices<Uint8Array | undefined>;
}

/** The followers of one replica. */
export class Followers {
  readonly all: readonly Follower[];
  /** Told now and then how many events the lazy followers have not been told of yet. */
  onPending: ((left: number) => void) | undefined;
  private readonly eager: readonly Follower[];
  private readonly lazy: readonly Follower[];
  private readonly stateNow: () => State | undefined;
  /** Events that the lazy followers must be told of. */
  private pending: RecordedEvent[] = [];
  /** How many of them they have been told of by now. */
  private toldCount = 0;

  constructor(all: readonly Follower[], stateNow: () => State | undefined) {
    this.all = all;
    this.eager = all.filter((follower) => follower.isLazy !== true);
    this.lazy = all.filter((follower) => follower.isLazy === true);
    this.stateNow = stateNow;
  }

  /** How many events the lazy followers have not been told of yet. */
  get pendingCount(): number {
    return this.pending.length - this.toldCount;
  }

  /** Forgets all that was told, and begins with this state. */
  *startOver(state: State): Steps<void> {
    this.pending = [];
    this.toldCount = 0;
    for (const follower of this.all) yield* restored(follower, state, undefined);
  }

  /** The state includes the events already. */
  *tell(events: readonly RecordedEvent[], state: State): Steps<void> {
    if (this.lazy.length > 0) for (const event of events) this.pending.push(event);
    yield* resting(
      eachInSlices(events, EVENTS_PER_SLICE, (event) => {
        for (const follower of this.eager) follower.follow(event, state);
      }),
    );
    const length = this.pendingCount;
    // Erased words must be out of every index before the caller gets an answer. Large batches take a tenth less time
    // while the facts are still in the caches and young on the heap. Otherwise tell only what exceeds the limit, so
    // that a caller who adds one fact after another never waits for a thousand of them.
    const isErased = events.some(({ event }) => event.type === "erased");
    if (isErased || events.length >= MANY_EVENTS) yield* this.tellLazy();
    else if (length > MAX_PENDING_EVENTS)
      this.updateLazy(Math.min(length, length - MAX_PENDING_EVENTS + LAZY_AT_ONCE));
  }

  /** Tells the lazy followers of the oldest `most` events that they have not been told of. */
  updateLazy(most = this.pendingCount): void {
    const state = this.stateNow();
    if (most === 0 || state === undefined) return;
    const events = this.takePending(most);
    let left = events.length + this.pendingCount;
    // Event by event rather than follower by follower: a fact that one follower has decoded serves the next.
    for (const event of events) {
      for (const follower of this.lazy) follower.follow(event, state);
      if (--left % LAZY_AT_ONCE === 0) this.onPending?.(left);
    }
  }

  /** Tells the lazy followers of all events that they have not been told of. */
  *tellLazy(): Steps<void> {
    while (this.pendingCount > 0) {
      this.updateLazy(Math.min(this.pendingCount, TOLD_PER_SLICE));
      if (this.pendingCount > 0) yield REST;
    }
  }

  /** The list is shortened only now and then: moving many events for each few costs too much. */
  private takePending(most: number): readonly RecordedEvent[] {
    const events = this.pending.slice(this.toldCount, this.toldCount + most);
    this.toldCount += events.length;
    if (this.toldCount * 2 >= this.pending.length) {
      this.pending.splice(0, this.toldCount);
      this.toldCount = 0;
    }
    return events;
  }
}

export function* restored(follower: Follower, state: State, bytes: Uint8Array | undefined): Steps<void> {
  if (follower.restoring === undefined) follower.restore(state, bytes);
  else yield* resting(follower.restoring(state, bytes));
  yield REST;
}
