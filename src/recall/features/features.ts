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
import { type FactReading, readFact } from "./read-fact.ts";

/** In words, for `explain`. */
export const FEATURES = {
  share: "how well it covers the question, by all lanes",
  measure: "the same, as a logarithm: it tells small shares apart",
  strong: "the same, above two fifths: the whole question, or nearly",
  has: "the share of the question's words that it has",
  full: "the same, above half",
  singled: "how far these words single it out among all facts",
  focus: "the share of its words that the question has",
  like: "words that mean nearly the same as the question's",
  open: "the heaviest word of the question that it lacks",
  cosine: "nearness in meaning and form as a whole",
  learned: "nearness by the learned vector",
  encoder: "an encoder was asked, which says much more of what is near",
  neighbour: "what the facts beside it cover",
  further: "what the facts next to those cover",
  reply: "the fact before it asks about it",
  session: "what the best fact of its episode covers",
  together: "what the facts of its episode cover together",
  asked: "said by or about the person asked about, or about somebody else (-)",
  named: "the names in the question that it has",
  ownWords: "the question is about you, and so is the fact, as few facts are",
  knownName: "the question is about you, and the fact about somebody whom you mention again and again",
  stranger: "the question is about you, and the fact about somebody mentioned once",
  when: "asks when, and it says when",
  number: "asks for a number, and it has one",
  who: "asks who, and it names somebody",
  where: "asks where, and it names a place",
  denial: "both say what is not so",
  period: "of the time asked about",
  length: "its length, up to some twenty words",
  machine: "the question is about you, and a machine said it",
  aboutYou: "the question is about you",
  others: "how few facts are in the first person",
  youAmongOthers: "the same, if the question is about you",
  words: "the number of words in the question",
  unheard: "the share of the question's words that no fact has",
  few: "how few facts there are",
  whole: "the question is a word or two, and it has them",
  none: "the question is a word or two, and it has none of them",
} as const;
export type Feature = keyof typeof FEATURES;
export const FEATURE_NAMES = Object.keys(FEATURES) as readonly Feature[];
export type FeatureValues = Readonly<Record<Feature, number>>;

