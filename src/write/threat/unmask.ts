/**
 * What would a model read here? Undoes the usual disguises, so that the patterns see plain letters:
 * compatibility forms (fullwidth, mathematical, circled), accents, invisible characters, look-alike letters of
 * other scripts, Unicode tags, HTML entities, percent- and backslash-escapes. Whole texts in another coding are
 * opened in `encoded.ts`.
 *
 * Every character of the result knows where it came from. Letter case stays: key shapes need it.
 * It judges nothing, and it is lossy on purpose: never store or show its result.
 */
export type Unmasked = {
  readonly text: string;
  /** `at(i)`: where in the content the i-th unit of `text` comes from. */
  readonly at: (index: number) => number;
};

/** Escapes of escapes are undone so many times; a deeper nest is no longer text that a model reads. */
const MAX_ROUNDS = 3;
const MAX_ESCAPE_CHARS = 12;
/**
 * Neither plain ASCII nor of a script that has one form only, or the first character of an escape. Matches one
 * unit: the loop counts on it.
 */
const NEEDS_WORK = /[^\t\n\r -~\u3041-\u30FF\u4E00-\u9FFF]|[&%\\]/;

export function unmask(content: string): Unmasked {
  let current: Unmasked = { text: content, at: (index) => index };
  for (let round = 0; round < MAX_ROUNDS && NEEDS_WORK.test(current.text); round++) {
    const next = unmaskOnce(current.text);
    const before = current;
    current = { text: next.text, at: (index) => before.at(next.at(index)) };
    if (!next.hadEscapes) break;
  }
  return current;
}

/** Copies what is plain in runs; only the rest is looked at, character by character. */
function unmaskOnce(content: string): Unmasked & { readonly hadEscapes: boolean } {
  const parts = new Parts();
  const special = new RegExp(NEEDS_WORK, "g");
  let hadEscapes = false;
  let end = 0;
  while (special.test(content)) {
    const at = special.lastIndex - 1;
    parts.push(content.slice(end, at), end);
    const escaped = readEscape(content, at);
    const char = escaped?.char ?? String.fromCodePoint(content.codePointAt(at) ?? 0);
    parts.push(plainOf(char), at);
    hadEscapes ||= escaped !== undefined;
    end = at + (escaped?.length ?? char.length);
    special.lastIndex = end;
  }
  parts.push(content.slice(end), end);
  return { ...parts.joined(), hadEscapes };
}

/** Text put together from parts, each of which remembers where it came from. */
class Parts {
  readonly #texts: string[] = [];
  readonly #starts: number[] = [];
  readonly #origins: number[] = [];
  #length = 0;

