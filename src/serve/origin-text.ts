/**
 * How does a command line or a query string name an origin?
 *
 *   owner              the owner
 *   user/anna          a person whom the host has authenticated
 *   chat/team          a conversation: channel and conversation
 *   chat/team/monday   one session of it
 *
 * Everything else is JSON: names with a slash, names that nobody sees, and the conversations of a channel that is
 * called "user".
 */

import { badArgument, SEEN } from "../model/arguments.ts";
import { namesIn, type Origin } from "../model/origin.ts";
import { type Field, json } from "./fields.ts";

/** What can be given, for messages and docs. */
export const ORIGIN_FORMS = "owner, user/id, channel/conversation, channel/conversation/session, or JSON";

const USER = "user";

export function originFrom(text: string | undefined): unknown {
  if (text === undefined || text === "owner") return text;
  if (text.trimStart().startsWith("{")) {
    try {
      return JSON.parse(text);
    } catch {
      throw badArgument("origin is not JSON");
    }
  }
  const [channel, conversationId, sessionKey, ...rest] = text.split("/");
  const isName = [channel, conversationId, sessionKey].every((name) => name === undefined || SEEN.test(name));
  if (conversationId === undefined || rest.length > 0 || !isName)
    throw badArgument(`origin must be ${ORIGIN_FORMS}`);
  if (sessionKey !== undefined) return { channel, conversationId, sessionKey };
  return channel === USER ? { user: conversationId } : { channel, conversationId };
}

/** The text for an origin, in the form that `originFrom` reads. */
export function originText(origin: Origin): string {
  if (origin === "owner") return origin;
  const names = "user" in origin ? [USER, origin.user] : namesIn(origin);
  const isUserLike = !("user" in origin) && names.length === 2 && names[0] === USER;
  const isPlain =
    !names[0]?.trimStart().startsWith("{") && names.every((name) => SEEN.test(name) && !name.includes("/"));
  return isPlain && !isUserLike ? names.join("/") : JSON.stringify(origin);
}

/**
 * A field that names an origin: "owner" or an object on every surface; on a command line, the same text as for
 * `--origin`.
 */
export function originField(doc: string): Field<object | "owner"> {
  const named = json<object>(doc);
  return {
    ...named,
    schema: { description: doc, anyOf: [{ const: "owner" }, { type: "object" }] },
    shown: "origin",
    parse: (value, name) => (value === "owner" ? value : named.parse(value, name)),
    fromText: (given) => originFrom(given),
  };
}
