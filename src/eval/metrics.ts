/**
 * How good is a ranked list, and how certain is that figure?
 *
 * All of it is arithmetic on ranks: the place, counted from 1, of each fact that should have been found, or
 * `undefined` if the list lacks it. Nothing here knows what was ranked.
 */

/** The rank of each gold fact of one case, in the order of the case. */
export type Ranks = readonly (number | undefined)[];

/** Gives the next random number at every call: at least 0 and below 1. */
export type Chance = () => number;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface BootstrapOptions {
  /** Draws the resamples: the same generator gives the same interval. */
  readonly chance: Chance;
  /** Default 1,000. */
  readonly resamples?: number | undefined;
  /** Default 0.95. */
  readonly level?: number | undefined;
}

const DEFAULT_RESAMPLES = 1_000;
const DEFAULT_LEVEL = 0.95;

/** A fact that was returned twice counts at its first place. */
export function ranksOf(found: readonly string[], gold: readonly string[]): Ranks {
  return gold.map((id) => {
    const at = found.indexOf(id);
    return at < 0 ? undefined : at + 1;
  });
}

/** The share of the gold facts among the first `k`. */
export function recallAt(ranks: Ranks, k: number): number {
  return ranks.length === 0 ? 0 : ranks.filter((rank) => isWithin(rank, k)).length / ranks.length;
}

/** 1 divided by the rank of the first gold fact; 0 if none is among the first `n`. */
export function reciprocalRank(ranks: Ranks, n: number): number {
  const first = Math.min(...ranks.map((rank) => rank ?? Number.POSITIVE_INFINITY));
  return first <= n ? 1 / first : 0;
}

/** Each gold fact gains 1, discounted by log2(rank + 1); the sum as a share of the best possible order. */
export function ndcgAt(ranks: Ranks, k: number): number {
  if (ranks.length === 0) return 0;
  const gain = ranks.reduce<number>((sum, rank) => sum + (isWithin(rank, k) ? discount(rank) : 0), 0);
  let best = 0;
  for (let rank = 1; rank <= Math.min(k, ranks.length); rank++) best += discount(rank);
  return best === 0 ? 0 : gain / best;
}

/** The share of the returned facts that is gold; 0 if nothing was returned. */
export function precisionOf(found: readonly string[], gold: readonly string[]): number {
  const wanted = new Set(gold);
  return found.length === 0 ? 0 : found.filter((id) => wanted.has(id)).length / found.length;
}

/** 0 if there are no values. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Percentile bootstrap of the mean: where the mean might lie with other cases of the same kind. */
export function bootstrap(values: readonly number[], options: BootstrapOptions): Interval {
  const { chance, resamples = DEFAULT_RESAMPLES, level = DEFAULT_LEVEL } = options;
  if (values.length === 0) return { low: 0, high: 0 };
  const means = new Float64Array(resamples);
  for (let i = 0; i < resamples; i++) {
    let sum = 0;
    for (let drawn = 0; drawn < values.length; drawn++)
      sum += values[Math.floor(chance() * values.length)] ?? 0;
    means[i] = sum / values.length;
  }
  means.sort();
  const tail = (1 - level) / 2;
  return { low: percentile(means, tail), high: percentile(means, 1 - tail) };
}

/**
 * Two-sided sign test: how likely is a split at least as uneven, if better and worse were equally likely? Cases that
 * did not change are left out, as the test requires.
 */
export function signTest(better: number, worse: number): number {
  const changed = better + worse;
  if (changed === 0) return 1;
  // Works with logarithms of the binomial terms: 2^-n underflows for a few thousand rows.
  let logTerm = -changed * Math.LN2;
  let tail = 0;
  for (let i = 0; i <= Math.min(better, worse); i++) {
    tail += Math.exp(logTerm);
    logTerm += Math.log(changed - i) - Math.log(i + 1);
  }
  return Math.min(1, 2 * tail);
}

function isWithin(rank: number | undefined, k: number): rank is number {
  return rank !== undefined && rank <= k;
}

function discount(rank: number): number {
  return 1 / Math.log2(rank + 1);
}

/** Nearest rank: always one of the values, so that no rounded average comes in. */
function percentile(sorted: Float64Array, share: number): number {
  const at = Math.ceil(share * sorted.length) - 1;
  return sorted[Math.min(sorted.length - 1, Math.max(0, at))] ?? 0;
}
