/**
 * Which words does a text consist of? This is the only tokenizer: sameness, frames, denials and search all use it.
 *
 * It makes Unicode forms equal (NFKC, one apostrophe, one dash, one set of digits), drops invisible characters and
 * folds case. Signs that change the meaning stay: "C++" is not "C", "-5" is not "5", "1.2" is not "12", "A-" is not
 * "A", "--force" is not "force". Accents stay too, because "hablo" and "habló" are two statements; only `words`, for
 * search, folds them.
 *
 * It does not segment by dictionary: scripts without spaces come as whole runs, and from `words` as bigrams.
 */
import { type Break, COMPOSED, makeToken, type Token, type TokenKind } from "./token.ts";

const SPACE = 32;
const SIGNS = "-+.";
const PLAIN = /^[\t\n\r -~]*$/;
/** Latin letters beyond ASCII that have only one Unicode form. */
const LATIN_CLASS =
  "\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u0131\\u0134-\\u013e\\u0141-\\u0148\\u014a-\\u017e";
const LATIN = new RegExp(`^[ -~${LATIN_CLASS}]*$`);
// Format and control characters, variation selectors, fillers, the Arabic elongation mark.
const INVISIBLE = /\p{Cf}|\p{Cc}|\p{Variation_Selector}|\u034f|[\u115f\u1160\u3164\uffa0\u0640]/gu;
const WHITE_CONTROL = /[\t\n\r\v\f\u0085]/g;
/** Beside other words these signs mean nothing. */
export const TRADE_MARKS = /[©®™]/g;
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u02b9\u2032\u00b4\uff07]/g;
/** Long dashes are always a pause; the shorter ones may be a minus or a hyphen. */
const LONG_DASHES = /[\u2014\u2015]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
// NFKC would turn 10² into 102 and 3½ into 31/2. (m² may become m2.)
const SUPERSCRIPTS = /(?<!m)[\u00b2\u00b3\u00b9\u2070\u2074-\u2079]/g;
const SUBSCRIPT_AFTER_DIGIT = /(?<=\d)[\u2080-\u2089]/g;
const FRACTION_AFTER_DIGIT = /(?<=\d)[\u00bc-\u00be\u2150-\u215e]/g;
// A non-breaking space between groups of three digits is part of the number.
const SPACED_GROUPS = /(?<!\d)\d{1,3}(?:[\u00a0\u202f\u2009]\d{3})+(?!\d)/g;
const FOREIGN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

