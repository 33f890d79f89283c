/**
 * When was a fact used lately? As many times as are kept.
 */
import { MAX_ACCESS_TIMES_KEPT } from "../limits.ts";

/** The latest times, oldest first, whatever the order in which they came. */
export function withTime(times: readonly number[], at: number): readonly number[] {
  if (at >= (times.at(-1) ?? at)) {
    const kept =
      times.length < MAX_ACCESS_TIMES_KEPT ? times.slice() : times.slice(1 - MAX_ACCESS_TIMES_KEPT);
    kept.push(at);
    return kept;
  }
  const place = times.findLastIndex((time) => time <= at) + 1;
  return [...times.slice(0, place), at, ...times.slice(place)].slice(-MAX_ACCESS_TIMES_KEPT);
}
