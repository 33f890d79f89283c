/**
 * How good is a ranked list, and how sure can one be of it?
 *
 * All of it is arithmetic on ranks: where, counted from 1, each fact that should have been found stands in what
 * was returned, or `undefined` where it is not in it. Nothing here knows what was ranked.
 */

/** Where each gold fact of one case stands, in the order of the case. */
export type Ranks = readonly (number | undefined)[];

/** A number from 0 up to, never reaching, 1: the next one at every call. */
export type Chance = () => number;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface BootstrapOptions {
  /** Where the resamples come from: the same chance, the same interval. */
  readonly chance: Chance;
  /** Default 1,000. */
  readonly resamples?: number | undefined;
  /** Default 0.95. */
  readonly level?: number | undefined;
}

const DEFAULT_RESAMPLES = 1_000;
const DEFAULT_LEVEL = 0.95;

/** A fact that was returned twice counts where it stands first. */
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

/** One divided by the rank of the first gold fact; 0 if none is among the first `n`. */
export function reciprocalRank(ranks: Ranks, n: number): number {
  const first = Math.min(...ranks.map((rank) => rank ?? Number.POSITIVE_INFINITY));
  return first <= n ? 1 / first : 0;
}

/** Gain of 1 per gold fact, discounted by log2(rank + 1), as a share of the best possible order. */
export function ndcgAt(ranks: Ranks, k: number): number {
  if (ranks.length === 0) return 0;
  const gain = ranks.reduce<number>((sum, rank) => sum + (isWithin(rank, k) ? discount(rank) : 0), 0);
  let best = 0;
  for (let rank = 1; rank <= Math.min(k, ranks.length); rank++) best += discount(rank);
  return best === 0 ? 0 : gain / best;
}

/** The share of what was returned that is gold. Nothing returned is worth nothing where something was asked for. */
export function precisionOf(found: readonly string[], gold: readonly string[]): number {
  const wanted = new Set(gold);
  return found.length === 0 ? 0 : found.filter((id) => wanted.has(id)).length / found.length;
}

/** 0 for no values. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The percentile bootstrap of the mean: what the mean would have been with other cases of the same kind. */
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
 * The two-sided sign test: how likely is a split at least as uneven, if better and worse were equally likely?
 * Cases that did not change are left out, as the test wants it.
 */
export function signTest(better: number, worse: number): number {
  const changed = better + worse;
  if (changed === 0) return 1;
  // Logarithms of the binomial coefficients: 2^-n alone is too small for a few thousand rows.
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

/** Nearest rank: one of the values, so that no rounding of an average gets in. */
function percentile(sorted: Float64Array, share: number): number {
  const at = Math.ceil(share * sorted.length) - 1;
  return sorted[Math.min(sorted.length - 1, Math.max(0, at))] ?? 0;
}
