/**
 * How can a fold be pure and still as fast as changing a map in place?
 *
 * `set` and `delete` return a new map and leave the old one unchanged. All versions share one mutable store. The
 * newest version owns the store, and every older version holds the changes that led to its successor (Baker's trick).
 * Reading the newest version costs one map look-up. Reading an older version first undoes the changes, which moves the
 * store back to that version. Code that keeps no old versions pays nothing for them.
 *
 * Keys keep their insertion order. Values may be lazy: the rows of a snapshot are decoded on first access.
 */
import type { Slices } from "../ports/slices.ts";

export interface LazyRows<V> {
  readonly keys: string[];
  valueAt(index: number): V;
  /** The row that `valueAt` would decode. */
  bytesAt(index: number): Uint8Array;
}

const ENTRIES_PER_SLICE = 2_048;

interface Store<V> {
  readonly index: Map<string, number>;
  readonly keys: string[];
  readonly values: (V | undefined)[];
  readonly lazy: (Omit<LazyRows<V>, "keys"> & { readonly count: number }) | undefined;
}

interface Change<V> {
  readonly key: string;
  /** The key's place (its index in `keys` and `values`) before the change; -1: the map did not have the key. */
  readonly place: number;
  readonly value: V | undefined;
  /** Did this change create the key's place? Undoing it removes the place; redoing it adds the place at the end again. */
  readonly appended: boolean;
}

interface Difference<V> {
  /** The changes that led to the successor, in order. */
  readonly changes: readonly Change<V>[];
  readonly successor: VersionedMap<V>;
}

export class VersionedMap<V> {
  /** Stored in every version, so that asking an older version for its size does not move the store back to it. */
  readonly size: number;
  private store: Store<V> | undefined;
  private difference: Difference<V> | undefined;

  private constructor(store: Store<V>) {
    this.store = store;
    this.size = store.index.size;
  }

  static empty<V>(): VersionedMap<V> {
    return new VersionedMap<V>({ index: new Map(), keys: [], values: [], lazy: undefined });
  }

  /** In slices. The map takes the list of keys over. */
  static *lazy<V>(rows: LazyRows<V>): Slices<VersionedMap<V>> {
    const { keys } = rows;
    const index = new Map<string, number>();
    for (let i = 0; i < keys.length; i++) {
      index.set(keys[i] as string, i);
      if (i % ENTRIES_PER_SLICE === ENTRIES_PER_SLICE - 1) yield undefined;
    }
    // Allocated at full length: V8 turns an empty array that is filled in random order into a slow dictionary.
    const values = new Array<V | undefined>(keys.length);
    return new VersionedMap<V>({ index, keys, values, lazy: { ...rows, count: keys.length } });
  }

  has(key: string): boolean {
    return this.own().index.has(key);
  }

  get(key: string): V | undefined {
    const store = this.own();
    const place = store.index.get(key);
    return place === undefined ? undefined : valueIn(store, place);
  }

  set(key: string, value: V): VersionedMap<V> {
    return this.succeed([replace(this.own(), key, value)]);
  }

  /** Sets all entries in one step, without a version in between. */
  setAll(entries: Iterable<readonly [string, V]>): VersionedMap<V> {
    const store = this.own();
    const changes: Change<V>[] = [];
    for (const [key, value] of entries) changes.push(replace(store, key, value));
    return changes.length === 0 ? this : this.succeed(changes);
  }

  delete(key: string): VersionedMap<V> {
    const store = this.own();
    const place = store.index.get(key);
    if (place === undefined) return this;
    const before = valueIn(store, place);
    take(store, key, place);
    return this.succeed([{ key, place, value: before, appended: false }]);
  }

  /** In insertion order. Decodes no values. */
  *keys(): Generator<string> {
    const store = this.own();
    for (let place = 0; place < store.keys.length; place++) {
      const key = store.keys[place] as string;
      if (isThere(store, place)) yield key;
    }
  }

  /** The keys in the `count` places from `place` on. Places stay the same in later versions, so a caller can go through
   * all keys with interruptions. `next` is the place to continue from; undefined at the end. */
  keysAt(
    place: number,
    count: number,
  ): { readonly keys: readonly string[]; readonly next: number | undefined } {
    const store = this.own();
    const end = Math.min(store.keys.length, place + count);
    const keys: string[] = [];
    for (let at = place; at < end; at++) {
      const key = store.keys[at] as string;
      if (isThere(store, at)) keys.push(key);
    }
    return { keys, next: end < store.keys.length ? end : undefined };
  }

  /** In insertion order. Do not change the map while iterating. */
  *entries(): Generator<readonly [string, V]> {
    const store = this.own();
    for (let place = 0; place < store.keys.length; place++) {
      const key = store.keys[place] as string;
      if (store.index.get(key) === place) yield [key, valueIn(store, place)];
    }
  }

  /**
   * The entries in the `count` places from `place` on, as with `keysAt`. A value that was never asked for comes as the
   * bytes of its row, and is not decoded.
   */
  rowsAt(
    place: number,
    count: number,
  ): {
    readonly rows: readonly (readonly [string, V | undefined, Uint8Array | undefined])[];
    readonly next: number | undefined;
  } {
    const store = this.own();
    const end = Math.min(store.keys.length, place + count);
    const rows: (readonly [string, V | undefined, Uint8Array | undefined])[] = [];
    for (let at = place; at < end; at++) {
      const key = store.keys[at] as string;
      if (!isThere(store, at)) continue;
      const value = store.values[at];
      const isKnown = value !== undefined || store.lazy === undefined || at >= store.lazy.count;
      rows.push(isKnown ? [key, value, undefined] : [key, undefined, store.lazy?.bytesAt(at)]);
    }
    return { rows, next: end < store.keys.length ? end : undefined };
  }

