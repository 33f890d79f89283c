/**
 * How does a command line or a query string name an origin?
 */

import { badArgument } from "../model/arguments.ts";
import type { Origin } from "../model/origin.ts";
import { type Field, json } from "./fields.ts";

/** `owner`, `chat/anna/1` (channel, conversation, session), or JSON for names that contain a slash. */
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
  if (sessionKey === undefined || rest.length > 0)
    throw badArgument("origin must be owner, channel/conversation/session, or JSON with these three fields");
  return { channel, conversationId, sessionKey };
}

/** The text for an origin, in the form that `originFrom` reads. */
export function originText(origin: Origin): string {
  if (origin === "owner") return origin;
  const { channel, conversationId, sessionKey } = origin;
  const names = [channel, conversationId, sessionKey];
  const isPlain = !channel.trimStart().startsWith("{") && !names.some((name) => name.includes("/"));
  return isPlain ? names.join("/") : JSON.stringify({ channel, conversationId, sessionKey });
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