  push(text: string, origin: number): void {
    if (text === "") return;
    const last = this.#texts.length - 1;
    const lastText = this.#texts[last];
    if (lastText !== undefined && origin === (this.#origins[last] ?? 0) + lastText.length) {
      this.#texts[last] = lastText + text;
      this.#length += text.length;
      return;
    }
    this.#texts.push(text);
    this.#starts.push(this.#length);
    this.#origins.push(origin);
    this.#length += text.length;
  }

  joined(): Unmasked {
    return { text: this.#texts.join(""), at: (index) => this.#originOf(index) };
  }

  /** By bisection. Inside a part that is longer or shorter than its origin this is near, not exact. */
  #originOf(index: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= index) low = middle;
      else high = middle;
    }
    return (this.#origins[low] ?? 0) + index - (this.#starts[low] ?? 0);
  }
}

// ── one character

/** Invisible, no character at all, or a mark upon another letter. */
const UNSEEN =
  /[\p{Cf}\p{M}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{115F}\u{1160}\u{3164}\u{FFA0}]/u;
const CONTROL = /[^\P{Cc}\t\n\r]/u;

/** Plain letters of the characters that were looked at so far: an alphabet's letters come again and again. */
const PLAIN = new Map<string, string>();
const MAX_PLAIN = 4_096;

function plainOf(char: string): string {
  const known = PLAIN.get(char);
  if (known !== undefined) return known;
  const plain = plainLetter(char);
  if (PLAIN.size >= MAX_PLAIN) PLAIN.clear();
  PLAIN.set(char, plain);
  return plain;
}

/** A few characters stand for whole phrases; they would let a short text grow. */
const MAX_EXPANDED_CHARS = 6;

function plainLetter(char: string): string {
  if (!NEEDS_WORK.test(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  if (code >= 0xe0020 && code <= 0xe007e) return String.fromCharCode(code - 0xe0000);
  if (UNSEEN.test(char) || CONTROL.test(char)) return "";
  if (code >= 0x1f1e6 && code <= 0x1f1ff) return String.fromCharCode(code - 0x1f1e6 + 0x41);
  const parts = char.normalize("NFKD");
  if (parts.length > MAX_EXPANDED_CHARS) return " ";
  return Array.from(parts, (part) => LOOK_ALIKES.get(part) ?? part)
    .filter((part) => !UNSEEN.test(part))
    .join("");
}

/**
 * Letters drawn like a Latin one, which compatibility forms do not cover: Latin letter, then its doubles in
 * Cyrillic, Greek, Armenian, Cherokee, small capitals and phonetic letters.
 */
const DOUBLES = `
  a аɑαᴀ  b ЬВβʙᖯ  c сϲᴄⅽ  d ԁɗᴅⅾ  e еєεᴇҽɘ  f ƒꜰϝ  g ɡɢԍց  h һհʜ  i іιɪıӏꙇ  j јϳᴊ  k кκᴋ  l ʟⅼℓ  m мᴍⅿ
  n пոɴη  o оοσᴏօଠ  p рρᴘ  q ԛգ  r гʀᴦ  s ѕꜱʂ  t тτᴛ  u υսᴜʋц  v ѵνᴠⅴ  w ԝωᴡɯ  x хχ×ⅹ  y уγүʏ  z ʐᴢζ
  A АΑᎪ  B Β  C СϹᏟ  E ЕΕᎬ  H НΗᎻ  I ІΙӀᏆ  J ЈᎫ  K КΚᏦ  M МΜᎷ  N Ν  O ОΟ  P РΡᏢ  S ЅᏚ  T ТΤᎢ  X ХΧ  Y ҮΥУ  Z ΖᏃ
  ss ßẞ  l łƚ  o ø  d đð  ae æ  oe œ  ' ’‘ʼ´  - ‐‑‒–—−  . 。．  : ：`;

export const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Array.from(DOUBLES.trim().matchAll(/(\S+) (\S+)/g), ([, latin = "", doubles = ""]) =>
    Array.from(doubles, (double): [string, string] => [double, latin]),
  ).flat(),
);

// ── escapes

const ESCAPE =
  /&(?:#(?<decimal>\d{1,7})|#x(?<hex>[0-9a-f]{1,6})|(?<named>amp|lt|gt|quot|apos|nbsp|shy|zwnj|zwj|lowbar|period|colon|excl|sol));?|%(?<percent>[2-7][0-9a-f])|\\u\{(?<brace>[0-9a-f]{1,6})\}|\\u(?<four>[0-9a-f]{4})|\\x(?<two>[0-9a-f]{2})|\\(?<control>[nrt])/iy;
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", shy: "\u{AD}", zwnj: "\u{200C}" },
  ...{ zwj: "\u{200D}", lowbar: "_", period: ".", colon: ":", excl: "!", sol: "/" },
};

function readEscape(content: string, at: number): { char: string; length: number } | undefined {
  const first = content.charCodeAt(at);
  if (first !== 0x26 && first !== 0x25 && first !== 0x5c) return undefined;
  ESCAPE.lastIndex = 0;
  const match = ESCAPE.exec(content.slice(at, at + MAX_ESCAPE_CHARS));
  if (!match?.groups) return undefined;
  const { decimal, named, control, hex, percent, brace, four, two } = match.groups;
  const digits = hex ?? percent ?? brace ?? four ?? two ?? "";
  const code = decimal ? Number(decimal) : Number.parseInt(digits, 16);
  const spelt = named ? NAMED[named.toLowerCase()] : control && "\n";
  const char = spelt ?? (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "");
  return { char, length: match[0].length };
}
