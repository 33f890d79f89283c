/**
 * When is it, of which a sentence speaks? Words that count from the day of the turn ("yesterday", "next month") become
 * the day or the month itself, so that they are still true when somebody reads them later.
 *
 * Only what names one span for certain is replaced: "two years ago" and "soon" stay as they were said. In German, Spanish
 * and French days only ("mañana"); everything else of other languages keeps its words and gets the time.
 */
import { DAY_MS } from "../../model/time.ts";
import type { Span } from "../../text/values/calendar.ts";
import { readWhen } from "../../text/values/when.ts";
import { partOfDay } from "../part-of-day.ts";
import { relativeDate } from "../relative-date.ts";

export interface Dated {
  readonly content: string;
  /** The first moment of a day or a period that has begun. */
  readonly occurredAt: number | undefined;
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const EXACT =
  /^(?:(?:the )?day before yesterday|yesterday|last night|today|tonight|tomorrow|(?:last|this|next|coming|previous) (?:week|month|year)|(?:last|this) (?:mon|tues|wednes|thurs|fri|satur|sun)day)$/iu;
const LEAD = /\b(?:by|until|till|since|from|before|after|for|on|in|of|at|than|during|about)(?: the)? $/iu;
/** What is needed "yesterday" is needed now. */
const IN_A_HURRY =
  /(?<!\p{L})(?:need|needs|want|wants|should|must|have to|get)(?!\p{L})[^.!?]*(?<!\p{L})yesterday/iu;
/** "today's exam", "tomorrow's". */
const OWNS = /^['’]s\b/u;
const MONTH_DAYS = 27;
const YEAR_DAYS = 360;

export function dated(content: string, at: number, isEnglish: boolean): Dated {
  const part = isEnglish ? partOfDay(content, at) : undefined;
  if (part !== undefined) {
    const [day] = part.spans;
    const time = `the ${part.part} of ${nameOf(day)}`;
    return { content: put(content, part.index, part.phrase, time, "on "), occurredAt: day.from };
  }
  const counted = relativeDate(content, at);
  if (counted !== undefined) {
    const { index, phrase, name, spans } = counted;
    const [lead = ""] = /^(?:on|in|am|el|le) /iu.exec(name) ?? [];
    const text = put(content, index, phrase, name.slice(lead.length), lead);
    return { content: text, occurredAt: spans[0].from <= at ? spans[0].from : undefined };
  }
  if (IN_A_HURRY.test(content)) return { content, occurredAt: undefined };
  const when = readWhen(content, at);
  const span = when?.spans.length === 1 ? when.spans[0] : undefined;
  if (when === undefined || span === undefined || !when.isRelative) return { content, occurredAt: undefined };
  const occurredAt = span.from <= at && Number.isFinite(span.from) && span.from > 0 ? span.from : undefined;
  const index = content.indexOf(when.phrase);
  if (
    !isEnglish ||
    !EXACT.test(when.phrase) ||
    index < 0 ||
    OWNS.test(content.slice(index + when.phrase.length))
  )
    return { content, occurredAt };
  const name = nameOf(span);
  return { content: put(content, index, when.phrase, name, daysOf(span) > 1 ? "in " : "on "), occurredAt };
}

/** The name in the place of the words, after a word that leads to it. */
function put(content: string, index: number, words: string, name: string, lead: string): string {
  const [before, after] = [
    content.slice(0, index).replace(/\bthe $/i, ""),
    content.slice(index + words.length),
  ];
  const isLed = LEAD.test(before) || (before.endsWith("is ") && lead !== "on ");
  const put = `${isLed ? "" : lead}${name}`;
  const opens = before === "" || /[.!?]\s+$/.test(before);
  return `${before}${opens ? (put[0] ?? "").toUpperCase() + put.slice(1) : put}${after}`;
}

function daysOf({ from, to }: Span): number {
  return Math.round((to - from) / DAY_MS);
}

function nameOf(span: Span): string {
  const date = new Date(span.from);
  const [day, month, year] = [date.getUTCDate(), MONTHS[date.getUTCMonth()], date.getUTCFullYear()];
  const days = daysOf(span);
  if (days >= YEAR_DAYS) return String(year);
  if (days >= MONTH_DAYS) return `${month} ${year}`;
  return days > 1 ? `the week of ${day} ${month} ${year}` : `${day} ${month} ${year}`;
}
