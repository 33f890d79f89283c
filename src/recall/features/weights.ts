/**
 * What does each feature count? Fitted by `npm run eval -- fit`: do not change by hand.
 */
import type { Feature } from "./feature.ts";

/** In thousandths. */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  share: 3201,
  measure: 1091,
  strong: -1282,
  has: 399,
  full: 1041,
  singled: 718,
  focus: 976,
  like: 2910,
  open: 913,
  cosine: 1080,
  learned: 0,
  encoder: 0,
  neighbour: 430,
  further: 482,
  reply: 1849,
  session: 1752,
  together: 649,
  asked: 597,
  named: 59,
  ownWords: 4787,
  knownName: 2126,
  stranger: 2175,
  when: 746,
  number: 1053,
  who: 554,
  where: 654,
  denial: 74,
  period: 1320,
  length: 0,
  machine: -700,
  aboutYou: 54,
  others: 3649,
  youAmongOthers: -2753,
  words: -407,
  unheard: 2309,
  few: 4705,
  whole: 3094,
  none: -4174,
};
export const BIAS = -10608;