/** The lowest class that repeats what the principal said of himself. */
const DISTILLED = 2;
/** More words of a question than this are not compared with a fact's words: the heaviest are. */
const MOST_WORDS = 12;
/** Up to this cosine two words have nothing to do with each other. */
const UNLIKE = 0.2;
/** A word that is like another is never worth quite as much as the word itself. */
const MOST_LIKE = 0.95;
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
  private readonly unheard: number;
  private readonly contentWords: number;
  private readonly ownRarity: number;
  private readonly others: number;
  /** A fact with words of so many bits is singled out for certain. */
  private readonly singlingBits: number;
  /** How few facts there are, from 0 for many to 1. */
  readonly few: number;
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
    this.words = heaviest.map(({ term, word, weight }) => {
      const row = findRow(word);
      return {
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
    const unheard = heaviest.filter(({ term }) => !term.terms.some((id) => postings.isKnown(id)));
    this.unheard = highest?.unheard ?? this.shareOf(unheard.reduce((sum, { weight }) => sum + weight, 0));
    this.ownRarity = ownRarityOf(lexicon);
    this.others = highest?.others ?? this.ownRarity;
    this.isKeywords =
      asked.length > 0 && asked.length <= KEYWORDS && (query.text.match(WORD)?.length ?? 0) <= KEYWORDS;
    this.few = highest?.few ?? Math.max(0, 1 - Math.log2(Math.max(1, documents.liveCount)) / MANY_BITS);
    this.contentWords = asked.filter(({ term }) => !term.isName && term.weight >= 1).length;
  }

  /** `at`: the fact's place in what was found. */
  of(fact: Fact, at: number): FeatureValues {
    const { found, lexicon, query, kind } = this;
    const { documents } = lexicon;
    const document = found.documents[at] as number;
    const flags = documents.flags.values[document] as number;
    const has = (flag: number) => (flags & flag) !== 0;
    const reading = readFact(fact);
    // In the words of anybody else, "I" is somebody else.
    const isAboutSelf = query.isAboutSelf && fact.authority >= DISTILLED;
    const [isFirst, isNaming] = [has(FIRST_PERSON), has(NAMING)];
    const [covered, named] = [this.covered(reading), this.namesIn(reading)];
    const isKnown = isNaming && reading.names.some((name) => this.isMentionedAgain(name));
    return {
      share: found.shares[at] as number,
      measure: logOf(found.shares[at] as number),
      strong: above(STRONG, found.shares[at] as number),
      ...covered,
      cosine: Math.max(0, this.nearness(fact.id)),
      learned: found.strengths[at] as number,
      encoder: this.isEncoded ? 1 : 0,
      ...this.around(document),
      asked: this.whom.isAskingAboutOne ? CONCERN[this.whom.concern(document)] : 0,
      named,
      ownWords: isAboutSelf && isFirst ? this.ownRarity : 0,
      knownName: isAboutSelf && !isFirst && isKnown ? this.ownRarity : 0,
      stranger: isAboutSelf && !isFirst && isNaming && !isKnown ? this.ownRarity : 0,
      when: bit(kind.isTime && has(TIMED)),
      number: bit(kind.isNumber && reading.hasNumber),
      who: bit(kind.isPerson && isNaming),
      where: bit(kind.isPlace && reading.hasPlace),
      denial: kind.isNegated ? (reading.isNegated ? 1 : -1) : 0,
      period: bit(query.period !== undefined && isOfPeriod(query.period, documents, document)),
      length: Math.min(1, Math.log2(1 + (documents.lengths.values[document] as number)) / LONG_BITS),
      machine: bit(query.isAboutSelf && has(NO_PERSON)),
      aboutYou: bit(query.isAboutSelf),
      others: this.others,
      youAmongOthers: query.isAboutSelf ? this.others : 0,
      words: Math.min(1, this.contentWords / MANY_WORDS),
      unheard: this.unheard,
      few: this.few,
      ...this.keywords(covered.has, named),
    };
  }

  /** How much of the question's words it has, or has words that are like them. */
  private covered({
    terms,
    rows,
  }: FactReading): Pick<FeatureValues, "has" | "full" | "singled" | "focus" | "like" | "open"> {
    let [has, like, open, bits, count] = [0, 0, 0, 0, 0];
    for (const word of this.words) {
      if (word.terms.some((term) => terms.has(term))) {
        has += word.weight;
        bits += word.bits;
        count++;
        continue;
      }
      const likeness = Math.min(MOST_LIKE, likestOf(word.likeness, rows));
      like += word.weight * Math.max(0, (likeness - UNLIKE) / (1 - UNLIKE));
      open = Math.max(open, word.weight * (1 - likeness));
    }
    const share = this.shareOf(has);
    return {
      has: share,
      full: above(FULL, share),
      singled: Math.min(1, bits / this.singlingBits),
      focus: terms.size === 0 ? 0 : count / terms.size,
      like: this.shareOf(like),
      open: this.shareOf(open),
    };
  }

  private keywords(has: number, named: number): Pick<FeatureValues, "whole" | "none"> {
    const hasWords = this.words.length === 0 || has >= ALL;
    const hasNames = this.names.length === 0 || named >= ALL;
    return {
      whole: bit(this.isKeywords && hasWords && hasNames),
      none: bit(this.isKeywords && has === 0 && named === 0),
    };
  }

  private shareOf(weight: number): number {
    return this.total > 0 ? weight / this.total : 0;
  }

  private around(document: number): Around {
    const { before, after, episodes, asking } = this.lexicon.documents;
    const episode = episodes.values[document] as number;
    if (episode < 0) return ALONE;
    const [previous, next] = [before.values[document] as number, after.values[document] as number];
    const asked = previous === NONE ? 0 : (asking.values[previous] as number) / 255;
    const further = (from: number, way: Int32Array) =>
      from === NONE ? 0 : this.wordsAt(way[from] as number);
    const { words, terms } = this.found.bestOfEpisode(episode, episodes.values);
    return {
      neighbour: logOf(Math.max(this.wordsAt(previous), this.wordsAt(next))),
      further: logOf(Math.max(further(previous, before.values), further(next, after.values))),
      reply: asked * this.wordsAt(previous),
      session: logOf(words),
      together: this.coverage(terms),
    };
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
    if (this.names.length === 0) return 0;
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

/** The same with less of what neighbours lent. `share`: how well the fact covers the question then. */
export function withLessLent(values: FeatureValues, share: number): FeatureValues {
  const { neighbour, further, reply, session, together } = values;
  return {
    ...values,
    share,
    measure: logOf(share),
    neighbour: LENT * neighbour,
    further: LENT * further,
    reply: LENT * reply,
    session: LENT * session,
    together: LENT * together,
  };
}

type Around = Pick<FeatureValues, "neighbour" | "further" | "reply" | "session" | "together">;
const ALONE: Around = { neighbour: 0, further: 0, reply: 0, session: 0, together: 0 };
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

function bit(is: boolean): number {
  return is ? 1 : 0;
}

function likestOf(likeness: WordLikeness | undefined, rows: readonly number[]): number {
  if (likeness === undefined) return 0;
  let most = 0;
  for (let i = 0; i < rows.length; i++) most = Math.max(most, likeness.with(rows[i] as number));
  return most;
}
