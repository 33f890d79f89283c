/**
 * Does the text reveal a password, a passphrase or a PIN? "My password is hunter2!", "WLAN-Passwort: Sommer2024", "El
 * PIN de la tarjeta es 3308"; in English, German, Spanish, French, Italian, Portuguese, Dutch and Polish. (Languages in other scripts:
 * `passwords-in-other-scripts.ts`.)
 *
 * Most sentences about passwords reveal none: "the password is hard to remember". So behind "is", only a value that is
 * no ordinary word counts: it contains digits or signs, or stands in quotes. Behind a colon or an equals sign one word
 * at the end of the line is enough, unless it is a word that fields and notes use instead of a password.
 *
 * The text comes without accents, and with "is" for a lone "è" or "é", because a lone "e" means "and".
 */
import type { Finder } from "./kind.ts";
import { isStandIn } from "./likeness.ts";

const NOUN =
  "(?:(?:[a-z0-9]{1,20}[_-]){0,3}(?:password|passwd|passphrase|passcode|passwort|kennwort|wachtwoord|haslo|pwd|mdp|contrasena|senha)|pw|mot de passe|palavra[ -]passe|parola d'ordine|(?:my|mi|wifi|user[ /]|login) ?pass|(?:mi clave|clave (?:del wifi|de acceso|de la cuenta|del router)))";
/** Whose password it is, or what for. Another noun before the verb ("password policy is") changes the meaning. */
const WHOSE =
  "(?:[ ]?\\([^()\\n]{1,40}\\)|[ ](?:for|of|at|on|to|in|from|fur|furs|zu|zum|zur|bei|beim|von|vom|im|am|des|der|meines|meiner|del|de|della|dello|di|da|do|du|dla|od|pour|para|per|no|na|voor|van|here)(?:[ ](?!(?:is|was|ist|lautet|es|est)[ ])[\\w.'@&/-]{1,30}){0,5}|[ ](?:gmail|google|netflix|amazon|apple|wifi|wi-fi|facebook|github|spotify|paypal|ebay|instagram|windows|admin))?";
const SAYS =
  "(?:,?[ ](?:is|was|will be|should be|ist|war|lautet|hei(?:ss|ß)t|es|est|c'est|sera|has been)(?:[ ](?:now|currently|jetzt|still|ahora|maintenant))?(?:[ ](?:changed|set|reset|updated)[ ]to)?[ ]?:?|'s)(?:[ ]{1,2}|[ ]?\\n{1,2})";
/** In YAML the value may follow on the next line. */
const SIGN = "[\"'`]?\\s{0,2}(?::|=>?|:=)\\s{0,2}(?:[|>][-+]?[ ]?\\n\\s{0,8})?";
const QUOTES = "\"'`“”„«‹";
const VALUE = `(?:["'\`“„«‹‘]{1,2}[ ]?([^"'\`“”«»‹›\\n]{3,80}?)[ ]?["'\`”“»›’]|([^\\s${QUOTES}<>]{3,64}))`;

const SAID = new RegExp(`(?<![a-z0-9])${NOUN}${WHOSE}${SAYS}${VALUE}`, "gi");
const WRITTEN = new RegExp(`(?<![a-z0-9])${NOUN}${WHOSE}${SIGN}${VALUE}([^\\n]{0,40})`, "gi");
const SET_TO = new RegExp(
  `\\b(?:set|changed?|reset|updated?)\\b[^\\n.]{0,30}?${NOUN}${WHOSE}[ ]to[ ]${VALUE}`,
  "gi",
);
/** "<password>Tulip!27</password>" */
const IN_XML = new RegExp(`<(?:[a-z]{1,20}[:_-])?${NOUN}>\\s{0,3}([^\\s<>]{5,64})\\s{0,3}</`, "gi");
/** "PW Laptop: Tulip!27" */
const OF_THING = new RegExp(
  `(?<![a-z0-9])${NOUN}[ ](?:laptop|pc|mac|macbook|tablet|handy|phone|iphone|ipad|router|fritz!?box|nas|vpn|e-?mail|mail|outlook|icloud|dropbox|wlan|banking|online-banking)[ ]?[:=]\\s{0,2}${VALUE}`,
  "gi",
);
/** A value right behind the noun: only what can be nothing but a password. */
const BARE = new RegExp(`(?<![a-z0-9])${NOUN}[ ]${VALUE}`, "gi");
const IN_WORDS =
  /(?<![a-z])passphrase[^\n:=.]{0,60}[:=]\s{0,2}((?:[a-z]{2,12}[ ]){3,9}[a-z]{2,12})[.!]?(?:$|\n)/gi;

