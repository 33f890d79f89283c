/**
 * Where is a service, and how is it addressed? Checks the address and the headers that a host gives. No error message
 * repeats a key.
 */
import type { TidelineError } from "../errors.ts";

/** Makes the error of an option; it puts the name of the class in front. */
export type Invalid = (what: string) => TidelineError;

export interface ServiceAddress {
  readonly url: string;
  /** The address for messages: without query string and credentials. */
  readonly service: string;
}

/** `path` is added to the base; a query string of the base is kept. */
export function serviceAddress(baseUrl: unknown, path: string, invalid: Invalid): ServiceAddress {
  const base = typeof baseUrl === "string" && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (base === undefined || (base.protocol !== "https:" && base.protocol !== "http:"))
    throw invalid("baseUrl must be an http or https address");
  if (base.username !== "" || base.password !== "")
    throw invalid("baseUrl must not hold a user or password: use apiKey or headers");
  base.hash = "";
  base.pathname = `${base.pathname.replace(/\/+$/, "")}/${path}`;
  return { url: base.href, service: `${base.origin}${base.pathname}` };
}

/** Visible ASCII only: with anything else `fetch` throws an error that repeats the value. */
const HEADER_VALUE = /^[\x20-\x7e]*$/;
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/** A header that carries a key: its name, what stands before the key, and the key. */
export interface KeyHeader {
  readonly name: string;
  readonly before: string;
  readonly key: unknown;
}

export function bearer(key: unknown): KeyHeader {
  return { name: "authorization", before: "Bearer ", key };
}

export function headersFrom(
  given: unknown,
  { name: keyName, before, key }: KeyHeader,
  invalid: Invalid,
): Readonly<Record<string, string>> {
  if (given !== undefined && (typeof given !== "object" || given === null))
    throw invalid("headers must be an object");
  const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  if (key !== undefined) {
    if (typeof key !== "string" || key === "" || !HEADER_VALUE.test(key))
      throw invalid("apiKey must be a text of visible ASCII characters");
    headers[keyName] = `${before}${key}`;
  }
  for (const [name, value] of Object.entries(given ?? {})) {
    if (!HEADER_NAME.test(name) || typeof value !== "string" || !HEADER_VALUE.test(value))
      throw invalid(`headers["${name.slice(0, 40)}"] must be a text of visible ASCII characters`);
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

/** What no message may repeat. */
export function secretsIn(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(headers).map((value) => value.replace(/^Bearer /, ""));
}

export function wholeNumberFor(invalid: Invalid) {
  return (value: unknown, name: string, least: number, most: number): number => {
    if (!Number.isInteger(value) || (value as number) < least || (value as number) > most)
      throw invalid(`${name} must be a whole number from ${least} to ${most}`);
    return value as number;
  };
}
