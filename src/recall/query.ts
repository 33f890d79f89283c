/**
 * What does a query ask for? Its words as terms of the index, whom it is about, and whether it asks when.
 */
import type { QueryTerm, RelatedTerm } from "../index/asked-term.ts";
import { type Documents, NONE } from "../index/documents.ts";
import type { LexicalIndex } from "../index/lexical.ts";
import type { Postings } from "../index/postings.ts";
import { findRow, frequencyOf } from "../index/word-table/lookup.ts";
import { relatedTo } from "../index/word-table/related.ts";
import { ABOUT, type Analysis, analyse, nameParts } from "../text/analyse.ts";
import { isScaffold } from "../text/scaffold.ts";
import { type Language, stem } from "../text/stems.ts";
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
  index: LexicalIndex,
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
    const { corrected, trusted } = row === undefined ? correct(term, known, index) : NOT_CORRECTED;
    const meant = corrected.length === 0 ? known : [...known, ...corrected];
    const isSaying = !isName && !isScaffold(word) && period?.words.has(word) !== true;
    const weight = (isName ? NAME_WEIGHT : isSaying ? 1 : SCAFFOLD_WEIGHT) * (trusted ? CORRECTED_WEIGHT : 1);
    const usual = isName || row === undefined ? 0 : usualOf(row);
    const saying = isSaying ? word : undefined;
    terms.push(new AskedWord(meant, weight, usual, isName, position - last <= 2, saying, index));
    words.push(word);
    last = position;
  }
  for (const { name, abouts, speakers } of people) {
    if (abouts.length === 0) continue;
    const weight = speakers.length > 0 ? ABOUT_SPEAKER_WEIGHT : ABOUT_WEIGHT;
    terms.push(new AskedWord(abouts, weight, 0, true, false, undefined, index));
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
  /** The word, if it says something: then others may mean nearly the same. */
  private readonly saying: string | undefined;
  private readonly index: LexicalIndex;

  constructor(
    terms: readonly number[],
    weight: number,
    usual: number,
    isName: boolean,
    isAdjacent: boolean,
    saying: string | undefined,
    index: LexicalIndex,
  ) {
    this.terms = terms;
    this.weight = weight;
    this.usual = usual;
    this.isName = isName;
    this.isAdjacent = isAdjacent;
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
  { postings }: LexicalIndex,
): readonly RelatedTerm[] {
  return relatedTo(word).flatMap(({ term, cosine }) => {
    const id = postings.terms.get(term);
    return id === undefined || meant.includes(id) ? [] : [{ term: id, share: RELATED_WEIGHT * cosine }];
  });
}

interface Corrected {
  readonly corrected: readonly number[];
  /** By trusted facts. */
  readonly trusted: boolean;
}

const NOT_CORRECTED: Corrected = { corrected: [], trusted: false };

/**
 * What a word that is none may have meant. Trusted facts are asked by themselves: a lower class that misspells a word
 * does not make that its spelling.
 */
function correct(term: string, known: readonly number[], { postings, spelling }: LexicalIndex): Corrected {
  const isTrusted = (id: number) => (postings.trustedCounts.values[id] as number) > 0;
  if (known.some(isTrusted)) return NOT_CORRECTED;
  const trusted = spelling.corrections(term, postings, isTrusted);
  const others = known.length > 0 ? [] : spelling.corrections(term, postings, (id) => !isTrusted(id));
  return { corrected: [...trusted, ...others].map((one) => one.term), trusted: trusted.length > 0 };
}

/** A name is looked for by the others of its bearer, too. */
function withOthers(
  known: readonly number[],
  others: readonly string[],
  language: Language | undefined,
  { postings }: LexicalIndex,
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
  spoken: ReturnType<Documents["languagesSpoken"]>,
  { terms, trustedCounts }: Postings,
): readonly number[] {
  const own = terms.get(term);
  let found = own === undefined ? NOT_KNOWN : [own];
  const add = (other: Language, isForOthers: boolean): void => {
    const stemmed = other === language ? term : stem(word, other);
    const id = stemmed === term ? undefined : terms.get(stemmed);
    if (id === undefined || found.includes(id)) return;
    if (!isForOthers || trustedCounts.values[id] === 0) found = [...found, id];
  };
  for (const other of spoken.trusted) add(other, false);
  // A language that only lower classes speak leads to their words alone.
  for (const other of spoken.others) add(other, true);
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
  index: LexicalIndex,
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
    const abouts = allNames.map((one) => aboutTerm(one, index)).filter((about) => about !== NONE);
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

/** The mark of facts about a name; where there are trusted facts, only if one of those is. */
function aboutTerm(name: string, { postings, documents }: LexicalIndex): number {
  const about = postings.terms.get(ABOUT + name);
  if (about === undefined) return NONE;
  const isKnown = documents.trustedCount === 0 || (postings.trustedCounts.values[about] as number) > 0;
  return isKnown ? about : NONE;
}