const OPENS_SENTENCE =
  /^(?:a|an|the|in|on|at|see|ask|siehe|frag|steht|kept|stored|saved|same|as|like|not|no|none|ver|voir|vedi|veja) /i;
/** "pass" alone means many things: a ticket, a road. */
const OTHER_PASS =
  "(?<!(?:mountain|alpine|boarding|ski|season|day|press|guest|hall|backstage|bus|train|rail|travel|city|museum|park)[ ])";
const PASS = new RegExp(`(?<![a-z0-9])${OTHER_PASS}pass${SIGN}${VALUE}`, "gi");

/** In a note of keywords: at the start of a line or field, or behind what it logs in to; nothing follows. */
const BEFORE_NOTE =
  "(?<=^|[\\n/|;,][ ]?|\\b(?:wifi|wlan|login|router|admin|root|nas)[ ]|\\buser:?[ ][\\w.@-]{1,40},?[ ])";
const NOTED = new RegExp(`${BEFORE_NOTE}(pw|pass)[ ]([^\\s${QUOTES}<>]{5,64})(?=[ ]?(?:$|[\\n,;|/]))`, "gi");

/** A dash says little, so the value must say more. */
const DASHED = new RegExp(`(?<![a-z0-9])${NOUN}${WHOSE}[ ]-[ ]${VALUE}`, "gi");
/** "Haslo to", with a verb that means something else in other languages. */
const SAID_IN_POLISH = new RegExp(`(?<![a-z0-9])haslo${WHOSE}[ ](?:to|brzmi|jest)[ ]{1,2}${VALUE}`, "gi");

const WHOSE_IT_IS =
  "(?:my|our|the|his|her|your|mein|unser|das|dein|mi|la|el|mon|ma|le|il|mia|minha|a|mijn|het|moje)[ ](?:[\\w-]{1,16}[ ]){0,2}";
/** A noun behind the password, so that it is none ("password manager"), is no end of the name. */
const NAME_ENDS =
  "(?=$|[.,;:!)\\n]|[ ](?:for|of|to|on|at|in|from|here|there|now|and|fur|zum|zur|von|vom|del|della|de|da|do|du|di|per|pour|para|voor|van)(?![\\w]))";
/** The other way round: "Tulip!27 is my password", "use Tulip!27 as the password". */
const REVERSED = new RegExp(
  `(?<!\\S)(?:["'\`“„«‹‘]{1,2}([^"'\`“”«»‹›\\n]{5,80}?)["'\`”“»›’]|([^\\s${QUOTES}<>]{5,64}))(?:[ ](?:everywhere|again|there|here|now|uberall))?[ ](?:is|was|ist|es|est|to|as|als)[ ]${WHOSE_IT_IS}${NOUN}${NAME_ENDS}`,
  "gi",
);
/** "Login: anna@example.com / Tulip!27". */
const LOGIN_PAIR = new RegExp(
  `(?<![a-z])(?:log-?in|sign-?in|account|credentials|user(?:name)?|zugang(?:sdaten)?|konto|acceso|accesso|acesso|identifiants?)(?![a-z])[^\\n@]{0,40}?[ :=][\\w.+-]{1,40}@[\\w-]{1,40}\\.[a-z.]{2,16}[ ]?(?:[/,:|]|and|und|y|et|e)[ ]?([^\\s${QUOTES}<>]{6,64})`,
  "gi",
);

export const findPassword: Finder = (text) => (tellsPassword(text) ? PASSWORD : undefined);

const PASSWORD = { kind: "password", what: "a password" } as const;

function tellsPassword(text: string): boolean {
  for (const [, quoted, plain = ""] of text.matchAll(SAID))
    if (quoted === undefined ? isNoWord(plain) : !isNone(quoted)) return true;
  for (const [, quoted, plain = "", rest = ""] of text.matchAll(WRITTEN))
    if (quoted === undefined ? isNoWord(plain) || isAlone(plain, rest) : !isNone(quoted)) return true;
  for (const [, quoted, plain = ""] of text.matchAll(SAID_IN_POLISH))
    if (quoted === undefined ? isNoWord(plain) : !isNone(quoted)) return true;
  for (const [, quoted, plain = ""] of text.matchAll(SET_TO))
    if (quoted === undefined ? isNoWord(plain) : !isNone(quoted)) return true;
  for (const [, quoted, plain = ""] of text.matchAll(OF_THING)) if (isNoWord(quoted ?? plain)) return true;
  for (const [, value = ""] of text.matchAll(IN_XML)) if (isNoWord(value)) return true;
  for (const pattern of [BARE, DASHED])
    for (const [, , plain = ""] of text.matchAll(pattern)) if (isNoWord(plain) && isDense(plain)) return true;
  for (const [, quoted, plain = ""] of text.matchAll(REVERSED)) {
    const value = quoted ?? plain;
    if (/[a-z]/i.test(value) && isNoWord(value)) return true;
  }
  for (const [, value = ""] of text.matchAll(LOGIN_PAIR)) if (isNoWord(value) && isDense(value)) return true;
  for (const [, phrase = ""] of text.matchAll(IN_WORDS)) if (!OPENS_SENTENCE.test(phrase)) return true;
  for (const [, , plain = ""] of text.matchAll(PASS)) if (isNoWord(plain)) return true;
  for (const match of text.matchAll(NOTED)) if (isNoted(match)) return true;
  return false;
}

