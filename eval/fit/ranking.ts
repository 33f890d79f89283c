/**
 * Which weights put the gold facts of a question first? Those that make them likely in a softmax over what was looked
 * at: only differences between candidates of one question count. The policy's weight of each fact takes part as it does
 * in recall.
 */
import type { Case } from "./collect.ts";
import { minimise, type Slope } from "./newton.ts";

/** Keeps weights of features that say little near 0. */
const PENALTY = 1e-3;

/** `shares`: what the questions of each kind count together. `columns`: the features that are fitted. */
export function fitRanking(
  cases: readonly Case[],
  columns: readonly number[],
  shareOf: (kind: string) => number,
): Float64Array {
  const lists = cases.filter(isUseful);
  const counts = new Map<string, number>();
  for (const { kind } of lists) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const importance = lists.map(({ kind }) => shareOf(kind) / (counts.get(kind) as number));
  const total = importance.reduce((sum, one) => sum + one, 0);
  const scales = scalesOf(lists, columns);
  const rows = lists.map(({ candidates }) =>
    candidates.map(({ features }) => columns.map((c, k) => (features[c] as number) / (scales[k] as number))),
  );
  const fitted = minimise(columns.length, (weights) => {
    const slope = emptySlope(weights);
    lists.forEach((list, i) => {
      addList(
        slope,
        list,
        rows[i] as readonly (readonly number[])[],
        weights,
        (importance[i] as number) / total,
      );
    });
    return slope;
  });
  return fitted.map((weight, k) => weight / (scales[k] as number));
}

function isUseful({ candidates }: Case): boolean {
  const gold = candidates.filter((one) => one.isGold).length;
  return gold > 0 && gold < candidates.length;
}

function emptySlope(weights: Float64Array): { -readonly [K in keyof Slope]: Slope[K] } {
  const size = weights.length;
  const curvature = new Float64Array(size * size);
  for (let k = 0; k < size; k++) curvature[k * size + k] = 2 * PENALTY;
  const loss = PENALTY * weights.reduce((sum, weight) => sum + weight * weight, 0);
  return { loss, gradient: weights.map((weight) => 2 * PENALTY * weight), curvature };
}

function addList(
  slope: { -readonly [K in keyof Slope]: Slope[K] },
  { candidates }: Case,
  rows: readonly (readonly number[])[],
  weights: Float64Array,
  importance: number,
): void {
  const size = weights.length;
  const sums = candidates.map(
    ({ weight }, i) => dot(rows[i] as readonly number[], weights) + Math.log(weight),
  );
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const all = powers.reduce((sum, power) => sum + power, 0);
  const gold = candidates.filter((one) => one.isGold).length;
  const mean = new Float64Array(size);
  candidates.forEach(({ isGold }, i) => {
    const row = rows[i] as readonly number[];
    const likely = (powers[i] as number) / all;
    const wanted = isGold ? 1 / gold : 0;
    if (isGold) slope.loss -= (importance * Math.log(likely + 1e-300)) / gold;
    for (let a = 0; a < size; a++) {
      const x = row[a] as number;
      if (x === 0) continue;
      (mean[a] as number) += likely * x;
      (slope.gradient[a] as number) += importance * (likely - wanted) * x;
      for (let b = 0; b < size; b++)
        (slope.curvature[a * size + b] as number) += importance * likely * x * (row[b] as number);
    }
  });
  for (let a = 0; a < size; a++)
    for (let b = 0; b < size; b++)
      (slope.curvature[a * size + b] as number) -= importance * (mean[a] as number) * (mean[b] as number);
}

function dot(row: readonly number[], weights: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < row.length; k++) sum += (row[k] as number) * (weights[k] as number);
  return sum;
}

/** The standard deviation of each feature, so that the penalty is fair. */
function scalesOf(cases: readonly Case[], columns: readonly number[]): readonly number[] {
  return columns.map((c) => {
    let [count, sum, squares] = [0, 0, 0];
    for (const { candidates } of cases)
      for (const { features } of candidates) {
        const x = features[c] as number;
        count++;
        sum += x;
        squares += x * x;
      }
    const mean = sum / count;
    return Math.sqrt(Math.max(0, squares / count - mean * mean)) + 1e-6;
  });
}
