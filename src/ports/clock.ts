/**
 * What time is it? Epoch milliseconds; it may jump, also backwards.
 */
import { TidelineError } from "../errors.ts";

export interface ClockAdapter {
  now(): number;
}

const LATEST_MS = 8.64e15;

/** As the log knows it: it has no parts of a millisecond, and no time that is none. */
export function wholeMs(clock: ClockAdapter): number {
  const now = Math.floor(clock.now());
  if (Math.abs(now) <= LATEST_MS) return now;
  throw new TidelineError(
    "invalid-argument",
    "The clock's now() must give epoch milliseconds. Nothing was written.",
  );
}
