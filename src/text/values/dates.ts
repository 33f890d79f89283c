/**
 * Which day and which time of day is written here? "3 May 2026", "May 3rd, 2026" and "2026-05-03" are one day; "3 pm",
 * "3:00 p.m." and "15:00" are one time.
 *
 * 03/05 stays as written, because it has two readings in the world. So does 3:00 without am or pm.
 */

import { hasListed, NUMBERS, rewrite, type Token } from "../words/token.ts";
import { listWords } from "../words/word-lists.ts";
import { tokenize } from "../words/words.ts";
import { ORDINALS } from "./number-words.ts";
import { readNumbers } from "./numbers.ts";

export const MONTH_NAMES =
  "january february march april may june july august september october november december".split(" ");
const MONTHS = new Map<string, number>([
  ...MONTH_NAMES.map((name, i) => [name, i + 1] as const),
  ...MONTH_NAMES.map((name, i) => [name.slice(0, 3), i + 1] as const),
  ["sept", 9],
]);
const MONTH_WORDS = listWords(MONTHS.keys());
const ORDINALS_AND_NOON = listWords([...ORDINALS.keys(), "noon"]);
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DAY = /^(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/;
const YEAR = /^(?:1[5-9]|20|21)\d\d$/;
const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;
const CLOCK = /^(\d{1,2}):(\d\d)$/;
const HOUR = /^\d{1,2}$/;

export function isMonth(text: string): boolean {
  return MONTH_NAMES.includes(text);
}

/**
 * Does a text name a day, or a month with its year? "In May" and "in 2026" do not count, and neither does a measurement
 * ("march 5 km").
 */
export function namesDate(text: string): boolean {
  const tokens = readDates(readNumbers(tokenize(text)));
  return tokens.some(({ kind }, i) => kind === "date" && tokens[i + 1]?.kind !== "unit");
}

/** Turns each date and time into one token. */
export function readDates(tokens: readonly Token[]): readonly Token[] {
  // Without a number, an ordinal or "noon" there is neither a date nor a time.
  if (!hasListed(tokens, NUMBERS | ORDINALS_AND_NOON)) return tokens;
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i] as Token;
    const read = readAt(tokens, i, token);
    out.push(read ? rewrite(token, read.text, read.kind) : token);
    i += read?.length ?? 1;
  }
  return out;
}

function readAt(tokens: readonly Token[], at: number, token: Token): Reading | undefined {
  if (token.kind === "number") return dayAt(tokens, at) ?? inFigures(token.text) ?? timeAt(tokens, at);
  if ((token.lists & (MONTH_WORDS | ORDINALS_AND_NOON)) === 0) return undefined;
  return token.text === "noon" ? { text: "12:00", kind: "time", length: 1 } : dayAt(tokens, at);
}

interface Reading {
  readonly text: string;
  readonly kind: "date" | "time";
  readonly length: number;
}

/** A month with a day before or after it, or with a year. */
function dayAt(tokens: readonly Token[], from: number): Reading | undefined {
  const next = tokens[from + 1];
  const month = monthOf(tokens[from]);
  if (month === undefined) {
    const monthAt = next?.text === "of" ? from + 2 : from + 1;
    const monthAfter = monthOf(tokens[monthAt]);
    const day = monthAfter === undefined ? undefined : dayOf(tokens[from]);
    return day === undefined ? undefined : reading(tokens, from, monthAfter as number, day, monthAt + 1);
  }
  const day = dayOf(next);
  if (day !== undefined) return reading(tokens, from, month, day, from + 2);
  if (next === undefined || !YEAR.test(next.text)) return undefined;
  return { text: `${MONTH_NAMES[month - 1]} ${next.text}`, kind: "date", length: 2 };
}

function monthOf(token: Token | undefined): number | undefined {
  return token === undefined || (token.lists & MONTH_WORDS) === 0 ? undefined : MONTHS.get(token.text);
}

function dayOf(token: Token | undefined): number | undefined {
  const match = token && DAY.exec(ORDINALS.get(token.text) ?? token.text);
  return match ? Number(match[1]) : undefined;
}

function reading(
  tokens: readonly Token[],
  from: number,
  month: number,
  day: number,
  yearAt: number,
): Reading | undefined {
  if (!isDay(month, day)) return undefined;
  const year = tokens[yearAt];
  const hasYear = year !== undefined && YEAR.test(year.text);
  return {
    text: hasYear ? isoDay(year.text, month, day) : `${MONTH_NAMES[month - 1]} ${day}`,
    kind: "date",
    length: yearAt + (hasYear ? 1 : 0) - from,
  };
}

function isDay(month: number, day: number): boolean {
  return day >= 1 && day <= (DAYS_IN_MONTH[month - 1] ?? 0);
}

function isoDay(year: string, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** A day in figures, if it has only one reading. */
function inFigures(text: string): Reading | undefined {
  if (text.length < 8) return undefined;
  const iso = ISO.exec(text);
  const dotted = DOTTED.exec(text);
  const slashed = SLASHED.exec(text);
  if (iso) return dayOfYear(iso[1], Number(iso[2]), Number(iso[3]));
  if (dotted) return dayOfYear(dotted[3], Number(dotted[2]), Number(dotted[1]));
  if (!slashed) return undefined;
  const [a, b] = [Number(slashed[1]), Number(slashed[2])];
  if (a <= 12 && b <= 12 && a !== b) return undefined;
  return a > 12 ? dayOfYear(slashed[3], b, a) : dayOfYear(slashed[3], a, b);
}

function dayOfYear(year: string | undefined, month: number, day: number): Reading | undefined {
  if (year === undefined || !YEAR.test(year) || !isDay(month, day)) return undefined;
  return { text: isoDay(year, month, day), kind: "date", length: 1 };
}

function timeAt(tokens: readonly Token[], at: number): Reading | undefined {
  const { text } = tokens[at] as Token;
  const half = tokens[at + 1];
  const isBehindHour = half?.text === "am" || half?.text === "pm";
  if (!isBehindHour && !text.includes(":")) return undefined;
  const clock = CLOCK.exec(text);
  const hour = Number(clock?.[1] ?? text);
  const minutes = clock?.[2] ?? "00";
  if ((!clock && !HOUR.test(text)) || hour > 23 || Number(minutes) > 59) return undefined;
  const isHalf = isBehindHour && hour >= 1 && hour <= 12;
  if (!isHalf) return clock ? { text, kind: "time", length: 1 } : undefined;
  const hour24 = (hour % 12) + (half.text === "pm" ? 12 : 0);
  return { text: `${String(hour24).padStart(2, "0")}:${minutes}`, kind: "time", length: 2 };
}
