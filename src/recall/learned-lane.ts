/**
 * What do learned vectors say about the facts? How far each stands out from all others as an answer to the query.
 *
 * Cosines of different models mean different things, and so do cosines of different queries. What counts is by how
 * many standard deviations a fact is nearer to the query than the average fact. A class measures both with its own facts
 * and those of higher classes, never with lower ones; a few facts tell little, so the embedder's own figures for
 * unrelated texts (`spread`) count as if they came from `PRIOR_FACTS` facts. Neighbours in an episode lend each other a
 * part of that, as they lend words: the answer often stands beside the text that resembles the query.
 *
 * Standing out does not mean being about the query: some fact always stands out. How likely it is says relevance
 * (`features/likelihood.ts`). A fact is `near` if it stands out at all, or, among a few facts, if its cosine reaches
 * the embedder's own threshold (`thresholds.related`); the cut requires that of facts that no other lane found.
 */

import type { LearnedVectors } from "../indexes/learned/learned.ts";
import type { VectorSpace } from "../indexes/learned/vector-check.ts";
import type { ClassLexicon } from "../indexes/words/class-lexicon.ts";
import { LIVE, NONE, ONLY_ASKING } from "../indexes/words/documents.ts";
import type { Spread } from "../ports/embedder.ts";

/** What the lane is asked. */
export interface LearnedQuery {
  readonly vectors: LearnedVectors;
  readonly space: VectorSpace;
  readonly vector: Float32Array;
  /** The cosine from which two texts are related, if the embedder declares one. */
  readonly related: number | undefined;
  /** How near the model puts what is unrelated, if the embedder knows. */
  readonly spread?: Spread | undefined;
}

/** How documents stand, by document number. */
export interface LearnedStrengths {
  /** 0: average or below; 1: `FULL` standard deviations above average, neighbours included; at most `MOST`. */
  readonly strengths: Float32Array;
  /** 1 if the fact's own cosine says that it is about the query. */
  readonly near: Uint8Array;
}

/** What the standing of the next neighbour counts, and of the one after it. */
const LENT = [0.3, 0.1] as const;
/** Standard deviations that count as full strength. */
const FULL = 4;
const MOST = 2;
/** From so many standard deviations on a fact may be about the query; its relevance tells whether it is. */
const STANDING_OUT = 2;
/** The embedder's figures count as much as so many facts. */
const PRIOR_FACTS = 16;
/** The deviation of an embedder that names none. */
const USUAL_DEVIATION = 0.08;

/** The cosine of every fact, whatever its class: computed once, read by each class. */
export interface LearnedCosines {
  readonly ids: readonly string[];
  readonly cosines: readonly number[];
  readonly related: number | undefined;
  /** Mean and spread over the classes seen so far, highest first. */
  readonly stats: RunningStats;
}

export function learnedCosines({ vectors, space, vector, related, spread }: LearnedQuery): LearnedCosines {
  const ids: string[] = [];
  const cosines: number[] = [];
  vectors.forEachCosine(vector, space, (id, cosine) => {
    ids.push(id);
    cosines.push(cosine);
  });
  return { ids, cosines, related, stats: new RunningStats(spread) };
}

/** Call it once per class, highest first: it adds the class to `stats`. */
export function strengthsOf(
  { ids, cosines: all, related, stats }: LearnedCosines,
  { documents }: ClassLexicon,
  takesAll: boolean,
): LearnedStrengths {
  const flags = documents.flags.values;
  const { size } = documents;
  const cosines = new Float32Array(size).fill(Number.NaN);
  ids.forEach((id, i) => {
    const document = documents.ordinalOf(id);
    if (document === undefined) return;
    const flag = flags[document] as number;
    if ((flag & ONLY_ASKING) === 0 && (takesAll || (flag & LIVE) !== 0)) cosines[document] = all[i] as number;
  });
  stats.add(cosines);
  const { mean, spread } = stats;
  const least = stats.isFew ? (related ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
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
    strengths[document] = Math.min(MOST, Math.max(0, sum.value / FULL));
    near[document] = own >= STANDING_OUT || cosine >= least ? 1 : 0;
  }
  return { strengths, near };
}

/** A weighted sum scaled so that it varies as much as each of its parts. */
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

/** Running mean and standard deviation of cosines, beginning with what the embedder says of unrelated texts. */
class RunningStats {
  private count = 0;
  private sum = 0;
  private squares = 0;
  private readonly prior: Spread | undefined;

  constructor(prior: Spread | undefined) {
    this.prior = prior;
  }

  add(cosines: Float32Array): void {
    for (let document = 0; document < cosines.length; document++) {
      const cosine = cosines[document] as number;
      if (Number.isNaN(cosine)) continue;
      this.count++;
      this.sum += cosine;
      this.squares += cosine * cosine;
    }
  }

  /** So few that an average says little. */
  get isFew(): boolean {
    return this.count < PRIOR_FACTS;
  }

  get mean(): number {
    const own = this.count === 0 ? 0 : this.sum / this.count;
    return this.prior === undefined ? own : this.withPrior(own, this.prior.mean);
  }

  get spread(): number {
    const own = this.count === 0 ? 0 : this.sum / this.count;
    const variance = this.count === 0 ? 0 : Math.max(0, this.squares / this.count - own * own);
    const usual = this.prior?.deviation ?? USUAL_DEVIATION;
    return Math.sqrt(this.withPrior(variance, usual * usual));
  }

  private withPrior(own: number, usual: number): number {
    return (this.count * own + PRIOR_FACTS * usual) / (this.count + PRIOR_FACTS);
  }
}
