/**
 * How is an origin's state had, and changed?
 *
 * A replica is a fold kept in memory: it starts from a snapshot, catches up with the log before every use (an add
 * hears from the append itself whether it had to), and commits by compare-and-append: decide on what is known; if
 * somebody else was faster, learn what they wrote and decide again. The log is written first, the state follows.
 *
 * Nothing is decided here: `decide` is handed in, pure, and may run more than once.
 */
import { isTidelineError, TidelineError } from "../errors.ts";
import { MAX_COMMIT_ATTEMPTS, MAX_ERASED_PER_EVENT, MAX_UNTOLD_EVENTS } from "../limits.ts";
import { type By, EVENT_VERSION, type EventOf, type MemoryEvent, type Why } from "../model/event.ts";
import type { Origin } from "../model/origin.ts";
import { marksOf } from "../model/stream.ts";
import type { AnyStorage, Head, RecordedEvent } from "../ports/storage.ts";
import { checkpointOf } from "./checkpoint.ts";
import { emptyState, evolve, fold, foldMarks, type State, withHead } from "./fold.ts";
import { checkRoom } from "./room.ts";
import { decodeSnapshot, encodeSnapshot } from "./snapshot.ts";
import { ask, isLater, type Steps } from "./steps.ts";

const SNAPSHOT_NAME = "state";
/** A tail shorter than this is cheaper to fold than a snapshot is to write. */
const SNAPSHOT_MIN_EVENTS = 500;
/** A few milliseconds' work for the indexes. */
const TOLD_AT_ONCE = 64;
/** Whoever adds so many at once waits for their indexes, too. */
const MANY_EVENTS = 256;
/** So few that what was read is folded, and garbage, before it grows old. */
const FOLD_PAGE_EVENTS = 1_000;

/** Something derived that keeps up with the state: told of every event, kept beside the snapshot. */
export interface Follower {
  /** Of its blob. */
  readonly name: string;
  /** What it has is good for any state: it is handed its blob whenever there is one. */
  readonly isLasting?: boolean;
  /** Nobody asks it while a fact is being added: it may be told afterwards. */
  readonly isPatient?: boolean;
  /** Begin at this state; `bytes` are what `encode` gave for just this state, if they were kept. */
  restore(state: State, bytes: Uint8Array | undefined): void;
  /** `state` is at, or after, the event. */
  follow(event: RecordedEvent, state: State): void;
  /** Undefined: what was kept last is still good. */
  encode(state: State): Uint8Array | undefined;
}

export interface ErasureOptions {
  /** Further events whose words go. */
  readonly seqs?: readonly number[] | undefined;
  readonly by?: By | undefined;
}

export interface Committed {
  readonly state: State;
  readonly events: readonly MemoryEvent[];
}

/** What is to be appended; and what it leads to, where deciding has folded it already. */
export interface Decided {
  readonly events: readonly MemoryEvent[];
  readonly after: State;
}

/** Pure; it may be asked more than once. */
type Decide = (state: State) => readonly MemoryEvent[] | Decided;

/** Nothing to append, or what to append and what follows from it. */
type Plan =
  | { readonly done: Committed }
  | { readonly append: () => Head | Promise<Head>; readonly settle: (head: Head) => Committed };

export class Replica {
  readonly origin: Origin;
  private readonly store: AnyStorage;
  private readonly followers: readonly Follower[];
  private state: State | undefined;
  /** What the patient followers have not been told. */
  private untold: RecordedEvent[] = [];
  private onTold: ((left: number) => void) | undefined;
  private snapshotSeq = 0;

  constructor(store: AnyStorage, origin: Origin, followers: readonly Follower[] = []) {
    this.store = store;
    this.followers = followers;
    this.origin = origin;
  }

  /** The state as far as it is folded, without a look at the log; undefined before the first look. */
  get known(): State | undefined {
    return this.state;
  }

