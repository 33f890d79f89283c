/**
 * What does a query ask for? Its words as terms of the index, whom it is about, which time it asks about, and whether
 * it asks when.
 */

import { findRow, frequencyOf } from "../indexes/word-table/lookup.ts";
import { relatedTo } from "../indexes/word-table/related.ts";
import type { QueryTerm, RelatedTerm } from "../indexes/words/asked-term.ts";
import type { ClassLexicon } from "../indexes/words/class-lexicon.ts";
import type { Postings } from "../indexes/words/postings.ts";
import { ABOUT, type Analysis, analyse, nameParts } from "../text/words/analyse.ts";
import { TITLES } from "../text/words/name-words.ts";
import { isScaffold } from "../text/words/scaffold.ts";
import { type Language, stem } from "../text/words/stems.ts";
import { NO_OTHERS, type OtherNames } from "./aliases.ts";
import type { Period } from "./when.ts";

/** Weight of a word that says how to answer ("list", "recommend") rather than what about. */
const SCAFFOLD_WEIGHT = 0.3;
/** Weight of a name as a word. `about-whom.ts` weighs separately whether a fact is about its bearer. */
const NAME_WEIGHT = 0.25;
/**
 * Weight of the term that marks a fact as about the person asked about. Lower if the person is a speaker: most facts
 * about speakers are their own words, which `about-whom.ts` recognises.
 */
const ABOUT_WEIGHT = 0.4;
const ABOUT_SPEAKER_WEIGHT = 0.15;
/** Weight of a word that no fact has and that is read as a misspelling of one that some have. */
const CORRECTED_WEIGHT = 0.8;
/**
 * `RELATED_WEIGHT`: what a word of nearly the same meaning counts, times its cosine. `SENTENCE_WORDS`: assumed length
 * of an everyday sentence, which turns a word's frequency into a share of sentences, at most `MOST_USUAL`.
 */
const RELATED_WEIGHT = 0.7;
const SENTENCE_WORDS = 12;
const MOST_USUAL = 0.5;
/** Only this many terms of a query are used, from its start: a longer text is hardly a question. */
const MAX_QUERY_TERMS = 64;
const WHEN = /\bwhen\b|\bwhat (?:day|date|year|month|time)\b|\bwann\b|\bquand\b|\bcuándo\b|\bquando\b/i;
const EVERYTHING = /^(?:everything|all|anything)(?: you know)? (?:about|on|of)\b|\bknow about\b/i;
/** "Anna and I": the question is about two people. */
const WITH_SELF = /\b(?:and|&) (?:i|me|myself)\b|\b(?:i|me) and \p{Lu}/iu;
const FIRST_PERSON_WORDS = /\b(?:i|me|my|mine|myself|i'm|i've|i'd|i'll)\b/i;

/** "does Anna", "Anna's": the question asks about somebody. */
const ASKING =
  "does|did|do|is|was|are|were|has|had|have|will|would|can|could|should|who|hat|ist|war|mag|a|est|es|tiene|ha";
const TITLE = [...TITLES].map((title) => `${title[0]?.toUpperCase()}${title.slice(1)}`).join("|");
const NAME = `(?:(?:${TITLE})\\.? )?(\\p{Lu}[\\p{L}\\p{M}]+)`;
const ASKED_OF = new RegExp(`\\b(?:${ASKING}|è) ${NAME}|${NAME}['\u2019]s\\b`, "gu");
/** A cheap test to run before `ASKED_OF`: what that pattern needs besides a name. */
const MAYBE_ASKED_OF = new RegExp(`\\b(?:${ASKING}) |è |['\u2019]s`);

/** Longer texts without a word that tells anything are no names. */
const MOST_NAME_CHARS = 24;
const UNSPACED_CHARACTER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const HANGUL_WORD = /^\p{Script=Hangul}{2,}$/u;
const MOST_PARTICLE_CHARS = 2;
const MOST_LONGER = 32;

const NOTHING: readonly RelatedTerm[] = [];
const BY_ITSELF = { isAdjacent: false, isHead: false };
const NOT_KNOWN: readonly number[] = [];
const NOBODY: readonly number[] = [];

export interface AskedPerson {
  /** The name as in the query, case and accents folded. */
  readonly name: string;
  /** Numbers of the speakers with that name. */
  readonly speakers: readonly number[];
  /** The terms that mark facts about this person, under any of their names. */
  readonly abouts: readonly number[];
}

