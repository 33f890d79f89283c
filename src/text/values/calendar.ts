/**
 * Where do days, weeks, months, seasons and years begin and end? In UTC, as half-open spans of epoch milliseconds.
 */
import { DAY_MS } from "../../model/time.ts";

export type Unit = "day" | "week" | "weekend" | "month" | "season" | "year";

export interface Span {
  readonly from: number;
  /** The first moment after the span. */
  readonly to: number;
}

const WEEK_DAYS = 7;
const SATURDAY = 5;
const SEASON_MONTHS = 3;

/** The unit that contains a time, or the one that many units later. */
export function spanOf(at: number, unit: Unit, later = 0): Span {
  const date = new Date(at);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (unit) {
    case "day":
      return { from: Date.UTC(year, month, day + later), to: Date.UTC(year, month, day + later + 1) };
    case "week":
    case "weekend": {
      const monday = day - weekdayOf(at) + WEEK_DAYS * later;
      const first = unit === "week" ? monday : monday + SATURDAY;
      return { from: Date.UTC(year, month, first), to: Date.UTC(year, month, monday + WEEK_DAYS) };
    }
    case "month":
      return { from: Date.UTC(year, month + later, 1), to: Date.UTC(year, month + later + 1, 1) };
    case "season": {
      // December belongs to the winter of the following year.
      const first = month - ((month + 1) % SEASON_MONTHS) + SEASON_MONTHS * later;
      return { from: Date.UTC(year, first, 1), to: Date.UTC(year, first + SEASON_MONTHS, 1) };
    }
    default:
      return { from: Date.UTC(year + later, 0, 1), to: Date.UTC(year + later + 1, 0, 1) };
  }
}

/** Monday is 0. */
export function weekdayOf(at: number): number {
  return (new Date(at).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS;
}

/** A month of a year. January is 0. */
export function monthOf(year: number, month: number): Span {
  return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) };
}

/** undefined if there is no such day. */
export function dayOf(year: number, month: number, day: number): Span | undefined {
  const from = Date.UTC(year, month, day);
  return new Date(from).getUTCMonth() === month && day >= 1 ? { from, to: from + DAY_MS } : undefined;
}

/** The span, widened by this much on both sides. */
export function widened({ from, to }: Span, byMs: number): Span {
  return { from: from - byMs, to: to + byMs };
}
