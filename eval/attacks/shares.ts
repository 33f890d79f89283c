/**
 * How is a share shown, and how sure is it? Counts of cases with a bootstrap interval, as every other figure here.
 */
import { bootstrap, type Interval, mean } from "../../src/eval/metrics.ts";
import { seededChance } from "../../src/testing/chance.ts";
import { share } from "../support/report.ts";

export interface Share extends Interval {
  readonly mean: number;
  readonly rows: number;
}

const SEED = 1;

export function shareOf(values: readonly (number | boolean)[]): Share {
  const numbers = values.map(Number);
  return {
    mean: mean(numbers),
    rows: numbers.length,
    ...bootstrap(numbers, { chance: seededChance(SEED) }),
  };
}

export function showShare({ mean, low, high, rows }: Share): string {
  return rows === 0 ? "–" : `${share(mean)} [${share(low)} ${share(high)}]`;
}
