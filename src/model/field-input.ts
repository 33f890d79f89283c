/**
 * How does a caller give a field of a fact?
 *
 * `parse` is what `add` does with the argument. `form` describes the field to surfaces, which make of it a JSON Schema,
 * a spelling on the command line and a line of help. An input without a form is for the host's own code only.
 */
import { MAX_CONTENT_CHARS, MAX_LINKS_PER_FACT, MAX_NAME_CHARS, MAX_TAGS } from "../limits.ts";
import {
  badArgument,
  fieldsOf,
  type Parse,
  parseFlag,
  parseList,
  parseName,
  parseNumber,
  parseOneOf,
  parseTime,
  SEEN,
  type Time,
} from "./arguments.ts";
import { LINK_KINDS, type Link } from "./link.ts";
import { type Metadata, parseMetadata } from "./metadata.ts";

export type Form =
  | { readonly is: "text"; readonly most: number }
  | { readonly is: "choice"; readonly of: readonly string[] }
  | { readonly is: "number"; readonly least: number; readonly most: number }
  | { readonly is: "flag" }
  | { readonly is: "time" }
  | { readonly is: "json" }
  /** `each` says what one item is. */
  | { readonly is: "list"; readonly of: Form; readonly each: string; readonly most: number };

/** `Given` is the type that a caller passes, `T` the type that comes out. */
export interface FieldInput<T, Given = T> {
  readonly parse: (value: unknown, name: string) => T;
  readonly form?: Form;
  /** Only for the type; no input has this property. */
  readonly given?: Given;
}

type Shown<T, Given = T> = FieldInput<T, Given> & { readonly form: Form };

/** An input for the host's own code only: no surface offers it. */
export function hostOnly<T>(parse: Parse<T>): FieldInput<T> {
  return { parse };
}

export const content: Shown<string> = {
  form: { is: "text", most: MAX_CONTENT_CHARS },
  parse(value) {
    if (typeof value !== "string") throw badArgument("content must be a string");
    if (!SEEN.test(value)) throw badArgument("content is empty: give at least one visible character");
    if (value.length > MAX_CONTENT_CHARS)
      throw badArgument(`content has ${value.length} characters; the limit is ${MAX_CONTENT_CHARS}`);
    return value.toWellFormed();
  },
};

/** A short text. */
export const name: Shown<string> = { form: { is: "text", most: MAX_NAME_CHARS }, parse: parseName };

export function choice<const T extends string>(values: readonly T[]): Shown<T> {
  return { form: { is: "choice", of: values }, parse: parseOneOf(values) };
}

export function number(least: number, most: number): Shown<number> {
  return { form: { is: "number", least, most }, parse: parseNumber(least, most) };
}

export const flag: Shown<boolean> = { form: { is: "flag" }, parse: parseFlag };

export const time: Shown<number, Time> = { form: { is: "time" }, parse: parseTime };

export function names(each: string): Shown<readonly string[]> {
  return {
    form: { is: "list", of: { is: "text", most: MAX_NAME_CHARS }, each, most: MAX_TAGS },
    parse: parseList(MAX_TAGS, "", parseName),
  };
}

/** Each once. */
export const ids: Shown<readonly string[]> = {
  form: { is: "list", of: { is: "text", most: 64 }, each: "A fact's id", most: MAX_LINKS_PER_FACT },
  parse: (value, field) => [...new Set(parseList(MAX_LINKS_PER_FACT, " ids", parseName)(value, field))],
};

export const links: Shown<readonly Link[]> = {
  form: {
    ...{ is: "list", of: { is: "json" }, most: MAX_LINKS_PER_FACT },
    each: 'A link, such as {"kind":"supports","to":"01J…"}',
  },
  parse: parseList(MAX_LINKS_PER_FACT, " links", (value, field) => {
    const { kind, to } = fieldsOf(value, new Set(["kind", "to"]), field);
    return { kind: parseOneOf(LINK_KINDS)(kind, `${field}.kind`), to: parseName(to, `${field}.to`) };
  }),
};

export const metadata: Shown<Metadata> = { form: { is: "json" }, parse: parseMetadata };
