/**
 * How much of a query is each fact about, by its words?
 *
 * BM25 over the postings of the query's terms, with what conversations need beside it:
 * - neighbours in an episode lend each other their words at reduced weight, most to short facts ("Yes, I did!"), and a
 *   question most to what follows it;
 * - an episode that has the query's words lifts all its facts a little;
 * - words that stand together in the query count more where they stand together;
 * - where no fact has enough of the words, words that mean nearly the same count for a part;
 * - what is usual in any talk weighs less, however rare it is in a small memory;
 * - facts of class 2 and 3 are scored by statistics over these classes alone, and class 0 lends to nobody: no amount
 *   of foreign text changes what a trusted fact scores.
 *
 * Sums are of whole numbers, so they do not depend on the order in which facts came.
 */
import { AskedTerm, type QueryTerm, saturate, type Weighed } from "./asked-term.ts";
import { FOREIGN, LIVE, NONE, TRUSTED_TEXT } from "./documents.ts";
import type { LexicalIndex } from "./lexical.ts";
import { follows, weightOf } from "./postings.ts";

/** What a fact gets of a word in the fact before it, and in the one after; the next but one; … */
const LENT_FORWARD = [0.5, 0.25, 0.1] as const;
const LENT_BACKWARD = [0.4, 0.2] as const;
/** From a lower class to a trusted fact. */
const LENT_UPWARD = 0.65;
/** A fact of more terms than this borrows less: it speaks for itself. */
const BORROWER_TERMS = 15;
/** What follows a question gets so much more of its words: it is likely the answer. */
const ANSWERED = 1.2;
const ADJACENT = 0.8;
const EPISODE = 0.8;
/** Facts with as many of the query's words, by weight, need no words that mean nearly the same. */
const WORDS_SUFFICE = 0.7;
/** In a fact of more terms than this, some word is near anything: it counts less. */
const RELATED_TERMS = 25;
/** Sentences of everyday talk that every memory is taken to have heard, when a word's rarity is reckoned. */
const HEARD = 1_000;
/** Whole numbers per unit of score. */
const UNIT = 1 << 20;
/** Bits of a mask. Later terms of a longer query still score, and are not counted as covered. */
const MAX_MASKED = 30;

/** What a search found, until the next one of the same scorer: the first `count` of each list. */
export interface LexicalMatches {
  readonly count: number;
  readonly documents: Int32Array;
  readonly scores: Float64Array;
  /** Of that, what comes of its own words, not of its neighbours'. */
  readonly owns: Float64Array;
  /** Which of the query's terms each has or borrows, as bits. */
  readonly terms: Int32Array;
}

/** Scores of one search. Reused by the next one of the same scorer. */
export class Bm25 {
  private readonly index: LexicalIndex;
  /** By document. */
  private sums = new Float64Array(0);
  private masks = new Int32Array(0);
  private ownSums = new Float64Array(0);
  private ownMasks = new Int32Array(0);
  private lastLoads = new Int32Array(0);
  private lastTerms = new Int32Array(0);
  /** In the order in which they were found. */
  private touched = new Int32Array(0);
  private scores = new Float64Array(0);
  private owns = new Float64Array(0);
  private touchedMasks = new Int32Array(0);
  private episodeScores = new Float64Array(0);
  private episodeTerms = new Int32Array(0);
  private touchedCount = 0;
  private seenEpisodes: number[] = [];
  private stamp = 0;
  /** What each term weighs: among all facts, and among trusted ones. */
  idfs: number[] = [];
  trustedIdfs: number[] = [];

  constructor(index: LexicalIndex) {
    this.index = index;
  }

  /** Every document with at least one of the terms; `takesAll`: also those that are not live. */
  search(terms: readonly QueryTerm[], takesAll = false): LexicalMatches {
    this.begin();
    // What a pair weighs: the lesser of both; for all facts, and for trusted ones.
    let previous = 0;
    let trustedPrevious = 0;
    for (let i = 0; i < terms.length; i++) {
      const term = terms[i] as QueryTerm;
      const idf = this.idfOf(term, false);
      const trustedIdf = this.idfOf(term, true);
      this.idfs.push(idf);
      this.trustedIdfs.push(trustedIdf);
      const isPaired = term.isAdjacent;
      this.score(term, {
        idf,
        trustedIdf,
        pair: isPaired ? Math.min(previous, idf) : 0,
        trustedPair: isPaired ? Math.min(trustedPrevious, trustedIdf) : 0,
        bit: i < MAX_MASKED ? 1 << i : 0,
        takesAll,
      });
      previous = term.isName ? 0 : idf;
      trustedPrevious = term.isName ? 0 : trustedIdf;
    }
    this.relate(terms, takesAll);
    return this.finish();
  }

