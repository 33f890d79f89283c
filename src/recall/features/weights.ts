/**
 * What does each feature count? Fitted by `npm run eval -- fit`: do not change by hand.
 */
import type { Feature } from "./features.ts";

/** In thousandths. */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  share: 3266,
  measure: 939,
  strong: -1368,
  has: 443,
  full: 1937,
  singled: 730,
  focus: 1109,
  like: 4668,
  open: 1004,
  cosine: 1087,
  learned: 0,
  encoder: 0,
  neighbour: 457,
  further: 485,
  reply: 1870,
  session: 1744,
  together: 667,
  asked: 610,
  named: 766,
  ownWords: 4670,
  knownName: 2082,
  stranger: 2152,
  when: 741,
  number: 1082,
  who: 563,
  where: 654,
  denial: 95,
  period: 1334,
  length: 0,
  machine: -700,
  aboutYou: 775,
  others: 3639,
  youAmongOthers: -4149,
  words: -380,
  unheard: 3176,
};
export const BIAS = -10238;
