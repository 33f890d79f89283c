/** Which features does a fact have as an answer to a question, and how are their figures kept? */

/** In words, for `explain`. */
export const FEATURES = {
  share: "how well it covers the question, by all lanes",
  measure: "the same, as a logarithm: it tells small shares apart",
  strong: "the same, above two fifths: the whole question, or nearly",
  has: "the share of the question's words that it has",
  full: "the same, above half",
  singled: "how far these words single it out among all facts",
  focus: "the share of its words that the question has",
  like: "words that mean nearly the same as the question's",
  open: "the heaviest word of the question that it lacks",
  cosine: "nearness in meaning and form as a whole",
  learned: "nearness by the learned vector",
  encoder: "an encoder was asked, which says much more of what is near",
  neighbour: "what the facts beside it cover",
  further: "what the facts next to those cover",
  reply: "the fact before it asks about it",
  session: "what the best fact of its episode covers",
  together: "what the facts of its episode cover together",
  asked: "said by or about the person asked about, or about somebody else (-)",
  named: "the names in the question that it has",
  ownWords: "the question is about you, and so is the fact, as few facts are",
  knownName: "the question is about you, and the fact about somebody whom you mention again and again",
  stranger: "the question is about you, and the fact about somebody mentioned once",
  when: "asks when, and it says when",
  number: "asks for a number, and it has one",
  who: "asks who, and it names somebody",
  where: "asks where, and it names a place",
  denial: "both say what is not so",
  period: "of the time asked about",
  length: "its length, up to some twenty words",
  machine: "the question is about you, and a machine said it",
  aboutYou: "the question is about you",
  youAmongOthers: "the question is about you, and few facts are in the first person",
  words: "the number of words in the question",
  unheard: "the share of the question's words that no fact has",
  few: "how few facts there are",
  whole: "the question is a word or two, and it has them",
  none: "the question is a word or two, and it has none of them",
  alone: "it is in no episode, as are so many facts",
  carried: "it is in no episode, and has most of the question's words, which single it out",
} as const;
export type Feature = keyof typeof FEATURES;
export const FEATURE_NAMES = Object.keys(FEATURES) as readonly Feature[];
export type FeatureValues = Readonly<Record<Feature, number>> & {
  /** The same in the order of `FEATURE_NAMES`: a sum over all of them is ten times as fast this way. */
  readonly figures: readonly number[];
};

/** Where each feature stands among the figures. */
export const AT = Object.fromEntries(FEATURE_NAMES.map((name, at) => [name, at])) as Readonly<
  Record<Feature, number>
>;
export const NO_FIGURES: readonly number[] = FEATURE_NAMES.map(() => 0);

class Figures {
  readonly figures: readonly number[];

  constructor(figures: readonly number[]) {
    this.figures = figures;
  }
}
for (const name of FEATURE_NAMES) {
  const at = AT[name];
  Object.defineProperty(Figures.prototype, name, {
    get(this: Figures) {
      return this.figures[at];
    },
  });
}

export function valuesOf(figures: readonly number[]): FeatureValues {
  return new Figures(figures) as FeatureValues;
}
