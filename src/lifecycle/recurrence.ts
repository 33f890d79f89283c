/**
 * When does an event happen again, and how near is it?
 *
 * A recurrence is written as in calendars (RRULE), as far as memory needs it: FREQ=YEARLY, MONTHLY, WEEKLY or DAILY,
 * with INTERVAL, BYDAY (weekly only), UNTIL, COUNT and TZID; or as one of the words daily, weekly, monthly, yearly and
 * annually, or "every day", "every week" and so on. It starts at the fact's `validFrom`, otherwise at its `createdAt`,
 * and keeps that day and hour in its time zone (UTC unless one is named), also across changes to summer time. 29
 * February becomes the 28th in other years, and the 31st the last day of a shorter month. A text that cannot be parsed
 * never recurs: `parseRecurrence` returns undefined, and `inspect` says so.
 */
import type { Fact } from "../model/fact.ts";
import { happenedAt } from "../model/happened.ts";
import { DAY_MS } from "../model/time.ts";

const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
type Frequency = (typeof FREQUENCIES)[number];

export interface Recurrence {
  readonly frequency: Frequency;
  readonly interval: number;
  /** Days of the week, where Sunday is 0. Weekly only. */
  readonly days: readonly number[];
  readonly until: number | undefined;
  readonly count: number | undefined;
  readonly timeZone: string;
}

const WORDS: Readonly<Record<string, Frequency>> = {
  daily: "DAILY",
  "every day": "DAILY",
  weekly: "WEEKLY",
  "every week": "WEEKLY",
  monthly: "MONTHLY",
  "every month": "MONTHLY",
  yearly: "YEARLY",
  annually: "YEARLY",
  "every year": "YEARLY",
};
const DAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const PARTS: ReadonlySet<string> = new Set(["FREQ", "INTERVAL", "BYDAY", "UNTIL", "COUNT", "TZID"]);
const MAX_INTERVAL = 1_000;
const WEEK_DAYS = 7;

export function parseRecurrence(text: string): Recurrence | undefined {
  const word = WORDS[text.trim().toLowerCase()];
  if (word !== undefined) return plain(word);
  const parts = new Map<string, string>();
  for (const part of text
    .trim()
    .replace(/^RRULE:/i, "")
    .split(";")) {
    const [name = "", value = ""] = part.split("=");
    if (part === "" || !PARTS.has(name.toUpperCase()) || value === "") return undefined;
    parts.set(name.toUpperCase(), value);
  }
  return fromParts(parts);
}

function plain(frequency: Frequency): Recurrence {
  return { frequency, interval: 1, days: [], until: undefined, count: undefined, timeZone: "UTC" };
}

function fromParts(parts: ReadonlyMap<string, string>): Recurrence | undefined {
  const frequency = FREQUENCIES.find((one) => one === parts.get("FREQ")?.toUpperCase());
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const count = parts.has("COUNT") ? Number(parts.get("COUNT")) : undefined;
  const days = (parts.get("BYDAY")?.toUpperCase().split(",") ?? []).map((day) => DAYS.indexOf(day));
  const until = parts.has("UNTIL") ? parseUntil(parts.get("UNTIL") ?? "") : undefined;
  const timeZone = parts.get("TZID") ?? "UTC";
  const sound =
    frequency !== undefined &&
    Number.isInteger(interval) &&
    interval >= 1 &&
    interval <= MAX_INTERVAL &&
    (count === undefined || (Number.isInteger(count) && count >= 1)) &&
    !days.includes(-1) &&
    (days.length === 0 || frequency === "WEEKLY") &&
    !Number.isNaN(until ?? 0) &&
    zoneFormat(timeZone) !== undefined;
  return sound
    ? { frequency, interval, days: [...days].sort((a, b) => a - b), until, count, timeZone }
    : undefined;
}

/** 20261231, 20261231T235959Z or 2026-12-31. A date without a time includes the whole day. */
function parseUntil(text: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2}):?(\d{2})Z?)?$/.exec(text) ?? [];
  if (year === undefined) return Number.NaN;
  const start = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return hour === undefined
    ? start + DAY_MS - 1
    : start + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
}

/** Days to the nearest occurrence, before or after now; undefined if there is none. */
export function daysToNearest(recurrence: Recurrence, start: number, now: number): number | undefined {
  const near = occurrencesAround(recurrence, start, now);
  const distances = near.map((at) => Math.abs(at - now) / DAY_MS);
  return distances.length === 0 ? undefined : Math.min(...distances);
}

/** Does what the fact tells of happen now or later, once more? */
export function recursAgain(
  fact: Pick<Fact, "recurrence" | "validFrom" | "occurredAt" | "createdAt">,
  now: number,
): boolean {
  const recurrence = fact.recurrence === undefined ? undefined : parseRecurrence(fact.recurrence);
  return recurrence !== undefined && isComing(recurrence, fact.validFrom ?? happenedAt(fact), now);
}

/** Is there an occurrence now or later? */
export function isComing(recurrence: Recurrence, start: number, now: number): boolean {
  return occurrencesAround(recurrence, start, now).some((at) => at >= now);
}

