/**
 * How likely is a fact with this sum to be gold? A logistic curve over the sum and over what is the same for all facts
 * of a question, fitted to the best few of every question: the ones that an agent may see. Every fact is wrong where
 * the question has no answer. The data sets weigh alike.
 */
import { minimise } from "./newton.ts";

export interface Sample {
  readonly set: string;
  readonly isGold: boolean;
  /** What the order gives it; taken as it is. */
  readonly sum: number;
  readonly inputs: readonly number[];
}

const PENALTY = 1e-5;

/** One weight per input, and the bias last. */
export function fitLikelihood(samples: readonly Sample[]): Float64Array {
  const sets = [...new Set(samples.map(({ set }) => set))];
  const counts = new Map(sets.map((set) => [set, samples.filter((one) => one.set === set).length]));
  const size = (samples[0]?.inputs.length ?? 0) + 1;
  return minimise(size, (weights) => {
    const gradient = new Float64Array(size);
    const curvature = new Float64Array(size * size);
    let loss = 0;
    for (let k = 0; k < size - 1; k++) {
      const weight = weights[k] as number;
      loss += PENALTY * weight * weight;
      gradient[k] = 2 * PENALTY * weight;
    }
    for (let k = 0; k < size; k++) curvature[k * size + k] = 2 * PENALTY;
    for (const { set, isGold, sum: given, inputs } of samples) {
      const row = [...inputs, 1];
      const sum = row.reduce((total, x, k) => total + x * (weights[k] as number), given);
      const likely = 1 / (1 + Math.exp(-sum));
      const importance = 1 / sets.length / (counts.get(set) as number);
      loss += importance * (Math.log1p(Math.exp(-Math.abs(sum))) + Math.max(0, sum) - (isGold ? sum : 0));
      for (let a = 0; a < size; a++) {
        const x = row[a] as number;
        (gradient[a] as number) += importance * (likely - (isGold ? 1 : 0)) * x;
        for (let b = 0; b < size; b++)
          (curvature[a * size + b] as number) += importance * likely * (1 - likely) * x * (row[b] as number);
      }
    }
    return { loss, gradient, curvature };
  });
}
