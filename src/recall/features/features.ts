/**
 * What speaks for it that a fact is about a question? A few figures that a person can read, from 0 to 1 (some from
 * -1), worked out within one class of facts.
 *
 * They depend on the question, the fact, its neighbours in the episode and the statistics of its class: never on the
 * fact's rank, on the limit or on what the cut leaves. `weights.ts` says what each of them counts.
 */
import { WordLikeness } from "../../indexes/word-table/likeness.ts";
import { findRow } from "../../indexes/word-table/lookup.ts";
import type { ClassLexicon } from "../../indexes/words/class-lexicon.ts";
import { FIRST_PERSON, NAMING, NO_PERSON, NONE, TIMED } from "../../indexes/words/documents.ts";
import type { Fact } from "../../model/fact.ts";
import { ABOUT } from "../../text/words/analyse.ts";
import type { AboutWhom } from "../about-whom.ts";
import type { Query } from "../query.ts";
import type { Scored } from "../relevance.ts";
import type { Relevants } from "../relevants.ts";
import { isOfPeriod } from "../when.ts";
import { answerKindOf } from "./answer-kind.ts";
import { AT, type FeatureValues, NO_FIGURES, valuesOf } from "./feature.ts";
import { type FactReading, readFact } from "./read-fact.ts";
import { topicsOf } from "./topics.ts";

