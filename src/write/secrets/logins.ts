/**
 * Does the text hold a login or the key of a wireless network, as people note them? "wifi: Seehaus / Forelle!77", "WLAN
 * key: 8842-1190-3377-5561-0031", "anna@example.com:Tulip!27", "u: anna, p: Tulip!27".
 *
 * No noun says that the second part is a password, so it must have the look of one: letters, digits and a sign.
 */
import type { Finder } from "./kind.ts";
import { isDense, isNoWord } from "./passwords.ts";

const NETWORK = "(?:wi-?fi|wlan|wireless|wpa[23]?)";
const KEY = "(?:key|schlussel|sleutel|nyckel|clave|cle|chiave|chave)";
const WHOSE = "(?:[ ](?:for|of|at|in|from|fur|von|vom|im|del|de|du|di|do|da|van)(?:[ ][\\w.'-]{1,20}){1,4})?";
const SAYS = "(?:[ ](?:is|ist|lautet|es|est|e)[ ]|[ ]?[:=][ ]?)";
const NETWORK_KEY = new RegExp(
  `(?<![a-z0-9])${NETWORK}[ -]?${KEY}${WHOSE}${SAYS}["'\`]?([^\\s"'\`<>]{5,64})`,
  "gi",
);
/** Routers have keys of sixteen digits or more. Behind the name of the network the noun may stand alone. */
const DIGIT_KEY = new RegExp(
  `(?<![a-z0-9])${NETWORK}[^\\n]{0,40}?${KEY}${WHOSE}${SAYS}\\d{4}(?:[ -]?\\d{4}){3,4}(?!\\d)`,
  "i",
);
const NETWORK_PAIR = new RegExp(
  `(?<![a-z0-9])${NETWORK}[ ]?[:=][ ]?([\\w .!&'-]{2,32}?)[ ]?[/|][ ]?([^\\s"'\`<>/|]{8,64})[ ]?(?=$|[\\n,;.])`,
  "gi",
);
/** Not the password, but another network of the same router. */
const NETWORK_NAME = /ghz|guest|gast|invitad|invite|mesh|router|box|[25]g$/i;

/** "u: anna, p: Tulip!27" */
const SHORT_PAIR =
  /(?<![a-z])(?:u|usr|user|username|login|id)[ ]?[:=][ ]?[^\s,;/|]{2,64}[\s,;/|]{1,3}p[ ]?[:=][ ]?([^\s"'`<>]{6,64})/gi;

/** "anna@example.com:Tulip!27", "Dropbox / anna@example.com / Tulip!27". */
const MAIL_PAIR =
  /(?<![\w.+-])[\w.+-]{1,40}@[\w-]{1,40}(?:\.[a-z]{2,16}){1,3}(?::|[ ][/|][ ])([^\s"'`<>/|]{6,64})(?=$|[\s,;])/gi;
/** "Apt#12b", "Ticket#4821". */
const NUMBERED = /^[a-z]+#\d+[a-z]?$/i;

export const findNotedLogin: Finder = (text) => {
  for (const [, value = ""] of text.matchAll(NETWORK_KEY)) if (isNoWord(value)) return PASSWORD;
  if (DIGIT_KEY.test(text)) return PASSWORD;
  for (const [, name = "", value = ""] of text.matchAll(NETWORK_PAIR))
    if ((isSigned(value) || isJoined(value)) && !NETWORK_NAME.test(value) && !areAlike(name, value))
      return PASSWORD;
  for (const [, value = ""] of text.matchAll(SHORT_PAIR)) if (isSigned(value)) return PASSWORD;
  for (const [, value = ""] of text.matchAll(MAIL_PAIR)) if (isSigned(value)) return PASSWORD;
  return undefined;
};

const PASSWORD = { kind: "password", what: "a password" } as const;
const LIKE_CHARS = 4;

/** Two networks in one house are often called alike. */
function areAlike(name: string, value: string): boolean {
  return name.slice(0, LIKE_CHARS).toLowerCase() === value.slice(0, LIKE_CHARS).toLowerCase();
}

/** "Forelle-77see" */
function isJoined(value: string): boolean {
  return isNoWord(value) && isDense(value) && /^\w+(?:-\w+)+$/.test(value);
}

function isSigned(value: string): boolean {
  return isNoWord(value) && isDense(value) && /[!#$%&*@^?~]/.test(value) && !NUMBERED.test(value);
}
