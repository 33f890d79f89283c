/**
 * How likely is it that a fact is about the question? The features, weighed and added, and a curve that turns the sum
 * into a share: of the facts with 0.8, about 8 in 10 are about the question.
 *
 * Features and weights are whole numbers of thousandths, so the sum is exact and the same in any order.
 */
import { FEATURE_NAMES, type Feature, type FeatureValues } from "./features.ts";
import { BIAS, WEIGHTS } from "./weights.ts";

const THOUSAND = 1_000;

/** What the sum starts from: most facts are not about the question. */
export const BIAS_PART = BIAS / THOUSAND;

/** What each feature adds to the sum. */
export function partsOf(values: FeatureValues): readonly (readonly [Feature, number])[] {
  return FEATURE_NAMES.map((name) => [
    name,
    (Math.round(THOUSAND * values[name]) * WEIGHTS[name]) / (THOUSAND * THOUSAND),
  ]);
}

/** From 0 to 1. */
export function likelihoodOf(values: FeatureValues): number {
  let sum = THOUSAND * BIAS;
  for (const feature of FEATURE_NAMES) sum += Math.round(THOUSAND * values[feature]) * WEIGHTS[feature];
  return 1 / (1 + Math.exp(-sum / (THOUSAND * THOUSAND)));
}