/** "pass" alone at the start of a note may be a ticket or a verb, so its value must be denser. */
function isNoted({ 1: noun = "", 2: value = "", index, input = "" }: RegExpMatchArray): boolean {
  if (!/[a-z]/i.test(value) || !isNoWord(value)) return false;
  return noun.toLowerCase() === "pw" || isDense(value) || /[a-z@.] $/i.test(input.slice(0, index));
}

/** Words that say where the password is, what it is like, or that there is none. */
const NONE =
  /^(?:a|an|the|in|on|at|see|ask|siehe|frag|steht|kept|stored|saved|same|as|like|unknown|none|no|not|nil|null|undefined|empty|blank|required|optional|invalid|valid|wrong|incorrect|correct|weak|strong|short|long|secret|hidden|private|forgotten|lost|expired|changed|reset|default|string|text|str|bool|boolean|true|false|yes|varchar|char|number|any|object|password|passwort|passwd|kennwort|contrasena|senha|user|username|admin|login|changeme|change|example|beispiel|test|tbd|todo|pending|encrypted|hashed|redacted|removed|bitwarden|keepass|keepassxc|lastpass|dashlane|1password|protonpass|keychain|vergessen|unbekannt|keines|geheim|olvidada|oublie|dimenticata|esquecida|ninguna|aucun|nessuna|nenhuma|ver|voir|vedi|veja|demander|preguntar|anders|wie|bei|in|auf|aus|letter|letters)$/i;

function isNone(value: string): boolean {
  return NONE.test(value.trim()) || isStandIn(value.trim());
}

