/**
 * How well does something recall? Every case is asked twice: in depth with no cut, for recall, MRR and nDCG; and as
 * a host would ask, for what an agent pays: precision and length of what is returned, and whether nothing is
 * returned where there is nothing.
 */
import { TidelineError } from "../errors.ts";
import { fieldsOf } from "../model/arguments.ts";
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
  /** How deep recall and nDCG look. Default 10. */
  readonly k?: number | undefined;
  /** How deep MRR looks. Default 20, or k where that is more. */
  readonly depth?: number | undefined;
  /** What the intervals are drawn with. Default 1. */
  readonly seed?: number | undefined;
}

/** The figures of some cases; 0 where no case is about one. */
export interface EvalFigures {
  readonly cases: number;
  readonly recallAtK: number;
  readonly mrr: number;
  readonly ndcgAtK: number;
  /** Of what is returned by default. */
  readonly precision: number;
  readonly recallReturned: number;
  readonly meanLength: number;
  /** Share of the cases with an answer for which nothing is returned. */
  readonly lost: number;
  /** Share of the cases without an answer for which nothing is returned. */
  readonly abstention: number;
  /** 95 %, by bootstrap over the cases. */
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

/** `chance` makes a generator of a seed: each figure starts its own, so that none depends on another. */
export async function evaluateRecall(
  capability: RecallCapability,
  cases: readonly EvalCase[],
  options: EvalOptions,
  chanceOf: (seed: number) => Chance,
): Promise<EvalResult> {
  fieldsOf(options, OPTIONS, "runRecallEval");
  const k = depthIn(options, "k", DEFAULT_K);
  const depth = Math.max(k, depthIn(options, "depth", DEFAULT_DEPTH));
  if (!Array.isArray(cases)) throw badEval("cases must be a list, as seedGold and loadGoldSpec return it");
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
    throw badEval(`${name} must be a whole number from 1 to ${MAX_DEPTH}`);
  return value;
}

export function badEval(what: string): TidelineError {
  return new TidelineError("invalid-argument", `${what[0]?.toUpperCase()}${what.slice(1)}.`);
}
