/**
 * What is in a file of LoCoMo-Plus? Short dialogues, and something that is said long after, which one of them
 * explains without sharing a word with it.
 *
 * One memory holds all of them, a fact each.
 */
import { type Corpus, makeCorpus } from "./corpus.ts";
import { readJsonLines } from "./json-lines.ts";

const SAID_AT = Date.UTC(2024, 0, 1, 12);

export function readLocomoPlus(path: string | undefined): readonly Corpus[] {
  const expects = "{ relation_type, cue_dialogue, trigger_query }, all texts";
  const rows = readJsonLines(path, expects, (value) => {
    const { relation_type, cue_dialogue, trigger_query } = Object(value) as Record<string, unknown>;
    const texts = [relation_type, cue_dialogue, trigger_query];
    if (!texts.every((text) => typeof text === "string" && text.trim() !== "")) return undefined;
    return { type: relation_type, cue: cue_dialogue, trigger: trigger_query } as Readonly<
      Record<"type" | "cue" | "trigger", string>
    >;
  });
  const sayings = rows.map(({ cue }, i) => ({
    key: `${i}`,
    at: SAID_AT,
    input: { content: cue, segment: "knowledge", occurredAt: SAID_AT } as const,
  }));
  const questions = rows.map(({ type, trigger }, i) => ({
    id: `${type}#${i}`,
    category: type,
    query: trigger,
    gold: [`${i}`],
  }));
  return [makeCorpus("locomo-plus", sayings, questions)];
}
