/**
 * What does a query ask for? Its words as terms of the index, whom it is about, and whether it asks when.
 */

import { findRow, frequencyOf } from "../indexes/word-table/lookup.ts";
import { relatedTo } from "../indexes/word-table/related.ts";
import type { QueryTerm, RelatedTerm } from "../indexes/words/asked-term.ts";
import type { ClassLexicon } from "../indexes/words/class-lexicon.ts";
import type { Postings } from "../indexes/words/postings.ts";
import { ABOUT, type Analysis, analyse, nameParts } from "../text/words/analyse.ts";
import { isScaffold } from "../text/words/scaffold.ts";
import { type Language, stem } from "../text/words/stems.ts";
import { NO_OTHERS, type OtherNames } from "./aliases.ts";
import type { Period } from "./when.ts";

/** A word that says how to answer ("list", "recommend") hardly says what about. */
const SCAFFOLD_WEIGHT = 0.3;
/** A name says who: `whom.ts` weighs that. */
const NAME_WEIGHT = 0.25;
/** Being about the asked one counts beside what is said; of a speaker little, who is mostly known by speaking. */
const ABOUT_WEIGHT = 0.4;
const ABOUT_SPEAKER_WEIGHT = 0.15;
/** A word that no fact has, read as one that some have. */
const CORRECTED_WEIGHT = 0.8;
/** What a word counts that means the same, and how long the sentences are in which usual words are counted. */
const RELATED_WEIGHT = 0.7;
const SENTENCE_WORDS = 12;
const MOST_USUAL = 0.5;
/** More words than this are no question; the rarest would decide anyway. */
const MAX_QUERY_TERMS = 64;
const WHEN = /\bwhen\b|\bwhat (?:day|date|year|month|time)\b|\bwann\b|\bquand\b|\bcuándo\b|\bquando\b/i;
const EVERYTHING = /^(?:everything|all|anything)(?: you know)? (?:about|on|of)\b|\bknow about\b/i;
/** "Anna and I" are two. */
const WITH_SELF = /\b(?:and|&) (?:i|me|myself)\b|\b(?:i|me) and \p{Lu}/iu;
const FIRST_PERSON_WORDS = /\b(?:i|me|my|mine|myself|i'm|i've|i'd|i'll)\b/i;

/** "does Anna", "Anna's": somebody is asked about. */
const ASKING =
  "does|did|do|is|was|are|were|has|had|have|will|would|can|could|should|who|hat|ist|war|mag|a|est|es|tiene|ha";
const NAME = "(\\p{Lu}[\\p{L}\\p{M}]+)";
const ASKED_OF = new RegExp(`\\b(?:${ASKING}|è) ${NAME}|${NAME}['\u2019]s\\b`, "gu");
/** What it needs beside a name, looked for at a fraction of the cost. */
const MAYBE_ASKED_OF = new RegExp(`\\b(?:${ASKING}) |è |['\u2019]s`);

const NOTHING: readonly RelatedTerm[] = [];
const BY_ITSELF = { isAdjacent: false, isHead: false };
const NOT_KNOWN: readonly number[] = [];
const NOBODY: readonly number[] = [];

export interface AskedPerson {
  /** As it stands in the query, folded. */
  readonly name: string;
  /** Speakers of that name. */
  readonly speakers: readonly number[];
  /** The terms that mark facts about them, by any of their names. */
  readonly abouts: readonly number[];
}

export interface Query {
  readonly text: string;
  readonly terms: readonly QueryTerm[];
  /** The words behind `terms`, for people to read. */
  readonly words: readonly string[];
  readonly people: readonly AskedPerson[];
  /** It asks about the one who asks, and about somebody else. */
  readonly isAboutBoth: boolean;
  /** It asks about the one who asks. */
  readonly isAboutSelf: boolean;
  readonly asksWhen: boolean;
  /** The time that it asks about. */
  readonly period: Period | undefined;
  /** It asks for whatever is known, about somebody or something. */
  readonly asksEverything: boolean;
}

/** What is known beside the words: the time that is asked about, and other names of what is named. */
export interface Known {
  readonly period?: Period | undefined;
  readonly otherNames?: OtherNames | undefined;
}

export function readQuery(
  text: string,
  index: ClassLexicon,
  { period, otherNames = NO_OTHERS }: Known = {},
): Query {
  const analysis = analyse(text);
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
    const isSaying = !isName && !isScaffold(word) && period?.words.has(word) !== true;
    const weight =
      (isName ? NAME_WEIGHT : isSaying ? 1 : SCAFFOLD_WEIGHT) * (isCorrected ? CORRECTED_WEIGHT : 1);
    const usual = isName || row === undefined ? 0 : usualOf(row);
    const saying = isSaying ? word : undefined;
    const behind = { isAdjacent: position - last <= 2, isHead: position - last === 1 };
    terms.push(new AskedWord(meant, weight, usual, isName, behind, saying, index));
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

class AskedWord implements QueryTerm {
  readonly terms: readonly number[];
  readonly weight: number;
  readonly usual: number;
  readonly isName: boolean;
  readonly isAdjacent: boolean;
  readonly isHead: boolean;
  /** The word, if it says something: then others may mean nearly the same. */
  private readonly saying: string | undefined;
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
    this.saying = saying;
    this.index = index;
  }

  related(): readonly RelatedTerm[] {
    return this.saying === undefined ? NOTHING : relatedTerms(this.saying, this.terms, this.index);
  }
}

/** Share of the sentences of everyday talk that have the word of this row. */
function usualOf(row: number): number {
  return Math.min(MOST_USUAL, SENTENCE_WORDS * frequencyOf(row));
}

/** Of what means nearly the same, what facts have. What the list holds depends on the word alone. */
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

/** What a word that no fact has may have meant. */
function correctionsOf(term: string, { postings, spelling }: ClassLexicon): readonly number[] {
  return spelling.corrections(term, postings).map((one) => one.term);
}

/** A name is looked for by the others of its bearer, too. */
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

/** A query is short, and its language uncertain: its words are stemmed as in every language that facts are in. */
function alternatives(
  term: string,
  word: string,
  language: Language | undefined,
  spoken: readonly Language[],
  { terms }: Postings,
): readonly number[] {
  const own = terms.get(term);
  let found = own === undefined ? NOT_KNOWN : [own];
  for (const other of spoken) {
    const stemmed = other === language ? term : stem(word, other);
    const id = stemmed === term ? undefined : terms.get(stemmed);
    if (id !== undefined && !found.includes(id)) found = [...found, id];
  }
  return found;
}

/**
 * Whom the query is about, by name: people who speak here; and others, where the question asks what somebody of that
 * name does, is or has. ("my Flask app" is not about a person.)
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
  // Without a single capital, names cannot be told by one: those of speakers are known.
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

/** Of whom something is asked, by the words of their names. */
function askedIn(text: string): readonly string[] {
  if (!MAYBE_ASKED_OF.test(text)) return [];
  return [...text.matchAll(ASKED_OF)].flatMap((match) => nameParts(match[1] ?? match[2] ?? ""));
}
