/**
 * How much of a query is each fact about, by its words?
 *
 * BM25 over the postings of the query's terms, with what conversations need beside it:
 * - neighbours in an episode lend each other their words at reduced weight, most to short facts ("Yes, I did!");
 * - an episode that has the query's words lifts all its facts a little;
 * - words that stand together in the query count more where they stand together;
 * - facts of class 2 and 3 are scored by statistics over these classes alone, and class 0 lends to nobody: no amount
 *   of foreign text changes what a trusted fact scores.
 *
 * Sums are of whole numbers, so they do not depend on the order in which facts came.
 */
import { FOREIGN, LIVE, NONE, TRUSTED_TEXT } from "./documents.ts";
import type { LexicalIndex } from "./lexical.ts";
import { follows, weightOf } from "./postings.ts";

const K1 = 0.9;
const B = 0.7;
/** What a fact gets of a word in the fact before it, and in the one after; the next but one; … */
const LENT_FORWARD = [0.5, 0.25, 0.1] as const;
const LENT_BACKWARD = [0.4, 0.2] as const;
/** From a lower class to a trusted fact. */
const LENT_UPWARD = 0.65;
/** A fact of more terms than this borrows less: it speaks for itself. */
const BORROWER_TERMS = 15;
const ADJACENT = 0.8;
const EPISODE = 0.8;
/** Whole numbers per unit of score. */
const UNIT = 1 << 20;
/** Bits of a mask. Later terms of a longer query still score, and are not counted as covered. */
const MAX_MASKED = 30;

/** One thing that the query asks for: any of these terms, with a weight. */
export interface QueryTerm {
  readonly terms: readonly number[];
  readonly weight: number;
  /** Names say who, not what: they are not lent, and adjacency to them means nothing. */
  readonly isName: boolean;
  /** Directly behind the one before it. */
  readonly isAdjacent: boolean;
}

export interface LexicalMatch {
  readonly document: number;
  readonly score: number;
  /** Which of the query's terms it has or borrows, as bits. */
  readonly terms: number;
}

/** Scores of one search. Reused by the next one of the same scorer. */
export class Bm25 {
  private readonly index: LexicalIndex;
  private scores = new Float64Array(0);
  private masks = new Int32Array(0);
  private touched = new Int32Array(0);
  private lastLoads = new Int32Array(0);
  private lastTerms = new Int32Array(0);
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
  search(terms: readonly QueryTerm[], takesAll = false): readonly LexicalMatch[] {
    this.begin();
    // What a pair weighs: the lesser of both; for all facts, and for trusted ones.
    let previous: readonly [number, number] = [0, 0];
    terms.forEach((term, i) => {
      const idf = this.idfOf(term, false);
      const trustedIdf = this.idfOf(term, true);
      this.idfs.push(idf);
      this.trustedIdfs.push(trustedIdf);
      const pair = [Math.min(previous[0], idf), Math.min(previous[1], trustedIdf)] as const;
      this.score(term, i, idf, trustedIdf, pair, takesAll);
      previous = term.isName ? [0, 0] : [idf, trustedIdf];
    });
    return this.finish();
  }

