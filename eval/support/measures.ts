/**
 * What is said of a set of rows? Each measure is a number per row, so that every one of them has an interval.
 */
import { bootstrap, type Interval, mean, ndcgAt, recallAt, reciprocalRank } from "../../src/eval/metrics.ts";
import { seededChance } from "../../src/testing/chance.ts";
import { DEFAULT_LIMIT, DEPTH } from "./corpus.ts";
import type { Row } from "./rows.ts";

export interface Measure {
  readonly name: string;
  /** Which rows it is about: those with something to find, or those with nothing. */
  readonly about: "answerable" | "unanswerable";
  readonly of: (row: Row) => number;
  /** A number of facts, not a share. */
  readonly isCount?: true;
}

export interface Figure extends Interval {
  readonly mean: number;
  readonly rows: number;
}

/** With the cut turned off. */
export const DEEP: readonly Measure[] = [
  { name: "R@5", about: "answerable", of: ({ ranks }) => recallAt(ranks, 5) },
  { name: "R@10", about: "answerable", of: ({ ranks }) => recallAt(ranks, 10) },
  { name: "R@20", about: "answerable", of: ({ ranks }) => recallAt(ranks, DEPTH) },
  { name: "MRR@20", about: "answerable", of: ({ ranks }) => reciprocalRank(ranks, DEPTH) },
  { name: "nDCG@10", about: "answerable", of: ({ ranks }) => ndcgAt(ranks, 10) },
];

/** As it comes by default. */
export const BY_DEFAULT: readonly Measure[] = [
  {
    name: "precision",
    about: "answerable",
    of: ({ returned, relevant }) => (returned === 0 ? 0 : relevant / returned),
  },
  { name: "recall", about: "answerable", of: ({ kept }) => recallAt(kept, Number.POSITIVE_INFINITY) },
  { name: "length", about: "answerable", of: ({ returned }) => returned, isCount: true },
  { name: "lost", about: "answerable", of: ({ returned }) => (returned === 0 ? 1 : 0) },
  { name: "cut", about: "answerable", of: (row) => (isCut(row) ? 1 : 0) },
  { name: "abstains", about: "unanswerable", of: ({ returned }) => (returned === 0 ? 1 : 0) },
];

export const MEASURES: readonly Measure[] = [...DEEP, ...BY_DEFAULT];

export function isAboutRow({ about }: Measure, { ranks }: Row): boolean {
  return ranks.length > 0 === (about === "answerable");
}

/** Some gold fact stood high enough to be returned, and none was. */
function isCut({ ranks, kept }: Row): boolean {
  const stood = ranks.some((rank) => rank !== undefined && rank <= DEFAULT_LIMIT);
  return stood && kept.every((rank) => rank === undefined);
}

/** Undefined where no row is what the measure is about. */
export function figureOf(measure: Measure, rows: readonly Row[]): Figure | undefined {
  const values = rows.filter((row) => isAboutRow(measure, row)).map(measure.of);
  if (values.length === 0) return undefined;
  return { mean: mean(values), rows: values.length, ...bootstrap(values, { chance: seededChance(1) }) };
}
