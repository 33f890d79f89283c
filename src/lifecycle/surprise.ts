/**
 * Is a new fact news? (Document 004.)
 *
 * The further it is from the k nearest that are known, the more surprising; what is surprising begins with more
 * importance, what is redundant with less. A caller asks for neighbours of the fact's own class or above only:
 * otherwise a flood of similar pages could make the owner's own words look redundant.
 */
import { clamp } from "./curves.ts";

export const SURPRISE_NEIGHBOURS = 5;
const STEEPNESS = 10;
const MIDDLE_DISTANCE = 0.35;
const STRENGTH = 0.6;
/** In an empty memory everything is news: +0.15. */
const FIRST = 0.75;
const LEAST_IMPORTANCE = 0.05;
const DUPLICATE_FROM = 0.92;

export interface Surprise {
  /** 0 to 1; a half is neither news nor redundant. */
  readonly surprise: number;
  readonly importanceChange: number;
  readonly duplicate: boolean;
}

/** From the cosines of the nearest facts, nearest first. */
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

/** As it stands in a header, which outlives the words: a finer figure would tell which words they were. */
export function coarsely({ surprise, importanceChange, duplicate }: Surprise): Surprise {
  return {
    surprise: inTwentieths(surprise),
    importanceChange: inTwentieths(importanceChange),
    duplicate,
  };
}

/** A likeness of words, coarse enough that it confirms no guess at them. */
export function inTwentieths(figure: number): number {
  return Math.round(figure * 20) / 20;
}

export function surprisedImportance(base: number, { importanceChange }: Surprise): number {
  return clamp(base + importanceChange, LEAST_IMPORTANCE, 1);
}
