/**
 * Where does the case of letters carry meaning? Not in most words: "NASA" and "nasa", "The" and "the" are the same. But
 * it does in codes ("aB3x" is not "ab3X") and in SI units that differ in nothing else (5 mW and 5 MW).
 *
 * A code is a word that mixes letters and digits, or small letters with a capital that is not the first letter
 * ("QwErTy"). These are not codes: names that people spell in different ways ("GitHub", "iPhone", "McDonald"), plurals
 * of abbreviations ("PDFs"), ordinals ("1st"), one letter with digits ("Q3", "B12"), up to three letters of one case
 * before a number ("LH123", "lh123": flights, rooms, roads), and words whose case is ignored where they are used
 * (addresses, handles).
 */
import type { Token } from "./token.ts";
import { foldCase } from "./words.ts";

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Written with inner capitals or with digits, but by many people without capitals. */
const WELL_KNOWN = set(
  `github gitlab bitbucket youtube linkedin facebook whatsapp wechat tiktok snapchat paypal ebay iphone ipad ipod imac icloud
  itunes imessage macos ios ipados watchos macbook airpods airbnb airdrop facetime playstation xbox blackberry thinkpad
  fedex mastercard doordash hellofresh kitkat soundcloud deviantart duckduckgo wordpress hubspot salesforce quickbooks
  turbotax servicenow onedrive onenote powerpoint sharepoint powershell powerbi outlook javascript typescript coffeescript
  nodejs vscode intellij pycharm webstorm phpstorm jetbrains graphql postgresql mysql sqlite nosql mongodb dynamodb mariadb
  couchdb cockroachdb influxdb clickhouse bigquery rabbitmq elasticsearch opensearch cloudflare cloudfront digitalocean
  openai chatgpt deepmind pytorch tensorflow numpy scipy openssl openvpn wireguard devops mlops saas paas iaas iot wifi hifi
  scifi lofi latex bibtex phd bsc msc llm ebook email ecommerce kwh kcal dbm ph
  mp3 mp4 utf8 sha1 sha256 md5 ipv4 ipv6 es6 ec2 h264 h265 x86 x64 oauth2 base64 gpt3 gpt4 2fa mfa k8s i18n l10n covid19 ps4
  ps5 usb2 usb3 web3 log4j 4x4 n95 win10 win11 html5 css3 python3 b2b b2c p2p r2d2 c3po`,
);

// ── units

/** Units that are used both with "m" for thousandths and with "M" for millions. */
const MILLI_AND_MEGA = "W V A Hz J N Pa F H C S T Wh eV VA Sv Gy Bq Ω m s g bar".split(" ");
const PICO_AND_PETA = "F W J".split(" ");
/**
 * Symbols that their case alone tells apart: metres and millions, seconds and siemens, tonnes and tesla, hours and
 * henries, megalitres and millilitres, bits and bytes.
 */
const BY_THEMSELVES = "m M s S t T h H ML Mb Gb Tb Pb MBps GBps TBps".split(" ");
const TWO_READINGS: ReadonlySet<string> = new Set([
  ...["m", "M"].flatMap((prefix) => MILLI_AND_MEGA.map((unit) => prefix + unit)),
  ...["p", "P"].flatMap((prefix) => PICO_AND_PETA.map((unit) => prefix + unit)),
  ...BY_THEMSELVES,
]);
/** Other units have one reading in any spelling: 5 GHz and 5 ghz are the same. */
const ONE_READING: ReadonlySet<string> = new Set(
  ["", "k", "G", "T", "n", "μ", "u", "c", "d", "h"].flatMap((prefix) =>
    [...MILLI_AND_MEGA, "B", "L", "l", "b", "Wp", "Ah", "bps", "mol", "K", "M"].map((unit) =>
      foldCase(prefix + unit),
    ),
  ),
);

// ── words

