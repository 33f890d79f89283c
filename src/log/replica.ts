/**
 * How does a process read and change the state of an origin?
 *
 * A replica is the fold of an origin's stream, kept in memory. It starts from a snapshot and catches up with the log
 * before every use. (An add skips the catch-up: the append itself fails if somebody else wrote in between.) It commits
 * by compare-and-append: decide on the known state and append; if somebody else appended first, read their events and
 * decide again. The log is written first, then the state.
 *
 * The replica decides nothing. Callers pass in `decide`, which must be pure because it may run more than once.
 */
import { isTidelineError, TidelineError } from "../errors.ts";
import { MAX_COMMIT_ATTEMPTS, MAX_ERASED_PER_EVENT, MAX_PENDING_EVENTS } from "../limits.ts";
import { type By, EVENT_VERSION, type EventOf, type MemoryEvent, type Why } from "../model/event.ts";
import type { Origin } from "../model/origin.ts";
import { marksOf } from "../model/stream.ts";
import type { AnyStorage, Head, RecordedEvent } from "../ports/storage.ts";
import { checkpointOf } from "./checkpoint.ts";
import { emptyState, evolve, fold, foldMarks, type State, withHead } from "./fold.ts";
import { checkQuota } from "./quota.ts";
import { decodeSnapshot, encodeSnapshot } from "./snapshot.ts";
import { ask, isLater, type Steps } from "./steps.ts";
import type { ShownMarks } from "./upkeep-state.ts";

const SNAPSHOT_NAME = "state";
/** A tail shorter than this is cheaper to fold than a snapshot is to write. */
const SNAPSHOT_MIN_EVENTS = 500;
/** How many events the lazy followers are told of at once: a few milliseconds' work. */
const LAZY_AT_ONCE = 64;
/** An append of at least this many events also waits for the lazy followers. */
const MANY_EVENTS = 256;
/** Small enough that the events of a page are folded and become garbage before V8 moves them to the old generation. */
const FOLD_PAGE_EVENTS = 1_000;

/** An index or other derived structure that keeps up with the state. The replica tells it of every event and stores it
 * in a blob beside the snapshot. */
export interface Follower {
  /** The name of its blob. */
  readonly name: string;
  /** Its blob is valid for any state, so `restore` gets the blob even if it is older or newer than the state. */
  readonly isStateIndependent?: boolean;
  /** Adding a fact does not read this follower, so it may be told of events later. */
  readonly isLazy?: boolean;
  /** Starts over at this state. `bytes`: what `encode` returned for exactly this state (with `isStateIndependent`: for any
   * state), if it was stored. */
  restore(state: State, bytes: Uint8Array | undefined): void;
  /** `state` already includes the event, and perhaps later ones. */
  follow(event: RecordedEvent, state: State): void;
  /** undefined: the blob stored last is still valid. */
  encode(state: State): Uint8Array | undefined;
}

export interface ErasureOptions {
  /** Further events whose bodies are erased. */
  readonly seqs?: readonly number[] | undefined;
  readonly by?: By | undefined;
}

export interface Committed {
  readonly state: State;
  readonly events: readonly MemoryEvent[];
}

/** The events to append, and the state after them, if `decide` has already folded them. */
export interface Decided {
  readonly events: readonly MemoryEvent[];
  readonly after: State;
}

/** Must be pure: it may run more than once. */
type Decide = (state: State) => readonly MemoryEvent[] | Decided;

/** Either there is nothing to append (`done`), or how to append and how to update the state afterwards. */
type Plan =
  | { readonly done: Committed }
  | { readonly append: () => Head | Promise<Head>; readonly settle: (head: Head) => Committed };

export class Replica {
  readonly origin: Origin;
  private readonly store: AnyStorage;
  private readonly followers: readonly Follower[];
  private state: State | undefined;
  /** Events that the lazy followers have not been told of yet. */
  private pending: RecordedEvent[] = [];
  private onPending: ((left: number) => void) | undefined;
  private snapshotSeq = 0;

