/**
 * Does a text contain a statement, word for word?
 *
 * The whole statement must be there as consecutive whole words: "is 1234" is not in "is 12345". Case, punctuation,
 * spacing and Unicode form make no difference, and neither does anything that sameness evens out (short forms,
 * articles, spelling of numbers, order of plain lists).
 *
 * A few words may appear in another text by chance, so only a *telling* statement is searched for in other texts. It
 * has three words or more, two of them with a meaning of their own; or two such words, one of them a number or code; or
 * one long code. A shorter statement ("Yes", "tea") is found only in exact restatements.
 */

import { CURRENCIES, UNITS } from "../values/units.ts";
import { isAnyStopWord, isStopWord, languageOf } from "../words/stop-words.ts";
import { listsOf } from "../words/word-lists.ts";
import { foldCase, foldForms, spaceOut } from "../words/words.ts";
import { canonicalOf } from "./canonical.ts";
import { readStatement } from "./statement.ts";

/** A text in each of the spellings in which it is compared. */
export interface Spelled {
  /** Equal for texts that say the same. */
  readonly form: string;
  /** Its words with a space around each, in three spellings: as written, as read, and with its lists sorted. */
  readonly runs: readonly string[];
}

/** A statement that is searched for in other texts. */
export interface Statement extends Spelled {
  /** Which of the runs are telling. */
  readonly telling: readonly boolean[];
  /** A text that lacks these letters contains no spelling of the statement. */
  readonly anchor: string | undefined;
}

const LEAST_WORDS = 3;
const LEAST_MEANINGS = 2;
const CODE_CHARS = 4;
const LONG_CODE_CHARS = 8;
/** Two characters of a script without spaces count as about one word. */
const WORDS_PER_CHARACTER = 0.5;

const CHARS = "[\\p{L}\\p{M}\\p{N}]+";
/**
 * Signs inside one word: "Ann-Marie" is not "Ann", "12.50" is not 12, and the point of "example.com" does not end a
 * sentence.
 */
const INSIDE = "(?:['_@&-]|(?<=\\p{L})/(?=\\p{L})|(?<=\\p{N})[.,:/](?=\\p{N})|(?<=\\p{L})\\.(?=\\p{Ll}))";
/** "B-" is not "B". */
const GRADE = "(?<![\\p{L}\\p{M}\\p{N}])(?:[A-HJ-Za-hj-z]|[Aa][Bb])-(?![\\p{L}\\p{M}\\p{N}-])";
const WORD = new RegExp(
  `${GRADE}|(?:(?<![\\p{L}\\p{M}\\p{N}])-(?=\\p{N}))?${CHARS}(?:${INSIDE}${CHARS})*[+#%]*|[\\p{Sm}\\p{Sc}\\p{So}]`,
  "gu",
);
const LONG_DASH = /[\u2014\u2015]|--+/g;
/** A hyphen beside a letter: sameness reads "Ann-Marie" as two words, here it is one. */
const HYPHEN = /(?<=\p{L})-(?=[\p{L}\p{N}])|(?<=\p{N})-(?=\p{L})/gu;
const MEANS = /[\p{L}\p{N}]/u;
const DIGIT = /\p{N}/u;
const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/;

const PLAIN_WORD = /^[a-z]{5,}$/;
/** Words of a canonical form that may be spelled differently in a text ("usd" for "$"), so they cannot be an anchor. */
const WRITTEN_OTHERWISE: ReadonlySet<string> = new Set([...UNITS.values(), ...CURRENCIES.values(), "going"]);

function spell(text: string): Spelled {
  const { form, lists } = read(text);
  return { form, runs: lists.map(runOf) };
}

export function statementOf(text: string): Statement {
  const { form, lists } = read(text);
  return { form, runs: lists.map(runOf), telling: lists.map(isTelling), anchor: anchorOf(lists) };
}

/**
 * A text that is compared with many statements. It is folded once, and spelled at most once, when it may contain one of
 * them.
 */
export class Compared {
  private readonly text: string;
  private readonly folded: string;
  private made: Spelled | undefined;

  constructor(text: string) {
    this.text = text;
    this.folded = foldCase(foldForms(text));
  }

  /** undefined if the text can neither contain nor restate the statement: a quick no for most texts. */
  spelledFor({ anchor }: Statement): Spelled | undefined {
    if (anchor !== undefined && !this.folded.includes(anchor)) return undefined;
    this.made ??= spell(this.text);
    return this.made;
  }
}

/** Does the text say the same as the statement, and nothing else? */
export function restates(text: Spelled, statement: Statement): boolean {
  return text.form === statement.form;
}

export function quotes(text: Spelled, statement: Statement): boolean {
  return statement.runs.some((run, i) => statement.telling[i] && text.runs[i]?.includes(run));
}

function read(text: string): { readonly form: string; readonly lists: readonly (readonly string[])[] } {
  const tokens = readStatement(text);
  // Ignores even the case that tells facts apart: a purge must find a text in upper and in lower case.
  const form = foldCase(canonicalOf(text, tokens));
  const tied = text.replace(HYPHEN, "_");
  const tiedTokens = tied === text ? tokens : readStatement(tied);
  const asRead = tiedTokens.map((token) => token.text).join(" ");
  const inOrder = tied === text ? form : canonicalOf(tied, tiedTokens);
  return { form, lists: [tied, asRead, inOrder].map(wordsOf) };
}

function runOf(words: readonly string[]): string {
  return ` ${words.join(" ")} `;
}

/** The longest plain word that appears unchanged in every spelling. */
function anchorOf(lists: readonly (readonly string[])[]): string | undefined {
  const [first = [], ...others] = lists;
  const plain = first.filter(
    (word) =>
      PLAIN_WORD.test(word) &&
      !isAnyStopWord(word) &&
      !WRITTEN_OTHERWISE.has(word) &&
      others.every((list) => list.includes(word)),
  );
  return plain.reduce<string | undefined>(
    (best, word) => (word.length > (best?.length ?? 0) ? word : best),
    undefined,
  );
}

function wordsOf(text: string): readonly string[] {
  const folded = spaceOut(foldForms(text.replace(LONG_DASH, " ")));
  return (folded.match(WORD) ?? []).map(foldCase);
}

function isTelling(words: readonly string[]): boolean {
  const language = languageOf(words.map(listsOf)) ?? "en";
  let count = 0;
  let meanings = 0;
  for (const word of words) {
    if (!MEANS.test(word)) continue;
    const weight = spaceOut(word) === word ? 1 : WORDS_PER_CHARACTER;
    count += weight;
    if (!isStopWord(word, language)) meanings += weight;
  }
  if (meanings >= LEAST_MEANINGS && count >= LEAST_WORDS) return true;
  return words.some(isLongCode) || (meanings >= LEAST_MEANINGS && words.some(isCode));
}

function isCode(word: string): boolean {
  return word.length >= CODE_CHARS && (DIGIT.test(word) || word.includes("@"));
}

/** Nobody writes a long code by chance. A date is excluded, because many texts share one. */
function isLongCode(word: string): boolean {
  return word.length >= LONG_CODE_CHARS && isCode(word) && !DATE.test(word);
}
