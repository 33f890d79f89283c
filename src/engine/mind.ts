/**
 * What is known of one origin? Its state, its indexes, and the access marks that wait to be written. A mind never sees
 * another origin's stream.
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

/** A fact was used, and it is not written down yet. */
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
  /** Vectors of the embedder, where there is one. */
  readonly learned: LearnedVectors | undefined;
  readonly lastCheckpoint: LastCheckpoint;
  waiting: WaitingMark[];
  /** How often facts were shown in passing since it was last written down. */
  readonly shown: Map<string, Shown>;
  /** Refusals by class that the log had no room for, until the next of their class is logged. */
  unlogged: readonly number[];
  /** Somebody sees to it that the search indexes catch up. */
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

/** These facts are gone: what waits about them too. */
export function forget(mind: Mind, ids: readonly string[]): void {
  const gone = new Set(ids);
  mind.waiting = mind.waiting.filter((mark) => !gone.has(mark.fact));
  for (const id of gone) mind.shown.delete(id);
}
