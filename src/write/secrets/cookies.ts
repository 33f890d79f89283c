/**
 * Does the text hold the cookie of a session? Whoever has it is logged in. Most cookies are settings, so the cookie must
 * be called like a session, by a name that a well-known framework uses or in a `Cookie` header, and look random.
 */
import type { Finder } from "./kind.ts";
import { looksDrawn } from "./likeness.ts";

const VALUE = "=[\"']?([\\w%.+/=~:-]{16,4096})";
const OF_FRAMEWORK = new RegExp(
  `(?<![\\w.-])(?:PHPSESSID|JSESSIONID|ASP\\.NET_SessionId|connect\\.sid|laravel_session|_[a-z]{1,20}_session|wordpress_logged_in_\\w{1,40})${VALUE}`,
  "g",
);
const HEADER = /(?<![A-Za-z])(?:set-)?cookie["']?\s{0,2}:\s{0,2}["']?([^\n"']{1,4096})/gi;
const OF_SESSION = new RegExp(
  `(?<![\\w.-])[\\w.-]{0,30}(?:sess|sid|auth|token|jwt|login|remember)[\\w.-]{0,30}${VALUE}`,
  "gi",
);

export const findCookie: Finder = (text) => {
  if (holds(text, OF_FRAMEWORK)) return COOKIE;
  for (const [, cookies = ""] of text.matchAll(HEADER)) if (holds(cookies, OF_SESSION)) return COOKIE;
  return undefined;
};

const COOKIE = { kind: "authorization", what: "a session cookie" } as const;

function holds(text: string, form: RegExp): boolean {
  for (const [, value = ""] of text.matchAll(form)) if (looksDrawn(value)) return true;
  return false;
}
