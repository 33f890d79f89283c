// How does a person read a time, a number, a size?
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const dayLong = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });
const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "medium" });
const minute = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const whole = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * DAY_MS],
  ["month", 30 * DAY_MS],
  ["week", 7 * DAY_MS],
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
];

/** "3 days ago", "in 2 weeks", "just now". */
export function ago(at: number, now = Date.now()): string {
  const difference = at - now;
  for (const [unit, size] of STEPS) {
    if (Math.abs(difference) >= size) return relative.format(Math.trunc(difference / size), unit);
  }
  return Math.abs(difference) < 45_000 ? "just now" : relative.format(difference < 0 ? -1 : 1, "minute");
}

export const dayOf = (at: number): string => day.format(at);
export const longDayOf = (at: number): string => dayLong.format(at);
export const exactly = (at: number): string => exact.format(at);
export const minuteOf = (at: number): string => minute.format(at);
export const clockOf = (at: number): string => clock.format(at);
export const count = (value: number): string => whole.format(value);
export const compact = (value: number): string =>
  value < 10_000 ? whole.format(value) : short.format(value);

/** "1 fact", "2 facts". */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${whole.format(value)} ${value === 1 ? one : many}`;
}

/** A share for a person to read; never "0 %" for something that exists. */
export function percent(share: number): string {
  const value = share * 100;
  if (value > 0 && value < 1) return "<1 %";
  return `${Math.round(value)} %`;
}

export const score = (value: number): string => value.toFixed(2);

/** Cut at a word, for places with little room; the whole text goes into a title. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > most * 0.6 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
