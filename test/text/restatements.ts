/**
 * In how many ways can one fact be put? Templates with marked values, rendered in styles that change nothing
 * about what they say; and the same templates with one value changed, which changes everything. Deterministic.
 *
 * `{money:1400}`, `{number:3}`, `{date:2026-05-03}`, `{time:15:30}`, `{list:tea|milk}`, `{short:I am|I'm}`, `{the}`
 */
export interface Style {
  readonly money: number;
  readonly number: number;
  readonly date: number;
  readonly time: number;
  readonly turn: number;
  readonly isShort: boolean;
  readonly hasArticles: boolean;
  /** What happens to the whole sentence. */
  readonly dress: number;
}

export const PLAIN: Style = {
  ...{ money: 0, number: 0, date: 0, time: 0, turn: 0 },
  ...{ isShort: false, hasArticles: true, dress: 0 },
};

const SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

const grouped = (value: string): string => value.replace(/\B(?=(?:\d{3})+$)/g, ",");
const ordinal = (day: number): string => {
  const ending = day >= 11 && day <= 13 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return `${day}${ending}`;
};
const parts = (date: string): [string, string, number] => {
  const [year, month, day] = date.split("-") as [string, string, string];
  return [year, MONTHS[Number(month) - 1] as string, Number(day)];
};
const halfDay = (time: string): [string, string, string] => {
  const [hour, minutes] = time.split(":") as [string, string];
  return [String(Number(hour) % 12 || 12), minutes, Number(hour) < 12 ? "am" : "pm"];
};

const MONEY: readonly ((value: string) => string)[] = [
  (value) => `${grouped(value)} euros`,
  (value) => `${value} euros`,
  (value) => `€${grouped(value)}`,
  (value) => `EUR ${value}`,
  (value) => `${grouped(value)}.00 €`,
  (value) => `${grouped(value).replaceAll(",", ".")},00 EUR`,
];
const NUMBER: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => SMALL[Number(value)] ?? grouped(value),
];
const DATE: readonly ((date: string) => string)[] = [
  (date) => (([year, month, day]) => `${day} ${month} ${year}`)(parts(date)),
  (date) => (([year, month, day]) => `${month} ${ordinal(day)}, ${year}`)(parts(date)),
  (date) => date,
  (date) => (([year, month, day]) => `the ${ordinal(day)} of ${month} ${year}`)(parts(date)),
  (date) => (([year, month, day]) => `${month.slice(0, 3)} ${day}, ${year}`)(parts(date)),
];
const TIME: readonly ((time: string) => string)[] = [
  (time) => time,
  (time) => (([hour, minutes, half]) => `${hour}:${minutes} ${half}`)(halfDay(time)),
  (time) => (([hour, minutes, half]) => `${hour}:${minutes}${half.toUpperCase()}`)(halfDay(time)),
  (time) => (([hour, minutes, half]) => `${hour}:${minutes} ${half[0]}.m.`)(halfDay(time)),
];
const DRESS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => `  ${text.replaceAll(" ", "  ")}!!`,
  (text) => `"${text}."`,
  (text) => text.normalize("NFD").replaceAll("'", "’"),
  (text) => text.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  (text) => `Please note that ${text}`,
  (text) => `FYI, ${text}, thanks`,
];

/** How many ways each part of a style has. */
export const WAYS: Readonly<Record<keyof Style, number>> = {
  money: MONEY.length,
  number: NUMBER.length,
  date: DATE.length,
  time: TIME.length,
  turn: 3,
  isShort: 2,
  hasArticles: 2,
  dress: DRESS.length,
};

export function render(template: string, style: Style): string {
  const text = template.replace(/\{(\w+)(?::([^}]*))?\}\s?/g, (whole, name: string, value = "") => {
    const gap = whole.endsWith(" ") ? " " : "";
    if (name === "the" || name === "a") return style.hasArticles ? `${name}${gap}` : "";
    return renderValue(name, value, style) + gap;
  });
  return (DRESS[style.dress] as (text: string) => string)(text);
}

function renderValue(name: string, value: string, style: Style): string {
  if (name === "short") return value.split("|")[style.isShort ? 1 : 0] as string;
  if (name === "list") return listOf(turned(value.split("|"), style.turn), style.turn);
  const ways = { money: MONEY, number: NUMBER, date: DATE, time: TIME }[name] ?? [];
  return (ways[style[name as "money" | "number" | "date" | "time"]] as (value: string) => string)(value);
}

