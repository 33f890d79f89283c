/**
 * What is in a file of PoisonedRAG? Questions with the right answer, a wrong one, and passages that plant the wrong one.
 */
import { readJsonLines } from "../support/json-lines.ts";

export interface PoisonedQuestion {
  readonly id: string;
  readonly question: string;
  readonly correct: string;
  readonly incorrect: string;
  /** Written by the attacker. */
  readonly passages: readonly string[];
}

const EXPECTED = '{ "question", "correct", "incorrect", "adv": [passage] }';

export function readPoisonedRag(path: string | undefined): readonly PoisonedQuestion[] {
  return readJsonLines(path, EXPECTED, parse).map((row, i) => ({ id: `poisonedrag#${i + 1}`, ...row }));
}

function parse(value: unknown): Omit<PoisonedQuestion, "id"> | undefined {
  const { question, correct, incorrect, adv } = Object(value) as Record<string, unknown>;
  if (typeof question !== "string" || typeof correct !== "string" || typeof incorrect !== "string")
    return undefined;
  if (!Array.isArray(adv) || adv.length === 0 || !adv.every((one) => typeof one === "string"))
    return undefined;
  return { question: question.replaceAll(/\s+/g, " ").trim(), correct, incorrect, passages: adv };
}
