/**
 * Does the text hold something that a person does not see? Looks at the content as it is, before unmasking.
 *
 * Text that a web page conceals by style is ordinary letters: the patterns read it like any other.
 * What ordinary text needs passes: joiners inside emoji and in scripts that use them, one variation selector
 * after its character, the three flags spelt with tags, a byte order mark at the start, soft hyphens,
 * right-to-left marks beside right-to-left letters.
 */
import type { Threat } from "./kind.ts";
import { LOOK_ALIKES } from "./unmask.ts";

type Sight = {
  readonly why: string;
  /** Global, Unicode-aware, with bounded repetition before anything that can fail. */
  readonly pattern: RegExp;
  /** So many places are needed; one stray character survives many a copy and paste. */
  readonly atLeast?: number;
  readonly unless?: RegExp;
};

const SIGHTS: readonly Sight[] = [
  { why: "holds Unicode tag characters, which nobody sees", pattern: /[\u{E0000}-\u{E007F}]/gu },
  { why: "reverses the direction of its text by force", pattern: /[\u202D\u202E]/g },
  {
    why: "turns text right-to-left where no right-to-left letter stands",
    pattern: /[\u202B\u2067]/g,
    unless: /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u,
  },
  {
    why: "holds a run of invisible characters",
    pattern: /[\u034F\u200B-\u200F\u2060-\u2064\u180E\u115F\u1160\u3164\uFFA0\uFEFF]{3}/g,
  },
  {
    why: "hides invisible characters inside words",
    pattern: /(?<=[A-Za-z])[\u034F\u200B-\u200D\u2060-\u2064\u180E\uFEFF](?=[A-Za-z])/g,
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
  return mixed === undefined
    ? seen
    : [
        ...seen,
        { kind: "hidden-text", why: "mixes look-alike letters of two scripts in one word", at: mixed },
      ];
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
