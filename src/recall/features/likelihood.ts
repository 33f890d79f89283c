/**
 * How likely is it that a fact is about the question? The features, weighed and added, and a curve that turns the sum
 * into a share: of the facts with 0.8, about 8 in 10 are about the question.
 *
 * Features and weights are whole numbers of thousandths, so the sum is exact and the same in any order.
 */
import { FEATURE_NAMES, type Feature, type FeatureValues } from "./features.ts";
import { BIAS, WEIGHTS } from "./weights.ts";

const THOUSAND = 1_000;

/**
 * With an encoder, everything else counts less, and standing out among learned vectors counts beside it. In thousandths;
 * fitted to PrefEval, LoCoMo and the everyday set together, with gte-small.
 */
const BESIDE_ENCODER = { others: 450, learned: 2_160, bias: -2_800 } as const;

/** What the sum starts from: most facts are not about the question. */
export function startOf(values: FeatureValues): number {
  return (BIAS * othersOf(values)) / (THOUSAND * THOUSAND);
}

/** What each feature adds to the sum. */
export function partsOf(values: FeatureValues): readonly (readonly [Feature, number])[] {
  return FEATURE_NAMES.map((name) => [
    name,
    (Math.round(THOUSAND * values[name]) * weightOf(name, values)) / THOUSAND ** 3,
  ]);
}

/** From 0 to 1. */
export function likelihoodOf(values: FeatureValues): number {
  let sum = THOUSAND * BIAS * othersOf(values);
  for (const name of FEATURE_NAMES) sum += Math.round(THOUSAND * values[name]) * weightOf(name, values);
  return 1 / (1 + Math.exp(-sum / THOUSAND ** 3));
}

/** What a relevance would be if there were many facts. `few`: the feature. */
export function amongMany(few: number, relevance: number): number {
  return withOddsTimes(Math.exp((-few * WEIGHTS.few) / THOUSAND), relevance);
}

/** The other way round: what is worth so much among many facts, in a memory with few. */
export function amongFew(few: number, relevance: number): number {
  return withOddsTimes(Math.exp((few * WEIGHTS.few) / THOUSAND), relevance);
}

function withOddsTimes(factor: number, likelihood: number): number {
  return (likelihood * factor) / (1 - likelihood + likelihood * factor);
}

/** In thousandths. */
function othersOf({ encoder }: FeatureValues): number {
  return encoder === 0 ? THOUSAND : BESIDE_ENCODER.others;
}

/** In millionths. */
function weightOf(name: Feature, values: FeatureValues): number {
  if (name === "learned") return values.encoder === 0 ? 0 : THOUSAND * BESIDE_ENCODER.learned;
  if (name === "encoder") return THOUSAND * BESIDE_ENCODER.bias;
  // An encoder also knows what a word or two mean; and facts are no fewer for it.
  if (name === "none" && values.encoder !== 0) return 0;
  return WEIGHTS[name] * (name === "few" ? THOUSAND : othersOf(values));
}
