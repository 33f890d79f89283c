/**
 * Which curves do the policies share? Plain functions of numbers. Each is finite and in range for any finite input,
 * even if the clock jumped back (an age is never negative).
 */
import { DAY_MS } from "../model/time.ts";

const MINUTE_DAYS = 1 / 1440;

export function ageDays(now: number, since: number): number {
  return Math.max(0, now - since) / DAY_MS;
}

/** A half after one half-life, a quarter after two. Always 1 for a half-life of infinity. */
export function halving(days: number, halfLifeDays: number): number {
  return halfLifeDays === Number.POSITIVE_INFINITY ? 1 : 2 ** (-days / halfLifeDays);
}

/** 1 + c·ln(1 + n): the hundredth use counts far less than the first. */
export function logBoost(count: number, coefficient: number): number {
  return 1 + coefficient * Math.log1p(count);
}

export function clamp(value: number, least = 0, most = 1): number {
  return Math.min(most, Math.max(least, value));
}

/** Follows the halving curve up to `delta` half-lives, then its tangent there, down to 0. (Document 004: huber.) */
export function huber(days: number, halfLifeDays: number, delta: number): number {
  const lives = halfLifeDays === Number.POSITIVE_INFINITY ? 0 : days / halfLifeDays;
  if (lives <= delta) return 2 ** -lives;
  const turn = 2 ** -delta;
  return Math.max(0, turn - Math.LN2 * turn * (lives - delta));
}

/** A share `l1Ratio` that falls in a straight line to 0 at two half-lives; the rest halves. (Document 004: elastic.) */
export function elastic(days: number, halfLifeDays: number, l1Ratio: number): number {
  const lives = halfLifeDays === Number.POSITIVE_INFINITY ? 0 : days / halfLifeDays;
  return l1Ratio * Math.max(0, 1 - lives / 2) + (1 - l1Ratio) * 2 ** -lives;
}

/**
 * ACT-R's base-level activation, ln Σ t^(−½) over the ages t of all uses in days, squashed into (0, 1); 0 without uses.
 * If there are many uses, only the latest times are known; the others are assumed to be spread evenly between the
 * creation and the oldest known one.
 */
export function activation(now: number, createdAt: number, times: readonly number[], count: number): number {
  if (count === 0) return 0;
  const ages = times.map((at) => Math.max(MINUTE_DAYS, ageDays(now, at)));
  let sum = ages.reduce((total, age) => total + age ** -0.5, 0);
  const unknown = count - ages.length;
  if (unknown > 0) {
    const oldest = Math.max(MINUTE_DAYS, ageDays(now, createdAt));
    const newest = Math.min(oldest, ages.length === 0 ? MINUTE_DAYS : Math.max(...ages));
    const mean =
      oldest - newest < MINUTE_DAYS
        ? newest ** -0.5
        : (2 * (oldest ** 0.5 - newest ** 0.5)) / (oldest - newest);
    sum += unknown * mean;
  }
  return sum / (1 + sum);
}

/** 0 if all uses fell on one day; approaches 1 with the number of days on which the fact was used. */
export function spreadOverDays(times: readonly number[]): number {
  if (times.length === 0) return 0;
  return 1 - 1 / new Set(times.map((at) => Math.floor(at / DAY_MS))).size;
}
