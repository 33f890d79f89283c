/**
 * Which form must a model's reply have? A field says both how it is parsed and what a JSON Schema says about it, so the
 * schema that a service enforces and the check that follows cannot differ.
 *
 * The schema keeps to what every service takes: types, enumerations, lists, and objects whose fields must all be there
 * (null where nothing is said). Limits of length are checked when the reply is parsed.
 */
import {
  badArgument,
  fieldsOf,
  type Parse,
  parseList,
  parseOneOf,
  parseTime,
  SEEN,
} from "../model/arguments.ts";
import type { JsonSchema } from "../ports/llm.ts";

export interface ReplyField<T> {
  readonly parse: Parse<T>;
  readonly schema: JsonSchema;
}

export type ReplyFields = Readonly<Record<string, ReplyField<unknown>>>;
export type ParsedFields<F extends ReplyFields> = {
  readonly [Name in keyof F]: F[Name] extends ReplyField<infer T> ? T : never;
};

/** A text with something to see in it. */
export function words(mostChars: number): ReplyField<string> {
  return {
    schema: { type: "string" },
    parse: (value, name) => {
      if (typeof value !== "string" || !SEEN.test(value))
        throw badArgument(`${name} must be a string that is not empty`);
      if (value.length > mostChars)
        throw badArgument(`${name} has ${value.length} characters; the limit is ${mostChars}`);
      return value.toWellFormed();
    },
  };
}

export function choice<T extends string>(values: readonly T[]): ReplyField<T> {
  return { schema: { type: "string", enum: values }, parse: parseOneOf(values) };
}

/** A date or a time in ISO 8601; epoch milliseconds come out. */
export const time: ReplyField<number> = { schema: { type: "string" }, parse: parseTime };

export function whole(parse: Parse<number>): ReplyField<number> {
  return { schema: { type: "integer" }, parse };
}

export function list<T>(most: number, what: string, item: ReplyField<T>): ReplyField<readonly T[]> {
  return { schema: { type: "array", items: item.schema }, parse: parseList(most, what, item.parse) };
}

/** A list that may be left out. */
export function listOrNone<T>(most: number, what: string, item: ReplyField<T>): ReplyField<readonly T[]> {
  const { schema, parse } = list(most, what, item);
  return { schema, parse: (value, name) => parse(value ?? [], name) };
}

/** null counts as not given: a strict schema makes a model name every field. */
export function optional<T>({ schema, parse }: ReplyField<T>): ReplyField<T | undefined> {
  const { type, enum: values } = schema;
  return {
    schema: {
      ...schema,
      type: [type, "null"],
      ...(values === undefined ? {} : { enum: [...(values as readonly unknown[]), null] }),
    },
    parse: (value, name) => (value === undefined || value === null ? undefined : parse(value, name)),
  };
}

/** An object that has these fields and no others. `title` names it in errors, if it is not a field of another. */
export function object<F extends ReplyFields>(fields: F, title?: string): ReplyField<ParsedFields<F>> {
  const names = Object.keys(fields);
  const known = new Set(names);
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, fields[name]?.schema])),
      required: names,
      additionalProperties: false,
    },
    parse: (value, name) => {
      const given = fieldsOf(value, known, title ?? name);
      const inside = (field: string) => (title === undefined ? `${name}.${field}` : field);
      const parsed = Object.entries(fields).map(([field, { parse }]) => {
        return [field, parse(given[field], inside(field))] as const;
      });
      return Object.fromEntries(parsed) as ParsedFields<F>;
    },
  };
}
