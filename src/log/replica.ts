/**
 * How does a process read and change the state of an origin?
 *
 * A replica is the fold of an origin's stream, kept in memory. It starts from a snapshot and catches up with the log
 * before every use. (An add skips the catch-up: the append itself fails if somebody else wrote in between.) It commits
 * by compare-and-append: decide on the known state and append; if somebody else appended first, read their events and
 * decide again. The log is written first, then the state.
 *
 * The replica decides nothing. Callers pass in `decide`, which must be pure because it may run more than once.
 *
 * What grows with the number of facts or events is done in slices, with rests in between (`steps.ts`). At every rest the
 * state is one that the log led to, and nobody else may commit to the origin through this replica.
 */

import { isTidelineError, TidelineError } from "../errors.ts";
import { MAX_COMMIT_ATTEMPTS, MAX_ERASED_PER_EVENT } from "../limits.ts";
import { type By, EVENT_VERSION, type EventOf, type MemoryEvent, type Why } from "../model/event.ts";
import type { Origin } from "../model/origin.ts";
import { marksOf } from "../model/stream.ts";
import { eachInSlices } from "../ports/slices.ts";
import type { AnyStorage, Head, RecordedEvent } from "../ports/storage.ts";
import { checkpointOf } from "./checkpoint.ts";
import { emptyState, evolve, fold, foldMarks, type State, withHead } from "./fold.ts";
import { type Follower, Followers, MANY_EVENTS } from "./followers.ts";
import { KeptState } from "./kept-state.ts";
import { readPage, slicesOf } from "./pages.ts";
import { checkQuota } from "./quota.ts";
import { ask, isLater, isSteps, REST, resting, type Steps } from "./steps.ts";
import type { ShownMarks } from "./upkeep-state.ts";

/**
 * Small enough that the events of a page are read in a few milliseconds, and that they become garbage before V8 moves
 * them to the old generation.
 */
const FOLD_PAGE_EVENTS = 256;
/** Folding many at once is faster. */
const EVENTS_FOLDED_AT_ONCE = 256;
/** How many events are applied between two rests. */
const EVENTS_PER_SLICE = 64;

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

type Decision = readonly MemoryEvent[] | Decided;

/** Must be pure: it may run more than once. Given as steps, it may rest. */
type Decide = (state: State) => Decision | Steps<Decision>;

/** Either there is nothing to append (`done`), or how to append and how to update the state afterwards. */
type Plan =
  | { readonly done: Committed }
  | {
      readonly append: () => Head | Promise<Head> | Steps<Head>;
      readonly settle: (head: Head) => Committed | Steps<Committed>;
    };

export class Replica {
  readonly origin: Origin;
  private readonly store: AnyStorage;
  private readonly followers: Followers;
  private readonly kept: KeptState;
  private state: State | undefined;
  private wasRead = false;
  /** What is known was read a moment ago, for the call that is under way. */
  private isJustRead = false;

  constructor(store: AnyStorage, origin: Origin, followers: readonly Follower[] = []) {
    this.store = store;
    this.followers = new Followers(followers, () => this.state);
    this.origin = origin;
    this.kept = new KeptState(store, origin, this.followers);
  }

  /** The state as last folded, without reading the log; undefined before the log was first read to its end. */
  get known(): State | undefined {
    return this.wasRead ? this.state : undefined;
  }

  /** The current state: it includes every acknowledged event, and every follower has been told of them. */
  *catchUp(): Steps<State> {
    const state = this.isJustRead && this.state !== undefined ? this.state : yield* this.catchUpState();
    this.isJustRead = false;
    yield* this.tellLazy();
    return state;
  }

  /**
   * Does work whose first `catchUp` takes what was read a moment ago, for the same call. In a database that saves the
   * call a way there and back for each stream.
   */
  *withJustRead<T>(work: () => Steps<T>): Steps<T> {
    this.isJustRead = true;
    try {
      return yield* work();
    } finally {
      this.isJustRead = false;
    }
  }

  /** The current state, as `catchUp` gives it; lazy followers are told later. */
  current(): Steps<State> {
    return this.catchUpState();
  }

  /** How many events the lazy followers have not been told of yet. */
  get pendingCount(): number {
    return this.followers.pendingCount;
  }

  /** Tells the lazy followers of the oldest `most` events that they have not been told of. */
  updateLazy(most?: number): void {
    this.followers.updateLazy(most);
  }