  constructor(store: AnyStorage, origin: Origin, followers: readonly Follower[] = []) {
    this.store = store;
    this.followers = followers;
    this.origin = origin;
  }

  /** The state as last folded, without reading the log; undefined before the first read. */
  get known(): State | undefined {
    return this.state;
  }

  /** The current state: it includes every acknowledged event, and every follower has been told of them. */
  *catchUp(): Steps<State> {
    const state = yield* this.catchUpState();
    this.updateLazy();
    return state;
  }

  /** The current state, as `catchUp` gives it; lazy followers are told later. */
  current(): Steps<State> {
    return this.catchUpState();
  }

  /** How many events the lazy followers have not been told of yet. */
  get pendingCount(): number {
    return this.pending.length;
  }

  /** Tells the lazy followers of the oldest `most` events that they have not been told of. */
  updateLazy(most = this.pending.length): void {
    const { state } = this;
    if (most === 0 || state === undefined) return;
    const events = this.pending.splice(0, most);
    const lazy = this.followers.filter((follower) => follower.isLazy === true);
    let left = events.length + this.pending.length;
    // Event by event rather than follower by follower: a fact that one follower has decoded serves the next.
    for (const event of events) {
      for (const follower of lazy) follower.follow(event, state);
      if (--left % LAZY_AT_ONCE === 0) this.onPending?.(left);
    }
  }

  private *catchUpState(): Steps<State> {
    let state = this.state ?? (yield* this.fromSnapshot());
    for (;;) {
      const page = yield* ask(this.store.read(this.origin, state.head.seq, FOLD_PAGE_EVENTS));
      if (state.head.seq > 0 && page.afterHash !== state.head.hash) {
        // What we had folded is not, or no longer, the history: it came from a snapshot of another log, or from an
        // append that was never acknowledged. The log is the truth, so start over.
        state = emptyState(this.origin);
        this.pending = [];
        for (const follower of this.followers) follower.restore(state, undefined);
        continue;
      }
      state = fold(state, page.events);
      // Assigned page by page: if reading the next page fails, followers must not be told of this page again.
      this.state = state;
      this.tellFollowers(page.events, state);
      if (!page.more) break;
    }
    this.state = yield* this.catchUpMarks(state);
    return this.state;
  }

  /**
   * Appends the events that `decide` returns for the current state, if any. `onPending` reports now and then how many
   * events the lazy followers have not been told of yet.
   */
  *commit(decide: Decide, onPending?: (left: number) => void): Steps<Committed> {
    const plan = this.planOf((state) => {
      this.updateLazy();
      return decide(state);
    });
    this.onPending = onPending;
    try {
      const committed = yield* this.untilUndisturbed(plan);
      this.updateLazy();
      return committed;
    } finally {
      this.onPending = undefined;
    }
  }

  /**
   * Like `commit`, but tells the lazy followers later, and decides on the known state without reading the log first:
   * if somebody else has written since, the append fails and `decide` runs again. So `decide` must not read lazy
   * followers or how facts were used.
   */
  *commitOptimistically(decide: Decide): Steps<Committed> {
    const { state } = this;
    const plan = this.planOf(decide);
    const planned = state === undefined ? undefined : unlessRefused(() => plan(state));
    // A refusal or an empty decision may rest on an outdated state: read the log, then decide again.
    if (planned !== undefined && !("done" in planned)) {
      const committed = yield* this.carryOut(planned);
      if (committed !== undefined) return committed;
    }
    return yield* this.untilUndisturbed(plan);
  }

  /** undefined: somebody else appended first. */
  private *carryOut(planned: Exclude<Plan, { readonly done: Committed }>): Steps<Committed | undefined> {
    try {
      const appended = planned.append();
      return planned.settle(isLater(appended) ? ((yield appended) as Head) : appended);
    } catch (error) {
      if (!isTidelineError(error, "stream-moved")) throw error;
      return undefined;
    }
  }

