/**
 * By which terms can a text be found, and what kind of statement is it?
 *
 * Terms are the stems of words that carry meaning, runs of letters and of digits within a word, bigrams for scripts
 * without spaces, and dates in one form. Facts and queries are analysed in the same way. `ANALYSER_VERSION` (in
 * `sameness/canonical.ts`) is its version; an index made by another version is rebuilt.
 */
import { MONTH_NAMES, readDates } from "../values/dates.ts";
import { readNumberWords } from "../values/number-words.ts";
import { PEOPLE } from "../values/people.ts";
import { isNameWord, TITLES } from "./name-words.ts";
import { type Language, stem, withoutAccents } from "./stems.ts";
import { isAnyStopWord, languageOf, stopWordsOf } from "./stop-words.ts";
import type { Token } from "./token.ts";
import { listsOf, listWords } from "./word-lists.ts";
import { hasCapital, tokenize } from "./words.ts";

/** A name is indexed a second time with this prefix, to say that the fact is about whoever bears it. */
export const ABOUT = "@";

export interface Analysis {
  readonly language: Language | undefined;
  /** In order. Positions also count the words that are left out. */
  readonly terms: readonly Term[];
  /** Names of the people and things that the text is about, folded; not of people it addresses. */
  readonly names: readonly string[];
  /** It is in the first person. */
  readonly isFirstPerson: boolean;
  /** The text says when. */
  readonly isTimed: boolean;
  /** How much of the text asks instead of stating, from 0 to 1. */
  readonly askingShare: number;
}

export interface Term {
  /** The stem. */
  readonly text: string;
  /** The word, folded. */
  readonly word: string;
  readonly position: number;
}

const FIRST_PERSON = listWords(
  `i me my mine myself im ive id ill we us our ours ich mich mir mein meine meinen meinem meiner wir uns unser
  unsere je j moi mon ma mes nous notre nos yo mi mis conmigo nosotros nuestro nuestra io mio mia miei noi eu meu
  minha nós ik mijn wij ons jag mig min mitt mina jeg mit minä minun я меня мне мой моя мои мы нас наш`.split(
    /\s+/,
  ),
);
const TIME_WORDS = listWords(
  `yesterday today tomorrow tonight ago last next week weeks month months year years weekend recently morning
  evening monday tuesday wednesday thursday friday saturday sunday january february march april june july august
  september october november december gestern heute morgen letzte letzten letzter nächste woche monat jahr hier
  demain semaine mois année ayer hoy mañana semana mes año ieri oggi domani settimana mese anno`.split(/\s+/),
);
/** Is in the place of the lists of a word that is somebody's name here. */
const NAME = listWords();
const GREETINGS = new Set("hey hi hello thanks dear wow oh thank hallo hola ciao bonjour salut".split(" "));
const ARTICLES = new Set("a an the this that each every".split(" "));
/** "Tom drives mine", "Tom borrowed mine". */
const VERB_END = /(?:ed|s)$/;
const ISO_DAY = /^(\d{4})-(\d\d)-\d\d$/;
const YEAR = /^(?:19|20)\d\d$/;
const PART = /[\p{L}\p{M}\p{N}]+/gu;
const SIMPLE = /^[a-z]+$/;
const LETTERS_AND_DIGITS = /\p{L}(?=\p{N})|\p{N}(?=\p{L})/u;
/** A run of digits or of letters; one letter says nothing ("k8s" and "k9s" have "k" and "s" in common). */
const RUN = /\p{N}+|[\p{L}\p{M}]{2,}/gu;
/** "3rd" is not "3". */
const ORDINAL = /^\d+(?:st|nd|rd|th)$/;
const CYRILLIC = /\p{Script=Cyrillic}/u;
const GROUP_COMMA = /,(?=\d{3})/g;
/** A longer question states something before it asks. */
const MAX_ASKING_CHARS = 100;
/** Longer words are noise, or an attempt to fill the dictionary. */
const MAX_TERM_CHARS = 64;
/** Terms of one text. Given the limit on a fact's text, only a text made of tiny words has more. */
const MAX_TERMS = 4_000;

const NO_NAMES: readonly string[] = [];

/** Analyses a text. Pass `language` if it is known better than the text can tell. */
export function analyse(text: string, language?: Language): Analysis {
  const tokens = readDates(readNumberWords(tokenize(text)));
  const words = tokens.map(wordOf);
  const lists = tokens.map(({ text, lists }, i) => {
    if (isNameWord(tokens, i)) return NAME;
    return words[i] === text ? lists : listsOf(words[i] as string);
  });
  const own = language ?? languageOf(lists) ?? (CYRILLIC.test(text) ? "ru" : undefined);
  const reader = new Reader(own ?? "en");
  for (let i = 0; i < tokens.length && reader.terms.length < MAX_TERMS; i++)
    reader.take(tokens, i, words[i] as string, lists[i] as number);
  const { terms, isFirstPerson, isTimed } = reader;
  return {
    language: own,
    terms,
    names: reader.names === undefined ? NO_NAMES : [...reader.names],
    isFirstPerson,
    isTimed,
    askingShare: askingShareOf(text),
  };
}

/** Names in the form in which `analyse` gives them: "Anna-Lena Groß" is "anna", "lena" and "gross". */
export function nameParts(name: string): readonly string[] {
  return tokenize(name).flatMap((token) => (token.kind === "word" ? partsOf(wordOf(token)) : []));
}

class Reader {
  readonly terms: Term[] = [];
  names: Set<string> | undefined;
  isFirstPerson = false;
  isTimed = false;
  private position = 0;
  private readonly language: Language;
  /** The list of words that are left out in this language. */
  private readonly dropped: number;

