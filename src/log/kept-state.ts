/**
 * What is stored of a state, so that the next opening reads only the events after it? A snapshot, and a blob of each
 * follower beside it.
 */
import type { Origin } from "../model/origin.ts";
import type { AnyStorage, Blob } from "../ports/storage.ts";
import { emptyState, type State } from "./fold.ts";
import { type Followers, restored } from "./followers.ts";
import { slicesOf } from "./pages.ts";
import { decodingSnapshot, encodingSnapshot } from "./snapshot.ts";
import { ask, REST, resting, type Steps } from "./steps.ts";

const SNAPSHOT_NAME = "state";
/** A tail shorter than this is cheaper to fold than a snapshot is to write. */
const SNAPSHOT_MIN_EVENTS = 500;
/**
 * Neither is a tail of less than this part of the facts worth a snapshot: so all snapshots of an origin together cost
 * what its facts cost, times a constant, however often it is closed.
 */
const SNAPSHOT_MIN_SHARE = 1 / 20;
/** Blobs of at least this size are written in slices. */
const MANY_BYTES = 256 * 1024;

export class KeptState {
  private readonly store: AnyStorage;
  private readonly origin: Origin;
  private readonly followers: Followers;
  /** Where the last snapshot was made, and where anything was kept. */
  private snapshotSeq = 0;
  private keptSeq = 0;

  constructor(store: AnyStorage, origin: Origin, followers: Followers) {
    this.store = store;
    this.origin = origin;
    this.followers = followers;
  }

  /** The state of the last snapshot, and every follower as of it; the empty state if there is none. */
  *restore(): Steps<State> {
    const blob = yield* this.getBlob(SNAPSHOT_NAME);
    const kept = blob === undefined ? undefined : yield* decodingSnapshot(blob.bytes, this.origin);
    if (kept !== undefined) this.snapshotSeq = this.keptSeq = kept.head.seq;
    const state = kept ?? emptyState(this.origin);
    for (const follower of this.followers.all) {
      const isStateIndependent = follower.isStateIndependent === true;
      const isWanted = kept !== undefined || isStateIndependent;
      const beside = isWanted ? yield* this.getBlob(follower.name) : undefined;
      const isValid = isStateIndependent || beside?.seq === state.head.seq;
      yield* restored(follower, state, isValid ? beside?.bytes : undefined);
    }
    return state;
  }

  /** Stores a snapshot. Does nothing while the events since the last one are few, but for the blobs that are brief. */
  *keep(state: State): Steps<boolean> {
    if (state.head.seq - this.keptSeq < SNAPSHOT_MIN_EVENTS) return false;
    const isWorthIt = state.head.seq - this.snapshotSeq >= state.facts.size * SNAPSHOT_MIN_SHARE;
    if (isWorthIt) yield* this.keepWhole(state);
    else
      for (const follower of this.followers.all) {
        const bytes = follower.isBrief === true ? follower.encode(state) : undefined;
        if (bytes !== undefined) yield* this.putBlob(follower.name, state, bytes);
      }
    this.keptSeq = state.head.seq;
    return isWorthIt;
  }

  private *keepWhole(state: State): Steps<void> {
    yield* this.followers.tellLazy();
    yield* this.putBlob(SNAPSHOT_NAME, state, yield* encodingSnapshot(state));
    for (const follower of this.followers.all) {
      const bytes =
        follower.encoding === undefined ? follower.encode(state) : yield* resting(follower.encoding(state));
      if (bytes !== undefined) yield* this.putBlob(follower.name, state, bytes);
      yield REST;
    }
    this.snapshotSeq = state.head.seq;
  }

  private *putBlob(name: string, { head }: State, bytes: Uint8Array): Steps<void> {
    const inSlices = bytes.length >= MANY_BYTES ? slicesOf(this.store) : undefined;
    if (inSlices === undefined) yield* ask(this.store.putBlob(this.origin, name, head.seq, bytes));
    else yield* resting(inSlices.putBlob(this.origin, name, head.seq, bytes));
  }

  private *getBlob(name: string): Steps<Blob | undefined> {
    const inSlices = slicesOf(this.store);
    if (inSlices === undefined) return yield* ask(this.store.getBlob(this.origin, name));
    return yield* resting(inSlices.getBlob(this.origin, name));
  }
}