  /** Tells the lazy followers of all events that they have not been told of. */
  tellLazy(): Steps<void> {
    return this.followers.tellLazy();
  }

  private *catchUpState(): Steps<State> {
    let state = this.state ?? (yield* this.kept.restore());
    for (;;) {
      const page = yield* readPage(this.store, this.origin, state.head.seq, FOLD_PAGE_EVENTS);
      if (state.head.seq > 0 && page.afterHash !== state.head.hash) {
        // What we had folded is not, or no longer, the history: it came from a snapshot of another log, or from an
        // append that was never acknowledged. The log is the truth, so start over.
        state = emptyState(this.origin);
        yield* this.followers.startOver(state);
        continue;
      }
      state = yield* folded(state, page.events);
      // Assigned page by page: if reading the next page fails, followers must not be told of this page again.
      this.state = state;
      yield* this.followers.tell(page.events, state);
      if (!page.more) break;
      yield REST;
    }
    this.state = yield* this.catchUpMarks(state);
    this.wasRead = true;
    return this.state;
  }

  /**
   * Appends the events that `decide` returns for the current state, if any. `onPending` reports now and then how many
   * events the lazy followers have not been told of yet.
   */
  *commit(decide: Decide, onPending?: (left: number) => void): Steps<Committed> {
    const replica = this;
    const plan = this.planOf(function* (state) {
      yield* replica.tellLazy();
      return yield* decisionOf(decide(state));
    });
    this.followers.onPending = onPending;
    try {
      const committed = yield* this.untilUndisturbed(plan);
      yield* this.tellLazy();
      return committed;
    } finally {
      this.followers.onPending = undefined;
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
    const planned = state === undefined ? undefined : yield* unlessRefused(plan(state));
    // A refusal or an empty decision may rest on an outdated state: read the log, then decide again.
    if (planned !== undefined && !("done" in planned)) {
      const committed = yield* this.carryOut(planned);
      if (committed !== undefined) return committed;
    }
    return yield* this.untilUndisturbed(plan);
  }

  /** undefined: somebody else appended first. */
  private *carryOut(planned: Exclude<Plan, { readonly done: Committed }>): Steps<Committed | undefined> {
    let head: Head;
    try {
      const appended = planned.append();
      if (isSteps<unknown, Head>(appended)) head = yield* appended;
      else head = isLater(appended) ? ((yield appended) as Head) : appended;
    } catch (error) {
      if (!isTidelineError(error, "stream-moved")) throw error;
      return undefined;
    }
    const settled = planned.settle(head);
    return isSteps(settled) ? yield* settled : settled;
  }

  private planOf(decide: Decide): (state: State) => Steps<Plan> {
    const replica = this;
    return function* (state) {
      const decided = yield* decisionOf(decide(state));
      const events = "events" in decided ? decided.events : decided;
      if (events.length === 0) return { done: { state, events } };
      const after = "events" in decided ? decided.after : yield* evolveAll(state, events);
      checkQuota(state.totals, after.totals);
      return {
        append: () => replica.append(state.head.seq, events),
        settle: (head) => replica.advance(state, events, head, after),
      };
    };
  }

  private append(seq: number, events: readonly MemoryEvent[]): Head | Promise<Head> | Steps<Head> {
    const { store, origin } = this;
    const inSlices = events.length >= MANY_EVENTS ? slicesOf(store) : undefined;
    return inSlices === undefined
      ? store.append(origin, seq, events)
      : resting(inSlices.append(origin, seq, events));
  }

  /** Erases these facts and all bodies that hold their words, for good, as well as the bodies of `more.seqs`. Unknown
   * ids are skipped. If a fact has more than `MAX_ERASED_PER_EVENT` bodies, only the latest of them are erased. */
  erase(ids: readonly string[], at: number, why: Why, more: ErasureOptions = {}): Steps<Committed> {
    const replica = this;
    return this.untilUndisturbed(function* (state) {
      const event = erasedEvent(state, ids, at, why, more);
      if (event === undefined) return { done: { state, events: [] } };
      const after = yield* evolveAll(state, [event]);
      return {
        append: () => replica.store.erase(replica.origin, state.head.seq, event),
        settle: (head) => replica.advance(state, [event], head, after),
      };
    });
  }

  /**
   * Logs which facts were used, and which were shown without having been asked for. Facts that are gone by now are left
   * out: a use that waited must not bring back the name of an origin that was forgotten.
   */
  mark(used: EventOf<"accessed">["marks"], at: number, seen: ShownMarks = { shown: [] }): Steps<Committed> {
    const replica = this;
    return this.untilUndisturbed(function* (state) {
      const common = { v: EVENT_VERSION, at, seen: state.head.seq } as const;
      const marks = used.filter(([id]) => state.facts.has(id));
      const shown = seen.shown.filter(([id]) => state.facts.has(id));
      const events: (EventOf<"accessed"> | EventOf<"shown">)[] = [];
      if (marks.length > 0) events.push({ type: "accessed", ...common, marks });
      if (shown.length > 0) events.push({ type: "shown", ...common, ...seen, shown });
      if (events.length === 0) return { done: { state, events } };
      return {
        append: () => replica.store.append(marksOf(replica.origin), state.marks.seq, events),
        settle: (head) => {
          const first = head.seq - events.length + 1;
          const recorded = events.map((event, i) => ({ ...head, seq: first + i, event, bodyGone: false }));
          const after = foldMarks(state, recorded);
          replica.state = after;
          return { state: after, events };
        },
      };
    });
  }

  /** Writes the sums of the access marks (logged uses of facts) to the origin's own stream and drops the old marks. */
  *checkpoint(at: number): Steps<Committed> {
    const committed = yield* this.commit((state) => resting(checkpointOf(state, at)));
    const last = committed.events.at(-1);
    if (last?.type === "checkpointed") yield* ask(this.store.drop(marksOf(this.origin), last.upTo));
    return committed;
  }

  /**
   * Stores a snapshot, so that the next opening only reads the events after it. Does nothing while those are few, but
   * for what a list of all origins needs.
   */
  *keepSnapshot(): Steps<boolean> {
    return this.state !== undefined && (yield* this.kept.keep(this.state));
  }

  /** Catches up, plans and appends; starts over whenever somebody else appended in between. */
  private *untilUndisturbed(plan: (state: State) => Steps<Plan>): Steps<Committed> {
    for (let attempt = 0; attempt < MAX_COMMIT_ATTEMPTS; attempt++) {
      const planned = yield* plan(yield* this.catchUpState());
      if ("done" in planned) return planned.done;
      const committed = yield* this.carryOut(planned);
      if (committed !== undefined) return committed;
    }
    throw new TidelineError(
      "stream-moved",
      `Other writers appended first ${MAX_COMMIT_ATTEMPTS} times in a row. Try again later.`,
    );
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
      const page = yield* readPage(this.store, this.origin, clean.head.seq, FOLD_PAGE_EVENTS);
      clean = yield* folded(clean, page.events);
      if (!page.more) break;
    }
    return yield* this.catchUpMarks(clean);
  }

