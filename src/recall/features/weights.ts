/**
 * What does each feature count? Fitted by `npm run eval -- fit`: do not change by hand.
 */
import type { Feature } from "./feature.ts";

/** In thousandths. */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  share: 3187,
  measure: 1093,
  strong: -1280,
  has: 424,
  full: 1037,
  singled: 716,
  focus: 1000,
  like: 2931,
  open: 920,
  cosine: 1049,
  learned: 0,
  encoder: 0,
  neighbour: 406,
  further: 465,
  reply: 1854,
  session: 1877,
  together: 626,
  asked: 601,
  named: 62,
  ownWords: 4866,
  knownName: 2207,
  stranger: 2243,
  when: 742,
  number: 1052,
  who: 548,
  where: 638,
  denial: 71,
  period: 1284,
  length: 0,
  machine: -700,
  aboutYou: -534,
  youAmongOthers: -1257,
  words: 201,
  unheard: 2008,
  few: 3737,
  whole: 2604,
  none: -3563,
  alone: 2347,
  carried: 5954,
};
export const BIAS = -10276;
