/**
 * How is a data set's JSON taken apart? Field by field, each with its place in the message when it is not what it
 * should be. Texts of the data are never printed.
 */
import { DataError } from "./json-lines.ts";

export type Fields = Readonly<Record<string, unknown>>;

export function asObject(value: unknown, place: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(place, "an object");
  return value as Fields;
}

export function asList(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(place, "a list");
  return value;
}

export function asText(value: unknown, place: string): string {
  if (typeof value !== "string" || value.trim() === "") throw wrong(place, "a text");
  return value;
}

/** Ids are written as text or as numbers. */
export function asId(value: unknown, place: string): string {
  if (typeof value === "number") return String(value);
  return asText(value, place);
}

export function wrong(place: string, expected: string): DataError {
  return new DataError(`${place}: expected ${expected}`);
}
