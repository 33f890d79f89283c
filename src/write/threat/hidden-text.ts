/**
 * Does the text hold something that a person does not see? Looks at the content as it is, before unmasking.
 *
 * Text that a web page conceals by style is ordinary letters: the patterns read it like any other.
 * What ordinary text needs passes: joiners inside emoji and in scripts that use them, one variation selector
 * after its character, the three flags spelt with tags, a byte order mark at the start, soft hyphens,
 * right-to-left marks beside right-to-left letters.
 */
import type { Threat } from "./kind.ts";
import { LOOK_ALIKES, unmask } from "./unmask.ts";

type Sight = {
  readonly why: string;
  /** Global, Unicode-aware, with bounded repetition before anything that can fail. */
  readonly pattern: RegExp;
  /** So many places are needed; one stray character survives many a copy and paste. */
  readonly atLeast?: number;
  readonly unless?: RegExp;
};

/**
 * Shows nothing, or stands for nothing. Not the upper control characters (a text in a wrong encoding is full of them),
 * and not what begins colours on a terminal. Variation selectors have a rule of their own.
 */
const UNSEEN =
  "(?![\\t\\n\\v\\f\\r\\u001B\\u0080-\\u009F\\uFE00-\\uFE0F])[\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}]";

const SIGHTS: readonly Sight[] = [
  { why: "holds Unicode tag characters, which nobody sees", pattern: /[\u{E0000}-\u{E007F}]/gu },
  { why: "reverses the direction of its text by force", pattern: /[\u202D\u202E]/g },
  {
    why: "turns text right-to-left where no right-to-left letter stands",
    pattern: /[\u202B\u2067]/g,
    unless: /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u,
  },
  { why: "holds a run of invisible characters", pattern: new RegExp(`(?:${UNSEEN}){3}`, "gu") },
  {
    why: "holds code points that stand for no character",
    pattern: /\p{Noncharacter_Code_Point}/gu,
    atLeast: 2,
  },
  {
    why: "holds a row of blanks that look like nothing, in which text can be coded",
    pattern: /(?:\u2800[ \u00A0\u2000-\u200F\u2060-\u2064\uFEFF]{0,3}){4}/g,
    unless: /[\u2801-\u28FF]/,
  },
  {
    why: "holds marks of musical notation where there is no note",
    pattern: /[\u{1D173}-\u{1D17A}]/gu,
    unless: /[\u{1D157}-\u{1D164}]/u,
  },
  { why: "hides an annotation between the lines", pattern: /[\uFFF9-\uFFFB]/g },
  {
    why: "hides invisible characters inside words",
    pattern: new RegExp(`(?<=[A-Za-z])(?!\\u00AD)${UNSEEN}(?=[A-Za-z])`, "gu"),
    atLeast: 3,
  },
  { why: "holds a run of variation selectors", pattern: /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{2}/gu },
  { why: "conceals text from a terminal", pattern: /\p{Cc}\[(?:\d{1,3};){0,4}8(?:;\d{1,3}){0,4}m/gu },
];

/** England, Scotland and Wales: a black flag, the region in tags, and the cancel tag. */
const TAG_FLAGS =
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu;
const PLAIN = /^[\t\n\r -~]*$/;
/** Latin letters with accents too. */
const ACCENTED = /^[\t\n\r -~\u00C0-\u024F]*$/;
/** As long as a flag, and seen. */
const FLAG_STAND_IN = "x".repeat(14);

export function findHiddenText(content: string): readonly Threat[] {
  if (PLAIN.test(content) || (ACCENTED.test(content) && !/\p{Cc}\[/u.test(content))) return [];
  const text = content.replace(TAG_FLAGS, FLAG_STAND_IN);
  const seen = SIGHTS.flatMap(({ why, pattern, atLeast = 1, unless }): readonly Threat[] => {
    const places = text.matchAll(pattern);
    const first = places.next().value;
    if (!first) return [];
    for (let count = 1; count < atLeast; count++) if (places.next().done) return [];
    return unless?.test(text) ? [] : [{ kind: "hidden-text", why, at: first.index }];
  });
  const mixed = findMixedWord(text);
  const role = findMaskedRole(text);
  return [
    ...seen,
    ...(mixed === undefined ? [] : [hidden("mixes look-alike letters of two scripts in one word", mixed)]),
    ...(role === undefined ? [] : [hidden("writes the name of a role in look-alike letters", role)]),
  ];
}

function hidden(why: string, at: number): Threat {
  return { kind: "hidden-text", why, at };
}

/** What may be the name of a speaker: at the beginning of a line, before a colon. */
const SPEAKERS =
  /(?<=^|\n)[^\p{L}\n]{0,8}(?<name>[\p{L}\p{M}]{4,24})(?: [\p{L}\p{M}]{4,12})?\s?[:\uFF1A\uFE55]/gu;
const ROLES =
  /^(?:system|systeme|sistema|assistant|asistente|assistente|developer|admin|administrator|user|human|tool)$/i;
/** Latin letters and their accents are no disguise. */
const HONEST = /^[A-Za-z\u00C0-\u024F]+$/;

/** "SYSTEM:" in full-width letters, or in letters of another script that look like it. */
function findMaskedRole(text: string): number | undefined {
  for (const { 0: line, index, groups } of text.matchAll(SPEAKERS)) {
    const name = groups?.name ?? "";
    if (!HONEST.test(name) && ROLES.test(unmask(name).text)) return index + line.indexOf(name);
  }
  return undefined;
}

const WORDS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{4,}/gu;
const LATIN = /[A-Za-z]/;
const OTHER = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/**
 * A word that passes as Latin and is not: Latin letters, and look-alikes for the rest. "VIPы" and "kΩ" are
 * honest mixtures: their foreign letters look like themselves.
 */
function findMixedWord(text: string): number | undefined {
  if (!OTHER.test(text)) return undefined;
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    if (!LATIN.test(word) || !OTHER.test(word)) continue;
    if (Array.from(word).every((letter) => !OTHER.test(letter) || LOOK_ALIKES.has(letter))) return index;
  }
  return undefined;
}