export interface Query {
  readonly text: string;
  readonly terms: readonly QueryTerm[];
  /** The words behind `terms`, for people to read. */
  readonly words: readonly string[];
  readonly people: readonly AskedPerson[];
  /** It asks about the person who asks and about somebody else. */
  readonly isAboutBoth: boolean;
  /** It asks about the person who asks. */
  readonly isAboutSelf: boolean;
  readonly asksWhen: boolean;
  /** The time that it asks about, if any. */
  readonly period: Period | undefined;
  /** It asks for everything known about somebody or something. */
  readonly asksEverything: boolean;
}

/** What the words alone do not tell: the time asked about, and other names of whom or what the query names. */
export interface QueryContext {
  readonly period?: Period | undefined;
  readonly otherNames?: OtherNames | undefined;
  /** The words of the text, if they were read before. */
  readonly analysis?: Analysis | undefined;
}

export function readQuery(
  text: string,
  index: ClassLexicon,
  { period, otherNames = NO_OTHERS, analysis: read = analyse(text) }: QueryContext = {},
): Query {
  const analysis = readAgain(read, text, index);
  const hasFirstPerson = FIRST_PERSON_WORDS.test(text);
  const people = peopleIn(text, hasFirstPerson, analysis, index, otherNames);
  const spoken = index.documents.languagesSpoken();
  const terms: QueryTerm[] = [];
  const words: string[] = [];
  const seen: string[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { text: term, word, position } of analysis.terms) {
    if (terms.length === MAX_QUERY_TERMS) break;
    if (seen.includes(term)) continue;
    seen.push(term);
    const isName = people.some(({ name }) => name === word);
    const known = withOthers(
      alternatives(term, word, analysis.language, spoken, index.postings),
      otherNames(word),
      analysis.language,
      index,
    );
    const row = findRow(word);
    const isKnown = known.some((id) => index.postings.isKnown(id));
    const corrected = row === undefined && !isKnown ? correctionsOf(term, index) : NOT_KNOWN;
    const isCorrected = corrected.length > 0;
    const meant = isCorrected ? [...known, ...corrected] : known;
    const isContent = !isName && !isScaffold(word) && period?.words.has(word) !== true;
    const weight =
      (isName ? NAME_WEIGHT : isContent ? 1 : SCAFFOLD_WEIGHT) * (isCorrected ? CORRECTED_WEIGHT : 1);
    const usual = isName || row === undefined ? 0 : usualOf(row);
    const contentWord = isContent ? word : undefined;
    const behind = { isAdjacent: position - last <= 2, isHead: position - last === 1 };
    terms.push(new AskedWord(meant, weight, usual, isName, behind, contentWord, index));
    words.push(word);
    last = position;
  }
  for (const { name, abouts, speakers } of people) {
    if (abouts.length === 0) continue;
    const weight = speakers.length > 0 ? ABOUT_SPEAKER_WEIGHT : ABOUT_WEIGHT;
    terms.push(new AskedWord(abouts, weight, 0, true, BY_ITSELF, undefined, index));
    words.push(name);
  }
  return {
    text,
    terms,
    words,
    people,
    isAboutBoth: people.length > 0 && WITH_SELF.test(text),
    isAboutSelf: hasFirstPerson || (analysis.isFirstPerson && people.length === 0),
    asksWhen: WHEN.test(text),
    period,
    asksEverything:
      EVERYTHING.test(text) ||
      (people.length > 0 && terms.every(({ isName, weight }) => isName || weight <= SCAFFOLD_WEIGHT)),
  };
}

/** A name alone may be a small word of another language: "Ella" is "she" in Spanish, and "Mia" is "my" in Italian. */
function readAgain(analysis: Analysis, text: string, { documents, postings }: ClassLexicon): Analysis {
  if (analysis.terms.length > 0 || text.length > MOST_NAME_CHARS) return analysis;
  for (const language of ["en" as const, ...documents.languagesSpoken()]) {
    const other = analyse(text, language);
    if (other.terms.some((term) => postings.terms.has(term.text))) return other;
  }
  return analysis;
}

class AskedWord implements QueryTerm {
  readonly terms: readonly number[];
  readonly weight: number;
  readonly usual: number;
  readonly isName: boolean;
  readonly isAdjacent: boolean;
  readonly isHead: boolean;
  /** The word, if it says what the question is about: only then do related words count. */
  private readonly contentWord: string | undefined;
  private readonly index: ClassLexicon;

  constructor(
    terms: readonly number[],
    weight: number,
    usual: number,
    isName: boolean,
    { isAdjacent, isHead }: Pick<QueryTerm, "isAdjacent" | "isHead">,
    saying: string | undefined,
    index: ClassLexicon,
  ) {
    this.terms = terms;
    this.weight = weight;
    this.usual = usual;
    this.isName = isName;
    this.isAdjacent = isAdjacent;
    this.isHead = isHead;
    this.contentWord = saying;
    this.index = index;
  }

