/**
 * Does an argument have the type its verb takes? A value of type `unknown` comes in; a value of a known type comes out,
 * or an error that names the argument the way the caller wrote it. What is only checked has a shape (`shape.ts`); what
 * is converted as well (times, names, lists) is parsed here.
 *
 * Each `parse…` function takes the value and its name. For lists the name includes the item's index ("tags[2]").
 */
import { isTidelineError, TidelineError } from "../errors.ts";
import { MAX_NAME_CHARS, MAX_TAGS } from "../limits.ts";
import { meant } from "./near.ts";
import { flag, numberFrom, oneOf, type Shape, slug, wholeFrom } from "./shape.ts";

/** Epoch milliseconds, a Date, or an ISO 8601 text such as "2026-03-01" or "2026-03-01T09:00:00Z". */
export type Time = number | Date | string;

export type Parse<T> = (value: unknown, name: string) => T;

/** Takes what has this shape, and refuses everything else. */
export function parseAs<T>(shape: Shape<T>): Parse<T> {
  return (value, name) => {
    if (!shape.is(value)) throw badArgument(shape.complaint(value, name));
    return value;
  };
}

/** Returns undefined if the argument was not given. */
export function maybe<T>(
  input: Readonly<Record<string, unknown>>,
  name: string,
  parse: Parse<T>,
): T | undefined {
  return input[name] === undefined ? undefined : parse(input[name], name);
}

/** A plain object that has no fields other than these. */
export function fieldsOf(
  value: unknown,
  names: ReadonlySet<string>,
  verb: string,
  needed = "an object",
): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw badArgument(`${verb} needs ${needed}`);
  for (const name of Object.keys(value)) {
    if (!names.has(name))
      throw badArgument(
        `${verb} has no option "${name.slice(0, 60)}"${meant(name, [...names])}; it has ${[...names].join(", ") || "none"}`,
      );
  }
  return value as Record<string, unknown>;
}

/** Matches a visible character: one that is neither white space nor a character that displays nothing. */
export const SEEN = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

export const parseName: Parse<string> = (value, name) => {
  if (typeof value !== "string" || value === "")
    throw badArgument(`${name} must be a string that is not empty`);
  if (!SEEN.test(value)) throw badArgument(`${name} must have at least one visible character`);
  if (value.length > MAX_NAME_CHARS)
    throw badArgument(`${name} has ${value.length} characters; the limit is ${MAX_NAME_CHARS}`);
  return value.toWellFormed();
};

export const parseSlug = parseAs(slug);
export const parseFlag = parseAs(flag);

/** Parses every item. A hole in a sparse array counts as an item. */
export function parseList<T>(most: number, what: string, parse: Parse<T>): Parse<readonly T[]> {
  return (value, name) => {
    if (!Array.isArray(value) || value.length > most)
      throw badArgument(`${name} must be a list of at most ${most}${what}`);
    return Array.from(value, (one, i) => parse(one, `${name}[${i}]`));
  };
}

export const parseNames: Parse<readonly string[]> = parseList(MAX_TAGS, "", parseName);

export function parseNumber(least: number, most: number): Parse<number> {
  return parseAs(numberFrom(least, most));
}

export function parseWhole(least: number, most: number): Parse<number> {
  return parseAs(wholeFrom(least, most));
}

/** A year, or more of a date and time, with or without a zone. */
const ISO = /^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/;

/**
 * As milliseconds these numbers are days in January and February 1970, as seconds the years 2001 to 2096. Nobody means
 * the former; who does, gives a Date or a text.
 */
const SECONDS = { from: 1e9, to: 4e9 } as const;

/** Rounds down to whole milliseconds, because the log does not store fractions. */
export const parseTime: Parse<number> = (value, name) => {
  const time = value instanceof Date ? value.getTime() : typeof value === "string" ? readIso(value) : value;
  if (typeof time !== "number" || !(Math.abs(time) <= 8.64e15))
    throw badArgument(`${name} must be a time: "2026-03-01T09:00:00Z", a Date, or epoch milliseconds`);
  if (typeof value === "number" && value >= SECONDS.from && value < SECONDS.to)
    throw badArgument(
      `${name} is ${value}, which looks like seconds since 1970: give milliseconds (${value} * 1000), a Date, or a text such as "${new Date(value * 1000).toISOString()}"`,
    );
  return Math.floor(time);
};

/** Without a zone, a time is in UTC: what a text means must not depend on the machine that reads it. */
function readIso(text: string): number {
  if (!ISO.test(text)) return Number.NaN;
  return Date.parse(/T.*(Z|[+-]\d{2}:?\d{2})$/.test(text) || !text.includes("T") ? text : `${text}Z`);
}

export function parseListener<F>(value: F, name = "onProgress"): F & (() => void) {
  if (typeof value !== "function") throw badArgument(`${name} must be a function`);
  return value as F & (() => void);
}

export function parseOneOf<T extends string>(values: readonly T[]): Parse<T> {
  return parseAs(oneOf(values));
}

/** Adds to an error which fact of a list it is about. `details.item` counts from 0. A list of one needs no number. */
export function forFact<T>(item: number, count: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!isTidelineError(error) || count === 1) throw error;
    const message = `Fact ${item + 1} of ${count}: ${error.message}`;
    throw new TidelineError(error.code, message, { ...error.details, item }, error);
  }
}

export function badArgument(what: string): TidelineError {
  return new TidelineError("invalid-argument", `${what}.`);
}
