/**
 * Which time does a text speak of? "last week", "in May 2023", "two years ago", "since March": as spans of the
 * calendar, relative to the time at which it is said.
 *
 * It does not know when an event happened: for "before the move" it returns only the words (`readWhenEvent`).
 */
import { DAY_MS } from "../../model/time.ts";
import { type Span, spanOf, type Unit, weekdayOf, widened } from "./calendar.ts";
import { type DateSpan, dateSpansIn, SEASONS } from "./date-spans.ts";

export interface When {
  /** As it stands in the text. */
  readonly phrase: string;
  /** Any of these may be meant. */
  readonly spans: readonly Span[];
  /** It is counted from now, so the words themselves name no date. */
  readonly isRelative: boolean;
}

/** A time that is given by an event. */
export interface WhenEvent {
  readonly phrase: string;
  readonly relation: Relation;
  readonly event: string;
}

export type Relation = "before" | "after";

const COUNTS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const FEW = 3;
const WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split(" ");

/** Words for days and longer periods that need no arithmetic. */
const NAMED: readonly (readonly [pattern: RegExp, unit: Unit, later: number])[] = [
  [/\bday before yesterday\b|\bvorgestern\b|\bavant-hier\b|\banteayer\b|\bl'altro ieri\b/i, "day", -2],
  [
    /\byesterday\b|\blast night\b|\bgestern\b|\bd'hier\b|\bhier (?:soir|matin)\b|\bayer\b|\bieri\b/i,
    "day",
    -1,
  ],
  [/\btoday\b|\btonight\b|\bheute\b|\baujourd'hui\b|\bhoy\b|\boggi\b/i, "day", 0],
  [/\btomorrow\b|\bdemain\b|\bmañana\b|\bdomani\b/i, "day", 1],
  [
    /\b(?:letzten?|vorigen?) woche\b|\bsemaine dernière\b|\bsemana pasada\b|\bsettimana scorsa\b/i,
    "week",
    -1,
  ],
  [/\b(?:letzten|vorigen) monat\b|\bmois dernier\b|\bmes pasado\b|\bmese scorso\b/i, "month", -1],
  [/\b(?:letztes|voriges) jahr\b|\bann[ée]e dernière\b|\baño pasado\b|\banno scorso\b/i, "year", -1],
];
const NUMBER = `(\\d{1,3}|${COUNTS.join("|")}|an?|a couple of|a few|several|some)`;
const AGO = new RegExp(`\\b(?:about |around )?${NUMBER} (day|week|month|year)s? ago\\b`, "i");
const AGO_ELSEWHERE =
  /\bvor (\d+|einem|einer|zwei|drei|vier|fünf) (tage?n?|wochen?|monat(?:en)?|jahr(?:en)?)\b|\bil y a (\d+|une?|deux|trois|quatre|cinq) (jours?|semaines?|mois|ans?)\b|\bhace (\d+|una?|dos|tres|cuatro|cinco) (días?|semanas?|mes(?:es)?|años?)\b/i;
const WITHIN = new RegExp(
  `\\b(?:in|over|within|during|for) the (?:last|past) (?:${NUMBER} )?(day|week|month|year)s?\\b`,
  "i",
);
const NEARBY = new RegExp(
  `\\b(last|past|previous|this|coming|next) (week|weekend|month|year|${[...SEASONS.keys()].join("|")}|${WEEKDAYS.join("|")})\\b(?! of\\b)`,
  "i",
);
const BEFORE_DATE = /\b(?:before|until|till|by|prior to) (?:the )?$/i;
const AFTER_DATE = /\b(?:since|after|from) (?:the )?$/i;
/** "the week before 3 May" */
const SHORTLY_BEFORE = /\b(?:week|weeks|weekend|day|days|night|\w+day)s? (?:before|prior to) (?:the )?$/i;
const SHORTLY_MS = 14 * DAY_MS;
const NOT_EVENTS = /\b(?:look|looks|looked|looking|named|take|takes|ask|asks|run|runs) $/i;
const EVENT =
  /\b(before|after|since) ((?:the|my|our|his|her|their|we|i|he|she|they|\p{Lu}\p{L}+)\b[^,.;:?!]*)/iu;

/** Every time that is counted from now has a word that begins with one of these. Most texts have none. */
const MAYBE_RELATIVE =
  /\b(?:yesterday|today|tonight|tomorrow|ago\b|last |past |previous |this |coming |next |gestern|vorgestern|heute|letzte|vor|hier|d'hier|avant-hier|aujourd'hui|demain|semaine|mois|ann|il y a|ayer|anteayer|hoy|mañana|semana|mes|año|hace|ieri|oggi|domani|settimana)/i;

/** The time the text speaks of; undefined if there is none, or if it is given only by an event. */
export function readWhen(text: string, now: number): When | undefined {
  return datedWhen(text, now) ?? (MAYBE_RELATIVE.test(text) ? relativeWhen(text, now) : undefined);
}

/** The event that a time is given by. */
export function readWhenEvent(text: string): WhenEvent | undefined {
  const match = EVENT.exec(text);
  const event = match?.[2]?.trim();
  if (match === null || event === undefined || NOT_EVENTS.test(text.slice(0, match.index))) return undefined;
  return {
    phrase: match[0].trim(),
    relation: match[1]?.toLowerCase() === "before" ? "before" : "after",
    event,
  };
}

function datedWhen(text: string, now: number): When | undefined {
  const [first, second] = dateSpansIn(text, now);
  if (first === undefined) return undefined;
  const lead = text.slice(0, first.at);
  const all = (spans: readonly Span[]): When => ({ phrase: first.phrase, spans, isRelative: false });
  if (second !== undefined && /\b(?:between|from) (?:the )?$/i.test(lead))
    return all([between(first, second)]);
  if (SHORTLY_BEFORE.test(lead))
    return all(first.spans.map(({ from }) => ({ from: from - SHORTLY_MS, to: from })));
  if (BEFORE_DATE.test(lead)) return all([{ from: Number.NEGATIVE_INFINITY, to: latest(first, now).from }]);
  if (AFTER_DATE.test(lead)) return all([{ from: latest(first, now).from, to: Number.POSITIVE_INFINITY }]);
  return all(first.spans);
}

function between(first: DateSpan, second: DateSpan): Span {
  return { from: (first.spans[0] as Span).from, to: (second.spans[0] as Span).to };
}

/** For a date without a year: the latest that has begun, because questions are mostly about the past. */
function latest({ spans }: DateSpan, now: number): Span {
  return spans.findLast(({ from }) => from <= now) ?? (spans[0] as Span);
}

function relativeWhen(text: string, now: number): When | undefined {
  for (const [pattern, unit, later] of NAMED) {
    const match = pattern.exec(text);
    if (match !== null) return { phrase: match[0], spans: [spanOf(now, unit, later)], isRelative: true };
  }
  const made = agoIn(text, now) ?? withinIn(text, now) ?? nearbyIn(text, now);
  return made && { phrase: made.phrase, spans: [made.span], isRelative: true };
}

interface Reckoned {
  readonly phrase: string;
  readonly span: Span;
}

/** The unit that many units ago, widened by half a unit on both sides, because nobody counts exactly. */
function agoIn(text: string, now: number): Reckoned | undefined {
  const match = AGO.exec(text) ?? AGO_ELSEWHERE.exec(text);
  if (match === null) return undefined;
  const [count, word] = match.slice(1).filter((group) => group !== undefined);
  const unit = unitOf(word ?? "");
  const span = spanOf(now, unit, -countOf(count ?? ""));
  return { phrase: match[0], span: widened(span, (span.to - span.from) / 2) };
}

function withinIn(text: string, now: number): Reckoned | undefined {
  const match = WITHIN.exec(text);
  if (match === null) return undefined;
  const first = spanOf(now, unitOf(match[2] ?? ""), -countOf(match[1] ?? "a"));
  return { phrase: match[0], span: { from: first.from, to: Number.POSITIVE_INFINITY } };
}

function nearbyIn(text: string, now: number): Reckoned | undefined {
  const match = NEARBY.exec(text);
  if (match === null) return undefined;
  const [phrase, which = "", what = ""] = match;
  const later = /this/i.test(which) ? 0 : /coming|next/i.test(which) ? 1 : -1;
  const word = what.toLowerCase();
  const weekday = WEEKDAYS.indexOf(word);
  if (weekday >= 0) return { phrase, span: weekdayNear(now, weekday, later) };
  const month = SEASONS.get(word);
  if (month !== undefined) return { phrase, span: seasonNear(now, month, later) };
  return { phrase, span: spanOf(now, word as Unit, later) };
}

/** "last Friday" is never today. "this Friday" is the Friday of this week. */
function weekdayNear(now: number, weekday: number, later: number): Span {
  const days = weekday - weekdayOf(now);
  if (later === 0) return spanOf(now, "day", days);
  const isWithinWeek = later < 0 ? days < 0 : days > 0;
  return spanOf(now, "day", isWithinWeek ? days : days + 7 * later);
}

/** "this summer" is the latest that has begun, "last summer" the latest that is over. */
function seasonNear(now: number, month: number, later: number): Span {
  const year = new Date(now).getUTCFullYear();
  const seasons = [year - 1, year, year + 1].map((one) => spanOf(Date.UTC(one, month, 15), "season"));
  if (later > 0) return seasons.find(({ from }) => from > now) as Span;
  const isBehind = ({ from, to }: Span) => (later < 0 ? to <= now : from <= now);
  return seasons.findLast(isBehind) ?? (seasons[0] as Span);
}

function countOf(word: string): number {
  const text = word.toLowerCase();
  if (/^\d+$/.test(text)) return Number(text);
  if (COUNTS.includes(text)) return COUNTS.indexOf(text) + 1;
  if (/^(?:an?|un|une|una|eine[mr]?)$/.test(text)) return 1;
  if (/couple|zwei|deux|dos/.test(text)) return 2;
  if (/vier|quatre|cuatro/.test(text)) return 4;
  return /fünf|cinq|cinco/.test(text) ? 5 : FEW;
}

function unitOf(word: string): Unit {
  if (/^(?:day|tag|jour|d[íi]a)/i.test(word)) return "day";
  if (/^(?:week|woche|semai?n)/i.test(word)) return "week";
  return /^(?:mon|mois|mes)/i.test(word) ? "month" : "year";
}
