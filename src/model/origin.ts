/**
 * Whose memory is it?
 *
 * There are four forms of origin, and each origin is a stream of its own; none is read by another, however alike they
 * look:
 *
 *   "owner"                                  the person whose workspace it is
 *   { user }                                 a person whom the host has authenticated
 *   { channel, conversationId }              a conversation, across its sessions
 *   { channel, conversationId, sessionKey }  one session of a conversation
 *
 * Two origins are the same only if they have the same form and every field is exactly equal: nothing is trimmed,
 * case-folded or normalised here.
 */
import { TidelineError } from "../errors.ts";
import { MAX_ORIGIN_FIELD_CHARS } from "../limits.ts";

/** One session of a conversation. */
export interface ChannelOrigin {
  readonly channel: string;
  readonly conversationId: string;
  readonly sessionKey: string;
}

/** A conversation, across its sessions. */
export interface ConversationOrigin {
  readonly channel: string;
  readonly conversationId: string;
}

/** A person whom the host has authenticated. The id is the host's. */
export interface UserOrigin {
  readonly user: string;
}

/** Every origin but the owner's. */
export type OtherOrigin = UserOrigin | ConversationOrigin | ChannelOrigin;

/** Whose memory it is. */
export type Origin = "owner" | OtherOrigin;

const FORMS = [
  ["user"],
  ["channel", "conversationId"],
  ["channel", "conversationId", "sessionKey"],
] as const satisfies readonly (readonly string[])[];
const FIELDS: ReadonlySet<string> = new Set(FORMS.flat());

export function parseOrigin(value: unknown): Origin {
  if (value === "owner") return "owner";
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw bad(`${describe(value)} is not an origin`);
  }
  const fields = value as Record<string, unknown>;
  const given = Object.keys(fields);
  for (const name of given) {
    if (!FIELDS.has(name)) throw bad(`an origin has no field "${name}"`);
  }
  // A field that is there but undefined is a mistake of the host (a session that it could not find): it must not turn
  // the origin into one of another form.
  const form = FORMS.find(
    (names) => names.length === given.length && names.every((one) => given.includes(one)),
  );
  if (form === undefined) throw bad(`${given.join(" and ") || "an empty object"} is not an origin`);
  // Frozen, because facts and handles expose it to callers, and it decides whose memory is read.
  return Object.freeze(
    Object.fromEntries(form.map((name) => [name, parseField(name, fields[name])])),
  ) as unknown as OtherOrigin;
}

function parseField(name: string, value: unknown): string {
  if (typeof value !== "string" || value === "")
    throw bad(`origin.${name} must be a string that is not empty`);
  if (value.length > MAX_ORIGIN_FIELD_CHARS)
    throw bad(`origin.${name} is longer than ${MAX_ORIGIN_FIELD_CHARS} characters`);
  if (!value.isWellFormed()) throw bad(`origin.${name} is not well-formed Unicode`);
  return value;
}

/** One string per origin. Different origins have different strings: lists of one, two and three names. */
export function originKey(origin: Origin): string {
  return origin === "owner" ? "owner" : JSON.stringify(namesIn(origin));
}

/** What an origin is made of, in order. */
export function namesIn(origin: OtherOrigin): readonly string[] {
  if ("user" in origin) return [origin.user];
  const { channel, conversationId } = origin;
  return "sessionKey" in origin ? [channel, conversationId, origin.sessionKey] : [channel, conversationId];
}

export function sameOrigin(a: Origin, b: Origin): boolean {
  return originKey(a) === originKey(b);
}

/**
 * Is it the memory of one known person: the owner, or a user whom the host has authenticated? There the person's own
 * words are `owner_message`. In a conversation nobody but the host can tell whose words they are.
 */
export function isPersonal(origin: Origin): boolean {
  return origin === "owner" || "user" in origin;
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
    `${what}: use "owner", { user }, { channel, conversationId } or { channel, conversationId, sessionKey }.`,
  );
}
