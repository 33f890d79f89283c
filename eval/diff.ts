/**
 * Which questions got better, and which worse, from one run to another? And is it more than chance?
 *
 *   npm run eval -- diff before.json after.json [--system tideline] [--measure MRR@20] [--rows 20]
 *
 * Two systems of one file can be compared, too: --system fts5 --with tideline, with the same file twice.
 */
import { parseArgs } from "node:util";
import type { Measure } from "../src/eval/measures.ts";
import type { CaseRow } from "../src/eval/rows.ts";
import { type Comparison, compare, pairRows } from "./support/comparison.ts";
import { DataError, runEval } from "./support/json-lines.ts";
import { MEASURES, share } from "./support/report.ts";
import { type Results, readResults } from "./support/results.ts";
import { printTable } from "./support/table.ts";

const LISTED = "20";

await runEval(() => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      system: { type: "string", default: "tideline" },
      with: { type: "string" },
      measure: { type: "string", default: "MRR@20" },
      rows: { type: "string", default: LISTED },
    },
  });
  const [before, after, ...more] = positionals;
  if (before === undefined || after === undefined || more.length > 0)
    throw new DataError("Compare what? npm run eval -- diff before.json after.json");
  const pairs = pairRows(
    rowsOf(readResults(before), values.system, before),
    rowsOf(readResults(after), values.with ?? values.system, after),
  );
  const comparisons = MEASURES.flatMap((measure) => compare(measure, pairs) ?? []);
  printComparisons(comparisons);
  printChanged(comparisonBy(values.measure, comparisons), Number(values.rows));
  return true;
});

function rowsOf({ rows }: Results, system: string, path: string): readonly CaseRow[] {
  const own = rows.get(system);
  if (own === undefined)
    throw new DataError(`${path} has no system "${system}". It has ${[...rows.keys()].join(", ")}`);
  return own;
}

function comparisonBy(name: string, comparisons: readonly Comparison[]): Comparison {
  const found = comparisons.find(({ measure }) => measure.name === name);
  if (found === undefined) {
    const names = comparisons.map(({ measure }) => measure.name).join(", ");
    throw new DataError(`No measure "${name}" in these rows. There are ${names}`);
  }
  return found;
}

function printComparisons(comparisons: readonly Comparison[]): void {
  const number = ({ isCount }: Measure, value: number): string => (isCount ? value.toFixed(1) : share(value));
  printTable(
    [
      ["", "rows", "before", "after", "higher", "lower", "sign test p"],
      ...comparisons.map(({ measure, pairs, before, after, higher, lower, p }) => [
        measure.name,
        `${pairs}`,
        number(measure, before),
        number(measure, after),
        `${higher.length}`,
        `${lower.length}`,
        p.toFixed(4),
      ]),
    ],
    1,
  );
}

function printChanged({ measure, higher, lower }: Comparison, most: number): void {
  for (const [title, changes] of [["higher", higher] as const, ["lower", lower] as const]) {
    if (changes.length === 0) continue;
    console.log(`${measure.name} is ${title}: ${changes.length}, the largest changes first`);
    const shown = changes.slice(0, most);
    printTable(shown.map(({ id, category, before, after }) => [id, category, share(before), share(after)]));
  }
}
