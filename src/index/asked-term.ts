/**
 * What is asked for by one word of a query, and by what are the facts that have it weighed?
 */
import type { LexicalIndex } from "./lexical.ts";

const K1 = 0.9;
const B = 0.7;

/** One thing that the query asks for: any of these terms, with a weight. */
export interface QueryTerm {
  readonly terms: readonly number[];
  readonly weight: number;
  /** Share of the sentences of everyday talk that have it. */
  readonly usual: number;
  /** Terms that mean nearly the same, the nearest first: worked out only where they are needed. */
  related(): readonly RelatedTerm[];
  /** Names say who, not what: they are not lent, and adjacency to them means nothing. */
  readonly isName: boolean;
  /** Directly behind the one before it. */
  readonly isAdjacent: boolean;
}

export interface RelatedTerm {
  readonly term: number;
  /** Of what the asked one would count, from 0 to 1. */
  readonly share: number;
}

/** How much a word counts that a fact of this length has so often. */
export function saturate(weight: number, length: number, isTrusted: boolean, asked: AskedTerm): number {
  const slope = isTrusted ? asked.trustedSlope : asked.slope;
  return (weight * (K1 + 1)) / (weight + (K1 * (1 - B) + slope * length));
}

/** What a term weighs in one search. */
export interface Weighed {
  readonly idf: number;
  readonly trustedIdf: number;
  /** What standing behind the term before adds to. */
  readonly pair: number;
  readonly trustedPair: number;
  readonly bit: number;
  readonly takesAll: boolean;
}

/** A term with all that its postings are weighed by, in one place: the inner loop reads nothing else. */
export class AskedTerm {
  readonly idf: number;
  readonly trustedIdf: number;
  readonly pair: number;
  readonly trustedPair: number;
  readonly slope: number;
  readonly trustedSlope: number;
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

  constructor(term: QueryTerm, weighed: Weighed, { documents }: LexicalIndex, stamp: number) {
    this.idf = weighed.idf;
    this.trustedIdf = weighed.trustedIdf;
    this.pair = weighed.pair;
    this.trustedPair = weighed.trustedPair;
    const count = documents.size - documents.goneCount;
    this.slope = (K1 * B) / Math.max(1, documents.totalLength / Math.max(1, count));
    this.trustedSlope = (K1 * B) / Math.max(1, documents.trustedLength / Math.max(1, documents.trustedCount));
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