  private planOf(decide: Decide): (state: State) => Plan {
    return (state) => {
      const decided = decide(state);
      const events = "events" in decided ? decided.events : decided;
      if (events.length === 0) return { done: { state, events } };
      const after = "events" in decided ? decided.after : evolveAll(state, events);
      checkQuota(state.totals, after.totals);
      return {
        append: () => this.store.append(this.origin, state.head.seq, events),
        settle: (head) => ({ state: this.advance(state, events, head, after), events }),
      };
    };
  }

  /** Erases these facts and all bodies that hold their words, for good, as well as the bodies of `more.seqs`. Unknown
   * ids are skipped. If a fact has more than `MAX_ERASED_PER_EVENT` bodies, only the latest of them are erased. */
  erase(ids: readonly string[], at: number, why: Why, more: ErasureOptions = {}): Steps<Committed> {
    return this.untilUndisturbed((state) => {
      const event = erasedEvent(state, ids, at, why, more);
      if (event === undefined) return { done: { state, events: [] } };
      return {
        append: () => this.store.erase(this.origin, state.head.seq, event),
        settle: (head) => ({ state: this.advance(state, [event], head), events: [event] }),
      };
    });
  }

  /**
   * Logs which facts were used, and which were shown without having been asked for. Facts that are gone by now are left
   * out: a use that waited must not bring back the name of an origin that was forgotten.
   */
  mark(used: EventOf<"accessed">["marks"], at: number, seen: ShownMarks = { shown: [] }): Steps<Committed> {
    return this.untilUndisturbed((state) => {
      const common = { v: EVENT_VERSION, at, seen: state.head.seq } as const;
      const marks = used.filter(([id]) => state.facts.has(id));
      const shown = seen.shown.filter(([id]) => state.facts.has(id));
      const events: (EventOf<"accessed"> | EventOf<"shown">)[] = [];
      if (marks.length > 0) events.push({ type: "accessed", ...common, marks });
      if (shown.length > 0) events.push({ type: "shown", ...common, ...seen, shown });
      if (events.length === 0) return { done: { state, events } };
      return {
        append: () => this.store.append(marksOf(this.origin), state.marks.seq, events),
        settle: (head) => {
          const first = head.seq - events.length + 1;
          const recorded = events.map((event, i) => ({ ...head, seq: first + i, event, bodyGone: false }));
          this.state = foldMarks(state, recorded);
          return { state: this.state, events };
        },
      };
    });
  }

  /** Writes the sums of the access marks (logged uses of facts) to the origin's own stream and drops the old marks. */
  *checkpoint(at: number): Steps<Committed> {
    const committed = yield* this.commit((state) => checkpointOf(state, at));
    const last = committed.events.at(-1);
    if (last?.type === "checkpointed") yield* ask(this.store.drop(marksOf(this.origin), last.upTo));
    return committed;
  }

  /** Stores a snapshot, so that the next opening only reads the events after it. Does nothing while those are few. */
  *keepSnapshot(): Steps<boolean> {
    const state = this.state;
    if (state === undefined || state.head.seq - this.snapshotSeq < SNAPSHOT_MIN_EVENTS) return false;
    this.updateLazy();
    yield* ask(this.store.putBlob(this.origin, SNAPSHOT_NAME, state.head.seq, encodeSnapshot(state)));
    for (const follower of this.followers) {
      const bytes = follower.encode(state);
      if (bytes !== undefined)
        yield* ask(this.store.putBlob(this.origin, follower.name, state.head.seq, bytes));
    }
    this.snapshotSeq = state.head.seq;
    return true;
  }

  /** Catches up, plans and appends; starts over whenever somebody else appended in between. */
  private *untilUndisturbed(plan: (state: State) => Plan): Steps<Committed> {
    for (let attempt = 0; attempt < MAX_COMMIT_ATTEMPTS; attempt++) {
      const planned = plan(yield* this.catchUpState());
      if ("done" in planned) return planned.done;
      const committed = yield* this.carryOut(planned);
      if (committed !== undefined) return committed;
    }
    throw new TidelineError(
      "stream-moved",
      `Other writers appended first ${MAX_COMMIT_ATTEMPTS} times in a row. Try again later.`,
    );
  }