  /** The state as of now: everything that anybody has acknowledged is in it, and every follower knows. */
  *catchUp(): Steps<State> {
    const state = yield* this.catchUpState();
    this.tellPatient();
    return state;
  }

  /** How many events the patient followers have yet to be told. */
  get untoldCount(): number {
    return this.untold.length;
  }

  /** Tells the patient followers the oldest of what they have not been told. */
  tellPatient(most = this.untold.length): void {
    const { state } = this;
    if (most === 0 || state === undefined) return;
    const events = this.untold.splice(0, most);
    const patient = this.followers.filter((follower) => follower.isPatient === true);
    let left = events.length + this.untold.length;
    // Fact by fact: what one has read of it the next need not read again.
    for (const event of events) {
      for (const follower of patient) follower.follow(event, state);
      if (--left % TOLD_AT_ONCE === 0) this.onTold?.(left);
    }
  }

  private *catchUpState(): Steps<State> {
    let state = this.state ?? (yield* this.fromSnapshot());
    for (;;) {
      const page = yield* ask(this.store.read(this.origin, state.head.seq, FOLD_PAGE_EVENTS));
      if (state.head.seq > 0 && page.afterHash !== state.head.hash) {
        // What we had folded is not (or no longer) the history: a snapshot of another log, or an append that
        // was never acknowledged. The log is the truth.
        state = emptyState(this.origin);
        this.untold = [];
        for (const follower of this.followers) follower.restore(state, undefined);
        continue;
      }
      state = fold(state, page.events);
      // Now: if the next page cannot be read, followers must not be told of this one again.
      this.state = state;
      this.tellFollowers(page.events, state);
      if (!page.more) break;
    }
    this.state = yield* this.catchUpMarks(state);
    return this.state;
  }

  /**
   * Appends what `decide` makes of the present state; nothing if it makes nothing. `onTold`: is told now and then how
   * many events the patient followers have yet to be told.
   */
  *commit(decide: Decide, onTold?: (left: number) => void): Steps<Committed> {
    const plan = this.planOf((state) => {
      this.tellPatient();
      return decide(state);
    });
    this.onTold = onTold;
    try {
      const committed = yield* this.untilUndisturbed(plan);
      this.tellPatient();
      return committed;
    } finally {
      this.onTold = undefined;
    }
  }

  /**
   * The same, but the patient followers are told later: `decide` must not ask them, nor how facts were used. It is
   * decided on what we know, without a look: if somebody else has written since, the append tells us so.
   */
  *commitFirst(decide: Decide): Steps<Committed> {
    const { state } = this;
    const plan = this.planOf(decide);
    const planned = state === undefined ? undefined : unlessRefused(() => plan(state));
    // Where nothing came of it, it takes a look as well: there may be news to decide on.
    if (planned !== undefined && !("done" in planned)) {
      const committed = yield* this.carryOut(planned);
      if (committed !== undefined) return committed;
    }
    return yield* this.untilUndisturbed(plan);
  }