const AMOUNT = /^([-+]?[\d.,]*\d)(\p{L}+)$/u;
/** A unit per another unit, with or without its number in front: "MB/s". */
const RATE = /^([-+]?(?:[\d.,]*\d)?)(\p{L}+)\/(\p{L}+)$/u;
const NUMBERED = /^(?:\p{Lu}{1,3}|\p{Ll}{1,3})\p{N}+$/u;
const ORDINAL = /^\d+(?:st|nd|rd|th|s)$/i;
const PARTS = /[\p{L}\p{M}\p{N}]+/gu;
const DIGIT = /\p{N}/u;
const LETTER = /\p{L}/gu;
const INNER_CAPITAL = /.\p{Lu}/u;
const SMALL = /\p{Ll}/u;
const SHORT_FORMS = /^\p{Lu}{2,}s$/u;
const FAMILY_NAME = /^(?:Mc|Mac|De|Del|Di|Da|Du|La|Le|Van|Von|Fitz|St)\p{Lu}\p{Ll}+$/u;
const WITHOUT_CASE = /:\/\/|@|^#/;

/** The token's text as it counts for sameness: folded, unless its case carries meaning. */
export function casedText(tokens: readonly Token[], at: number): string {
  const token = tokens[at] as Token;
  // Most words are written in small letters.
  return token.raw === token.text ? token.text : readCase(token, at === 0 ? undefined : tokens[at - 1]);
}

export function casedTexts(tokens: readonly Token[], from = 0, to = tokens.length): string[] {
  const texts: string[] = [];
  for (let i = from; i < to; i++) {
    const token = tokens[i] as Token;
    texts.push(token.raw === token.text ? token.text : readCase(token, i === 0 ? undefined : tokens[i - 1]));
  }
  return texts;
}

function readCase({ text, raw, kind }: Token, before: Token | undefined): string {
  if (before !== undefined && before.kind === "number" && TWO_READINGS.has(raw)) return raw;
  const rate = raw.includes("/") && foldCase(raw) === text ? RATE.exec(raw) : null;
  if (rate !== null && (rate[1] !== "" || before?.kind === "number"))
    return `${rate[1]}${unitText(rate[2] as string)}/${unitText(rate[3] as string)}`;
  if ((kind !== "word" && kind !== "number") || raw.length !== text.length || !mayBeCode(raw)) return text;
  if (WELL_KNOWN.has(text) || ONE_READING.has(text) || foldCase(raw) !== text) return text;
  return isCode(raw) ? raw : text;
}

function unitText(raw: string): string {
  return isCasedUnit(raw) ? raw : foldCase(raw);
}

/**
 * Does its case tell which of two units it is? A single letter after a number does not count; it may be part of a name.
 */
export function isCasedUnit(raw: string): boolean {
  return raw.length > 1 && TWO_READINGS.has(raw);
}

/** A quick no for most words: those in small letters after the first one. */
function mayBeCode(raw: string): boolean {
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i);
    const isCapital = code >= 0x41 && code <= 0x5a;
    if (code >= 0x80 || (code >= 0x30 && code <= 0x39) || (isCapital && i > 0)) return true;
  }
  return false;
}

/** Is it a code, so that a different case makes it a different thing? */
function isCode(raw: string): boolean {
  if (WITHOUT_CASE.test(raw) || isWellKnown(raw)) return false;
  return (raw.match(PARTS) ?? []).some(isCodePart);
}

function isCodePart(part: string): boolean {
  if (isWellKnown(part)) return false;
  if (DIGIT.test(part)) {
    const [, , unit = ""] = AMOUNT.exec(part) ?? [];
    const isPlain = ORDINAL.test(part) || NUMBERED.test(part) || ONE_READING.has(foldCase(unit));
    return !isPlain && (part.match(LETTER)?.length ?? 0) > 1;
  }
  if (!INNER_CAPITAL.test(part) || !SMALL.test(part)) return false;
  return !SHORT_FORMS.test(part) && !FAMILY_NAME.test(part) && !ONE_READING.has(foldCase(part));
}

function isWellKnown(word: string): boolean {
  const folded = foldCase(word);
  return WELL_KNOWN.has(folded) || (folded.endsWith("s") && WELL_KNOWN.has(folded.slice(0, -1)));
}
