/**
 * Which figures sum up many answers? Each measure is a number per row, so that each of them has a confidence
 * interval.
 */
import { bootstrap, type Chance, type Interval, mean, ndcgAt, recallAt, reciprocalRank } from "./metrics.ts";
import type { CaseRow } from "./rows.ts";

export interface Measure {
  readonly name: string;
  /** Which rows count: those with something to find, or those with nothing. */
  readonly about: "answerable" | "unanswerable";
  readonly of: (row: CaseRow) => number;
  /** It is a number of facts, not a share. */
  readonly isCount?: true;
}

export interface Figure extends Interval {
  readonly mean: number;
  /** Number of rows that it is the mean of. */
  readonly rows: number;
}

/** How many facts recall returns at most by default. */
export const DEFAULT_LIMIT = 8;

export const recallMeasure = (k: number): Measure => ({
  name: `R@${k}`,
  about: "answerable",
  of: ({ ranks }) => recallAt(ranks, k),
});

export const mrrMeasure = (n: number): Measure => ({
  name: `MRR@${n}`,
  about: "answerable",
  of: ({ ranks }) => reciprocalRank(ranks, n),
});

export const ndcgMeasure = (k: number): Measure => ({
  name: `nDCG@${k}`,
  about: "answerable",
  of: ({ ranks }) => ndcgAt(ranks, k),
});

/** Measures of what a host gets by default, without asking in depth. */
export const RETURNED = {
  /** The share of the returned facts that is gold; 0 if nothing is returned. */
  precision: {
    name: "precision",
    about: "answerable",
    of: ({ returned, relevant }) => (returned === 0 ? 0 : relevant / returned),
  },
  /** The share of the gold facts that is returned. */
  recall: {
    name: "recall",
    about: "answerable",
    of: ({ kept }) => recallAt(kept, Number.POSITIVE_INFINITY),
  },
  length: { name: "length", about: "answerable", of: ({ returned }) => returned, isCount: true },
  /** There is an answer, and nothing was returned. */
  lost: { name: "lost", about: "answerable", of: ({ returned }) => (returned === 0 ? 1 : 0) },
  /** Some gold fact ranked high enough to be returned, and none was. */
  cut: { name: "cut", about: "answerable", of: (row) => (isCut(row) ? 1 : 0) },
  /** There is no answer, and nothing was returned. */
  abstains: { name: "abstains", about: "unanswerable", of: ({ returned }) => (returned === 0 ? 1 : 0) },
} as const satisfies Readonly<Record<string, Measure>>;

export function isAboutRow({ about }: Measure, { ranks }: CaseRow): boolean {
  return ranks.length > 0 === (about === "answerable");
}

/** Undefined if no row counts for the measure. */
export function figureOf(measure: Measure, rows: readonly CaseRow[], chance: Chance): Figure | undefined {
  const values = rows.filter((row) => isAboutRow(measure, row)).map(measure.of);
  if (values.length === 0) return undefined;
  return { mean: mean(values), rows: values.length, ...bootstrap(values, { chance }) };
}

function isCut({ ranks, kept }: CaseRow): boolean {
  const stood = ranks.some((rank) => rank !== undefined && rank <= DEFAULT_LIMIT);
  return stood && kept.every((rank) => rank === undefined);
}
