/**
 * How is it shown? One table per category, one line per contestant, every figure with its interval.
 */
import {
  type Figure,
  figureOf,
  type Measure,
  mrrMeasure,
  ndcgMeasure,
  RETURNED,
  recallMeasure,
} from "../../src/eval/measures.ts";
import type { CaseRow } from "../../src/eval/rows.ts";
import { seededChance } from "../../src/testing/chance.ts";
import type { Rows } from "./contest.ts";
import { DEPTH, halfOfQuestion } from "./corpus.ts";
import { printTable } from "./table.ts";

/** With the cut turned off. */
const DEEP: readonly Measure[] = [
  recallMeasure(5),
  recallMeasure(10),
  recallMeasure(DEPTH),
  mrrMeasure(DEPTH),
  ndcgMeasure(10),
];
/** As it comes by default. */
const BY_DEFAULT: readonly Measure[] = Object.values(RETURNED);

export const MEASURES: readonly Measure[] = [...DEEP, ...BY_DEFAULT];
const SEED = 1;
const HALVES = [
  [0, "the half to tune on"],
  [1, "the half held out"],
] as const;

export function printReport(rows: Rows): void {
  const categories = categoriesOf(rows);
  printCategory("all", rows);
  for (const [half, name] of HALVES) printCategory(name, halfOfRows(rows, half));
  if (categories.length === 1) return;
  for (const category of categories) {
    printCategory(
      category,
      new Map([...rows].map(([name, all]) => [name, all.filter((row) => row.category === category)])),
    );
  }
}

/** Rows of one half; none where all of them fall into the other. */
export function halfOfRows(rows: Rows, half: 0 | 1): Rows {
  return new Map([...rows].map(([name, all]) => [name, all.filter(({ id }) => halfOfQuestion(id) === half)]));
}

export function categoriesOf(rows: Rows): readonly string[] {
  return [...new Set([...rows.values()].flat().map(({ category }) => category))].sort();
}

/** Every figure, by system, category and measure: plain data for a file. */
export function summaryOf(rows: Rows): Record<string, Record<string, Record<string, Figure>>> {
  const summary: Record<string, Record<string, Record<string, Figure>>> = {};
  for (const [system, all] of rows) {
    const byCategory: Record<string, Record<string, Figure>> = { all: figuresOf(all) };
    for (const category of categoriesOf(rows))
      byCategory[category] = figuresOf(all.filter((row) => row.category === category));
    for (const [half, name] of HALVES)
      byCategory[name] = figuresOf(all.filter(({ id }) => halfOfQuestion(id) === half));
    summary[system] = byCategory;
  }
  return summary;
}

function figuresOf(rows: readonly CaseRow[]): Record<string, Figure> {
  const figures: Record<string, Figure> = {};
  for (const measure of MEASURES) {
    const figure = figureOf(measure, rows, seededChance(SEED));
    if (figure !== undefined) figures[measure.name] = figure;
  }
  return figures;
}

function printCategory(category: string, rows: Rows): void {
  const some = [...rows.values()][0] ?? [];
  if (some.length === 0) return;
  const answerable = some.filter(({ ranks }) => ranks.length > 0).length;
  const counts = [
    answerable > 0 ? `${answerable} with an answer` : "",
    some.length > answerable ? `${some.length - answerable} without` : "",
  ];
  console.log(`${category}: ${counts.filter((count) => count !== "").join(", ")}`);
  if (answerable > 0) printMeasures(DEEP, rows, "uncut");
  printMeasures(BY_DEFAULT, rows, "default");
}

function printMeasures(measures: readonly Measure[], rows: Rows, corner: string): void {
  const lines = [...rows].map(([system, own]) => ({
    system,
    figures: measures.map((measure) => figureOf(measure, own, seededChance(SEED))),
  }));
  const shown = measures.map((_, i) => lines.some(({ figures }) => figures[i] !== undefined));
  const keep = <T>(items: readonly T[]): readonly T[] => items.filter((_, i) => shown[i]);
  const table = [
    [corner, ...keep(measures.map(({ name }) => name))],
    ...lines.map(({ system, figures }) => [
      system,
      ...keep(figures.map((figure, i) => show(figure, measures[i]?.isCount))),
    ]),
  ];
  printTable(table, 1);
}

function show(figure: Figure | undefined, isCount: true | undefined): string {
  if (figure === undefined) return "–";
  const number = (value: number): string => (isCount ? value.toFixed(1) : share(value));
  return `${number(figure.mean)} [${number(figure.low)} ${number(figure.high)}]`;
}

/** Three decimals, without the nought before the point. */
export function share(value: number): string {
  return value.toFixed(3).replace(/^0\./, ".");
}
