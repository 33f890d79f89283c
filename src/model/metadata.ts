/**
 * What may a fact's metadata hold? A plain object of JSON values that comes back from the log as it was given: nothing
 * in it is dropped, rounded or turned into null.
 */
import { MAX_METADATA_CHARS, MAX_METADATA_DEPTH } from "../limits.ts";
import { badArgument, type Parse } from "./arguments.ts";
import { everyItem } from "./shape.ts";

/** A value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
/** Anything else about a fact, as a JSON object. */
export type Metadata = { readonly [name: string]: Json };

export function isMetadata(value: unknown): value is Metadata {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && isJson(value, MAX_METADATA_DEPTH)
  );
}

function isJson(value: unknown, depth: number): value is Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth === 0) return false;
  if (Array.isArray(value)) return everyItem(value, (one) => isJson(one, depth - 1));
  const prototype = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) &&
    Object.values(value).every((one) => isJson(one, depth - 1))
  );
}

export const parseMetadata: Parse<Metadata> = (value, name) => {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throw badArgument(`${name} must be a plain object of JSON values (${String(error)})`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || text === undefined)
    throw badArgument(`${name} must be a plain object of JSON values`);
  if (text.length > MAX_METADATA_CHARS)
    throw badArgument(`${name} takes ${text.length} characters as JSON; the limit is ${MAX_METADATA_CHARS}`);
  const kept: unknown = JSON.parse(text);
  if (typeof kept !== "object") throw badArgument(`${name} must be a plain object of JSON values`);
  if (!isMetadata(kept)) throw badArgument(`${name} must not be nested more than ${MAX_METADATA_DEPTH} deep`);
  const lost = lostInJson(value, name);
  if (lost !== undefined) throw badArgument(`${lost} is not a JSON value and would be lost`);
  return kept;
};

/**
 * The path to the first value that JSON would drop or turn into null. A field that is undefined does not count; an
 * undefined item of a list does.
 */
function lostInJson(value: unknown, path: string): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : path;
  if (typeof value === "function" || typeof value === "symbol") return path;
  if (typeof value !== "object" || value === null || "toJSON" in value) return undefined;
  const isPlain = Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
  if (!isPlain || (Array.isArray(value) && value.includes(undefined))) return path;
  for (const [name, inner] of Object.entries(value)) {
    const lost = lostInJson(inner, `${path}.${name.slice(0, 60)}`);
    if (lost !== undefined) return lost;
  }
  return undefined;
}
