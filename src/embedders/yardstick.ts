/**
 * How near does a model put what has nothing in common? Cosines of unrelated texts are about 0 for one model and .75 for
 * another, so every model is measured once, with the same texts: questions about one thing and facts about others.
 *
 * No question below is about any of the facts. The figures of the models that Tideline knows are in `local/models.ts`,
 * computed by `npm run eval -- spread`; an encoder from a folder measures itself when it is first used.
 */
import type { EmbedderAdapter, Spread } from "../ports/embedder.ts";

const QUESTIONS = [
  ...["What do I eat?", "Who looks after my teeth?", "When does my passport run out?", "Where did I park?"],
  ...["How old is her daughter?", "Which films does he like?", "What is the wifi called at the cabin?"],
  ...[
    "Did we book the flights to Lisbon?",
    "What should I get Tom for his birthday?",
    "Why is the roof wet?",
  ],
  ...["How do we release a new version?", "Which medicine may she not take?", "What did the lawyer advise?"],
  ...["When is the rent due?", "Who plays the cello?", "What was the score on Saturday?"],
] as const;

const FACTS = [
  ...["The kitchen tiles were laid by a firm from Leeds.", "I water the ferns every second Sunday."],
  ...["Marta sold her old bicycle to a neighbour.", "The meeting about the budget moved to the blue room."],
  ...["We heard the owl again near the chapel.", "Grandfather learned to sail on the Baltic coast."],
  ...[
    "The printer on the third floor jams with thick paper.",
    "My cousin collects stamps with ships on them.",
  ],
  ...["The novel about the lighthouse bored everyone in the book club.", "I dyed the blue curtains green."],
  ...["The choir bus left without the conductor once.", "Their puppy chewed through a lamp cable."],
  ...["The quarterly report uses last year's exchange rates.", "I practise Portuguese on the tram."],
  ...["The mayor opened the swimming bridge with a speech.", "Jonas repairs clocks in his cellar."],
] as const;

/** Spread of the cosines of question and fact, and of the cosines of two facts. */
export interface Measured {
  readonly questions: Spread;
  readonly facts: Spread;
}

export async function measureSpread(embed: EmbedderAdapter["embed"]): Promise<Measured> {
  const asked = await embed(QUESTIONS, "query");
  const told = await embed(FACTS, "fact");
  return {
    questions: spreadOf(asked.flatMap((question) => told.map((fact) => cosine(question, fact)))),
    facts: spreadOf(told.flatMap((one, i) => told.slice(i + 1).map((other) => cosine(one, other)))),
  };
}

/**
 * The cosines from which two texts are related, and say the same. Three deviations above the mean is rare for texts that
 * have nothing in common, and ninety percent of the way from the mean to 1 is near enough to be the same.
 */
export function thresholdsFrom({ questions, facts }: Measured): {
  readonly same: number;
  readonly related: number;
} {
  const related = questions.mean + RELATED_DEVIATIONS * questions.deviation;
  return { same: facts.mean + SAME_SHARE * (1 - facts.mean), related };
}

const RELATED_DEVIATIONS = 3;
const SAME_SHARE = 0.9;

function spreadOf(cosines: readonly number[]): Spread {
  const mean = cosines.reduce((sum, one) => sum + one, 0) / cosines.length;
  const variance = cosines.reduce((sum, one) => sum + (one - mean) ** 2, 0) / cosines.length;
  return { mean, deviation: Math.sqrt(variance) };
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, squareA, squareB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] as number, b[i] as number];
    dot += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  return dot / Math.sqrt(squareA * squareB || 1);
}
