/**
 * What time is it? In epoch milliseconds. The clock may jump, backwards too.
 */
import { TidelineError } from "../errors.ts";

/** Where a memory gets the time from. Give your own in tests. */
export interface ClockAdapter {
  now(): number;
}

const LATEST_MS = 8.64e15;

/** The time in whole milliseconds, as the log stores it. Throws if the clock's answer is not a valid time. */
export function wholeMs(clock: ClockAdapter): number {
  const now = Math.floor(clock.now());
  if (Math.abs(now) <= LATEST_MS) return now;
  throw new TidelineError(
    "invalid-argument",
    "The function now() of the clock must return epoch milliseconds.",
  );
}
