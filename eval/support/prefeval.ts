/**
 * What is in a file of PrefEval? Preferences, and for each a question whose answer should heed it. Most share no
 * word with it.
 *
 * One memory holds them all.
 */
import { type Corpus, makeCorpus } from "./corpus.ts";
import { readJsonLines } from "./json-lines.ts";

/** Any day will do: the data set has no dates. */
const SAID_AT = Date.UTC(2024, 0, 1, 12);

export function readPrefeval(path: string | undefined): readonly Corpus[] {
  const rows = readJsonLines(path, "{ topic, preference, question }, all texts", (value) => {
    const { topic, preference, question } = Object(value) as Record<string, unknown>;
    const texts = [topic, preference, question];
    if (!texts.every((text) => typeof text === "string" && text.trim() !== "")) return undefined;
    return { topic, preference, question } as Readonly<Record<"topic" | "preference" | "question", string>>;
  });
  const sayings = rows.map(({ preference }, i) => ({
    key: `${i}`,
    at: SAID_AT,
    input: { content: preference, segment: "preference", occurredAt: SAID_AT } as const,
  }));
  const questions = rows.map(({ topic, question }, i) => ({
    id: `${topic}#${i}`,
    category: "preference",
    query: question,
    gold: [`${i}`],
  }));
  return [makeCorpus("prefeval", sayings, questions)];
}