function turned<T>(items: readonly T[], by: number): readonly T[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

function listOf(items: readonly string[], turn: number): string {
  const last = items.at(-1) as string;
  const comma = turn === 2 && items.length > 2 ? "," : "";
  return items.length === 1 ? last : `${items.slice(0, -1).join(", ")}${comma} and ${last}`;
}

/** Styles that differ from the plain one in one part, and in two. */
export function styles(): readonly Style[] {
  const single = (Object.keys(WAYS) as (keyof Style)[]).flatMap((part) =>
    Array.from({ length: WAYS[part] - 1 }, (_, i) => ({ part, way: wayOf(part, i + 1) })),
  );
  const apply = (...changes: typeof single): Style =>
    Object.assign({}, PLAIN, ...changes.map(({ part, way }) => ({ [part]: way })));
  const pairs = single.flatMap((x, i) =>
    single.slice(i + 1).flatMap((y) => (x.part === y.part ? [] : [apply(x, y)])),
  );
  return [...single.map((change) => apply(change)), ...pairs];
}

function wayOf(part: keyof Style, way: number): number | boolean {
  return part === "isShort" ? true : part === "hasArticles" ? false : way;
}

/** The template with one thing changed, each in turn: every result says something else. */
export function nearMisses(template: string): readonly string[] {
  const changed = [...template.matchAll(/\{(\w+):([^}]*)\}/g)].flatMap(
    ({ 0: whole, 1: name, 2: value, index }) =>
      otherValues(name as string, value as string).map(
        (other) => `${template.slice(0, index)}{${name}:${other}}${template.slice(index + whole.length)}`,
      ),
  );
  return [...changed, ...wordSwaps(template)];
}

function otherValues(name: string, value: string): readonly string[] {
  const near = (figure: number): readonly string[] => [figure + 1, figure + 10, figure * 10].map(String);
  if (name === "money" || name === "number") return near(Number(value));
  if (name === "time") return [value.replace(/\d\d$/, "45"), `0${Number(value.split(":")[0]) % 10}:00`];
  if (name === "list") return [value.replace(/\|[^|]*$/, ""), `${value}|zebras`, `not ${value}`];
  if (name === "short")
    return value.includes("not")
      ? []
      : [
          value
            .split("|")
            .map((way) => `${way} not`)
            .join("|"),
        ];
  const [year, month, day] = value.split("-") as [string, string, string];
  const otherMonth = String((Number(month) % 12) + 1).padStart(2, "0");
  const otherDay = String((Number(day) % 28) + 1).padStart(2, "0");
  return [
    `${Number(year) + 1}-${month}-${day}`,
    `${year}-${otherMonth}-${day}`,
    `${year}-${month}-${otherDay}`,
  ];
}

const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  Anna: ["Hanna", "Ann"],
  Berlin: ["Bern", "Dublin"],
  before: ["after"],
  from: ["to"],
  with: ["without"],
  is: ["was", "is not", "may be"],
  lives: ["lived"],
  likes: ["dislikes", "liked"],
  dark: ["light"],
  my: ["your"],
  My: ["Your"],
};

function wordSwaps(template: string): readonly string[] {
  return Object.entries(OTHER_WORDS).flatMap(([word, others]) => {
    const pattern = new RegExp(`(?<![\\w{|])${word}(?![\\w}|])`);
    return pattern.test(template) ? others.map((other) => template.replace(pattern, other)) : [];
  });
}

export const TEMPLATES: readonly string[] = [
  "{the} rent is {money:1400}",
  "{the} rent of {the} flat in Berlin is {money:950} with heating",
  "My salary is {money:85000}",
  "{short:I am|I'm} paying {money:1250} for {the} flat",
  "{the} launch is on {date:2026-05-03}",
  "Anna moved to Berlin on {date:2024-11-21}",
  "{short:It is|It's} due before {date:2025-08-12}",
  "My passport expires on {date:2031-02-28}",
  "{the} standup is at {time:09:30} with {the} whole team",
  "{short:We are|We're} meeting Anna at {time:15:30}",
  "{the} train from Berlin leaves at {time:18:05}",
  "I have {number:3} cats and {number:2} dogs",
  "{short:They have|They've} hired {number:12} people in Berlin",
  "{the} warehouse has {number:4000} boxes",
  "Anna lives with {number:4} flatmates in {the} old town",
  "I like {list:apples|pears|plums}",
  "{short:I am|I'm} allergic to {list:peanuts|shellfish|soy}",
  "My children are {list:Tim|Ann|Lea}",
  "Anna likes {list:tea|coffee}",
  "{the} team uses {list:Rust|Go|Python}",
  "{short:I do not|I don't} eat {list:meat|fish}",
  "{short:I am|I'm} {a} vegetarian",
  "{short:She is|She's} {the} manager of {the} Berlin office",
  "{short:It is|It's} {a} small café near {the} harbour",
  "{short:We cannot|We can't} deploy before {time:17:00}",
  "{short:He will not|He won't} sign {the} contract from {date:2026-01-15}",
  "Anna prefers {the} dark theme",
  "My sister Anna lives in Berlin",
  "{the} deadline is {date:2026-12-01} at {time:23:15}",
  "{the} ticket from Berlin is {money:49} and {the} trip takes {number:5} hours",
];
