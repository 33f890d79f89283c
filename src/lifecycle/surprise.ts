/**
 * How surprising is a new fact? (Document 004.)
 *
 * The further a fact is from the k nearest known facts, the more surprising it is. A surprising fact starts with more
 * importance, a redundant one with less. The caller passes only neighbours of the fact's own class or above; otherwise
 * a flood of similar pages could make the owner's own words look redundant.
 */
import { clamp } from "./curves.ts";

export const SURPRISE_NEIGHBOURS = 5;
const STEEPNESS = 10;
const MIDDLE_DISTANCE = 0.35;
const STRENGTH = 0.6;
/** The surprise of the first fact in an empty memory: it raises importance by 0.15. */
const FIRST = 0.75;
const LEAST_IMPORTANCE = 0.05;
const DUPLICATE_FROM = 0.92;

export interface Surprise {
  /** 0 to 1. At 0.5 a fact is neither surprising nor redundant. */
  readonly surprise: number;
  readonly importanceChange: number;
  readonly duplicate: boolean;
}

/** Takes the cosines of the nearest facts, nearest first. */
export function surpriseOf(similarities: readonly number[]): Surprise {
  const nearest = similarities.slice(0, SURPRISE_NEIGHBOURS);
  const distance = nearest.reduce((sum, similarity) => sum + 1 - similarity, 0) / nearest.length;
  const surprise =
    nearest.length === 0 ? FIRST : 1 / (1 + Math.exp(-STEEPNESS * (distance - MIDDLE_DISTANCE)));
  return {
    surprise,
    importanceChange: STRENGTH * (surprise - 0.5),
    duplicate: (nearest[0] ?? 0) >= DUPLICATE_FROM,
  };
}

/** Rounded for a header, which outlives the text: a finer figure would reveal which words the text had. */
export function coarsely({ surprise, importanceChange, duplicate }: Surprise): Surprise {
  return {
    surprise: inTwentieths(surprise),
    importanceChange: inTwentieths(importanceChange),
    duplicate,
  };
}

/** Rounds a similarity between texts so coarsely that it cannot confirm a guess at their words. */
export function inTwentieths(figure: number): number {
  return Math.round(figure * 20) / 20;
}

export function surprisedImportance(base: number, { importanceChange }: Surprise): number {
  return clamp(base + importanceChange, LEAST_IMPORTANCE, 1);
}