  /** Values of the keys inserted after `key`. Without a key: all values. With a key that the map lacks: none. */
  *valuesAfter(key: string | undefined): Generator<V> {
    const store = this.own();
    const start = key === undefined ? -1 : (store.index.get(key) ?? store.keys.length);
    for (let place = start + 1; place < store.keys.length; place++) {
      if (store.index.get(store.keys[place] as string) === place) yield valueIn(store, place);
    }
  }

  /** Values of the keys inserted before `key`, latest first. Without a key: all values. With a key that the map lacks:
   * none. */
  *valuesBefore(key: string | undefined): Generator<V> {
    const store = this.own();
    const start = key === undefined ? store.keys.length : (store.index.get(key) ?? 0);
    for (let place = start - 1; place >= 0; place--) {
      if (store.index.get(store.keys[place] as string) === place) yield valueIn(store, place);
    }
  }

  /** Values in order, from the first one for which `is` holds. If `is` holds for one value, it must hold for all later
   * ones (bisection relies on this). */
  *valuesFrom(is: (value: V) => boolean): Generator<V> {
    const store = this.own();
    for (let place = firstPlace(store, is); place < store.keys.length; place++)
      if (isThere(store, place)) yield valueIn(store, place);
  }

  /** The values before the first one for which `is` holds, latest first. */
  *valuesUntil(is: (value: V) => boolean): Generator<V> {
    const store = this.own();
    for (let place = firstPlace(store, is) - 1; place >= 0; place--)
      if (isThere(store, place)) yield valueIn(store, place);
  }

  *values(): Generator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  private succeed(changes: readonly Change<V>[]): VersionedMap<V> {
    const successor = new VersionedMap<V>(this.store as Store<V>);
    this.store = undefined;
    this.difference = { changes, successor };
    return successor;
  }

  /** The mutable store, moved to this version. */
  private own(): Store<V> {
    if (this.store !== undefined) return this.store;
    const path: VersionedMap<V>[] = [];
    let owner: VersionedMap<V> = this;
    while (owner.difference !== undefined) {
      path.push(owner);
      owner = owner.difference.successor;
    }
    for (const older of path.reverse()) older.takeBackFrom((older.difference as Difference<V>).successor);
    return this.store as unknown as Store<V>;
  }

  /**
   * Takes the store from the successor and undoes the changes that led there; the successor then holds their inverse
   * as its difference. The undo is exact: a version always has the same places, however the store got there.
   */
  private takeBackFrom(successor: VersionedMap<V>): void {
    const { changes } = this.difference as Difference<V>;
    const store = successor.store as Store<V>;
    const again: Change<V>[] = [];
    for (let i = changes.length - 1; i >= 0; i--) again.push(undo(store, changes[i] as Change<V>));
    successor.store = undefined;
    successor.difference = { changes: again, successor: this };
    this.difference = undefined;
    this.store = store;
  }
}

function isThere<V>(store: Store<V>, place: number): boolean {
  // Without holes, nothing needs to be looked up.
  return store.index.size === store.keys.length || store.index.get(store.keys[place] as string) === place;
}

/** Uses bisection, so that few lazy values are decoded. */
function firstPlace<V>(store: Store<V>, is: (value: V) => boolean): number {
  let low = 0;
  let high = store.keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    let at = middle;
    while (at < high && !isThere(store, at)) at++;
    if (at === high || is(valueIn(store, at))) high = middle;
    else low = at + 1;
  }
  return low;
}

function replace<V>(store: Store<V>, key: string, value: V): Change<V> {
  const place = store.index.get(key) ?? -1;
  const before = place < 0 ? undefined : valueIn(store, place);
  put(store, key, place, value);
  return { key, place, value: before, appended: place < 0 };
}

/** Undoes one change and returns the change that undoes the undo. */
function undo<V>(store: Store<V>, { key, place, value, appended }: Change<V>): Change<V> {
  const placeNow = store.index.get(key) ?? -1;
  const valueNow = placeNow < 0 ? undefined : valueIn(store, placeNow);
  if (place >= 0) put(store, key, appended ? -1 : place, value as V);
  else {
    take(store, key, placeNow);
    if (appended) store.values.length = Math.min(store.values.length, --store.keys.length);
  }
  return { key, place: placeNow, value: valueNow, appended };
}

/** Puts the value into the key's place; a negative place means a new one at the end. */
function put<V>(store: Store<V>, key: string, place: number, value: V): void {
  const at = place >= 0 ? place : store.keys.push(key) - 1;
  store.index.set(key, at);
  store.values[at] = value;
}

/** Removes the key but keeps its place empty, so that an undo can put the key back there. */
function take<V>(store: Store<V>, key: string, place: number): void {
  store.index.delete(key);
  store.values[place] = undefined;
}

function valueIn<V>(store: Store<V>, place: number): V {
  const known = store.values[place];
  if (known !== undefined || store.lazy === undefined || place >= store.lazy.count) return known as V;
  const value = store.lazy.valueAt(place);
  store.values[place] = value;
  return value;
}
