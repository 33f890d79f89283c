/**
 * Which words of a sentence count from the day on which it is said, and which day, week or month do they name for
 * certain? English, and the plainest words of German, Spanish and French.
 *
 * It knows what a question to memory does not ask for ("in two weeks"), so `readWhen` does not read it. "Next Friday" on
 * a Wednesday may be either of two days: that names none.
 */
import { DAY_MS } from "../model/time.ts";
import { type Span, spanOf } from "../text/values/calendar.ts";

export interface RelativeDate {
  /** As it stands in the text. */
  readonly phrase: string;
  readonly index: number;
  readonly spans: readonly [Span];
  /** How it is put instead. */
  readonly name: string;
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
const COUNTS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const WEEK_DAYS = 7;
const MONTHS_A_YEAR = 12;
/** Longer ago, or further off, days are counted roughly. */
const MOST_DAYS_COUNTED = 14;

type Reader = (match: RegExpExecArray, at: number) => Pick<RelativeDate, "name" | "spans"> | undefined;

const AHEAD = new RegExp(
  `\\bin (?:about )?(an?|\\d{1,2}|${COUNTS.join("|")}) (day|week|month|year)s?(?:['’]? time)?(?=\\s*[.,;!]|$| (?:for|to|with|and|from|at)\\b)`,
  "iu",
);
/** "I finished it in two weeks" tells how long it took; only what is to come is so far away. */
const TO_COME =
  /(?:\bwill|['’]ll|\b(?:am|is|are|['’]m|['’]re|['’]s) (?:\p{L}+ing|due|over|up)|\b(?:have|has) (?:an?|my|our)|\b(?:going|about) to|\b(?:start|begin|end|fly|move|leave|travel|arrive|return|marry|graduate|retire|meet|open|close|expire|finish|turn|get married|come|go)(?:s|es)?)(?![\p{L}]) ?[^.!?]{0,60}$/iu;
const AGO = new RegExp(`\\b(a|\\d{1,2}|${COUNTS.join("|")}) days? ago\\b`, "iu");

/** "I tried the wine this weekend", said on a Monday, speaks of the one before. */
const TOLD =
  /(?<!\p{L})(?:i|we|he|she|they|it)(?:'ve)? (?:\p{L}+ )?(?:was|were|had|did|went|got|saw|met|took|made|ate|drank|ran|won|lost|spent|slept|read|left|bought|sold|came|gave|found|\p{L}+ed)(?!\p{L})/iu;

function isOver(before: string, at: number): boolean {
  return TOLD.test(before) && weekdayAt(at) < WEEKDAYS.indexOf("friday");
}

/** "Hier" is yesterday in French and here in German; the speaker's own words tell which it is. */
const GERMAN = /(?<!\p{L})(?:ich|wir|mir|mich|uns|mein\p{L}*|unser\p{L}*)(?!\p{L})/iu;
const SPANISH =
  /(?<!\p{L})(?:yo|me|mi|mis|nos|nosotr[oa]s|nuestr[oa]s?|el|la|los|las|un|una|con|en)(?!\p{L})|(?<!\p{L})\p{L}+(?:o|é|í|amos|emos|imos) /iu;
const FRENCH = /(?<!\p{L})(?:je|j['’]|nous|mon|ma|mes|moi|notre|nos)(?:(?!\p{L})|(?<=['’]))/iu;

/** After these words a day stands without its article. */
const LED =
  /(?<!\p{L})(?:seit|von|bis|ab|vor|nach|für|zu|desde|hasta|de|para|por|a|depuis|pour|dès|à|que) $/iu;

const READERS: readonly (readonly [pattern: RegExp, read: Reader])[] = [
  [/\b(?:the )?day after tomorrow\b/iu, (_, at) => dayOf(at, 2)],
  [AHEAD, ([phrase, count = "", unit = ""], at) => ahead(phrase, numberOf(count), unit.toLowerCase(), at)],
  [
    AGO,
    ([, count = ""], at) => {
      const days = numberOf(count);
      return days > MOST_DAYS_COUNTED ? undefined : dayOf(at, -days);
    },
  ],
  [new RegExp(`\\bnext (${WEEKDAYS.join("|")})\\b`, "iu"), ([, day = ""], at) => nextWeekday(day, at)],
  [
    new RegExp(`\\b(last|next) (${MONTHS.join("|")})\\b`, "u"),
    ([, which = "", month = ""], at) => nearMonth(which === "last", MONTHS.indexOf(month), at),
  ],
  [
    /\b(last|this) weekend\b/iu,
    ({ 1: which = "", index, input }, at) =>
      weekend(which.toLowerCase() === "last" || isOver(input.slice(0, index), at) ? -1 : 0, at),
  ],
  ...elsewhere("am", GERMAN, [
    ["vorgestern", -2],
    ["gestern", -1],
    ["übermorgen", 2],
    ["heute", 0],
    ["morgen", 1, "(?! (?:früh|ist|war|sind|waren))"],
  ]),
  ...elsewhere("el", SPANISH, [
    ["anteayer", -2],
    ["ayer", -1],
    ["hoy", 0],
    ["pasado mañana", 2],
    ["mañana", 1, "(?<!(?:la|una|cada|esta|pasado|Pasado) mañana)"],
  ]),
  ...elsewhere("le", FRENCH, [
    ["avant-hier", -2],
    ["hier", -1, "(?! (?:soir|matin))"],
    ["aujourd['’]hui", 0],
    ["après-demain", 2],
    ["demain", 1, "(?! (?:soir|matin))"],
  ]),
];
const MAYBE =
  /\b(?:day after|in |ago|next |last |this weekend)|gestern|morgen|heute|ayer|hoy|mañana|hier|aujourd|demain/iu;

