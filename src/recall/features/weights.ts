/**
 * What does each feature count? Fitted by `npm run eval -- fit`: do not change by hand.
 */
import type { Feature } from "./features.ts";

/** In thousandths. */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  share: 4000, own: 0, has: 3000, like: 4000, measure: 3000, further: 0, reply: 0, together: 0, open: 0, cosine: 3000, learned: 3000, neighbour: 500, session: 2000,
  asked: 1000, named: 800, ownWords: 3600, knownName: 1300, stranger: 0, firstPerson: 1000, when: 900, number: 1000, who: 1000,
  where: 800, denial: 500, period: 1000, asking: 0, length: -500, machine: -1500, aboutYou: -1500, words: 0, unheard: 0,
};
export const BIAS = -6000;