  private begin(): void {
    const { size, episodeCount } = this.index.documents;
    if (this.sums.length < size) {
      const room = Math.ceil(size * 1.5) + 64;
      this.sums = new Float64Array(room);
      this.masks = new Int32Array(room);
      this.ownSums = new Float64Array(room);
      this.ownMasks = new Int32Array(room);
      this.lastLoads = new Int32Array(room);
      this.lastTerms = new Int32Array(room);
      this.touched = new Int32Array(room);
    }
    if (this.episodeScores.length < episodeCount) {
      this.episodeScores = new Float64Array(episodeCount * 2);
      this.episodeTerms = new Int32Array(episodeCount * 2);
    }
    this.touchedCount = 0;
    this.seenEpisodes = [];
    this.idfs = [];
    this.trustedIdfs = [];
  }

  /** By how rare it is among all facts, or among the trusted, and in any talk. A term that is nowhere weighs most. */
  private idfOf({ terms, weight, usual }: QueryTerm, trusted: boolean): number {
    let count = 0;
    const { postings } = this.index;
    const counts = (trusted ? postings.trustedCounts : postings.counts).values;
    for (const term of terms) count = Math.max(count, counts[term] as number);
    return weight * this.rarity(count, usual, trusted);
  }

  private rarity(count: number, usual: number, trusted: boolean): number {
    const { documents } = this.index;
    const facts = trusted ? documents.trustedCount : documents.size - documents.goneCount;
    const [total, heard] = [facts + HEARD, count + HEARD * usual];
    return Math.log(1 + (total - heard + 0.5) / (heard + 0.5));
  }

  private score(term: QueryTerm, weighed: Weighed): void {
    const { postings } = this.index;
    const { starts, documents, loads } = postings.laidOut;
    const asked = new AskedTerm(term, weighed, this.index, ++this.stamp);
    for (const id of term.terms) {
      if (id + 1 < starts.length) {
        const end = starts[id + 1] as number;
        for (let i = starts[id] as number; i < end; i++)
          this.take(documents[i] as number, loads[i] as number, asked);
      }
      const tail = postings.tailOf(id);
      if (tail === undefined) continue;
      for (let i = 0; i < tail.length; i += 2) this.take(tail[i] as number, tail[i + 1] as number, asked);
    }
    this.liftEpisodes(asked.newEpisodes, term.weight);
  }

  private take(document: number, load: number, asked: AskedTerm): void {
    const flag = asked.flags[document] as number;
    if ((flag & LIVE) === 0 && !asked.takesAll) return;
    const isTrusted = (flag & TRUSTED_TEXT) !== 0;
    const saturated = saturate(weightOf(load), asked.lengths[document] as number, isTrusted, asked);
    let own = (isTrusted ? asked.trustedIdf : asked.idf) * saturated;
    if (
      asked.isAdjacent &&
      this.lastTerms[document] === asked.stamp - 1 &&
      follows(this.lastLoads[document] as number, load)
    )
      own += ADJACENT * (isTrusted ? asked.trustedPair : asked.pair);
    this.lastTerms[document] = asked.stamp;
    this.lastLoads[document] = load;
    const score = Math.round(own * UNIT);
    this.add(document, score, asked.bit);
    (this.ownSums[document] as number) += score;
    (this.ownMasks[document] as number) |= asked.bit;
    const episode = asked.episodes[document] as number;
    if (episode < 0 || asked.isName || (flag & FOREIGN) !== 0) return;
    if (this.episodeTerms[episode] !== asked.stamp) {
      this.episodeTerms[episode] = asked.stamp;
      asked.newEpisodes.push(episode);
    }
    this.lend(document, saturated, flag, asked, asked.before, LENT_BACKWARD);
    const asks = 1 + (ANSWERED * (asked.asking[document] as number)) / 255;
    this.lend(document, saturated * asks, flag, asked, asked.after, LENT_FORWARD);
  }

  private lend(
    lender: number,
    saturated: number,
    lenderFlag: number,
    asked: AskedTerm,
    next: Int32Array,
    shares: readonly number[],
  ): void {
    let borrower = lender;
    for (let i = 0; i < shares.length; i++) {
      borrower = next[borrower] as number;
      if (borrower === NONE) return;
      const flag = asked.flags[borrower] as number;
      if ((flag & LIVE) === 0 && !asked.takesAll) continue;
      const isTrusted = (flag & TRUSTED_TEXT) !== 0;
      const upward = isTrusted && (lenderFlag & TRUSTED_TEXT) === 0 ? LENT_UPWARD : 1;
      const need = Math.min(1, BORROWER_TERMS / Math.max(1, asked.lengths[borrower] as number));
      const idf = isTrusted ? asked.trustedIdf : asked.idf;
      const score = idf * saturated * (shares[i] as number) * upward * need;
      this.add(borrower, Math.round(score * UNIT), asked.bit);
    }
  }

