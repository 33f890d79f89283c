/**
 * How do the bundled gold sets take part? As every other data set: so that rivals get the same rows.
 */
import { type GoldSet, HARD_GOLD, RICH_GOLD, SYNTHETIC_GOLD, TIMES_GOLD } from "../../src/eval.ts";
import type { Corpus } from "./corpus.ts";

export const GOLD_SETS: readonly GoldSet[] = [SYNTHETIC_GOLD, RICH_GOLD, HARD_GOLD, TIMES_GOLD];

/** Asked when the set says. */
export function corpusOf({ name, asked, facts, cases }: GoldSet): Corpus {
  return {
    name,
    sayings: facts.map(({ key, said, links, ...input }) => {
      const at = Date.parse(said);
      return { key, at, input: { ...input, occurredAt: at }, links };
    }),
    questions: cases.map(({ key, category, query, gold }) => ({
      id: `${name}/${key}`,
      category,
      query,
      gold,
    })),
    askedAt: Date.parse(asked),
  };
}
