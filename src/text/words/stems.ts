/**
 * Which words are forms of the same word? The stemmer of the text's language decides.
 *
 * The stemmers come from a library (@orama/stemmers: Snowball's rules, 2 to 11 kB each). Each word is stemmed once and
 * the stem is kept: stemming takes about a microsecond, a look-up a twentieth of that.
 */
import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { regular } from "./irregular.ts";

export const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "fi", "ru"] as const;
export type Language = (typeof LANGUAGES)[number];

const STEMMERS: Readonly<Record<Language, (word: string) => string>> = {
  en: (word) => english(regular(word)),
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  sv: swedish,
  da: danish,
  no: norwegian,
  fi: finnish,
  ru: russian,
};

/** A longer string is not a word, and some stemmers take long over it. */
const MAX_STEMMED_CHARS = 40;
const MAX_KEPT = 100_000;
const ACCENTS = /[\u0300-\u036f]/g;
const PLAIN = /^[a-z0-9]*$/;

const kept = new Map<Language, Map<string, string>>();

/** The word must be in lower case. The stem has no accents. */
export function stem(word: string, language: Language): string {
  let known = kept.get(language);
  if (known === undefined || known.size > MAX_KEPT) {
    known = new Map();
    kept.set(language, known);
  }
  const before = known.get(word);
  if (before !== undefined) return before;
  const made = withoutAccents(word.length > MAX_STEMMED_CHARS ? word : STEMMERS[language](word) || word);
  known.set(word, made);
  return made;
}

/** The words of erased facts must not stay in the process's memory. */
export function forgetStems(): void {
  kept.clear();
}

export function withoutAccents(word: string): string {
  return PLAIN.test(word) ? word : word.normalize("NFD").replace(ACCENTS, "").normalize("NFC");
}