export function relativeDate(text: string, at: number): RelativeDate | undefined {
  if (!MAYBE.test(text)) return undefined;
  for (const [pattern, read] of READERS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    if (pattern === AHEAD && !TO_COME.test(text.slice(0, match.index))) continue;
    const found = read(match, at);
    if (found !== undefined) return { phrase: match[0], index: match.index, ...found };
  }
  return undefined;
}

/** Days by their words, each put as "am 2026-06-11". Only the first word of a sentence has a capital. */
function elsewhere(
  lead: string,
  language: RegExp,
  days: readonly (readonly [word: string, later: number, unless?: string])[],
): readonly (readonly [RegExp, Reader])[] {
  return days.map(([word, later, unless = ""]) => [
    new RegExp(`(?:(?<![\\p{L}'’-])${word}|^${capital(word)})(?![\\p{L}-])${unless}`, "u"),
    (match, at) => {
      if (!language.test(match.input) || LED.test(match.input.slice(0, match.index))) return undefined;
      const span = dayAt(at, later);
      const put = `${lead} ${new Date(span.from).toISOString().slice(0, "2026-01-01".length)}`;
      return { spans: [span], name: match.index === 0 ? capital(put) : put };
    },
  ]);
}

function capital(words: string): string {
  return (words[0] ?? "").toUpperCase() + words.slice(1);
}

function numberOf(count: string): number {
  const place = COUNTS.indexOf(count.toLowerCase());
  if (place >= 0) return place + 1;
  return /^an?$/i.test(count) ? 1 : Number(count);
}

function dayAt(at: number, later: number): Span {
  const from = at - (at % DAY_MS) + later * DAY_MS;
  return { from, to: from + DAY_MS };
}

function dayOf(at: number, later: number): Pick<RelativeDate, "name" | "spans"> {
  const span = dayAt(at, later);
  return { spans: [span], name: `on ${dayName(span.from)}` };
}

function dayName(from: number): string {
  const date = new Date(from);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

function ahead(phrase: string, count: number, unit: string, at: number): ReturnType<Reader> {
  if (/about/i.test(phrase) && unit === "day") return undefined;
  if (unit === "day") return count > MOST_DAYS_COUNTED ? undefined : dayOf(at, count);
  if (unit === "week") {
    const span = spanOf(at, "week", count);
    return { spans: [span], name: `in the week of ${dayName(span.from)}` };
  }
  if (unit === "month") return monthOf(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() + count);
  const span = spanOf(at, "year", count);
  return { spans: [span], name: `in ${new Date(span.from).getUTCFullYear()}` };
}

function monthOf(year: number, month: number): Pick<RelativeDate, "name" | "spans"> {
  const from = Date.UTC(year, month, 1);
  const date = new Date(from);
  const name = `in ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return { spans: [{ from, to: Date.UTC(year, month + 1, 1) }], name };
}

/** Only if the day lies in the week after this one: then everybody means the same. */
function nextWeekday(day: string, at: number): ReturnType<Reader> {
  const today = weekdayAt(at);
  const wanted = WEEKDAYS.indexOf(day.toLowerCase());
  return wanted > today ? undefined : dayOf(at, wanted - today + WEEK_DAYS);
}

function nearMonth(isLast: boolean, month: number, at: number): Pick<RelativeDate, "name" | "spans"> {
  const now = new Date(at);
  const gap = month - now.getUTCMonth();
  const years = isLast ? (gap >= 0 ? -1 : 0) : gap <= 0 ? 1 : 0;
  return monthOf(now.getUTCFullYear(), now.getUTCMonth() + gap + years * MONTHS_A_YEAR);
}

function weekend(later: number, at: number): ReturnType<Reader> {
  const saturday = dayAt(at, WEEKDAYS.indexOf("saturday") - weekdayAt(at) + later * WEEK_DAYS);
  const span = { from: saturday.from, to: saturday.to + DAY_MS };
  return { spans: [span], name: `on the weekend of ${dayName(span.from)}` };
}

/** From Monday. */
function weekdayAt(at: number): number {
  return (new Date(at).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS;
}
