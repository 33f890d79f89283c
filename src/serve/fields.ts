/**
 * What does an operation take? One declaration of each field provides the check, the static type, the JSON Schema for
 * MCP, OpenAPI and agents, and the spelling on a command line or in a query string.
 *
 * The checks are those of the library's arguments (`model/arguments`). An undeclared field is an error on every
 * surface.
 */
import { MAX_INPUT_DEPTH } from "../limits.ts";
import {
  badArgument,
  fieldsOf,
  type Parse,
  parseFlag,
  parseList,
  parseNumber,
  parseOneOf,
  parseTime,
  parseWhole,
} from "../model/arguments.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Field<T> {
  readonly doc: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  /** How `--help` shows the value: `text`, `number`, `a|b|c`. Empty for a flag, which takes no value. */
  readonly shown: string;
  /** May be given several times on a command line or in a query string. */
  readonly many: boolean;
  /** For a flag: false differs from not given, and a command line spells false as `--no-…`. */
  readonly isTwoWay?: boolean;
  /** It is the id of a fact. Whoever may not see that fact is told that it does not exist (`run.ts`). */
  readonly isFactId?: true;
  readonly parse: Parse<T>;
  /** Converts the text from a command line or a query string to the value that it stands for. */
  fromText(text: string, name: string): unknown;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
type ValueOf<F> = F extends Field<infer T> ? T : never;
export type InputOf<F extends Fields> = {
  readonly [N in keyof F]: F[N] extends { readonly required: true }
    ? ValueOf<F[N]>
    : ValueOf<F[N]> | undefined;
};

export function required<T>(field: Field<T>): Field<T> & { readonly required: true } {
  return { ...field, required: true };
}

export function text(doc: string, limits: { readonly max?: number } = {}): Field<string> {
  const { max = 1_000 } = limits;
  return field({ type: "string", minLength: 1, maxLength: max }, doc, "text", (value, name) => {
    if (typeof value !== "string" || value === "")
      throw badArgument(`${name} must be a text that is not empty`);
    if (value.length > max) throw badArgument(`${name} has ${value.length} characters; the limit is ${max}`);
    return value;
  });
}

/** The id of an existing fact. */
export function factId(doc: string): Field<string> {
  return { ...text(doc, { max: 64 }), isFactId: true };
}

export function oneOf<const T extends string>(values: readonly T[], doc: string): Field<T> {
  return field({ type: "string", enum: values }, doc, values.join("|"), parseOneOf(values));
}

export function number(doc: string, least: number, most: number): Field<number> {
  return {
    ...field({ type: "number", minimum: least, maximum: most }, doc, "number", parseNumber(least, most)),
    fromText: numberFrom,
  };
}

export function whole(doc: string, least: number, most: number): Field<number> {
  return {
    ...field({ type: "integer", minimum: least, maximum: most }, doc, "number", parseWhole(least, most)),
    fromText: numberFrom,
  };
}

export function flag(doc: string, { isTwoWay = false } = {}): Field<boolean> {
  return {
    ...(isTwoWay ? { isTwoWay } : {}),
    ...field({ type: "boolean" }, doc, "", parseFlag),
    fromText: (given) =>
      given === "true" || given === "1" || given === ""
        ? true
        : given === "false" || given === "0"
          ? false
          : given,
  };
}

/** Takes an ISO 8601 time or epoch milliseconds; returns epoch milliseconds. */
export function time(doc: string): Field<number> {
  const schema = { anyOf: [{ type: "string", format: "date-time" }, { type: "integer" }] };
  return {
    ...field(schema, `${doc} (ISO 8601, or epoch milliseconds)`, "time", parseTime),
    fromText: (given) => (/^-?\d+$/.test(given) && !/^\d{4}$/.test(given) ? Number(given) : given),
  };
}

export function listOf<T>(item: Field<T>, doc: string, most = 100): Field<readonly T[]> {
  return {
    ...field(
      { type: "array", items: item.schema, maxItems: most },
      doc,
      item.shown,
      parseList(most, "", item.parse),
    ),
    many: true,
    fromText: item.fromText,
  };
}

/**
 * Refuses what is nested so deep that walking it would overflow the stack. What the engine takes is nested less than
 * this. Goes through the levels one after another, so that it cannot overflow itself.
 */
function checkDepth(value: object, name: string): void {
  let level: readonly object[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_INPUT_DEPTH)
      throw badArgument(`${name} must not be nested more than ${MAX_INPUT_DEPTH} deep`);
    level = level
      .flatMap((one) => Object.values(one))
      .filter((one) => typeof one === "object" && one !== null);
  }
}

/** An object or a list of JSON values, passed on as it is: the engine checks what is in it. */
export function json<T extends object>(doc: string, schema: JsonSchema = { type: "object" }): Field<T> {
  return {
    ...field(schema, doc, "json", (value, name) => {
      if (typeof value !== "object" || value === null)
        throw badArgument(`${name} must be an object or a list`);
      checkDepth(value, name);
      return value as T;
    }),
    fromText(given, name) {
      try {
        return JSON.parse(given);
      } catch {
        throw badArgument(`${name} must be JSON`);
      }
    },
  };
}

function field<T>(schema: JsonSchema, doc: string, shown: string, parse: Field<T>["parse"]): Field<T> {
  return {
    doc,
    required: false,
    schema: { ...schema, description: doc },
    shown,
    many: false,
    parse,
    fromText: (given) => given,
  };
}

function numberFrom(given: string): unknown {
  return given.trim() === "" || Number.isNaN(Number(given)) ? given : Number(given);
}

/** Checks the input of an operation. */
export function parseInput<F extends Fields>(fields: F, value: unknown, verb: string): InputOf<F> {
  const given = fieldsOf(value, new Set(Object.keys(fields)), verb);
  const input: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(fields)) {
    if (given[name] !== undefined && given[name] !== null) input[name] = one.parse(given[name], name);
    else if (one.required) throw badArgument(`${verb} needs ${name}: ${one.doc}${choicesOf(one)}`);
  }
  return input as InputOf<F>;
}

function choicesOf({ schema }: Field<unknown>): string {
  return Array.isArray(schema.enum) ? `, one of ${schema.enum.join(", ")}` : "";
}

export function schemaOf(fields: Fields): JsonSchema {
  const names = Object.keys(fields);
  const needed = names.filter((name) => fields[name]?.required);
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, fields[name]?.schema])),
    ...(needed.length === 0 ? {} : { required: needed }),
    additionalProperties: false,
  };
}