/** The occurrences around a time, a few on either side, in order. */
function occurrencesAround(recurrence: Recurrence, start: number, now: number): readonly number[] {
  const { until = Number.POSITIVE_INFINITY, count = Number.POSITIVE_INFINITY } = recurrence;
  const first = wallTime(start, recurrence.timeZone);
  if (first === undefined) return [];
  const turn = Math.floor(turnsBetween(recurrence, start, now));
  const found: number[] = [];
  // If the recurrence has ended, look around its last occurrence too: the one before `until`, or number `count`.
  for (const middle of new Set([
    turn,
    Math.floor(turnsBetween(recurrence, start, Math.min(now, until))),
    lastPeriod(recurrence, first, count),
  ])) {
    if (!Number.isFinite(middle)) continue;
    for (let n = Math.max(0, middle - 2); n <= Math.max(0, middle) + 2; n++)
      found.push(...happening(recurrence, first, n, count));
  }
  return found.filter((at) => at >= start && at <= until).sort((a, b) => a - b);
}

/** The period that holds the last occurrence. */
function lastPeriod(recurrence: Recurrence, first: WallTime, count: number): number {
  const perPeriod = Math.max(1, recurrence.days.length);
  return Math.ceil((count + daysSkipped(recurrence, first)) / perPeriod) - 1;
}

/** Weekdays of the first week that lie before the start: they are no occurrences, so they use up no count. */
function daysSkipped({ days }: Recurrence, first: WallTime): number {
  const weekday = new Date(first.day).getUTCDay();
  return days.filter((day) => day < weekday).length;
}

const MEAN_DAYS: Readonly<Record<Frequency, number>> = {
  DAILY: 1,
  WEEKLY: 7,
  MONTHLY: 30.436875,
  YEARLY: 365.2425,
};

function turnsBetween({ frequency, interval }: Recurrence, start: number, now: number): number {
  return (now - start) / DAY_MS / (MEAN_DAYS[frequency] * interval);
}

/** The occurrences of the n-th period. A week with several days has several. */
function happening(recurrence: Recurrence, first: WallTime, turn: number, count: number): readonly number[] {
  const { days, interval, timeZone } = recurrence;
  if (days.length === 0) {
    const at = turn < count ? fromWallTime(turned(recurrence, first, turn), timeZone) : undefined;
    return at === undefined ? [] : [at];
  }
  const weekday = new Date(first.day).getUTCDay();
  const skipped = daysSkipped(recurrence, first);
  return days.flatMap((day, i) => {
    if (turn * days.length + i - skipped >= count) return [];
    const date = first.day + (turn * interval * WEEK_DAYS + day - weekday) * DAY_MS;
    return fromWallTime({ ...first, day: date }, timeZone) ?? [];
  });
}

/** A day (as if in UTC) and the time of that day, as a clock on the wall shows them. */
interface WallTime {
  readonly day: number;
  readonly ofDay: number;
}

function turned({ frequency, interval }: Recurrence, first: WallTime, turn: number): WallTime {
  const steps = turn * interval;
  if (frequency === "DAILY") return { ...first, day: first.day + steps * DAY_MS };
  if (frequency === "WEEKLY") return { ...first, day: first.day + steps * WEEK_DAYS * DAY_MS };
  const date = new Date(first.day);
  const months = date.getUTCMonth() + (frequency === "MONTHLY" ? steps : steps * 12);
  const last = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate();
  return { ...first, day: Date.UTC(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), last)) };
}

function wallTime(at: number, timeZone: string): WallTime | undefined {
  const shown = shownAt(at, timeZone);
  if (shown === undefined) return undefined;
  const day = Math.floor(shown / DAY_MS) * DAY_MS;
  return { day, ofDay: shown - day };
}

/** The moment at which clocks in the zone show this time. A time that summer time skips becomes one hour later. */
function fromWallTime({ day, ofDay }: WallTime, timeZone: string): number | undefined {
  const wanted = day + ofDay;
  const shown = shownAt(wanted, timeZone);
  if (shown === undefined) return undefined;
  const guess = wanted - (shown - wanted);
  const again = shownAt(guess, timeZone) ?? wanted;
  return guess - (again - wanted);
}

/** What clocks in the zone show at a moment, read as if it were UTC. */
function shownAt(at: number, timeZone: string): number | undefined {
  if (timeZone === "UTC") return Math.abs(at) <= 8.64e15 ? at : undefined;
  const format = zoneFormat(timeZone);
  if (format === undefined || Math.abs(at) > 8.64e15) return undefined;
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)] as const));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const minute = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour") % 24,
    part("minute"),
    part("second"),
  );
  return minute + (((at % 1000) + 1000) % 1000);
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>();
const MAX_ZONES = 600;

function zoneFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(timeZone)) {
    if (formats.size >= MAX_ZONES) formats.clear();
    formats.set(timeZone, makeFormat(timeZone));
  }
  return formats.get(timeZone);
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const numeric = "numeric" as const;
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "gregory",
      hourCycle: "h23",
      ...{ year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric },
    });
  } catch {
    return undefined; // This host does not know the time zone.
  }
}