  related(): readonly RelatedTerm[] {
    return this.contentWord === undefined ? NOTHING : relatedTerms(this.contentWord, this.terms, this.index);
  }
}

/** Share of everyday sentences that contain the word of this row of the word table. */
function usualOf(row: number): number {
  return Math.min(MOST_USUAL, SENTENCE_WORDS * frequencyOf(row));
}

/**
 * Words of nearly the same meaning that are terms of the index. Which words are related depends on the word alone,
 * not on memory.
 */
function relatedTerms(
  word: string,
  meant: readonly number[],
  { postings }: ClassLexicon,
): readonly RelatedTerm[] {
  return relatedTo(word).flatMap(({ term, cosine }) => {
    const id = postings.terms.get(term);
    return id === undefined || meant.includes(id) ? [] : [{ term: id, share: RELATED_WEIGHT * cosine }];
  });
}

/** Known terms that a word which no fact has may be a misspelling of. */
function correctionsOf(term: string, { postings, spelling }: ClassLexicon): readonly number[] {
  return spelling.corrections(term, postings).map((one) => one.term);
}

/** Adds the other names of the same person or thing to the terms of a name. */
function withOthers(
  known: readonly number[],
  others: readonly string[],
  language: Language | undefined,
  { postings }: ClassLexicon,
): readonly number[] {
  if (others.length === 0) return known;
  const found = others.map((other) => postings.terms.get(stem(other, language ?? "en")));
  return [...new Set([...known, ...found.filter((id) => id !== undefined)])];
}

/**
 * A query is short and its language uncertain, so its words are stemmed in every language that facts are written in.
 */
function alternatives(
  term: string,
  word: string,
  language: Language | undefined,
  spoken: readonly Language[],
  postings: Postings,
): readonly number[] {
  const { terms } = postings;
  const own = terms.get(term);
  let found = own === undefined ? NOT_KNOWN : [own];
  for (const other of spoken) {
    const stemmed = other === language ? term : stem(word, other);
    const id = stemmed === term ? undefined : terms.get(stemmed);
    if (id !== undefined && !found.includes(id)) found = [...found, id];
  }
  return found.length === 0 ? longer(word, postings) : found;
}

/**
 * Terms that hold a word which facts have with something attached: a character of a script without spaces, of which
 * pairs are terms, and a Korean word with its particle.
 */
function longer(word: string, { texts }: Postings): readonly number[] {
  const isCharacter = UNSPACED_CHARACTER.test(word);
  if (!isCharacter && !HANGUL_WORD.test(word)) return NOT_KNOWN;
  const holds = (term: string) =>
    isCharacter
      ? term.includes(word) && [...term].length === 2
      : term.startsWith(word) && term.length <= word.length + MOST_PARTICLE_CHARS;
  const found: number[] = [];
  for (let id = 0; id < texts.length && found.length < MOST_LONGER; id++)
    if (holds(texts[id] as string)) found.push(id);
  return found;
}

/**
 * Whom the query is about, by name: speakers, and others if the question asks what somebody of that name does, is or
 * has. ("my Flask app" is not about a person.)
 */
function peopleIn(
  text: string,
  isAboutSelf: boolean,
  analysis: Analysis,
  index: ClassLexicon,
  otherNames: OtherNames,
): readonly AskedPerson[] {
  const isCapitalised = analysis.names.length > 0;
  if (!isCapitalised && !index.documents.hasPeople) return [];
  // A query without any capital letter does not show which words are names, but the names of speakers are known.
  const candidates = isCapitalised ? analysis.names : [...new Set(analysis.terms.map(({ word }) => word))];
  const { hasPeople } = index.documents;
  let asked: readonly string[] | undefined;
  const found: AskedPerson[] = [];
  for (const name of candidates) {
    const allNames = [name, ...otherNames(name)];
    const speakers = hasPeople
      ? [...new Set(allNames.flatMap((one) => index.documents.peopleNamed(one)))]
      : NOBODY;
    const abouts = allNames.flatMap((one) => {
      const about = index.postings.terms.get(ABOUT + one);
      return about !== undefined && index.postings.isKnown(about) ? [about] : [];
    });
    const mayBeSubject = isCapitalised && !isAboutSelf && abouts.length > 0;
    if (mayBeSubject) asked ??= askedIn(text);
    const isSubject = mayBeSubject && asked?.includes(name) === true;
    if (speakers.length > 0 || isSubject) found.push({ name, speakers, abouts });
  }
  return found;
}

/** Names of the people whom something is asked about, split into words. */
function askedIn(text: string): readonly string[] {
  if (!MAYBE_ASKED_OF.test(text)) return [];
  return [...text.matchAll(ASKED_OF)].flatMap((match) => nameParts(match[1] ?? match[2] ?? ""));
}
