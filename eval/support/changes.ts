/**
 * What is in the sets about changes of mind? Pairs of statements with a question (`eval/sets/everyday`), and numbered
 * facts of which later ones win (FactConsolidation).
 */
import { halfOfQuestion } from "./corpus.ts";
import { DataError, readJsonLines, readText } from "./json-lines.ts";

export interface ChangePair {
  readonly id: string;
  /** Does the second statement make the first one outdated? If not, both stay true. */
  readonly change: boolean;
  readonly before: string;
  readonly after: string;
  readonly question: string;
}

/** `half`: 0 to tune on, 1 to report. */
export function readChanges(path: string, half: 0 | 1): readonly ChangePair[] {
  const rows = readJsonLines(path, "{ id, change, before, after, question }", (value) => {
    const { id, change, before, after, question } = Object(value) as Record<string, unknown>;
    const isRow = typeof change === "boolean" && [id, before, after, question].every(isText);
    return isRow ? ({ id, change, before, after, question } as ChangePair) : undefined;
  });
  return rows.filter(({ id }) => halfOfQuestion(id) === half);
}

export interface NumberedFacts {
  /** "sh_6k": single-hop questions over 6,000 tokens of facts. */
  readonly name: string;
  /** In order: a later one wins. */
  readonly facts: readonly string[];
  readonly questions: readonly { readonly question: string; readonly answers: readonly string[] }[];
}

const NUMBERED = /^\d+\.\s+(.+)$/;
const NAME = /(?:sh|mh)_\d+k/;

export function readNumberedFacts(path: string): readonly NumberedFacts[] {
  const rows: unknown = JSON.parse(readText(path));
  if (!Array.isArray(rows)) throw new DataError(`${path}: expected a list`);
  return rows.map((row) => {
    const { context, questions, answers, metadata } = Object(row) as Record<string, unknown>;
    const ids = (Object(metadata) as { qa_pair_ids?: unknown }).qa_pair_ids;
    const name = NAME.exec(Array.isArray(ids) ? String(ids[0]) : "")?.[0];
    if (!isText(context) || !Array.isArray(questions) || !Array.isArray(answers) || name === undefined)
      throw new DataError(`${path}: expected { context, questions, answers, metadata.qa_pair_ids }`);
    return {
      name,
      facts: context.split("\n").flatMap((line) => NUMBERED.exec(line)?.[1] ?? []),
      questions: questions.map((question, i) => ({
        question: String(question),
        answers: (answers[i] as readonly unknown[]).map(String),
      })),
    };
  });
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