  private *advance(
    before: State,
    events: readonly MemoryEvent[],
    head: Head,
    after: State,
  ): Steps<Committed> {
    const first = before.head.seq + 1;
    const state = withHead(after, head);
    this.state = state;
    const recorded = events.map((event, i) => ({ seq: first + i, hash: "", event, bodyGone: false }));
    yield* this.followers.tell(recorded, state);
    return { state, events };
  }
}

/** undefined if the work was refused: events that we have not read yet may allow it. */
function* unlessRefused<T>(work: Steps<T>): Steps<T | undefined> {
  try {
    return yield* work;
  } catch (error) {
    if (isTidelineError(error)) return undefined;
    throw error;
  }
}

function* decisionOf(decided: Decision | Steps<Decision>): Steps<Decision> {
  return isSteps(decided) ? yield* decided : decided;
}

/** An append is one page, however long it is: nobody may see a part of it. */
function* folded(before: State, events: readonly RecordedEvent[]): Steps<State> {
  let state = before;
  for (let from = 0; from < events.length; from += EVENTS_FOLDED_AT_ONCE) {
    if (from > 0) yield REST;
    state = fold(
      state,
      events.length <= EVENTS_FOLDED_AT_ONCE ? events : events.slice(from, from + EVENTS_FOLDED_AT_ONCE),
    );
  }
  return state;
}

function* evolveAll(before: State, events: readonly MemoryEvent[]): Steps<State> {
  let state = before;
  let seq = before.head.seq;
  yield* resting(
    eachInSlices(events, EVENTS_PER_SLICE, (event) => {
      state = evolve(state, event, ++seq);
    }),
  );
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
