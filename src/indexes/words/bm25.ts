/**
 * How much of a query is each fact about, by its words?
 *
 * BM25 over the postings of the query's terms, with additions for conversations:
 * - neighbours in an episode lend each other their words at reduced weight, most to short facts ("Yes, I did!"); a
 *   question lends most to what follows it;
 * - an episode that has the query's words raises all its facts a little;
 * - words that stand together in the query count more in facts where they stand together;
 * - if no fact has enough of the words, words of nearly the same meaning count for a part;
 * - a word that is usual in everyday talk weighs less, however rare it is in a small memory.
 *
 * The index holds the facts of one class, so nothing that another class says changes a fact's score. Scores are
 * summed as whole numbers, so they do not depend on the order in which facts came.
 */
import { AskedTerm, type QueryTerm, saturate, type Weighed } from "./asked-term.ts";
import type { ClassLexicon } from "./class-lexicon.ts";
import { LIVE, NONE } from "./documents.ts";
import { follows, weightOf } from "./postings.ts";

/**
 * Share of a word's score that a fact lends to the next facts of its episode, nearest first, and to those before it.
 */
const LENT_FORWARD = [0.5, 0.25, 0.1] as const;
const LENT_BACKWARD = [0.4, 0.2] as const;
/** A fact of more terms than this borrows less: it speaks for itself. */
const BORROWER_TERMS = 15;
/** A question lends this much more to what follows it, which is probably the answer. */
const ANSWERED = 1.2;
const ADJACENT = 0.8;
const EPISODE = 0.8;
/** If a fact has this share of the query's weight, words of nearly the same meaning are not needed. */
const WORDS_SUFFICE = 0.7;
/**
 * A fact of more terms than this has some word that is related to almost anything, so related words count less there.
 */
const RELATED_TERMS = 25;
/** A word's rarity is computed as if every memory had also heard this many everyday sentences. */
const HEARD = 1_000;
/** Scores are summed as whole multiples of 1 / `UNIT`. */
const UNIT = 1 << 20;
/** Bits of a mask. Later terms of a longer query still score, but never count as covered. */
const MAX_MASKED = 30;

/** What a search found: the first `count` entries of each array. Valid until the next search of the same scorer. */
export interface LexicalMatches {
  readonly count: number;
  readonly documents: Int32Array;
  readonly scores: Float64Array;
  /** The part of the score that comes from the fact's own words, not its neighbours'. */
  readonly owns: Float64Array;
  /** Which of the query's terms each fact has or borrows, as bits. */
  readonly terms: Int32Array;
}

/** Scores the facts of one search after another; the arrays are reused. */
export class Bm25 {
  private readonly index: ClassLexicon;
  /** The following are by document. */
  private sums = new Float64Array(0);
  private masks = new Int32Array(0);
  private ownSums = new Float64Array(0);
  private ownMasks = new Int32Array(0);
  private lastLoads = new Int32Array(0);
  private lastTerms = new Int32Array(0);
  /** The following are in the order in which documents were found. */
  private touched = new Int32Array(0);
  private scores = new Float64Array(0);
  private owns = new Float64Array(0);
  private touchedMasks = new Int32Array(0);
  private episodeScores = new Float64Array(0);
  private episodeTerms = new Int32Array(0);
  private touchedCount = 0;
  private seenEpisodes: number[] = [];
  private stamp = 0;
  /** The weight of each term of the query. */
  idfs: number[] = [];

  constructor(index: ClassLexicon) {
    this.index = index;
  }

