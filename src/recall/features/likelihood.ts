/**
 * How likely is it that a fact is about the question? The features, weighed and added, and a curve that turns the sum
 * into a share: of the facts with 0.8, about 8 in 10 are about the question.
 *
 * Features and weights are whole numbers of thousandths, so the sum is exact and the same in any order.
 */
import { FEATURE_NAMES, type Feature, type FeatureValues } from "./feature.ts";
import { BIAS, WEIGHTS } from "./weights.ts";

const THOUSAND = 1_000;

/**
 * With an encoder, everything else counts less, and standing out among learned vectors counts beside it. In thousandths;
 * fitted to PrefEval, LoCoMo and the everyday set together, with gte-small.
 */
const BESIDE_ENCODER = { others: 450, learned: 2_160, bias: -2_800 } as const;

/** What the sum starts from: most facts are not about the question. */
export function startOf(values: FeatureValues): number {
  return scaleOf(values).bias / THOUSAND ** 3;
}

/** What each feature adds to the sum. */
export function partsOf(values: FeatureValues): readonly (readonly [Feature, number])[] {
  const { weights } = scaleOf(values);
  return FEATURE_NAMES.map((name, i) => [
    name,
    (Math.round(THOUSAND * values[name]) * (weights[i] as number)) / THOUSAND ** 3,
  ]);
}

/** From 0 to 1. */
export function likelihoodOf(values: FeatureValues): number {
  const { figures } = values;
  const { bias, weights } = scaleOf(values);
  let sum = bias;
  for (let i = 0; i < weights.length; i++)
    sum += Math.round(THOUSAND * (figures[i] as number)) * (weights[i] as number);
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

/** What each feature counts, in the order of `FEATURE_NAMES`, and what the sum starts from. */
interface Scale {
  /** In millionths. */
  readonly weights: readonly number[];
  /** In billionths. */
  readonly bias: number;
}

const WITHOUT_ENCODER = scaleWith({ others: THOUSAND, learned: 0, bias: 0 });
const WITH_ENCODER = scaleWith(BESIDE_ENCODER);

function scaleOf({ encoder }: FeatureValues): Scale {
  return encoder === 0 ? WITHOUT_ENCODER : WITH_ENCODER;
}

function scaleWith(beside: Readonly<Record<keyof typeof BESIDE_ENCODER, number>>): Scale {
  const isAlone = beside.others === THOUSAND;
  const weightOf = (name: Feature) => {
    if (name === "learned") return THOUSAND * beside.learned;
    if (name === "encoder") return THOUSAND * beside.bias;
    // An encoder also knows what a word or two mean; and facts are no fewer for it.
    if (name === "none" && !isAlone) return 0;
    return WEIGHTS[name] * (name === "few" ? THOUSAND : beside.others);
  };
  return { weights: FEATURE_NAMES.map(weightOf), bias: THOUSAND * BIAS * beside.others };
}