  /** `score`: in whole numbers. */
  private add(document: number, score: number, bit: number): void {
    const mask = this.masks[document] as number;
    if (mask === 0 && this.sums[document] === 0) this.touched[this.touchedCount++] = document;
    (this.sums[document] as number) += score;
    this.masks[document] = mask | bit;
  }

  /**
   * What words that mean nearly the same add, to facts that have not the word itself. Trusted facts get them where no
   * trusted fact has enough of the words, others where no fact has.
   */
  private relate(terms: readonly QueryTerm[], takesAll: boolean): void {
    const isWanted = this.wantsRelated();
    if (!isWanted.all && !isWanted.trusted) return;
    const { postings } = this.index;
    for (let i = 0; i < terms.length && i < MAX_MASKED; i++) {
      const term = terms[i] as QueryTerm;
      for (const { term: id, share } of term.related()) {
        const part = (most: number, count: number, trusted: boolean) =>
          share * Math.min(most, term.weight * this.rarity(count, 0, trusted));
        const weighed: Weighed = {
          idf: isWanted.all ? part(this.idfs[i] as number, postings.counts.values[id] as number, false) : 0,
          trustedIdf: isWanted.trusted
            ? part(this.trustedIdfs[i] as number, postings.trustedCounts.values[id] as number, true)
            : 0,
          pair: 0,
          trustedPair: 0,
          bit: 1 << i,
          takesAll,
        };
        const asked = new AskedTerm(term, weighed, this.index, this.stamp);
        postings.each(id, (document, load) => this.takeRelated(document, load, asked));
      }
    }
  }

  /** Has no fact enough of the words; and no trusted one? */
  private wantsRelated(): { readonly all: boolean; readonly trusted: boolean } {
    const { documents } = this.index;
    let best = 0;
    let trustedBest = 0;
    for (let i = 0; i < this.touchedCount; i++) {
      const document = this.touched[i] as number;
      const own = this.ownSums[document] as number;
      if (own > best) best = own;
      if (own > trustedBest && documents.isTrusted(document)) trustedBest = own;
    }
    const isWanted = (reached: number, idfs: readonly number[]) =>
      reached / UNIT < WORDS_SUFFICE * idfs.reduce((sum, idf) => sum + idf, 0);
    return { all: isWanted(best, this.idfs), trusted: isWanted(trustedBest, this.trustedIdfs) };
  }

  private takeRelated(document: number, load: number, asked: AskedTerm): void {
    const flag = asked.flags[document] as number;
    if (((this.ownMasks[document] as number) & asked.bit) !== 0) return;
    if ((flag & LIVE) === 0 && !asked.takesAll) return;
    const isTrusted = (flag & TRUSTED_TEXT) !== 0;
    const room = Math.min(1, RELATED_TERMS / Math.max(1, asked.lengths[document] as number));
    const saturated = saturate(weightOf(load), asked.lengths[document] as number, isTrusted, asked);
    const score = Math.round((isTrusted ? asked.trustedIdf : asked.idf) * saturated * room * UNIT);
    if (score === 0) return;
    this.add(document, score, 0);
    (this.ownSums[document] as number) += score;
    (this.ownMasks[document] as number) |= asked.bit;
  }

  /** Episodes that have the term, by how rare that is among episodes. */
  private liftEpisodes(episodes: readonly number[], weight: number): void {
    if (episodes.length === 0) return;
    const total = this.index.documents.episodeCount;
    const idf = Math.log(1 + (total - episodes.length + 0.5) / (episodes.length + 0.5));
    const lift = Math.round(EPISODE * weight * idf * UNIT);
    for (const episode of episodes) {
      if (this.episodeScores[episode] === 0) this.seenEpisodes.push(episode);
      (this.episodeScores[episode] as number) += lift;
    }
  }

  private finish(): LexicalMatches {
    if (this.scores.length < this.touchedCount) {
      const room = Math.ceil(this.touchedCount * 1.5);
      this.scores = new Float64Array(room);
      this.owns = new Float64Array(room);
      this.touchedMasks = new Int32Array(room);
    }
    const { touched, scores, owns, touchedMasks, touchedCount } = this;
    const episodes = this.index.documents.episodes.values;
    for (let i = 0; i < touchedCount; i++) {
      const document = touched[i] as number;
      const episode = episodes[document] as number;
      const lift = episode < 0 ? 0 : (this.episodeScores[episode] as number);
      scores[i] = ((this.sums[document] as number) + lift) / UNIT;
      owns[i] = (this.ownSums[document] as number) / UNIT;
      touchedMasks[i] = this.masks[document] as number;
      this.sums[document] = 0;
      this.masks[document] = 0;
      this.ownSums[document] = 0;
      this.ownMasks[document] = 0;
    }
    for (const episode of this.seenEpisodes) this.episodeScores[episode] = 0;
    return { count: touchedCount, documents: touched, scores, owns, terms: touchedMasks };
  }
}
