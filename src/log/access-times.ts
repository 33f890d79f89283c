/**
 * When was a fact used lately? As many times as are kept.
 */
import { MAX_ACCESS_TIMES_KEPT } from "../limits.ts";

/** The latest times, oldest first, whatever the order in which they came. */
export function withTime(times: readonly number[], at: number): readonly number[] {
  const count = times.length;
  if (count === 0 || at >= (times[count - 1] as number)) return withLatest(times, at);
  const place = times.findLastIndex((time) => time <= at) + 1;
  return [...times.slice(0, place), at, ...times.slice(place)].slice(-MAX_ACCESS_TIMES_KEPT);
}

/** A list of its final length: one that grows as it is filled takes seven times as long, and every use makes one. */
function withLatest(times: readonly number[], at: number): readonly number[] {
  const skipped = Math.max(0, times.length + 1 - MAX_ACCESS_TIMES_KEPT);
  const kept = new Array<number>(times.length + 1 - skipped);
  for (let i = skipped; i < times.length; i++) kept[i - skipped] = times[i] as number;
  kept[kept.length - 1] = at;
  return kept;
}