  constructor(language: Language) {
    this.language = language;
    this.dropped = stopWordsOf(language);
  }

  /** Takes the token at `at`. `word` is its folded word, and `lists` are the word lists that contain that word. */
  take(tokens: readonly Token[], at: number, word: string, lists: number): void {
    const token = tokens[at] as Token;
    const position = this.position++;
    if (token.kind === "unspaced") this.takeUnspaced(token.text);
    else if (token.kind === "number") this.takeNumber(word, position);
    else if (token.kind === "date" || token.kind === "time") this.takeDate(token.text, position);
    else if (token.raw === "May" && at > 0 && lists !== NAME) {
      this.isTimed = true;
      this.push(stem("may", "en"), "may", position);
    } else if (token.kind === "word" || token.kind === "unit") {
      if ((lists & FIRST_PERSON) !== 0 && !isPit(tokens, at)) this.isFirstPerson = true;
      if ((lists & TIME_WORDS) !== 0) this.isTimed = true;
      if (hasCapital(token.raw) && (lists & this.dropped) === 0 && isNamed(tokens, at)) this.takeName(word);
      this.takeWord(word, position, lists);
    }
  }

  private takeName(word: string): void {
    this.names ??= new Set();
    for (const part of partsOf(word)) this.names.add(withoutAccents(part));
  }

  private takeWord(word: string, position: number, lists: number): void {
    if (SIMPLE.test(word)) {
      if ((lists & this.dropped) === 0) this.push(stem(word, this.language), word, position);
      return;
    }
    for (const part of partsOf(word)) {
      if ((listsOf(part) & this.dropped) !== 0) continue;
      this.push(stem(part, this.language), part, position);
      if (!LETTERS_AND_DIGITS.test(part) || ORDINAL.test(part)) continue;
      for (const run of part.match(RUN) ?? []) this.push(stem(run, this.language), run, position);
    }
  }

  private takeNumber(text: string, position: number): void {
    const digits = text.replace(GROUP_COMMA, "");
    if (YEAR.test(digits)) this.isTimed = true;
    if (LETTERS_AND_DIGITS.test(digits)) this.takeWord(digits, position, listsOf(digits));
    else this.push(digits, digits, position);
  }

  /** Indexes the date in one form and also its parts, because a question may name only the month. */
  private takeDate(text: string, position: number): void {
    this.isTimed = true;
    this.push(text, text, position);
    const iso = ISO_DAY.exec(text);
    const parts = iso ? [iso[1] as string, MONTH_NAMES[Number(iso[2]) - 1] as string] : text.split(" ");
    if (parts.length > 1) for (const part of parts) this.push(stem(part, "en"), part, position);
  }

  private takeUnspaced(run: string): void {
    const characters = [...run];
    if (characters.length === 1) this.push(run, run, this.position - 1);
    for (let i = 1; i < characters.length; i++) {
      const pair = `${characters[i - 1]}${characters[i]}`;
      this.push(pair, pair, this.position++ - 1);
    }
  }

  private push(text: string, word: string, position: number): void {
    if (text.length <= MAX_TERM_CHARS && this.terms.length < MAX_TERMS)
      this.terms.push({ text, word, position });
  }
}

/** The folded word, without the apostrophe of a genitive or a contraction. */
function wordOf({ text }: Token): string {
  if (!text.includes("'")) return text;
  return text.endsWith("'s") ? text.slice(0, -2) : text.replaceAll("'", "");
}

function partsOf(word: string): readonly string[] {
  return SIMPLE.test(word) ? [word] : (word.match(PART) ?? []);
}

/** Does a word with a capital name whom or what the text is about? */
function isNamed(tokens: readonly Token[], at: number): boolean {
  return !TITLES.has((tokens[at] as Token).text) && !isAddressed(tokens, at);
}

const WORDS_OF_RELATION = 4;

/** "Delia, my wife, teaches": who it is stands between commas. */
function isExplained(tokens: readonly Token[], at: number): boolean {
  const possessive = tokens[at + 1];
  if (possessive === undefined || !isAnyStopWord(possessive.text)) return false;
  for (let i = at + 2; i <= at + 1 + WORDS_OF_RELATION && tokens[i]?.before === ""; i++)
    if (PEOPLE.has((tokens[i] as Token).text)) return tokens[i + 1]?.before === ",";
  return false;
}

/** "The salt mine" is nobody's. */
function isPit(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.text !== "mine") return false;
  const { text, kind } = tokens[at - 1] ?? {};
  if (text === undefined || kind !== "word") return false;
  return ARTICLES.has(text) || (!isAnyStopWord(text) && !VERB_END.test(text));
}

/** "Thanks, Anna!": Anna is spoken to, not about. */
function isAddressed(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  if (next !== undefined && (next.before === "" || isExplained(tokens, at))) return false;
  const token = tokens[at] as Token;
  const previous = tokens[at - 1];
  if (previous === undefined || GREETINGS.has(previous.text)) return true;
  return token.before !== "" && !TITLES.has(previous.text);
}

/** The share of characters in short sentences that end with a question mark. */
function askingShareOf(text: string): number {
  if (!text.includes("?") || text.length === 0) return 0;
  let asking = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (sign !== "." && sign !== "!" && sign !== "?" && sign !== "\n") continue;
    if (sign === "?" && i - start < MAX_ASKING_CHARS) asking += i + 1 - start;
    start = i + 1;
  }
  return asking / text.length;
}
