/**
 * How does a fact's text stand in a prompt without being taken for anything but text?
 *
 * A fact may come from anywhere. Here it becomes one line that cannot end its wrapper, open a heading, a fence, a link
 * or an image, speak in a role, control a terminal or hide something. Characters that could do so are replaced by
 * look-alikes that a person and a model read the same, or dropped if they are invisible anyway. Everything else stays
 * as it was said: "arr[0]", "a < 5", "C#" and "--quick" survive.
 *
 * It judges nothing: an order in plain words stays one, and its line says where it comes from (`line.ts`). In the words
 * of others, addresses are changed as well, so that neither a click nor a program that fetches links can follow them. A
 * person and a model can still read where they lead.
 */

/** Escape sequences for a terminal: colours, titles, cursor moves; also with the eight-bit introducers. */
const [ESC, CSI, OSC, DCS, ST, BELL] = ["\u001b", "\u009b", "\u009d", "\u0090", "\u009c", "\u0007"];
const TERMINAL = new RegExp(
  `(?:${ESC}\\[|${CSI})[0-?]*[ -/]*[@-~]` +
    `|(?:${ESC}[\\]PX^_]|[${OSC}${DCS}])[^${BELL}${ESC}${ST}]{0,1000}(?:${BELL}|${ESC}\\\\|${ST}|$)` +
    `|${ESC}[ -/]*[0-~]`,
  "g",
);

/** Joiners that carry meaning: inside an emoji, and between letters of scripts that write with them. */
const JOINER_KEPT =
  /(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Sinhala}\p{Script=Malayalam}\p{Script=Kannada}\p{Script=Telugu}\p{Script=Tamil}\p{M}])[\u200c\u200d](?=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Sinhala}\p{Script=Malayalam}\p{Script=Kannada}\p{Script=Telugu}\p{Script=Tamil}])|(?<=\p{Emoji})\ufe0f/gu;
const UNSEEN = /[\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u;
/** Line ends of every kind are white space, too, and so is braille's blank; control characters stand for a space. */
const BLANK = /[\p{Cc}\s\u0085\u2028\u2029\u2800]+/gu;
const PLAIN = /^[ -~]*$/;
/** More than four combining marks on one letter would cover the lines around it. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** What opens or ends something other than text, and the harmless look-alike. Applied in this order. */
const OPENERS: readonly (readonly [RegExp, string])[] = [
  // Tags, comments, <|special tokens|>; "a < 5" and "<=" are comparisons, and stay.
  [/<(?! ?[\d=.-]| ?$)/g, "‹"],
  // &lt; would become a tag again wherever entities are decoded.
  [/&(?=#?\w{1,31};)/g, "＆"],
  // Code fences.
  [/`{3,}|~{3,}/g, "'''"],
  // Headings, also where a line end stood before them.
  [/#{2,}/g, "＃"],
  // Horizontal rules and front matter.
  [/-{3,}/g, "—"],
  [/={3,}/g, "＝"],
  [/\*{3,}|_{3,}/g, "∗"],
  // Links, images, footnotes, references.
  [/!(?=\[)/g, "! "],
  [/\](?=[([:])/g, "] "],
  // [INST], [/INST], [system]: a role in brackets.
  [/\[(?= ?(?:\/|\^|!|#|(?:inst|sys|system|assistant|user|human|developer|tool|end|begin)\b))/gi, "("],
  // Templates that the host might fill in later.
  [/\{(?=[{%#])/g, "{ "],
  [/\}(?=\})/g, "} "],
  [/\$(?=\{)/g, "$ "],
  // A forged speaker: "System:", "### Assistant :", "Human：".
  [
    /\b(system|assistant|user|human|developer|tool|function|model|ai|bot|chatgpt|claude|instructions?|prompt|response)( ?(?:prompt|message|note|instructions?)? ?)[:：](?!\/\/)/gi,
    "$1$2∶",
  ],
];

/** What has a meaning only at the beginning of a line: quotes, bullets, headings, our own marks. */
const AT_START: readonly (readonly [RegExp, string])[] = [
  [/^(?:[-*+>|•]\s+|>+)+/, ""],
  [/^#/, "＃"],
  [/^\[/, "("],
];

/** Removing one thing may join two others, so the steps are repeated until nothing changes. */
const MAX_ROUNDS = 16;

/** One line that can be nothing but text. Empty if nothing of it is visible. */
export function neutralise(text: string): string {
  let line = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = line;
    line = neutraliseOnce(before);
    if (line === before) break;
  }
  return line;
}

/** The same for the words of others: addresses are defanged, too. */
export function neutraliseForeign(text: string): string {
  return defang(neutralise(text));
}

/** `https://example.com` becomes `hxxps://example[.]com`, `mailto:` becomes `mailto[:]`. */
function defang(line: string): string {
  if (!/[.:：]/.test(line)) return line;
  return line
    .replace(ACTIVE_SCHEME, "$1[:]")
    .replace(ADDRESS, (_, scheme: string, host: string, rest: string) => {
      const name = scheme.toLowerCase().replace("tt", "xx");
      return `${name === "ftp" ? "fxp" : name}://${host.replaceAll(".", "[.]")}${rest}`;
    })
    .replace(OTHER_SCHEME, "$1[:]//")
    .replace(BARE_HOST, (host) => host.replaceAll(".", "[.]"));
}

/** Opens a program or holds the content itself. */
const ACTIVE_SCHEME = /\b(mailto|javascript|vbscript|data|tel|sms|file|blob)[:：](?=[^\s])/gi;
const ADDRESS = /\b(https?|ftp)[:：]\/\/([^\s/?#"'<>()[\]]{0,253})([/?#]?)/gi;
/** Whatever else a program is registered for. Those above have lost their colon or keep it in brackets. */
const OTHER_SCHEME = /\b(?!hxxps?:|fxp:)([a-z][a-z0-9+-]{1,30})[:：]\/\//gi;
/** A host without a scheme, which many programs make a link of: by "www", by a common ending, or by a path behind it. */
const BARE_HOST =
  /(?<![\w@.\]-])(?:www\.(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}|(?:[a-z0-9-]{1,63}\.){1,4}(?:com|net|org|io|ru|cn|xyz|site|app|dev|co|info|biz|gg|top|online|tk|ai|me|link|click|shop|example)|(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}(?=\/))(?![\w.-]*[\w-])/gi;

function neutraliseOnce(text: string): string {
  // Blanks first: the patterns rely on single spaces.
  let line = (PLAIN.test(text) ? text : withoutUnseen(text)).replace(BLANK, " ");
  for (const [opener, harmless] of OPENERS) line = line.replace(opener, harmless);
  line = line.replace(BLANK, " ").trim();
  for (const [opener, harmless] of AT_START) line = line.replace(opener, harmless);
  return line.trim();
}

function withoutUnseen(text: string): string {
  const visible = text.toWellFormed().replace(TERMINAL, "").replace(BLANK, " ");
  if (!UNSEEN.test(visible)) return visible.replace(PILED_MARKS, "$1");
  const kept = new Set(Array.from(visible.matchAll(JOINER_KEPT), (match) => match.index));
  let out = "";
  let at = 0;
  for (const char of visible) {
    if (kept.has(at) || !UNSEEN.test(char)) out += char;
    at += char.length;
  }
  return out.replace(PILED_MARKS, "$1");
}
