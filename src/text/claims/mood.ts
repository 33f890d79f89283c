/**
 * Does a text say as certain what was denied or only possible, or deny what was said?
 *
 * Words are sorted by the mood of the sentences they stand in: stated, denied or uncertain. A text keeps the mood of
 * what it was made of if no sentence of it uses a word that only sentences of another mood use, and no word that is the
 * opposite of theirs. This is strict: "Nora is a nurse and does not smoke" is not kept by a text that was made of two
 * sentences, because nobody knows how far the "not" reaches. It asks nothing about who did what to whom.
 */
import { readStatement } from "../sameness/statement.ts";
import { areOpposite } from "../values/antonyms.ts";
import { ATTITUDES } from "../values/roles.ts";
import { isAnyStopWord } from "../words/stop-words.ts";
import { words } from "../words/words.ts";
import { root } from "./claim.ts";
import { deniedByNegation } from "./negation.ts";

type Mood = "stated" | "denied" | "uncertain";

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const DENYING = set(
  `not no never without nobody nothing none neither nor nowhere cannot unable lack lacks lacked hardly rarely seldom
  refuse refuses refused avoid avoids avoided deny denies denied quit quits stopped stops ceased except
  nicht nie kein keine keinen keiner keinem ohne ne pas jamais sans nunca jamás sin non mai senza niet geen nooit zonder`,
);
const UNCERTAIN = set(
  `if unless whether maybe perhaps might may could would should probably possibly suppose thinks think believes believe
  guess hopes hope wishes seems apparently allegedly plans plan considers considering vielleicht peut-être quizás forse`,
);
const SENTENCE_END = /(?<=[.!?;:])\s+|\n+|\s+(?:but|while|whereas|although|though)\s+/iu;

interface Sentence {
  readonly mood: Mood;
  /** What it says, in base forms, without words that say nothing by themselves. */
  readonly roots: readonly string[];
  readonly words: readonly string[];
}

export function keepsMood(text: string, said: readonly string[]): boolean {
  const known = said.flatMap(sentencesIn);
  const moods = new Map<string, Set<Mood>>();
  for (const { mood, roots } of known)
    for (const one of roots) moods.set(one, (moods.get(one) ?? new Set<Mood>()).add(mood));
  const saidWords = new Set(known.flatMap(({ words: some }) => some));
  return sentencesIn(text).every(({ mood, roots, words: some }) => {
    const isKept = roots.every((one) => moods.get(one)?.has(mood) ?? true);
    return isKept && !some.some((word) => !saidWords.has(word) && isTurned(word, saidWords));
  });
}

/** Does every word of the text that says something stand in what it was made of, in whatever form? */
export function addsNoWord(text: string, said: readonly string[]): boolean {
  const known = new Set(said.flatMap(sentencesIn).flatMap(({ roots }) => roots));
  return sentencesIn(text).every(({ roots }) => roots.every((one) => known.has(one)));
}

function sentencesIn(text: string): readonly Sentence[] {
  return text
    .split(SENTENCE_END)
    .map(sentenceOf)
    .filter(({ words: some }) => some.length > 0);
}

function sentenceOf(text: string): Sentence {
  const tokens = readStatement(text);
  const some = [...new Set([...tokens.map((token) => token.text), ...words(text)])];
  const isDenied = some.some((word) => DENYING.has(word)) || deniedByNegation(tokens) !== undefined;
  const mood = isDenied ? "denied" : some.some((word) => UNCERTAIN.has(word)) ? "uncertain" : "stated";
  const telling = some.filter((word) => !isAnyStopWord(word) && !DENYING.has(word) && !UNCERTAIN.has(word));
  return { mood, words: some, roots: telling.map(root) };
}

/** Is it the opposite of a word that was said? Liking and hating are opposites, too. */
function isTurned(word: string, said: ReadonlySet<string>): boolean {
  const attitude = ATTITUDES.get(word);
  for (const other of said) {
    if (areOpposite(word, other)) return true;
    if (attitude !== undefined && ATTITUDES.get(other) === -attitude) return true;
  }
  return false;
}
