/**
 * What is in the everyday set? Five invented lives, each a memory with clutter around it, and five more in other
 * languages (`eval/sets/everyday/README.md`).
 *
 * Half of the questions are sealed: nobody looks at them while tuning.
 */
import { join } from "node:path";
import { type Corpus, halfOfQuestion, makeCorpus, type Question, type Saying } from "./corpus.ts";
import { readJsonLines } from "./json-lines.ts";

interface Told {
  readonly id: string;
  /** The life, or the language, that it belongs to; undefined for clutter, which belongs to all lives. */
  readonly group: string | undefined;
  readonly content: string;
  readonly saidOn: string;
}

interface Asked {
  readonly id: string;
  readonly group: string;
  /** "overlap", "no-overlap", "unanswerable"; for other languages, in which language it was asked. */
  readonly kind: string;
  readonly about: readonly string[];
  readonly question: string;
  readonly gold: readonly string[];
}

export interface EverydaySet {
  readonly corpora: readonly Corpus[];
  /** By question: what it tests besides its kind ("time", "counting", "negation", "several"). */
  readonly tags: ReadonlyMap<string, readonly string[]>;
  /** Keys of the facts that stand around the lives. */
  readonly clutter: ReadonlySet<string>;
}

/** `half`: 0 to tune on, 1 sealed. */
export function readEveryday(folder: string, half: 0 | 1): EverydaySet {
  const clutter = readTold(join(folder, "unrelated.jsonl"));
  const lives = readTold(join(folder, "facts.jsonl"));
  const languages = readTold(join(folder, "languages-facts.jsonl"));
  const inHalf = ({ id }: Asked) => halfOfQuestion(id) === half;
  const questions = readAsked(join(folder, "questions.jsonl")).filter(inHalf);
  const foreign = readAsked(join(folder, "languages-questions.jsonl")).filter(inHalf);
  return {
    corpora: [...corporaOf(lives, clutter, questions), ...corporaOf(languages, [], foreign)],
    tags: new Map(questions.map(({ id, about }) => [id, about])),
    clutter: new Set(clutter.map(({ id }) => id)),
  };
}

function corporaOf(
  told: readonly Told[],
  clutter: readonly Told[],
  asked: readonly Asked[],
): readonly Corpus[] {
  const groups = [...new Set(told.map(({ group }) => group as string))];
  return groups.map((group) => {
    const own = told.filter((one) => one.group === group);
    const sayings = [...own, ...clutter].sort((a, b) =>
      a.saidOn < b.saidOn ? -1 : a.saidOn > b.saidOn ? 1 : 0,
    );
    return makeCorpus(
      group,
      sayings.map(sayingOf),
      asked.filter((one) => one.group === group).map(questionOf),
    );
  });
}

function sayingOf({ id, content, saidOn }: Told): Saying {
  const at = Date.parse(`${saidOn}T12:00:00Z`);
  return { key: id, at, input: { content, segment: "knowledge", occurredAt: at } };
}

function questionOf({ id, kind, question, gold }: Asked): Question {
  return { id, category: kind, query: question, gold };
}

function readTold(path: string): readonly Told[] {
  return readJsonLines(path, "{ id, content, saidOn }, all texts", (value) => {
    const { id, life, language, content, saidOn } = Object(value) as Record<string, unknown>;
    if (![id, content, saidOn].every((text) => typeof text === "string" && text !== "")) return undefined;
    return { id, group: life ?? language, content, saidOn } as Told;
  });
}

function readAsked(path: string): readonly Asked[] {
  return readJsonLines(path, "{ id, life or language, question, gold }", (value) => {
    const row = Object(value) as Record<string, unknown>;
    const { id, life, language, kind, asked, about = [], question, gold } = row;
    if (typeof id !== "string" || typeof question !== "string" || !Array.isArray(gold)) return undefined;
    const group = life ?? language;
    if (typeof group !== "string") return undefined;
    const isOf = typeof kind === "string" ? kind : foreignKind(gold, language, asked);
    return { id, group, kind: isOf, about: about as readonly string[], question, gold };
  });
}

function foreignKind(gold: readonly unknown[], language: unknown, asked: unknown): string {
  if (gold.length === 0) return "other languages, unanswerable";
  return asked === language ? "other languages, asked in the same" : "other languages, asked in English";
}