/** The lowest class that repeats what the principal said of himself. */
const DISTILLED = 2;
/** More words of a question than this are not compared with a fact's words: the heaviest are. */
const MOST_WORDS = 12;
/** Up to this cosine two words have nothing to do with each other. */
const UNLIKE = 0.2;
/** A word that is like another is never worth quite as much as the word itself. */
const MOST_LIKE = 0.95;
/** From here on a word is mostly another form of the one that is asked for, and worth no more for being nearer. */
const LIKE_ENOUGH = 0.7;
/** The longer a fact, the more it holds; beyond 2^`LONG_BITS` terms that says nothing more. */
const LONG_BITS = 4.5;
const MANY_WORDS = 6;
/** A question of so many words is no sentence: it names what should be found. */
const KEYWORDS = 2;
const WORD = /[\p{L}\p{M}\p{N}'’-]+/gu;
/** All of it, but for what rounding leaves. */
const ALL = 0.999;
/** From here on a share says that most of the question is covered. */
const STRONG = 0.4;
const FULL = 0.5;
/** What has more of a question's words than this, and words that single it out, is what was asked for. */
const MOST = 0.6;
const SINGLING = 0.5;
/** Words may come together by chance: so many times the bits are needed that would single out one fact. */
const SINGLED = 1.5;
/** From 2^`MANY_BITS` facts on there are many. */
const MANY_BITS = 10;
/** One in 2^`RARE_BITS` facts is as rare as counts. */
const RARE_BITS = 5;

/** A word that the question asks for, other than a name. */
interface AskedWord {
  readonly weight: number;
  /** How much it tells that a fact has it: 1 for each time that half of the facts are ruled out. */
  readonly bits: number;
  readonly terms: readonly string[];
  readonly likeness: WordLikeness | undefined;
  /** The bit of the topic that it belongs to; 0 if the question has only one. */
  readonly topic: number;
}

/** One question, put to one class of facts. */
export class Features {
  private readonly query: Query;
  private readonly lexicon: ClassLexicon;
  private readonly found: Relevants;
  private readonly whom: AboutWhom;
  private readonly idfs: readonly number[];
  private readonly nearness: (id: string) => number;
  private readonly isEncoded: boolean;
  private readonly kind;
  private readonly words: readonly AskedWord[];
  private readonly names: readonly (readonly string[])[];
  /** The weight of all words together. */
  private readonly total: number;
  private readonly ownRarity: number;
  /** Facts that are in no episode, as a share of all. */
  private readonly looseShare: number;
  /** The figures of the question, which every fact's begin with. */
  private readonly ofQuestion: readonly number[];
  /** A fact with words of so many bits is singled out for certain. */
  private readonly singlingBits: number;
  private readonly isKeywords: boolean;

  /**
   * `scored`: all that was found, before anything was chosen. `nearness`: of the fact's vector to the query's.
   * `highest`: the same question put to the highest class that has facts. What is said of the question alone is said
   * by that class, so that the figures of all classes can be compared.
   */
  constructor(
    query: Query,
    lexicon: ClassLexicon,
    { found, idfs, whom, isEncoded }: Scored,
    nearness: (id: string) => number,
    highest: Features | undefined,
  ) {
    this.query = query;
    this.lexicon = lexicon;
    this.found = found;
    this.whom = whom;
    this.nearness = nearness;
    this.idfs = idfs;
    this.isEncoded = isEncoded;
    this.kind = answerKindOf(query.text);
    const { postings, documents } = lexicon;
    this.singlingBits = SINGLED * Math.log2(documents.liveCount + 2);
    const asked = query.terms.map((term, i) => ({
      term,
      word: query.words[i] as string,
      weight: idfs[i] as number,
    }));
    const heaviest = asked
      .filter(({ term }) => !term.isName)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, MOST_WORDS);
    const topics = topicsOf(
      query.text,
      heaviest.filter(({ term }) => term.weight >= 1).map(({ word }) => word),
    );
    this.words = heaviest.map(({ term, word, weight }) => {
      const row = findRow(word);
      return {
        topic: topics.get(word) ?? 0,
        weight,
        bits: Math.log2((documents.liveCount + 1) / (1 + countOf(term.terms, postings.counts.values))),
        terms: term.terms.map((id) => postings.texts[id] as string),
        likeness: row === undefined ? undefined : new WordLikeness(row),
      };
    });
    this.names = asked.flatMap(({ term }) =>
      term.isName ? [term.terms.map((id) => postings.texts[id] as string)] : [],
    );
    this.total = heaviest.reduce((sum, { weight }) => sum + weight, 0);
    this.ownRarity = ownRarityOf(lexicon);
    this.looseShare = highest?.looseShare ?? looseShareOf(lexicon);
    this.isKeywords =
      asked.length > 0 && asked.length <= KEYWORDS && (query.text.match(WORD)?.length ?? 0) <= KEYWORDS;
    const contentWords = asked.filter(({ term }) => !term.isName && term.weight >= 1).length;
    const unheard = heaviest.filter(({ term }) => !term.terms.some((id) => postings.isKnown(id)));
    this.ofQuestion =
      highest?.ofQuestion ??
      this.questionFigures(
        contentWords,
        this.shareOf(unheard.reduce((sum, { weight }) => sum + weight, 0)),
        Math.max(0, 1 - Math.log2(Math.max(1, documents.liveCount)) / MANY_BITS),
      );
  }

  /** How few facts there are, from 0 for many to 1. */
  get few(): number {
    return this.ofQuestion[AT.few] as number;
  }

  /** `at`: the fact's place in what was found. */
  of(fact: Fact, at: number): FeatureValues {
    const { found, query, kind } = this;
    const { documents } = this.lexicon;
    const document = found.documents[at] as number;
    const share = found.shares[at] as number;
    const flags = documents.flags.values[document] as number;
    const has = (flag: number) => (flags & flag) !== 0;
    const reading = readFact(fact);
    const figures = this.ofQuestion.slice();
    figures[AT.share] = share;
    figures[AT.measure] = logOf(share);
    figures[AT.strong] = above(STRONG, share);
    this.setCovered(figures, reading);
    // The vector lane has measured most; of the others it says 0.
    figures[AT.cosine] = Math.max(0, (found.cosines[at] as number) || this.nearness(fact.id));
    figures[AT.learned] = found.strengths[at] as number;
    this.setAround(figures, document);
    if (this.whom.isAskingAboutOne) figures[AT.asked] = CONCERN[this.whom.concern(document)];
    if (this.names.length > 0) figures[AT.named] = this.namesIn(reading);
    // In the words of anybody else, "I" is somebody else.
    if (query.isAboutSelf && fact.authority >= DISTILLED) this.setOwn(figures, flags, reading);
    figures[AT.when] = bit(kind.isTime && has(TIMED));
    figures[AT.number] = bit(kind.isNumber && reading.hasNumber);
    figures[AT.who] = bit(kind.isPerson && has(NAMING));
    figures[AT.where] = bit(kind.isPlace && reading.hasPlace);
    if (kind.isNegated) figures[AT.denial] = reading.isNegated ? 1 : -1;
    figures[AT.period] = bit(query.period !== undefined && isOfPeriod(query.period, documents, document));
    figures[AT.length] = Math.min(
      1,
      Math.log2(1 + (documents.lengths.values[document] as number)) / LONG_BITS,
    );
    figures[AT.machine] = bit(query.isAboutSelf && has(NO_PERSON));
    if (this.isKeywords) this.setKeywords(figures);
    if ((documents.episodes.values[document] as number) < 0) this.setAlone(figures, fact, flags);
    return valuesOf(figures);
  }

  /** The topics of the question that it has a word of, as bits; 0 if the question has only one. */
  topicsOf(fact: Fact): number {
    let topics = 0;
    for (const { topic, terms } of this.words)
      if (topic !== 0 && isAnyIn(terms, readFact(fact).terms)) topics |= topic;
    return topics;
  }

  /** What is the same for every fact of every class. */
  private questionFigures(contentWords: number, unheard: number, few: number): number[] {
    const figures = NO_FIGURES.slice();
    const { isAboutSelf } = this.query;
    figures[AT.encoder] = bit(this.isEncoded);
    figures[AT.aboutYou] = bit(isAboutSelf);
    figures[AT.youAmongOthers] = isAboutSelf ? this.ownRarity : 0;
    figures[AT.words] = Math.min(1, contentWords / MANY_WORDS);
    figures[AT.unheard] = unheard;
    figures[AT.few] = few;
    return figures;
  }

  /** How much of the question's words it has, or has words that are like them. */
  private setCovered(figures: number[], { terms, rows }: FactReading): void {
    let [has, like, open, bits, count] = [0, 0, 0, 0, 0];
    for (const word of this.words) {
      if (isAnyIn(word.terms, terms)) {
        has += word.weight;
        bits += word.bits;
        count++;
        continue;
      }
      const likeness = Math.min(MOST_LIKE, word.likeness?.highestWith(rows) ?? 0);
      like += word.weight * Math.max(0, (Math.min(LIKE_ENOUGH, likeness) - UNLIKE) / (LIKE_ENOUGH - UNLIKE));
      open = Math.max(open, word.weight * (1 - likeness));
    }
    const share = this.shareOf(has);
    figures[AT.has] = share;
    figures[AT.full] = above(FULL, share);
    figures[AT.singled] = Math.min(1, bits / this.singlingBits);
    figures[AT.focus] = terms.size === 0 ? 0 : count / terms.size;
    figures[AT.like] = this.shareOf(like);
    figures[AT.open] = this.shareOf(open);
  }

  /** The question is about whoever asks: is the fact, too, or about somebody else? */
  private setOwn(figures: number[], flags: number, { names }: FactReading): void {
    if ((flags & FIRST_PERSON) !== 0) figures[AT.ownWords] = this.ownRarity;
    else if ((flags & NAMING) !== 0)
      figures[names.some((name) => this.isMentionedAgain(name)) ? AT.knownName : AT.stranger] =
        this.ownRarity;
  }

  /** After the words and names that it has. */
  private setKeywords(figures: number[]): void {
    const [has, named] = [figures[AT.has] as number, figures[AT.named] as number];
    const hasWords = this.words.length === 0 || has >= ALL;
    const hasNames = this.names.length === 0 || named >= ALL;
    figures[AT.whole] = bit(hasWords && hasNames);
    figures[AT.none] = bit(has === 0 && named === 0);
  }

  /** What it has to bring by itself, because no episode speaks for it. */
  private setAlone(figures: number[], fact: Fact, flags: number): void {
    figures[AT.alone] = this.looseShare;
    if (this.isOfOther(fact, flags)) return;
    const named = this.names.length === 0 ? 1 : (figures[AT.named] as number);
    const [has, singled] = [figures[AT.has] as number, figures[AT.singled] as number];
    figures[AT.carried] = named * above(MOST, has) * above(SINGLING, singled);
  }

  /** The question is about whoever asks, and the fact about somebody else. */
  private isOfOther({ authority }: Fact, flags: number): boolean {
    if (!this.query.isAboutSelf) return false;
    const isFirstPerson = (flags & FIRST_PERSON) !== 0;
    // In the words of anybody else, "I" is somebody else.
    return authority < DISTILLED ? isFirstPerson : !isFirstPerson && (flags & NAMING) !== 0;
  }

  private shareOf(weight: number): number {
    return this.total > 0 ? weight / this.total : 0;
  }

  private setAround(figures: number[], document: number): void {
    const { before, after, episodes, asking } = this.lexicon.documents;
    const episode = episodes.values[document] as number;
    if (episode < 0) return;
    const [previous, next] = [before.values[document] as number, after.values[document] as number];
    const asked = previous === NONE ? 0 : (asking.values[previous] as number) / 255;
    const further = (from: number, way: Int32Array) =>
      from === NONE ? 0 : this.wordsAt(way[from] as number);
    const { words, terms } = this.found.bestOfEpisode(episode, episodes.values);
    figures[AT.neighbour] = logOf(Math.max(this.wordsAt(previous), this.wordsAt(next)));
    figures[AT.further] = logOf(Math.max(further(previous, before.values), further(next, after.values)));
    figures[AT.reply] = asked * this.wordsAt(previous);
    figures[AT.session] = logOf(words);
    figures[AT.together] = this.coverage(terms);
  }

  /** The share of the query's weight that a combination of its terms, as bits, has. */
  private coverage(terms: number): number {
    let [sum, total] = [0, 0];
    this.idfs.forEach((idf, i) => {
      total += idf;
      if (i < MAX_MASKED && (terms & (1 << i)) !== 0) sum += idf;
    });
    return total > 0 ? sum / total : 0;
  }

  private wordsAt(document: number): number {
    return document === NONE ? 0 : Math.min(1, this.found.wordsOf(document));
  }

  private namesIn({ terms, names }: FactReading): number {
    const isIn = (term: string) =>
      term.startsWith(ABOUT) ? names.includes(term.slice(ABOUT.length)) : terms.has(term);
    return this.names.filter((all) => all.some(isIn)).length / this.names.length;
  }

  private isMentionedAgain(name: string): boolean {
    const { terms, counts } = this.lexicon.postings;
    const term = terms.get(ABOUT + name);
    return term !== undefined && (counts.values[term] as number) > 1;
  }
}

