/**
 * What does a clock on the wall show in a time zone? From the platform's own table of zones (`Intl`), which knows summer
 * time and its history.
 */
import { badArgument } from "../../model/arguments.ts";

export const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** Making one takes a tenth of a millisecond. There are about 600 zones, and a host uses few. */
const MAX_CLOCKS = 64;
const CLOCKS = new Map<string, Intl.DateTimeFormat>();

/** How many minutes the wall clock is ahead of UTC. Throws if there is no such zone. */
export function offsetMinutesAt(timeZone: string, at: number): number {
  const shown = new Map(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0;
  const wall = Date.UTC(
    ...([
      part("year"),
      part("month") - 1,
      part("day"),
      part("hour"),
      part("minute"),
      part("second"),
    ] as const),
  );
  return Math.round((wall - Math.floor(at / SECOND_MS) * SECOND_MS) / MINUTE_MS);
}

/** The name of a zone, such as "Europe/Vienna" or "UTC". */
export function parseTimeZone(value: unknown, name: string): string {
  if (typeof value !== "string" || !isZone(value))
    throw badArgument(`${name} must be the name of a time zone, such as "Europe/Vienna" or "UTC"`);
  return value;
}

function isZone(name: string): boolean {
  try {
    clockOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = CLOCKS.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, calendar: "gregory", numberingSystem: "latn", hourCycle: "h23" },
    ...{ year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  });
  if (CLOCKS.size >= MAX_CLOCKS) CLOCKS.clear();
  CLOCKS.set(timeZone, clock);
  return clock;
}