  private begin(): void {
    const { size, episodeCount } = this.index.documents;
    if (this.scores.length < size) {
      const room = Math.ceil(size * 1.5) + 64;
      this.scores = new Float64Array(room);
      this.masks = new Int32Array(room);
      this.touched = new Int32Array(room);
      this.lastLoads = new Int32Array(room);
      this.lastTerms = new Int32Array(room);
      this.stamp = 0;
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

  /** By how rare it is among all facts, or among the trusted. A term that is nowhere weighs most. */
  private idfOf({ terms, weight }: QueryTerm, trusted: boolean): number {
    const { documents, postings } = this.index;
    const counts = (trusted ? postings.trustedCounts : postings.counts).values;
    const total = trusted ? documents.trustedCount : documents.size - documents.goneCount;
    let count = 0;
    for (const term of terms) count = Math.max(count, counts[term] as number);
    return weight * Math.log(1 + (total - count + 0.5) / (count + 0.5));
  }

  private score(
    term: QueryTerm,
    at: number,
    idf: number,
    trustedIdf: number,
    pair: readonly [number, number],
    takesAll: boolean,
  ): void {
    const { documents, postings } = this.index;
    const flags = documents.flags.values;
    const lengths = documents.lengths.values;
    const { before, after } = documents;
    const episodes = documents.episodes.values;
    const count = documents.size - documents.goneCount;
    const slope = (K1 * B) / Math.max(1, documents.totalLength / Math.max(1, count));
    const trustedSlope =
      (K1 * B) / Math.max(1, documents.trustedLength / Math.max(1, documents.trustedCount));
    const bit = at < MAX_MASKED ? 1 << at : 0;
    const stamp = ++this.stamp;
    const newEpisodes: number[] = [];
    const idfs = [idf, trustedIdf];

    const take = (document: number, load: number): void => {
      const flag = flags[document] as number;
      if ((flag & LIVE) === 0 && !takesAll) return;
      const weight = weightOf(load);
      const isTrusted = (flag & TRUSTED_TEXT) !== 0;
      const norm = K1 * (1 - B) + (isTrusted ? trustedSlope : slope) * (lengths[document] as number);
      const saturated = (weight * (K1 + 1)) / (weight + norm);
      let own = (isTrusted ? trustedIdf : idf) * saturated;
      if (term.isAdjacent && this.lastTerms[document] === stamp - 1) {
        if (follows(this.lastLoads[document] as number, load)) own += ADJACENT * pair[isTrusted ? 1 : 0];
      }
      this.lastTerms[document] = stamp;
      this.lastLoads[document] = load;
      this.add(document, own, bit);
      const episode = episodes[document] as number;
      if (episode < 0 || term.isName || (flag & FOREIGN) !== 0) return;
      if (this.episodeTerms[episode] !== stamp) {
        this.episodeTerms[episode] = stamp;
        newEpisodes.push(episode);
      }
      this.lend(document, saturated, idfs, bit, flag, before.values, LENT_BACKWARD, takesAll);
      this.lend(document, saturated, idfs, bit, flag, after.values, LENT_FORWARD, takesAll);
    };
    for (const id of term.terms) postings.each(id, take);
    this.liftEpisodes(newEpisodes, term.weight);
  }

  private lend(
    lender: number,
    saturated: number,
    idfs: readonly number[],
    bit: number,
    lenderFlag: number,
    next: Int32Array,
    shares: readonly number[],
    takesAll: boolean,
  ): void {
    const flags = this.index.documents.flags.values;
    const lengths = this.index.documents.lengths.values;
    let borrower = lender;
    for (const share of shares) {
      borrower = next[borrower] as number;
      if (borrower === NONE) return;
      const flag = flags[borrower] as number;
      if ((flag & LIVE) === 0 && !takesAll) continue;
      const isTrusted = (flag & TRUSTED_TEXT) !== 0;
      const upward = isTrusted && (lenderFlag & TRUSTED_TEXT) === 0 ? LENT_UPWARD : 1;
      const need = Math.min(1, BORROWER_TERMS / Math.max(1, lengths[borrower] as number));
      this.add(borrower, (idfs[isTrusted ? 1 : 0] as number) * saturated * share * upward * need, bit);
    }
  }

  private add(document: number, score: number, bit: number): void {
    if (this.masks[document] === 0 && this.scores[document] === 0)
      this.touched[this.touchedCount++] = document;
    (this.scores[document] as number) += Math.round(score * UNIT);
    (this.masks[document] as number) |= bit;
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

  private finish(): readonly LexicalMatch[] {
    const episodes = this.index.documents.episodes.values;
    const matches: LexicalMatch[] = [];
    for (let i = 0; i < this.touchedCount; i++) {
      const document = this.touched[i] as number;
      const episode = episodes[document] as number;
      const lift = episode < 0 ? 0 : (this.episodeScores[episode] as number);
      const score = ((this.scores[document] as number) + lift) / UNIT;
      matches.push({ document, score, terms: this.masks[document] as number });
      this.scores[document] = 0;
      this.masks[document] = 0;
    }
    for (const episode of this.seenEpisodes) this.episodeScores[episode] = 0;
    return matches;
  }
}
