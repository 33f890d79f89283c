/**
 * How does a command line or a query string name an origin?
 */
import { wrong } from "./fields.ts";

/** `owner`, `chat/anna/1`, or JSON for names that hold a slash. */
export function originFrom(text: string | undefined): unknown {
  if (text === undefined || text === "owner") return text;
  if (text.trimStart().startsWith("{")) {
    try {
      return JSON.parse(text);
    } catch {
      throw wrong("origin is not JSON");
    }
  }
  const [channel, conversationId, sessionKey, ...rest] = text.split("/");
  if (sessionKey === undefined || rest.length > 0)
    throw wrong("origin must be owner, channel/conversation/session, or JSON with these three fields");
  return { channel, conversationId, sessionKey };
}
