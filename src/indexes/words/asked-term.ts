/**
 * What does one word of a query ask for, and how are the facts that have it weighed?
 */
import type { ClassLexicon } from "./class-lexicon.ts";

const K1 = 0.9;
const B = 0.7;

/** One thing that the query asks for: any of these terms, with one weight. */
export interface QueryTerm {
  readonly terms: readonly number[];
  readonly weight: number;
  /** Share of everyday sentences that contain the word. */
  readonly usual: number;
  /** Terms of nearly the same meaning, nearest first. Computed on demand, because few searches need them. */
  related(): readonly RelatedTerm[];
  /** Names say who, not what: neighbours do not lend them, and standing beside one means nothing. */
  readonly isName: boolean;
  /** It follows the term before it, with at most one word in between. */
  readonly isAdjacent: boolean;
  /** The word right before it is a term too: true for "account" in "bank account". */
  readonly isHead: boolean;
}

export interface RelatedTerm {
  readonly term: number;
  /** What it counts, as a share of the asked term, from 0 to 1. */
  readonly share: number;
}

/** BM25's saturation: what a term of this weight counts in a fact of this length. */
export function saturate(weight: number, length: number, { slope }: AskedTerm): number {
  return (weight * (K1 + 1)) / (weight + (K1 * (1 - B) + slope * length));
}

/** What a term weighs in one search. */
export interface Weighed {
  readonly idf: number;
  /**
   * Weight of the pair with the term before it, for facts in which both stand together; 0 if they are not adjacent in
   * the query.
   */
  readonly pair: number;
  readonly bit: number;
  readonly takesAll: boolean;
}

/** A term with everything needed to weigh its postings, in one place: the inner loop reads nothing else. */
export class AskedTerm {
  readonly idf: number;
  readonly pair: number;
  readonly slope: number;
  readonly bit: number;
  readonly stamp: number;
  readonly isAdjacent: boolean;
  readonly isName: boolean;
  readonly takesAll: boolean;
  readonly flags: Uint8Array;
  readonly lengths: Uint16Array;
  readonly asking: Uint8Array;
  readonly episodes: Int32Array;
  readonly before: Int32Array;
  readonly after: Int32Array;
  readonly newEpisodes: number[] = [];

  constructor(term: QueryTerm, weighed: Weighed, { documents }: ClassLexicon, stamp: number) {
    this.idf = weighed.idf;
    this.pair = weighed.pair;
    this.slope = (K1 * B) / Math.max(1, documents.totalLength / Math.max(1, documents.liveCount));
    this.bit = weighed.bit;
    this.stamp = stamp;
    this.isAdjacent = term.isAdjacent;
    this.isName = term.isName;
    this.takesAll = weighed.takesAll;
    this.flags = documents.flags.values;
    this.lengths = documents.lengths.values;
    this.asking = documents.asking.values;
    this.episodes = documents.episodes.values;
    this.before = documents.before.values;
    this.after = documents.after.values;
  }
}
