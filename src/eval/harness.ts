/**
 * How good is a recall? Every case is asked twice. Once in depth and without a cut, for recall, MRR and nDCG. Once as
 * a host would ask, for what an agent pays: precision and length of the list, and whether it is empty if there is no
 * answer.
 */
import { badArgument, fieldsOf } from "../model/arguments.ts";
import {
  type Figure,
  figureOf,
  type Measure,
  mrrMeasure,
  ndcgMeasure,
  RETURNED,
  recallMeasure,
} from "./measures.ts";
import type { Chance, Interval } from "./metrics.ts";
import { askAll, type CaseRow, type EvalCase, type RecallCapability } from "./rows.ts";

export interface EvalOptions {
  /** How many places recall and nDCG look at. Default 10. */
  readonly k?: number | undefined;
  /** How many places MRR looks at. Default 20, or k if that is more. */
  readonly depth?: number | undefined;
  /** Seed of the random draws behind the intervals. Default 1. */
  readonly seed?: number | undefined;
}

/** The figures of some cases; a figure is 0 if no case counts for it. */
export interface EvalFigures {
  readonly cases: number;
  readonly recallAtK: number;
  readonly mrr: number;
  readonly ndcgAtK: number;
  /** Precision of what is returned by default; the following two are about that list as well. */
  readonly precision: number;
  readonly recallReturned: number;
  readonly meanLength: number;
  /** Share of the cases with an answer for which nothing is returned. */
  readonly lost: number;
  /** Share of the cases without an answer for which nothing is returned. */
  readonly abstention: number;
  /** 95 % intervals, by bootstrap over the cases. */
  readonly intervals: Readonly<Record<FigureName, Interval>>;
}

export interface EvalResult extends EvalFigures {
  readonly capability: string;
  readonly k: number;
  readonly byCategory: Readonly<Record<string, EvalFigures>>;
  readonly rows: readonly CaseRow[];
}

type FigureName = Exclude<keyof EvalFigures, "cases" | "intervals">;

const OPTIONS: ReadonlySet<string> = new Set<keyof EvalOptions>(["k", "depth", "seed"]);
const DEFAULT_K = 10;
const DEFAULT_DEPTH = 20;
const MAX_DEPTH = 1_000;

/** `chanceOf` makes a random generator from a seed: each figure starts its own, so that none depends on another. */
export async function evaluateRecall(
  capability: RecallCapability,
  cases: readonly EvalCase[],
  options: EvalOptions,
  chanceOf: (seed: number) => Chance,
): Promise<EvalResult> {
  fieldsOf(options, OPTIONS, "runRecallEval");
  const k = depthIn(options, "k", DEFAULT_K);
  const depth = Math.max(k, depthIn(options, "depth", DEFAULT_DEPTH));
  if (!Array.isArray(cases))
    throw badArgument("cases must be a list, as seedGold and loadGoldSpec return it");
  const rows = await askAll(capability, cases, depth);
  const summarise = (some: readonly CaseRow[]): EvalFigures =>
    summaryOf(some, { k, depth, chance: () => chanceOf(options.seed ?? 1) });
  const categories = [...new Set(rows.map(({ category }) => category))].sort();
  return {
    capability: capability.name,
    k,
    ...summarise(rows),
    byCategory: Object.fromEntries(
      categories.map((category) => [category, summarise(rows.filter((row) => row.category === category))]),
    ),
    rows,
  };
}

interface Summary {
  readonly k: number;
  readonly depth: number;
  readonly chance: () => Chance;
}

function summaryOf(rows: readonly CaseRow[], { k, depth, chance }: Summary): EvalFigures {
  const measures: Readonly<Record<FigureName, Measure>> = {
    recallAtK: recallMeasure(k),
    mrr: mrrMeasure(depth),
    ndcgAtK: ndcgMeasure(k),
    precision: RETURNED.precision,
    recallReturned: RETURNED.recall,
    meanLength: RETURNED.length,
    lost: RETURNED.lost,
    abstention: RETURNED.abstains,
  };
  const none: Figure = { mean: 0, rows: 0, low: 0, high: 0 };
  const figures = Object.entries(measures).map(
    ([name, measure]) => [name, figureOf(measure, rows, chance()) ?? none] as const,
  );
  return {
    cases: rows.length,
    ...(Object.fromEntries(figures.map(([name, figure]) => [name, figure.mean])) as Record<
      FigureName,
      number
    >),
    intervals: Object.fromEntries(figures.map(([name, { low, high }]) => [name, { low, high }])) as Record<
      FigureName,
      Interval
    >,
  };
}

function depthIn(options: EvalOptions, name: "k" | "depth", otherwise: number): number {
  const value = options[name] ?? otherwise;
  if (!Number.isInteger(value) || value < 1 || value > MAX_DEPTH)
    throw badArgument(`${name} must be a whole number from 1 to ${MAX_DEPTH}`);
  return value;
}
