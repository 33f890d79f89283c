/**
 * What do learned vectors say about the facts? How far each stands out from all others as an answer to the query.
 *
 * Cosines of different models mean different things, and so do those of different queries: what counts is by how
 * many standard deviations a fact is nearer than the average one. Neighbours in an episode lend each other some of
 * it, as they do with words: the answer stands beside what the query resembles. What the average is, a class learns from
 * its own facts and those of the classes above it, never from those below.
 *
 * Standing out is not being about the query: something always does. A fact is `near` only if its cosine says so by
 * the embedder's own measure (`thresholds.related`), or, for want of one, if it stands out as chance hardly ever
 * does. The cut asks for that.
 */

import type { LearnedVectors } from "../indexes/learned/learned.ts";
import type { VectorSpace } from "../indexes/learned/vector-check.ts";
import type { ClassLexicon } from "../indexes/words/class-lexicon.ts";
import { LIVE, NONE } from "../indexes/words/documents.ts";

/** What the lane is asked with. */
export interface LearnedQuery {
  readonly vectors: LearnedVectors;
  readonly space: VectorSpace;
  readonly vector: Float32Array;
  /** The cosine from which two texts are related, if the embedder knows. */
  readonly related: number | undefined;
}

/** How documents stand, by their number. */
export interface Standings {
  /** From 0: average or below, to 1: as far above it as facts ever are. */
  readonly strengths: Float32Array;
  /** 1 where the cosine by itself says that the fact is about the query. */
  readonly near: Uint8Array;
}

/** What a neighbour's standing counts for, and the next one's. */
const LENT = [0.6, 0.25] as const;
/** Standard deviations that count as full strength. */
const FULL = 4;
/** Hardly any fact is so many deviations above the average by chance. */
const BEYOND_CHANCE = 4.5;
/** Few facts, or all alike, do not tell what is usual. */
const LEAST_SPREAD = 0.08;

/** What the model says of every fact, whatever its class: worked out once, read by each class. */
export interface LearnedCosines {
  readonly ids: readonly string[];
  readonly cosines: readonly number[];
  readonly related: number | undefined;
  /** What is usual in the classes that were looked at so far, the highest first. */
  readonly usual: Usual;
}

export function learnedCosines({ vectors, space, vector, related }: LearnedQuery): LearnedCosines {
  const ids: string[] = [];
  const cosines: number[] = [];
  vectors.forEachCosine(vector, space, (id, cosine) => {
    ids.push(id);
    cosines.push(cosine);
  });
  return { ids, cosines, related, usual: new Usual() };
}

/** To be asked once of each class, the highest first. */
export function standingsOf(
  { ids, cosines: all, related, usual }: LearnedCosines,
  { documents }: ClassLexicon,
  takesAll: boolean,
): Standings {
  const flags = documents.flags.values;
  const { size } = documents;
  const cosines = new Float32Array(size).fill(Number.NaN);
  ids.forEach((id, i) => {
    const document = documents.ordinalOf(id);
    if (document !== undefined && (takesAll || ((flags[document] as number) & LIVE) !== 0))
      cosines[document] = all[i] as number;
  });
  usual.take(cosines);
  const { mean, spread } = usual;
  const strengths = new Float32Array(size);
  const near = new Uint8Array(size);
  for (let document = 0; document < size; document++) {
    const cosine = cosines[document] as number;
    if (Number.isNaN(cosine)) continue;
    const own = (cosine - mean) / spread;
    const sum = new Sum(own);
    for (const way of [documents.before.values, documents.after.values]) {
      let neighbour = document;
      for (const share of LENT) {
        neighbour = way[neighbour] as number;
        if (neighbour === NONE) break;
        sum.add(((cosines[neighbour] as number) - mean) / spread, share);
      }
    }
    strengths[document] = Math.min(1, Math.max(0, sum.value / FULL));
    near[document] = (related === undefined ? own >= BEYOND_CHANCE : cosine >= related) ? 1 : 0;
  }
  return { strengths, near };
}

/** A weighted sum that varies as much as each of its parts. */
class Sum {
  private total: number;
  private squares = 1;

  constructor(own: number) {
    this.total = own;
  }

  add(value: number, share: number): void {
    if (Number.isNaN(value)) return;
    this.total += value * share;
    this.squares += share * share;
  }

  get value(): number {
    return this.total / Math.sqrt(this.squares);
  }
}

/** Mean and spread of cosines. */
class Usual {
  private count = 0;
  private sum = 0;
  private squares = 0;

  take(cosines: Float32Array): void {
    for (let document = 0; document < cosines.length; document++) {
      const cosine = cosines[document] as number;
      if (Number.isNaN(cosine)) continue;
      this.count++;
      this.sum += cosine;
      this.squares += cosine * cosine;
    }
  }

  get mean(): number {
    return this.count === 0 ? 0 : this.sum / this.count;
  }

  get spread(): number {
    const variance = this.count === 0 ? 0 : Math.max(0, this.squares / this.count - this.mean * this.mean);
    return Math.max(LEAST_SPREAD, Math.sqrt(variance));
  }
}
