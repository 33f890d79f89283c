/**
 * What does each feature count? Fitted by `npm run eval -- fit`: do not change by hand.
 */
import type { Feature } from "./features.ts";

/** In thousandths. */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  share: 3211,
  measure: 957,
  strong: -1315,
  has: 446,
  full: 1024,
  singled: 733,
  focus: 1092,
  like: 4668,
  open: 989,
  cosine: 1106,
  learned: 0,
  encoder: 0,
  neighbour: 463,
  further: 480,
  reply: 1872,
  session: 1752,
  together: 667,
  asked: 614,
  named: 105,
  ownWords: 4673,
  knownName: 2094,
  stranger: 2191,
  when: 748,
  number: 1078,
  who: 574,
  where: 659,
  denial: 75,
  period: 1340,
  length: 0,
  machine: -700,
  aboutYou: 67,
  others: 3667,
  youAmongOthers: -2718,
  words: -384,
  unheard: 2319,
  few: 4692,
  whole: 3163,
  none: -4179,
};
export const BIAS = -10633;
