/**
 * Whose memory is it?
 *
 * An origin is the owner, or one conversation of a channel. Two origins are the same only if every field is exactly
 * equal: nothing is trimmed, case-folded or normalised here.
 */
import { TidelineError } from "../errors.ts";
import { MAX_ORIGIN_FIELD_CHARS } from "../limits.ts";

export interface ChannelOrigin {
  readonly channel: string;
  readonly conversationId: string;
  readonly sessionKey: string;
}

export type Origin = "owner" | ChannelOrigin;

const FIELDS = ["channel", "conversationId", "sessionKey"] as const;

export function parseOrigin(value: unknown): Origin {
  if (value === "owner") return "owner";
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw bad(`${describe(value)} is not an origin`);
  }
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    if (!(FIELDS as readonly string[]).includes(name)) throw bad(`an origin has no field "${name}"`);
  }
  const [channel, conversationId, sessionKey] = FIELDS.map((name) => parseField(name, fields[name]));
  // Frozen, because facts and handles expose it to callers, and it decides whose memory is read.
  return Object.freeze({ channel, conversationId, sessionKey }) as ChannelOrigin;
}

function parseField(name: string, value: unknown): string {
  if (typeof value !== "string" || value === "")
    throw bad(`origin.${name} must be a string that is not empty`);
  if (value.length > MAX_ORIGIN_FIELD_CHARS)
    throw bad(`origin.${name} is longer than ${MAX_ORIGIN_FIELD_CHARS} characters`);
  if (!value.isWellFormed()) throw bad(`origin.${name} is not well-formed Unicode`);
  return value;
}

/** One string per origin. Different origins have different strings. */
export function originKey(origin: Origin): string {
  return origin === "owner"
    ? "owner"
    : JSON.stringify([origin.channel, origin.conversationId, origin.sessionKey]);
}

export function sameOrigin(a: Origin, b: Origin): boolean {
  return originKey(a) === originKey(b);
}

function describe(value: unknown): string {
  return typeof value === "string"
    ? `"${value.slice(0, 60)}"`
    : value === null
      ? "null"
      : `a value of type ${typeof value}`;
}

function bad(what: string): TidelineError {
  return new TidelineError(
    "invalid-argument",
    `${what}: use "owner" or { channel, conversationId, sessionKey }.`,
  );
}
