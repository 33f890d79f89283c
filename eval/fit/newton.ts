/**
 * How are the weights found that make a smooth, convex loss least? By Newton's method with a line search: no
 * randomness, no step size to choose, the same result every time.
 */

export interface Slope {
  readonly loss: number;
  readonly gradient: Float64Array;
  /** Row by row. */
  readonly curvature: Float64Array;
}

const MOST_STEPS = 60;
const MOST_HALVINGS = 30;
const ENOUGH = 1e-9;

export function minimise(size: number, slopeAt: (weights: Float64Array) => Slope): Float64Array {
  let weights = new Float64Array(size);
  let slope = slopeAt(weights);
  for (let step = 0; step < MOST_STEPS; step++) {
    const direction = solve(slope.curvature, slope.gradient, size);
    const next = lineSearch(weights, direction, slope.loss, slopeAt);
    if (next === undefined) return weights;
    const gained = slope.loss - next.slope.loss;
    ({ weights, slope } = next);
    if (gained < ENOUGH) return weights;
  }
  return weights;
}

function lineSearch(
  from: Float64Array,
  direction: Float64Array,
  loss: number,
  slopeAt: (weights: Float64Array) => Slope,
): { weights: Float64Array<ArrayBuffer>; slope: Slope } | undefined {
  let length = 1;
  for (let i = 0; i < MOST_HALVINGS; i++, length /= 2) {
    const weights = Float64Array.from(from, (weight, k) => weight - length * (direction[k] as number));
    const slope = slopeAt(weights);
    if (slope.loss < loss) return { weights, slope };
  }
  return undefined;
}

/** Cholesky: the curvature of a convex loss with a penalty is positive definite. */
function solve(matrix: Float64Array, right: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size);
  const at = (row: number, column: number) => lower[row * size + column] as number;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column] as number;
      for (let k = 0; k < column; k++) sum -= at(row, k) * at(column, k);
      lower[row * size + column] =
        row === column ? Math.sqrt(Math.max(sum, 1e-12)) : sum / at(column, column);
    }
  }
  const solved = Float64Array.from(right);
  for (let row = 0; row < size; row++) {
    let sum = solved[row] as number;
    for (let k = 0; k < row; k++) sum -= at(row, k) * (solved[k] as number);
    solved[row] = sum / at(row, row);
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = solved[row] as number;
    for (let k = row + 1; k < size; k++) sum -= at(k, row) * (solved[k] as number);
    solved[row] = sum / at(row, row);
  }
  return solved;
}
