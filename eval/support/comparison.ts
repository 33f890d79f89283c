/**
 * What changed between two sets of rows? Only questions that both were asked are compared.
 */
import { isAboutRow, type Measure } from "../../src/eval/measures.ts";
import { mean, signTest } from "../../src/eval/metrics.ts";
import type { CaseRow } from "../../src/eval/rows.ts";
import { DataError } from "./json-lines.ts";

export type RowPair = readonly [before: CaseRow, after: CaseRow];

export interface Change {
  readonly id: string;
  readonly category: string;
  readonly before: number;
  readonly after: number;
}

export interface Comparison {
  readonly measure: Measure;
  readonly pairs: number;
  readonly before: number;
  readonly after: number;
  /** The largest changes first; ties by id. */
  readonly higher: readonly Change[];
  readonly lower: readonly Change[];
  readonly p: number;
}

export function pairRows(before: readonly CaseRow[], after: readonly CaseRow[]): readonly RowPair[] {
  const later = new Map(after.map((row) => [row.id, row]));
  const pairs = before.flatMap((row): readonly RowPair[] => {
    const other = later.get(row.id);
    return other === undefined ? [] : [[row, other]];
  });
  if (pairs.length === 0) throw new DataError("The two runs have no question in common.");
  return pairs;
}

/** Undefined where no row is what the measure is about. */
export function compare(measure: Measure, pairs: readonly RowPair[]): Comparison | undefined {
  const changes = pairs
    .filter(([row]) => isAboutRow(measure, row))
    .map(([before, after]): Change => {
      const { id, category } = before;
      return { id, category, before: measure.of(before), after: measure.of(after) };
    });
  if (changes.length === 0) return undefined;
  const sorted = [...changes].sort(
    (a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || (a.id < b.id ? -1 : 1),
  );
  const higher = sorted.filter(({ before, after }) => after > before);
  const lower = sorted.filter(({ before, after }) => after < before);
  return {
    measure,
    pairs: changes.length,
    before: mean(changes.map((change) => change.before)),
    after: mean(changes.map((change) => change.after)),
    higher,
    lower,
    p: signTest(higher.length, lower.length),
  };
}