  private *fromSnapshot(): Steps<State> {
    const blob = yield* ask(this.store.getBlob(this.origin, SNAPSHOT_NAME));
    const kept = blob === undefined ? undefined : decodeSnapshot(blob.bytes, this.origin);
    if (kept !== undefined) this.snapshotSeq = kept.head.seq;
    const state = kept ?? emptyState(this.origin);
    for (const follower of this.followers) {
      const isStateIndependent = follower.isStateIndependent === true;
      const beside =
        kept === undefined && !isStateIndependent
          ? undefined
          : yield* ask(this.store.getBlob(this.origin, follower.name));
      follower.restore(
        state,
        isStateIndependent || beside?.seq === state.head.seq ? beside?.bytes : undefined,
      );
    }
    return state;
  }

  private tellFollowers(events: readonly RecordedEvent[], state: State): void {
    for (const follower of this.followers)
      if (follower.isLazy !== true) for (const event of events) follower.follow(event, state);
    if (this.followers.some((one) => one.isLazy === true))
      for (const event of events) this.pending.push(event);
    const { length } = this.pending;
    // Erased words must be out of every index before the caller gets an answer. Large batches take a tenth less time
    // while the facts are still in the caches and young on the heap. Otherwise tell only what exceeds the limit, so
    // that a caller who adds one fact after another never waits for a thousand of them.
    const isErased = events.some(({ event }) => event.type === "erased");
    if (isErased || events.length >= MANY_EVENTS) this.updateLazy();
    else if (length > MAX_PENDING_EVENTS)
      this.updateLazy(Math.min(length, length - MAX_PENDING_EVENTS + LAZY_AT_ONCE));
  }

  private *catchUpMarks(before: State): Steps<State> {
    let state = before;
    for (;;) {
      const page = yield* ask(this.store.read(marksOf(this.origin), state.marks.seq));
      if (page.afterHash !== undefined && page.afterHash !== state.marks.hash)
        return yield* this.refoldMarks(state);
      const seq = state.marks.seq;
      state = foldMarks(state, page.events);
      if (!page.more || state.marks.seq === seq) return state;
    }
  }

  /** Folds the whole stream again, and then the marks after its last checkpoint, because the state includes marks that
   * are not, or no longer, in the log. */
  private *refoldMarks(state: State): Steps<State> {
    let clean = emptyState(this.origin);
    while (clean.head.seq < state.head.seq) {
      const page = yield* ask(this.store.read(this.origin, clean.head.seq));
      clean = fold(clean, page.events);
      if (!page.more) break;
    }
    return yield* this.catchUpMarks(clean);
  }

  private advance(before: State, events: readonly MemoryEvent[], head: Head, after?: State): State {
    const first = before.head.seq + 1;
    this.state = withHead(after ?? evolveAll(before, events), head);
    const recorded = events.map((event, i) => ({ seq: first + i, hash: "", event, bodyGone: false }));
    this.tellFollowers(recorded, this.state);
    return this.state;
  }
}

/** undefined if the work was refused: events that we have not read yet may allow it. */
function unlessRefused<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isTidelineError(error)) return undefined;
    throw error;
  }
}

function evolveAll(before: State, events: readonly MemoryEvent[]): State {
  let state = before;
  let seq = before.head.seq;
  for (const event of events) state = evolve(state, event, ++seq);
  return state;
}

function erasedEvent(
  state: State,
  ids: readonly string[],
  at: number,
  why: Why,
  { seqs = [], by }: ErasureOptions,
): EventOf<"erased"> | undefined {
  const facts = [...new Set(ids)].filter((id) => state.facts.has(id));
  if (facts.length === 0 && seqs.length === 0) return undefined;
  const own = facts.flatMap((id) => state.facts.get(id)?.texts.slice(-MAX_ERASED_PER_EVENT) ?? []);
  const erases = [...new Set([...own, ...seqs])].sort((a, b) => a - b);
  return { type: "erased", v: EVENT_VERSION, at, ...(by === undefined ? {} : { by }), why, erases, facts };
}