  /** Every document with at least one of the terms. `takesAll`: also documents that are not live. */
  search(terms: readonly QueryTerm[], takesAll = false): LexicalMatches {
    this.begin();
    // A pair weighs as much as the lighter of its two terms.
    let previous = 0;
    for (let i = 0; i < terms.length; i++) {
      const term = terms[i] as QueryTerm;
      const idf = this.idfOf(term);
      this.idfs.push(idf);
      this.score(term, {
        idf,
        pair: term.isAdjacent ? Math.min(previous, idf) : 0,
        bit: i < MAX_MASKED ? 1 << i : 0,
        takesAll,
      });
      previous = term.isName ? 0 : idf;
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
  }

  /**
   * The weight of a term, by how rare it is among the facts and in everyday talk. A term that no fact has weighs
   * most.
   */
  private idfOf({ terms, weight, usual }: QueryTerm): number {
    let count = 0;
    const counts = this.index.postings.counts.values;
    for (const term of terms) count = Math.max(count, counts[term] as number);
    return weight * this.rarity(count, usual);
  }

  private rarity(count: number, usual: number): number {
    const [total, heard] = [this.index.documents.liveCount + HEARD, count + HEARD * usual];
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
    const saturated = saturate(weightOf(load), asked.lengths[document] as number, asked);
    let own = asked.idf * saturated;
    if (
      asked.isAdjacent &&
      this.lastTerms[document] === asked.stamp - 1 &&
      follows(this.lastLoads[document] as number, load)
    )
      own += ADJACENT * asked.pair;
    this.lastTerms[document] = asked.stamp;
    this.lastLoads[document] = load;
    const score = Math.round(own * UNIT);
    this.add(document, score, asked.bit);
    (this.ownSums[document] as number) += score;
    (this.ownMasks[document] as number) |= asked.bit;
    const episode = asked.episodes[document] as number;
    if (episode < 0 || asked.isName) return;
    if (this.episodeTerms[episode] !== asked.stamp) {
      this.episodeTerms[episode] = asked.stamp;
      asked.newEpisodes.push(episode);
    }
    this.lend(document, saturated, asked, asked.before, LENT_BACKWARD);
    const asks = 1 + (ANSWERED * (asked.asking[document] as number)) / 255;
    this.lend(document, saturated * asks, asked, asked.after, LENT_FORWARD);
  }

  private lend(
    lender: number,
    saturated: number,
    asked: AskedTerm,
    next: Int32Array,
    shares: readonly number[],
  ): void {
    let borrower = lender;
    for (let i = 0; i < shares.length; ) {
      borrower = next[borrower] as number;
      if (borrower === NONE) return;
      const flag = asked.flags[borrower] as number;
      // Facts on both sides of one that is not live are neighbours.
      if ((flag & LIVE) === 0 && !asked.takesAll) continue;
      const need = Math.min(1, BORROWER_TERMS / Math.max(1, asked.lengths[borrower] as number));
      const score = asked.idf * saturated * (shares[i++] as number) * need;
      this.add(borrower, Math.round(score * UNIT), asked.bit);
    }
  }

  /** `score`: in whole numbers of 1 / `UNIT`. */
  private add(document: number, score: number, bit: number): void {
    const mask = this.masks[document] as number;
    if (mask === 0 && this.sums[document] === 0) this.touched[this.touchedCount++] = document;
    (this.sums[document] as number) += score;
    this.masks[document] = mask | bit;
  }

  /** If no fact has enough of the words, words of nearly the same meaning count for facts without the word itself. */
  private relate(terms: readonly QueryTerm[], takesAll: boolean): void {
    if (!this.wantsRelated()) return;
    const { postings } = this.index;
    for (let i = 0; i < terms.length && i < MAX_MASKED; i++) {
      const term = terms[i] as QueryTerm;
      for (const { term: id, share } of term.related()) {
        const rarity = this.rarity(postings.counts.values[id] as number, 0);
        const idf = share * Math.min(this.idfs[i] as number, term.weight * rarity);
        const weighed: Weighed = { idf, pair: 0, bit: 1 << i, takesAll };
        const asked = new AskedTerm(term, weighed, this.index, this.stamp);
        postings.each(id, (document, load) => this.takeRelated(document, load, asked));
      }
    }
  }

  private wantsRelated(): boolean {
    let best = 0;
    for (let i = 0; i < this.touchedCount; i++)
      best = Math.max(best, this.ownSums[this.touched[i] as number] as number);
    return best / UNIT < WORDS_SUFFICE * this.idfs.reduce((sum, idf) => sum + idf, 0);
  }

  private takeRelated(document: number, load: number, asked: AskedTerm): void {
    const flag = asked.flags[document] as number;
    if (((this.ownMasks[document] as number) & asked.bit) !== 0) return;
    if ((flag & LIVE) === 0 && !asked.takesAll) return;
    const room = Math.min(1, RELATED_TERMS / Math.max(1, asked.lengths[document] as number));
    const saturated = saturate(weightOf(load), asked.lengths[document] as number, asked);
    const score = Math.round(asked.idf * saturated * room * UNIT);
    if (score === 0) return;
    this.add(document, score, 0);
    (this.ownSums[document] as number) += score;
    (this.ownMasks[document] as number) |= asked.bit;
  }

  /** Raises the episodes that have the term, the more the fewer they are. */
  private liftEpisodes(episodes: readonly number[], weight: number): void {
    if (episodes.length === 0) return;
    const total = this.index.documents.liveEpisodeCount;
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