/** One word behind the sign, and nothing else on the line that would make it a sentence. */
function isAlone(value: string, rest: string): boolean {
  const word = trimmed(value);
  return (
    word.length >= 4 &&
    /^[\w!#$%&*@^+=?~.-]+$/.test(word) &&
    /[a-z]/i.test(word) &&
    !isNone(word) &&
    !isKnownTerm(word) &&
    /^\s*(?:[,;|/].*)?$/.test(rest)
  );
}

/** Digits among letters, a sign among letters, many words joined by dashes, or only digits. */
export function isNoWord(value: string): boolean {
  const word = trimmed(value);
  if (isNone(word) || isKnownTerm(word)) return false;
  if (/^\d{4,12}$/.test(word)) return true;
  if (word.length < 5 || !/[a-z]/i.test(word)) return false;
  if (/\d/.test(word)) return word.length >= 6;
  if (/[a-z][!#$%&*@^_+=?~][a-z]/i.test(word)) return true;
  return (
    word.length >= 20 && /^[a-z]+(?:-[a-z]+){3,}$/i.test(word) && !/-(?:to|the|of|and|than|by)-/i.test(word)
  );
}

/** Digits, letters and a sign; or digits, and letters of both cases. */
export function isDense(word: string): boolean {
  return (
    /\d/.test(word) &&
    (/[a-z][!#$%&*@^?~]|\d[!#$%&*@^?~]/i.test(word) ||
      (/[a-z]/.test(word) && /[A-Z]/.test(word) && word.length >= 8))
  );
}

/** Without what ends the sentence or the field. */
function trimmed(value: string): string {
  return value.replace(/[&;].*$/, "").replace(/[.,;:)\]}]+$/, "");
}

/** Paths, dates, measures, versions, files, addresses and names of techniques: they contain digits but are no passwords. */
const KNOWN_TERM =
  /^(?:[~.]{0,2}\/[a-z][\w.-]*\/.*|\d{1,4}[-./]\d{1,2}(?:[-./]\d{1,4})?.*|\d+(?:[.,]\d+)?(?:st|nd|rd|th|px|mm|cm|kg|g|[kmgt]?b|bits?|ms|s|h|d|w|y|x|min|[€$£%])|\d+[-+]?(?:char|digit|bit|letter|day|month|year|word|step|factor|stellig|zeichen|caract|chiffre|cifre|digito).*|v?\d+(?:\.\d+)+.*|(?:1password|2fa|mfa|totp|u2f|fido2|passkey|sha|md5|aes|rsa|bcrypt|argon2|scrypt|pbkdf2|base64|utf|oauth|saml|tls|ssl|ed25519|ntlm|wpa|iso|nist|rfc).*|.*\.(?:pdf|docx?|xlsx?|txt|md|json|ya?ml|env|kdbx|png|jpe?g|zip|html?|com|org|net|io|de|dev|ts|js|py|conf|cnf|ini)|.*:\/\/.*|.*\(.*|[a-z]+\d*-(?:friendly|compatible|style|based|certified|generated|protected|like))$/i;

function isKnownTerm(word: string): boolean {
  return KNOWN_TERM.test(word);
}

// ── PINs

const MINE =
  "(?:(?:my|our|his|her|phone'?s?|sim|card'?s?|debit|bank|atm|ec-karten|meine|unsere|handy-?|mi|mon|ma|mio|il mio|meu|minha)[ -])";
const PIN_NOUN = "(?:pin(?:[ -](?:code|number|nummer))?|code[ ]pin|geheimzahl|codigo[ ]pin|codice[ ]pin)";
const OF_WHAT =
  "(?:[ ](?:for|of|to|from|on|fur|von|vom|meiner|meines|der|des|del|de|della|di|da|do|du|pour|para|per)(?:[ ](?!(?:is|ist|es|est)[ ])[\\w'-]{1,20}){1,5})?";
const PIN_SAYS = "(?:[ ](?:is|was|ist|lautet|es|est|c'est)(?:[ ]now)?[ ]?:?|\\s{0,2}[:=])[ ]{0,2}[\"'`]?";
const PIN = new RegExp(
  `(?<![a-z0-9])(${MINE}?)(${PIN_NOUN})(${OF_WHAT})${PIN_SAYS}(\\d{4,8})(?![\\w.,:/-]?\\d|[a-z%€$])([^\\n]{0,12})`,
  "gi",
);
/** In capitals and right before four or five digits, it does not mean a pin of a chip. */
const BARE_PIN = /(?<![A-Za-z0-9]|[Gg][Pp][Ii][Oo] )PIN[ ]\d{4,5}(?![\w.:/-]?\d|[A-Za-z%€$])/;
/** In small letters it needs a thing that has a PIN right before it: "card pin 4821", "phone unlock pin 4821". */
const PIN_OF_THING =
  /(?<![a-z0-9])(?:phone|mobile|sim|card|debit|credit|bank|atm|account|voicemail|tablet|alarm|door|gate|safe|handy|ec-karten|tarjeta|carte|bancomat|cartao)(?:'s)?(?:[ -](?:card|account|unlock|lock|screen|login))?[ -]pin(?:[ -](?:code|number|nummer))?[ ]\d{4,8}(?![\w.,:/-]?\d|[a-z%€$])(?! (?:mm|cm|times|digits|characters|postal))/i;
/** A note of keywords: nothing but the digits follows, and there are too few for a postal code of India. */
const NOTED_PIN = /(?:^|[\n|;,/][ ]?)pin[ ]\d{4,5}[.!]?[ ]?(?=$|[\n|;,/](?![ ]?\d))/i;
/** "my pin 2019" may be a badge of that year. */
const MY_PIN =
  /(?<![a-z0-9])(?:my|our|meine|mi|mon|mio|meu)[ ]pin[ ](?!(?:19|20)\d\d(?!\d))\d{4,5}(?![\w.,:/-]?\d|[a-z%€$])/i;
/** In India a PIN of six digits is a postal code. */
const POSTAL_DIGITS = 6;
const OWN_THING =
  /card|phone|sim|bank|karte|handy|tarjeta|telefono|movil|carte|telephone|carta|bancomat|cartao|celular|mobile|account|alarm/i;

export const findPin: Finder = (text) => {
  for (const [, mine = "", noun = "", what = "", digits = "", rest = ""] of text.matchAll(PIN)) {
    const isOwn = mine !== "" || OWN_THING.test(what);
    const isSpelt = isOwn || noun.startsWith("PIN") || /code|zahl|codigo|codice/i.test(noun);
    if (isSpelt && (isOwn || digits.length !== POSTAL_DIGITS) && !/^ (?:mm|cm|characters|digits)/i.test(rest))
      return A_PIN;
  }
  return [BARE_PIN, PIN_OF_THING, NOTED_PIN, MY_PIN].some((one) => one.test(text)) ? A_PIN : undefined;
};

const A_PIN = { kind: "pin", what: "a PIN" } as const;
