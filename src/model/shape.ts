/**
 * Does a value from outside have the shape that the code relies on?
 *
 * One declaration gives both the static type and the check. `is` runs on every line read back from disk, so it only
 * answers yes or no. `complaint` checks again, slowly, to say what is wrong and where.
 *
 * This is the only place that says what a whole number, a slug or a list is. Events check lines with these shapes
 * (`event-shape`), verbs their arguments (`arguments`), and operations their fields (`serve/fields`); what these add is
 * the error and, for arguments, a conversion.
 */
import { meant } from "./near.ts";

export interface Shape<T> {
  readonly expects: string;
  is(value: unknown): value is T;
  /** Says what is wrong with the value, and its path. Called only after `is` returned false. */
  complaint(value: unknown, path: string): string;
}

export type Infer<S> = S extends Shape<infer T> ? T : never;

/** A field that may be missing. */
export interface Optional<T> {
  readonly optional: Shape<T>;
}

export function shape<T>(expects: string, is: (value: unknown) => boolean): Shape<T> {
  return {
    expects,
    is: is as (value: unknown) => value is T,
    complaint: (_value, path) => `${path} must be ${expects}`,
  };
}

export function optional<T>(inner: Shape<T>): Optional<T> {
  return { optional: inner };
}

const SLUG = /^[a-z0-9][a-z0-9._/-]{0,63}$/;

export const slug = shape<string>(
  "a slug: at most 64 of a-z, 0-9, . _ / -",
  (value) => typeof value === "string" && SLUG.test(value),
);
export const text = shape<string>("a string", (value) => typeof value === "string");
export const flag = shape<boolean>("true or false", (value) => typeof value === "boolean");

export function numberFrom(least: number, most: number): Shape<number> {
  const expects = `a number from ${least} to ${most}`;
  return shape(expects, (value) => typeof value === "number" && value >= least && value <= most);
}

/** Without `most`: up to the largest number that is exact. */
export function wholeFrom(least: number, most = Number.MAX_SAFE_INTEGER): Shape<number> {
  const upTo = most === Number.MAX_SAFE_INTEGER ? "" : ` to ${most}`;
  return shape(
    `a whole number from ${least}${upTo}`,
    (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
  );
}

export function oneOf<const T extends string | number>(values: readonly T[]): Shape<T> {
  const known = new Set<unknown>(values);
  const expects = `one of ${values.join(", ")}`;
  return {
    expects,
    is: (value): value is T => known.has(value),
    complaint: (value, path) => `${path} must be ${expects}${meant(value, values)}`,
  };
}

export function listOf<T>(item: Shape<T>, most: number): Shape<readonly T[]> {
  const is = (value: unknown): value is readonly T[] =>
    Array.isArray(value) && value.length <= most && everyItem(value, item.is);
  const expects = `a list of at most ${most}, each ${item.expects}`;
  return {
    expects,
    is,
    complaint(value, path) {
      const at = Array.isArray(value) && value.length <= most ? value.findIndex((one) => !item.is(one)) : -1;
      return at < 0
        ? `${path} must be ${expects}`
        : item.complaint((value as unknown[])[at], `${path}[${at}]`);
    },
  };
}

/** Checks holes of a sparse array too, which `every` would skip: JSON writes a hole as `null`. */
export function everyItem(list: readonly unknown[], is: (item: unknown) => boolean): boolean {
  for (const item of list) if (!is(item)) return false;
  return true;
}

export function tuple<const S extends readonly Shape<unknown>[]>(
  ...items: S
): Shape<{ readonly [I in keyof S]: Infer<S[I]> }> {
  const expects = `[${items.map((item) => item.expects).join(", ")}]`;
  return shape(
    expects,
    (value) =>
      Array.isArray(value) && value.length === items.length && items.every((item, i) => item.is(value[i])),
  );
}

export type Fields = Readonly<Record<string, Shape<unknown> | Optional<unknown>>>;
type RequiredNames<F extends Fields> = { [N in keyof F]: F[N] extends Shape<unknown> ? N : never }[keyof F];
type OptionalNames<F extends Fields> = Exclude<keyof F, RequiredNames<F>>;
type Flat<T> = { [N in keyof T]: T[N] };
export type ObjectOf<F extends Fields> = Flat<
  { readonly [N in RequiredNames<F>]: Infer<F[N]> } & {
    readonly [N in OptionalNames<F>]?: (F[N] extends Optional<infer T> ? T : never) | undefined;
  }
>;

/** Inherited fields would pass the check when they are read, but would not be written to the log. */
function inheritsFields(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return false;
  for (const _ in prototype as object) return true;
  return false;
}

/** A plain object that has these fields and no others. */
export function object<const F extends Fields>(fields: F): Shape<ObjectOf<F>> {
  const names = Object.keys(fields);
  const shapes = Object.values(fields).map((field) => ("optional" in field ? field.optional : field));
  const isRequired = Object.values(fields).map((field) => !("optional" in field));
  const required = isRequired.filter(Boolean).length;
  const tests = shapes.map((one) => one.is);
  const places = new Map(names.map((name, place) => [name, place]));
  function is(value: unknown): value is ObjectOf<F> {
    if (typeof value !== "object" || value === null) return false;
    let found = 0;
    let next = 0;
    for (const name in value) {
      // Fields mostly come in the order of their declaration; then no look-up is needed.
      const place = name === names[next] ? next : places.get(name);
      if (place === undefined) return false;
      next = place + 1;
      const field = (value as Record<string, unknown>)[name];
      if (isRequired[place]) found++;
      else if (field === undefined) continue;
      if (!(tests[place] as Shape<unknown>["is"])(field)) return false;
    }
    return found === required && !Array.isArray(value) && !inheritsFields(value);
  }
  function complaint(value: unknown, path: string): string {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return `${path} must be an object`;
    if (inheritsFields(value)) return `${path} must not inherit fields`;
    for (const name in value) if (!places.has(name)) return `${path} has no field "${name.slice(0, 60)}"`;
    for (const [name, place] of places) {
      const field = (value as Record<string, unknown>)[name];
      const one = shapes[place] as Shape<unknown>;
      if (field === undefined && !isRequired[place]) continue;
      if (!one.is(field)) return one.complaint(field, `${path}.${name}`);
    }
    return `${path} is not as expected`;
  }
  return { expects: "an object", is, complaint };
}
