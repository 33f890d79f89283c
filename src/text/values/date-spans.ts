/**
 * Which days does a written date stand for? "3 May 2023" stands for a day, "May 2023" for a month, "2023" for a year.
 *
 * A date without a year stands for both the latest one that has begun and the next one: only the reader may know which
 * is meant.
 */
import { dayOf, monthOf, type Span, spanOf } from "./calendar.ts";
import { MONTH_NAMES } from "./dates.ts";

export interface DateSpan {
  readonly phrase: string;
  /** Its index in the text. */
  readonly at: number;
  readonly spans: readonly Span[];
}

const MONTH = `(${MONTH_NAMES.join("|")}|${MONTH_NAMES.map((name) => name.slice(0, 3)).join("|")}|sept)\\.?`;
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const YEAR = "((?:19|20)\\d\\d)";
/** "May" and "2023" alone are dates only after one of these. */
const LEADING =
  "(?<=\\b(?:since|from|after|before|until|till|by|in|during|of|early|late|mid|last|this|next|and|to) (?:the year )?)";
/** A month in the middle of each season, where January is 0. */
export const SEASONS: ReadonlyMap<string, number> = new Map([
  ["winter", 0],
  ["spring", 3],
  ["summer", 6],
  ["autumn", 9],
  ["fall", 9],
]);

/** Every date has the name of a month, or four digits in a row. */
const HAS_MONTH = new RegExp(`\\b${MONTH}(?![\\w-])`, "i");
const HAS_YEAR = /\d{4}/;

interface Form {
  readonly pattern: RegExp;
  /** The form is skipped if the text lacks what it needs. */
  readonly needsMonth: boolean;
  readonly needsYear: boolean;
  readonly read: (groups: readonly string[], now: number) => readonly (Span | undefined)[];
}

/** The most specific form comes first; otherwise a shorter form would read a part of a longer date. */
const FORMS: readonly Form[] = [
  form("(\\d{4})-(\\d\\d)-(\\d\\d)", ([year, month, day]) => [dayIn(year, Number(month) - 1, day)]),
  form(`${DAY}(?: of)? ${MONTH},? ${YEAR}`, ([day, month, year]) => [dayIn(year, monthIn(month), day)]),
  form(`${MONTH} ${DAY},? ${YEAR}`, ([month, day, year]) => [dayIn(year, monthIn(month), day)]),
  form(`${MONTH},? (?:of )?${YEAR}`, ([month, year]) => [monthOf(Number(year), monthIn(month))]),
  form(`(spring|summer|autumn|fall|winter),? (?:of )?${YEAR}`, ([season, year]) => [
    spanOf(Date.UTC(Number(year), SEASONS.get(season?.toLowerCase() ?? "") ?? 0, 15), "season"),
  ]),
  form(`${DAY}(?: of)? ${MONTH}`, ([day, month], now) =>
    nearest(now, (year) => dayIn(year, monthIn(month), day)),
  ),
  form(`${MONTH} ${DAY}(?!:)`, ([month, day], now) =>
    nearest(now, (year) => dayIn(year, monthIn(month), day)),
  ),
  form(`${LEADING}${MONTH}`, ([month], now) => nearest(now, (year) => monthOf(year, monthIn(month)))),
  form(`${LEADING}${YEAR}`, ([year]) => [spanOf(Date.UTC(Number(year), 0, 1), "year")]),
];

/** The dates of a text, in order. A part of a date is not a date. */
export function dateSpansIn(text: string, now: number): readonly DateSpan[] {
  const found: DateSpan[] = [];
  let left = text;
  let [hasMonth, hasYear] = [HAS_MONTH.test(text), HAS_YEAR.test(text)];
  if (!hasMonth && !hasYear) return found;
  for (const { pattern, read, needsMonth, needsYear } of FORMS) {
    if ((needsMonth && !hasMonth) || (needsYear && !hasYear)) continue;
    let masked = "";
    let end = 0;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(left); match !== null; match = pattern.exec(left)) {
      const spans = read(match.slice(1), now).filter((span) => span !== undefined);
      if (spans.length > 0) found.push({ phrase: match[0], at: match.index, spans });
      masked += left.slice(end, match.index) + "|".repeat(match[0].length);
      end = pattern.lastIndex;
    }
    if (end > 0) {
      left = masked + left.slice(end);
      [hasMonth, hasYear] = [HAS_MONTH.test(left), HAS_YEAR.test(left)];
    }
    if (!hasMonth && !hasYear) break;
  }
  return found.sort((a, b) => a.at - b.at);
}

function form(pattern: string, read: Form["read"]): Form {
  return {
    pattern: new RegExp(`(?<![\\w-])${pattern}(?![\\w-])`, "gi"),
    read,
    needsMonth: pattern.includes(MONTH),
    needsYear: pattern.includes(YEAR) || pattern.includes("\\d{4}"),
  };
}

function dayIn(year: string | number | undefined, month: number, day: string | undefined): Span | undefined {
  return dayOf(Number(year), month, Number(day));
}

function monthIn(name: string | undefined): number {
  return MONTH_NAMES.findIndex((month) => month.startsWith(name?.toLowerCase().slice(0, 3) ?? "?"));
}

/** The latest one that has begun, and the first one that has not. */
function nearest(now: number, ofYear: (year: number) => Span | undefined): readonly (Span | undefined)[] {
  const year = new Date(now).getUTCFullYear();
  const around = [year - 1, year, year + 1].map(ofYear);
  return [
    around.findLast((span) => span !== undefined && span.from <= now),
    around.find((span) => span !== undefined && span.from > now),
  ];
}