/** What neighbours lent counts half where it must not decide. */
const LENT = 0.5;

/** What depends on the facts of the same episode. */
const LENDING = [AT.neighbour, AT.further, AT.reply, AT.session, AT.together] as const;

/**
 * The same with less of what neighbours lent; itself if they lent nothing. `share`: how well the fact covers the
 * question then.
 */
export function withLessLent(values: FeatureValues, share: number): FeatureValues {
  const { figures } = values;
  if (share === values.share && LENDING.every((at) => figures[at] === 0)) return values;
  const less = figures.slice();
  less[AT.share] = share;
  less[AT.measure] = logOf(share);
  for (const at of LENDING) less[at] = LENT * (figures[at] as number);
  return valuesOf(less);
}

/** Terms that have a bit in a mask. */
const MAX_MASKED = 30;
/** Shares below this are all alike. */
const LEAST_SHARE = 0.02;

/** From 0 for no share to 1 for the whole. */
function logOf(share: number): number {
  return 1 - Math.log(Math.min(1, share) * (1 - LEAST_SHARE) + LEAST_SHARE) / Math.log(LEAST_SHARE);
}

const CONCERN = { asked: 1, open: 0, other: -1 } as const;

/** Words in the first person tell more, the fewer facts of the class have them: from 0 if all do to 1. */
function ownRarityOf({ documents }: ClassLexicon): number {
  const share = (documents.firstPersonCount + 1) / (documents.liveCount + 2);
  return Math.min(1, -Math.log2(share) / RARE_BITS);
}

function looseShareOf({ documents: { inEpisodeCount, liveCount } }: ClassLexicon): number {
  return 1 - inEpisodeCount / Math.max(1, liveCount);
}

/** From 0 at the limit to 1. */
function above(limit: number, share: number): number {
  return Math.max(0, (share - limit) / (1 - limit));
}

/** Live facts with one of these terms, at least. */
function countOf(terms: readonly number[], counts: ArrayLike<number>): number {
  let most = 0;
  for (const term of terms) most = Math.max(most, counts[term] as number);
  return most;
}

function isAnyIn(some: readonly string[], all: ReadonlySet<string>): boolean {
  for (const one of some) if (all.has(one)) return true;
  return false;
}

function bit(is: boolean): number {
  return is ? 1 : 0;
}
