/**
 * When was a fact used most recently? Keeps the latest `MAX_ACCESS_TIMES_KEPT` times of use.
 */
import { MAX_ACCESS_TIMES_KEPT } from "../limits.ts";

/** The times with one more, oldest first. Times may arrive in any order. */
export function withTime(times: readonly number[], at: number): readonly number[] {
  const count = times.length;
  if (count === 0 || at >= (times[count - 1] as number)) return withLatest(times, at);
  const place = times.findLastIndex((time) => time <= at) + 1;
  return [...times.slice(0, place), at, ...times.slice(place)].slice(-MAX_ACCESS_TIMES_KEPT);
}

/** Allocates the list at its final length: growing it takes seven times as long, and every use makes a new list. */
function withLatest(times: readonly number[], at: number): readonly number[] {
  const skipped = Math.max(0, times.length + 1 - MAX_ACCESS_TIMES_KEPT);
  const kept = new Array<number>(times.length + 1 - skipped);
  for (let i = skipped; i < times.length; i++) kept[i - skipped] = times[i] as number;
  kept[kept.length - 1] = at;
  return kept;
}
