/**
 * What is known of one origin? Its state, its indexes, and the access marks (uses) that wait to be written. A mind
 * never sees the stream of another origin.
 */

import { KeyIndex } from "../indexes/keys.ts";
import type { LearnedVectors } from "../indexes/learned/learned.ts";
import { EntityIndex } from "../indexes/names/entities.ts";
import { VectorIndex } from "../indexes/vectors/vectors.ts";
import { LexicalIndex } from "../indexes/words/lexical.ts";
import { LastCheckpoint } from "../log/last-checkpoint.ts";
import { Replica } from "../log/replica.ts";
import type { Shown } from "../log/upkeep-state.ts";
import type { AccessKind } from "../model/event.ts";
import type { Origin } from "../model/origin.ts";
import { AUTHORITIES } from "../model/source.ts";
import type { AnyStorage } from "../ports/storage.ts";
import { isLive } from "../recall/eligible.ts";
import { Search } from "../recall/search.ts";

/** A use of a fact that is not yet in the log. */
export interface WaitingMark {
  readonly fact: string;
  readonly at: number;
  readonly how: AccessKind;
}

export interface Mind {
  readonly replica: Replica;
  readonly keys: KeyIndex;
  readonly search: Search;
  readonly vectors: VectorIndex;
  readonly entities: EntityIndex;
  /** Vectors from the embedder, if there is one. */
  readonly learned: LearnedVectors | undefined;
  readonly lastCheckpoint: LastCheckpoint;
  waiting: WaitingMark[];
  /** How often facts were shown in passing since that was last written. */
  readonly shown: Map<string, Shown>;
  /** By class: refusals that the log had no room for. The next logged refusal of that class reports their number. */
  unlogged: readonly number[];
  /** True while a background task is updating the search indexes. */
  isIndexing: boolean;
}

export function newMind(store: AnyStorage, origin: Origin, learned: LearnedVectors | undefined): Mind {
  const keys = new KeyIndex();
  const lexical = new LexicalIndex(isLive);
  const vectors = new VectorIndex();
  const entities = new EntityIndex();
  const lastCheckpoint = new LastCheckpoint();
  const indexes = [keys, lexical, vectors, entities, lastCheckpoint];
  const followers = learned === undefined ? indexes : [...indexes, learned];
  const replica = new Replica(store, origin, followers);
  const search = new Search(lexical, vectors);
  return {
    replica,
    keys,
    search,
    vectors,
    entities,
    lastCheckpoint,
    learned,
    waiting: [],
    shown: new Map(),
    unlogged: AUTHORITIES.map(() => 0),
    isIndexing: false,
  };
}

export function noteShown(waiting: Map<string, Shown>, fact: string, more: Shown): void {
  const { count = 0, lastAt = more.lastAt } = waiting.get(fact) ?? {};
  waiting.set(fact, { count: count + more.count, lastAt: Math.max(lastAt, more.lastAt) });
}

/** These facts are gone: drops their waiting uses and counts. */
export function forget(mind: Mind, ids: readonly string[]): void {
  const gone = new Set(ids);
  mind.waiting = mind.waiting.filter((mark) => !gone.has(mark.fact));
  for (const id of gone) mind.shown.delete(id);
}
