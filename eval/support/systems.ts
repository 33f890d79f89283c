/**
 * Who is asked? Every contestant gets the same rows in the same order.
 */
import type { EvalCase, RecallCapability } from "../../src/eval/rows.ts";
import type { Corpus } from "./corpus.ts";

export interface System {
  readonly name: string;
  fill(corpus: Corpus): Promise<Filled>;
}

/** A contestant that has been told everything, and what it will be asked. */
export interface Filled {
  readonly capability: RecallCapability;
  readonly cases: readonly EvalCase[];
  /** What became of the sayings, where it is not one fact each. */
  readonly notes: string;
  close(): void;
}

/** The questions of a corpus, with what should be found as this contestant names it. */
export function casesOf(
  { questions, askedAt }: Corpus,
  nameOf: (key: string) => string,
): readonly EvalCase[] {
  return questions.map(({ gold, ...question }) => ({ ...question, gold: gold.map(nameOf), askedAt }));
}
