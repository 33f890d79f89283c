/**
 * What does each feature count? Fitted by `npm run eval -- fit`: do not change by hand.
 */
import type { Feature } from "./features.ts";

/** In thousandths. */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  share: 2530,
  measure: 1019,
  strong: -407,
  has: 652,
  full: 1646,
  singled: 867,
  focus: 963,
  like: 5026,
  open: 998,
  cosine: 1265,
  learned: 0,
  encoder: 0,
  neighbour: 854,
  further: 535,
  reply: 2373,
  session: 987,
  together: 1160,
  asked: 721,
  named: 953,
  ownWords: 4671,
  knownName: 2093,
  stranger: 2156,
  when: 797,
  number: 1120,
  who: 531,
  where: 620,
  denial: 110,
  period: 1468,
  length: 0,
  machine: -700,
  aboutYou: 1784,
  others: 3839,
  youAmongOthers: -5283,
  words: 247,
  unheard: 2457,
};
export const BIAS = -10764;
