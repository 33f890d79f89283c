/**
 * How is long work split so that other work can run in between? Going through all facts and sorting them are written as
 * generators: the caller can give up the event loop at every `yield`.
 */
import type { State } from "../log/fold.ts";

const IDS_AT_ONCE = 2_048;
const SORTED_AT_ONCE = 512;
const MERGED_AT_ONCE = 2_048;

/**
 * The ids of all facts, oldest first. Facts added meanwhile are included; an id may belong to a fact that has been
 * removed since.
 */
export function* idsInSlices(view: { readonly state: State }): Generator<undefined, string[]> {
  const ids: string[] = [];
  for (let place: number | undefined = 0; place !== undefined; ) {
    const { keys, next }: { keys: readonly string[]; next: number | undefined } = view.state.facts.keysAt(
      place,
      IDS_AT_ONCE,
    );
    for (const key of keys) ids.push(key);
    place = next;
    if (next !== undefined) yield undefined;
  }
  return ids;
}

/** A sorted copy: sorts short runs, then merges them two by two. */
export function* sortInSlices<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<undefined, T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += SORTED_AT_ONCE) {
    runs.push(items.slice(from, from + SORTED_AT_ONCE).sort(compare));
    yield undefined;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      const [a, b] = [runs[i] as T[], runs[i + 1]];
      merged.push(b === undefined ? a : yield* merge(a, b, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<undefined, T[]> {
  const out: T[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const takesA = j >= b.length || (i < a.length && compare(a[i] as T, b[j] as T) <= 0);
    out.push(takesA ? (a[i++] as T) : (b[j++] as T));
    if (out.length % MERGED_AT_ONCE === 0) yield undefined;
  }
  return out;
}