  /** undefined: somebody else was faster. */
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
      checkRoom(state.room, after.room);
      return {
        append: () => this.store.append(this.origin, state.head.seq, events),
        settle: (head) => ({ state: this.advance(state, events, head, after), events }),
      };
    };
  }

  /** Erases every word of these facts, for good, and the facts with them; and what these events say. Unknown ids are
   * passed over. Of a fact with more bodies than one erasure takes, the latest. */
  erase(ids: readonly string[], at: number, why: Why, more: ErasureOptions = {}): Steps<Committed> {
    return this.untilUndisturbed((state) => {
      const event = erasureOf(state, ids, at, why, more);
      if (event === undefined) return { done: { state, events: [] } };
      return {
        append: () => this.store.erase(this.origin, state.head.seq, event),
        settle: (head) => ({ state: this.advance(state, [event], head), events: [event] }),
      };
    });
  }

  /** Notes that facts were used, and that others were shown in passing. */
  mark(
    marks: EventOf<"accessed">["marks"],
    at: number,
    shown: EventOf<"shown">["shown"] = [],
  ): Steps<Committed> {
    return this.untilUndisturbed((state) => {
      const common = { v: EVENT_VERSION, at, seen: state.head.seq } as const;
      const events: (EventOf<"accessed"> | EventOf<"shown">)[] = [];
      if (marks.length > 0) events.push({ type: "accessed", ...common, marks });
      if (shown.length > 0) events.push({ type: "shown", ...common, shown });
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

  /** Sums the access marks up in the origin's own chain, and drops the old ones. */
  *checkpoint(at: number): Steps<Committed> {
    const committed = yield* this.commit((state) => checkpointOf(state, at));
    const last = committed.events.at(-1);
    if (last?.type === "checkpointed") yield* ask(this.store.drop(marksOf(this.origin), last.upTo));
    return committed;
  }

  /** Keeps the present state, so that the next opening costs the tail only. Does nothing for a short tail. */
  *keepSnapshot(): Steps<boolean> {
    const state = this.state;
    if (state === undefined || state.head.seq - this.snapshotSeq < SNAPSHOT_MIN_EVENTS) return false;
    this.tellPatient();
    yield* ask(this.store.putBlob(this.origin, SNAPSHOT_NAME, state.head.seq, encodeSnapshot(state)));
    for (const follower of this.followers) {
      const bytes = follower.encode(state);
      if (bytes !== undefined)
        yield* ask(this.store.putBlob(this.origin, follower.name, state.head.seq, bytes));
    }
    this.snapshotSeq = state.head.seq;
    return true;
  }

  /** Catches up, plans, appends; and again from the start whenever somebody else appended in between. */
  private *untilUndisturbed(plan: (state: State) => Plan): Steps<Committed> {
    for (let attempt = 0; attempt < MAX_COMMIT_ATTEMPTS; attempt++) {
      const planned = plan(yield* this.catchUpState());
      if ("done" in planned) return planned.done;
      const committed = yield* this.carryOut(planned);
      if (committed !== undefined) return committed;
    }
    throw new TidelineError(
      "stream-moved",
      `Others were faster ${MAX_COMMIT_ATTEMPTS} times in a row. Try again later.`,
    );
  }

  private *fromSnapshot(): Steps<State> {
    const blob = yield* ask(this.store.getBlob(this.origin, SNAPSHOT_NAME));
    const kept = blob === undefined ? undefined : decodeSnapshot(blob.bytes, this.origin);
    if (kept !== undefined) this.snapshotSeq = kept.head.seq;
    const state = kept ?? emptyState(this.origin);
    for (const follower of this.followers) {
      const isLasting = follower.isLasting === true;
      const beside =
        kept === undefined && !isLasting
          ? undefined
          : yield* ask(this.store.getBlob(this.origin, follower.name));
      follower.restore(state, isLasting || beside?.seq === state.head.seq ? beside?.bytes : undefined);
    }
    return state;
  }

  private tellFollowers(events: readonly RecordedEvent[], state: State): void {
    for (const follower of this.followers)
      if (follower.isPatient !== true) for (const event of events) follower.follow(event, state);
    if (this.followers.some((one) => one.isPatient === true))
      for (const event of events) this.untold.push(event);
    const { length } = this.untold;
    // What is erased must be nowhere by the time that the caller hears of it; and many at once take a tenth less time
    // while they are young, in caches and on the heap. Otherwise no more than must be: whoever adds one fact after the
    // other is not to wait for a thousand.
    const isErased = events.some(({ event }) => event.type === "erased");
    if (isErased || events.length >= MANY_EVENTS) this.tellPatient();
    else if (length > MAX_UNTOLD_EVENTS)
      this.tellPatient(Math.min(length, length - MAX_UNTOLD_EVENTS + TOLD_AT_ONCE));
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

  /** Marks were folded that are not part of history: count again from the last checkpoint. */
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

/** What was refused may be allowed by what we have not seen yet. */
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

function erasureOf(
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