const UNSPACED_CLASS =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
const UNSPACED_RUN = new RegExp(`[${UNSPACED_CLASS}]+`, "gu");
const UNSPACED_CHARACTER = new RegExp(`[${UNSPACED_CLASS}]`, "gu");
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED_CLASS}]`, "u");

/**
 * Matches letters and digits with the signs that may stand inside or after a word, or a sign that has a meaning by
 * itself. Every repetition starts with a sign of its own, so matching takes linear time.
 */
function tokenPattern(letters: string, symbols: string, flags: string): RegExp {
  const run = `[${letters}0-9]+`;
  const number = `[0-9][${letters}0-9]*(?:(?:[,:-](?=[0-9])|[._'&@/+*^])${run})*`;
  const word = `${run}(?:[._'&@/+*^]${run})*`;
  // A letter, a dash and a number are one name: "A-1" is not "A" and 1.
  const coded = `[${letters}]-${number}`;
  // A grade or a blood group: "B-", "AB-". ("I-" is a stutter.)
  const graded = `(?<![${letters}0-9])(?:[A-HJ-Za-hj-z]|[Aa][Bb])-(?![${letters}0-9-])`;
  return new RegExp(`${graded}|(?:${number}|${coded}|${word})[+#]*|${symbols}`, flags);
}

const ASCII_SYMBOLS = "[$%<>=~+&/]";
const ASCII_TOKEN = tokenPattern("a-zA-Z", ASCII_SYMBOLS, "g");
const LATIN_TOKEN = tokenPattern(`a-zA-Z${LATIN_CLASS}`, ASCII_SYMBOLS, "g");
const UNICODE_TOKEN = tokenPattern(
  "\\p{L}\\p{M}\\p{N}",
  "[\\p{Sc}\\p{So}\\p{Extended_Pictographic}\\p{Emoji_Modifier}%&/]|(?![|])\\p{Sm}",
  "gu",
);
const ADDRESS = /https?:\/\/[^\s<>"]+/gi;
const ADDRESS_TAIL = ".,;:!?)']}/";
const STARTS_WITH_ALNUM = /^[\p{L}\p{M}\p{N}]/u;
const CAPITAL = /^\p{Lu}/u;
/** Dashes that may begin a word: after a space, also inside brackets or quotes. */
const LEADING_DASHES = /\s["'`([]{0,2}(--?)$/;
const LETTER = /^\p{L}/u;
const NAME = /^\p{Lu}\p{Ll}/u;
/**
 * In Straße, Größe, dreißig, schließen, außen, draußen. Not in Maße, which is a different word from Masse, nor in names
 * (Weiß, Strauß).
 */
const SHARP_S = /(?<=stra|grö|drei|schlie|\b(?:dr)?au)ß/g;
const CURRENCY_SIGN = /^\p{Sc}$/u;
const STOP = /[.;:!?()[\]{}"\u3002]|--| - |\n/;
const COMMA = /[,\u3001\u060c]/;

/** Makes texts equal that look equal: Unicode forms, apostrophes, dashes, digits. Case stays. */
export function foldForms(text: string): string {
  return PLAIN.test(text) || LATIN.test(text) ? text : foldAll(text);
}

/**
 * So many marks may stand on one letter, as in the stream-safe format of Unicode: putting a longer run of them in order
 * takes time that grows with the square of its length.
 */
const PILED_MARKS = /(\p{M}{30})\p{M}+/gu;

function foldAll(text: string): string {
  return text
    .replace(PILED_MARKS, "$1")
    .replace(WHITE_CONTROL, " ")
    .replace(INVISIBLE, "")
    .replace(TRADE_MARKS, "")
    .replace(SPACED_GROUPS, (digits) => digits.replace(/\D/g, ""))
    .replace(SUPERSCRIPTS, "^$&")
    .replace(SUBSCRIPT_AFTER_DIGIT, "_$&")
    .replace(FRACTION_AFTER_DIGIT, " $&")
    .replace(APOSTROPHES, "'")
    .normalize("NFKC")
    .replace(INVISIBLE, "")
    .replace(LONG_DASHES, " - ")
    .replace(DASHES, "-")
    .replaceAll("\u2044", "/")
    .replace(FOREIGN_DIGITS, digitValue);
}

function digitValue(digit: string): string {
  const code = digit.charCodeAt(0);
  return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code));
}

/** Puts spaces around every character of a script without spaces. */
export function spaceOut(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSPACED_CHARACTER, " $& ");
}

/** Folds case: lower case, one small sigma, and "ss" for a sharp s where that does not make a different word. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.includes("ß")) return lower.replace(SHARP_S, "ss").replaceAll("ς", "σ");
  return lower.includes("ς") ? lower.replaceAll("ς", "σ") : lower;
}

/** Does a word begin with a capital? */
export function hasCapital(raw: string): boolean {
  const code = raw.charCodeAt(0);
  return code < 0x80 ? code >= 0x41 && code <= 0x5a : CAPITAL.test(raw);
}

/** Keeps the text read last, because several indexes read the same fact one after the other. */
let lastText: string | undefined;
let lastTokens: readonly Token[] = [];

export function tokenize(text: string): readonly Token[] {
  if (text !== lastText) {
    lastTokens = readTokens(text);
    lastText = text;
  }
  return lastTokens;
}

/** The words of erased facts must not stay in the process's memory. */
export function forgetText(): void {
  lastText = undefined;
  lastTokens = [];
}

function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  // Such a text has no other Unicode form, no address and no "!=", so it needs no folding.
  const pattern = PLAIN.test(text) ? ASCII_TOKEN : LATIN.test(text) ? LATIN_TOKEN : undefined;
  if (pattern !== undefined && !text.includes("!=") && !text.includes("://")) {
    scan(text, pattern, tokens);
    return tokens;
  }
  let folded = foldForms(text);
  if (folded.includes("!=")) folded = folded.replaceAll("!=", " \u2260 ");
  if (!folded.includes("://")) {
    scanAny(folded, tokens);
    return tokens;
  }
  let from = 0;
  for (const { 0: address, index } of folded.matchAll(ADDRESS)) {
    scanAny(folded.slice(from, index), tokens);
    const raw = withoutTail(address);
    tokens.push(makeToken(foldAddress(raw), raw, "word", "", false));
    from = index + raw.length;
  }
  scanAny(folded.slice(from), tokens);
  return tokens;
}

function scanAny(folded: string, tokens: Token[]): void {
  if (PLAIN.test(folded)) scan(folded, ASCII_TOKEN, tokens);
  else scan(folded.replace(UNSPACED_RUN, " $& "), UNICODE_TOKEN, tokens);
}

function scan(spaced: string, pattern: RegExp, tokens: Token[]): void {
  let end = 0;
  for (const { 0: found, index } of spaced.matchAll(pattern)) {
    take(spaced, end, index, found, tokens);
    end = index + found.length;
  }
}

/** Adds the token at `start`. The token before it ends at `end`. */
function take(spaced: string, end: number, start: number, found: string, tokens: Token[]): void {
  let raw = found;
  let gap = spaced.slice(end, start);
  if (gap !== " " && gap !== "") {
    const prefix = prefixOf(gap, raw, tokens.at(-1));
    if (prefix !== "") {
      gap = gap.slice(0, gap.lastIndexOf(prefix));
      const stands = spaced.charCodeAt(start - 1) === SPACE || CURRENCY_SIGN.test(raw);
      if (prefix === "-" && stands) tokens.push(tokenOf(prefix, prefix, gap));
      else raw = prefix + raw;
    }
  }
  tokens.push(tokenOf(foldCase(raw), raw, gap));
}

/** The sign before a word that belongs to it: "-5", ".5", "#3", "@anna", ".net". A dash may have spaces after it. */
function prefixOf(gap: string, raw: string, previous: Token | undefined): string {
  const isNumber = isDigit(raw.charCodeAt(0)) || CURRENCY_SIGN.test(raw);
  const sign = gap.at(-1) as string;
  const isBehindWord = gap.length === 1 && previous !== undefined;
  if (sign === "-" && !isNumber) return optionDashes(gap, raw, previous === undefined);
  if (sign === "-") return isBehindWord ? "" : "-";
  if (sign === ".") return !isBehindWord && (isNumber || /^net$/i.test(raw)) && gap.at(-2) !== "." ? "." : "";
  if (sign === "#" || sign === "@") return sign;
  return isNumber && /- +$/.test(gap) ? "-" : "";
}

/** "ls -a", "--force". A single dash before a name is a bullet: "-Anna". */
function optionDashes(gap: string, raw: string, isFirst: boolean): string {
  if (!LETTER.test(raw)) return "";
  const dashes = LEADING_DASHES.exec(isFirst ? ` ${gap}` : gap)?.[1] ?? "";
  return dashes === "-" && NAME.test(raw) ? "" : dashes;
}

function tokenOf(text: string, raw: string, gap: string): Token {
  return makeToken(text, raw, kindOf(text), breakIn(gap), gap === "");
}

function breakIn(gap: string): Break {
  if (gap === " " || gap === "") return "";
  return STOP.test(gap) ? "." : COMMA.test(gap) ? "," : "";
}

function kindOf(text: string): TokenKind {
  const code = text.charCodeAt(0);
  if (code >= 97 && code <= 122) return "word";
  if (isDigit(code) || (text.length > 1 && isDigit(text.charCodeAt(1)) && SIGNS.includes(text[0] as string)))
    return "number";
  if (code < 128) return text.length > 1 ? "word" : "symbol";
  if (STARTS_UNSPACED.test(text)) return "unspaced";
  return STARTS_WITH_ALNUM.test(text) ? "word" : "symbol";
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Punctuation after an address belongs to the sentence. */
function withoutTail(address: string): string {
  let end = address.length;
  while (end > 0 && ADDRESS_TAIL.includes(address[end - 1] as string)) end--;
  return address.slice(0, end);
}

/** The host of an address ignores case, its path does not. */
function foldAddress(address: string): string {
  const path = address.indexOf("/", address.indexOf("://") + 3);
  return path < 0 ? address.toLowerCase() : address.slice(0, path).toLowerCase() + address.slice(path);
}

const PART = /[\p{L}\p{M}\p{N}]+/gu;
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}][\u0300-\u036f]*)[\u0300-\u036f]/gu;

/** The terms of a text for search: accents folded, compounds split, bigrams for scripts without spaces. */
export function words(text: string): string[] {
  const terms: string[] = [];
  for (const token of tokenize(text)) {
    if (token.kind === "unspaced") terms.push(...bigrams(token.text));
    else if (token.kind === "number") terms.push(token.text.replace(/,(?=\d{3})/g, ""));
    else if (token.kind === "word") {
      if ((token.lists & COMPOSED) === 0) terms.push(token.text);
      else for (const part of searchParts(token.text)) terms.push(part);
    }
  }
  return terms;
}

function searchParts(word: string): readonly string[] {
  const plain = word.normalize("NFD").replace(ACCENTS, "").normalize("NFC");
  return plain.replace(/'s$/, "").replaceAll("'", "").match(PART) ?? [];
}

function bigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}
