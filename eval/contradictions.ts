/**
 * Which pairs are said to contradict each other, and how often is that so? Against plain overlap of words and the
 * cosine of weighted words.
 *
 *   npm run eval -- contradictions --data <folder with pairs.jsonl and preference_updates.jsonl>
 *
 * Precision comes first: a false alarm tires a person, and a missed contradiction is found when it matters. Rules
 * were written against every other row; what is printed is the rest, and the rivals get the threshold that does
 * best for them on the rows that the rules were written against.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { contradiction } from "../src/text/claims/contradiction.ts";
import { words } from "../src/text/words/words.ts";
import { DataError, runEval } from "./support/json-lines.ts";
import { overlap, percent, readPairs } from "./support/pairs.ts";
import { printTable } from "./support/table.ts";
import { readUpdates } from "./support/updates.ts";

interface Judged {
  readonly set: string;
  readonly label: string;
  readonly a: string;
  readonly b: string;
  readonly isContradiction: boolean;
}

/** Says yes or no of every pair. */
type Judge = (pair: Judged) => boolean;

const PRECISION_BAR = 0.8;

function main(): boolean {
  const { values } = parseArgs({ options: { data: { type: "string" } } });
  if (values.data === undefined)
    throw new DataError("Which data? Give --data <folder with pairs.jsonl and preference_updates.jsonl>");
  const all = [
    ...sentencePairs(join(values.data, "pairs.jsonl")),
    ...readUpdates(join(values.data, "preference_updates.jsonl")),
  ];
  const tuned = all.filter((_, row) => row % 2 === 0);
  const held = all.filter((_, row) => row % 2 === 1);
  const ours: Judge = ({ a, b }) => contradiction(a, b) !== undefined;
  const cosine = cosineOver(all);
  const byOverlap = bestThreshold(tuned, ({ a, b }) => overlap(words(a), words(b)));
  const byCosine = bestThreshold(tuned, ({ a, b }) => cosine(a, b));
  const judges: readonly (readonly [string, Judge])[] = [
    ["contradictions", ours],
    [`overlap ≥ ${byOverlap.threshold.toFixed(2)}`, byOverlap.judge],
    [`cosine ≥ ${byCosine.threshold.toFixed(2)}`, byCosine.judge],
  ];
  console.log(`Held out: ${held.length} pairs of ${all.length}`);
  for (const set of [...new Set(held.map((pair) => pair.set))]) printSet(set, held, judges);
  printLabels(held, ours);
  const { precision } = figures(held, ours);
  console.log(precision >= PRECISION_BAR ? "The bar is met: precision ≥ 0.8." : "MISSED: precision ≥ 0.8.");
  return precision >= PRECISION_BAR;
}

function sentencePairs(path: string): readonly Judged[] {
  return readPairs(path).map((pair) => ({ ...pair, isContradiction: pair.label === "contradiction" }));
}

interface Figures {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly said: number;
}

function figures(pairs: readonly Judged[], judge: Judge): Figures {
  const said = pairs.filter(judge);
  const right = said.filter((pair) => pair.isContradiction).length;
  const there = pairs.filter((pair) => pair.isContradiction).length;
  const precision = said.length === 0 ? 1 : right / said.length;
  const recall = there === 0 ? 0 : right / there;
  return {
    precision,
    recall,
    f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    said: said.length,
  };
}

function bestThreshold(
  pairs: readonly Judged[],
  score: (pair: Judged) => number,
): { readonly threshold: number; readonly judge: Judge } {
  const judgeAt =
    (threshold: number): Judge =>
    (pair) =>
      score(pair) >= threshold;
  const steps = Array.from({ length: 20 }, (_, i) => i / 20);
  const ranked = steps.map((threshold) => ({ threshold, f1: figures(pairs, judgeAt(threshold)).f1 }));
  const { threshold } = ranked.reduce((best, one) => (one.f1 > best.f1 ? one : best));
  return { threshold, judge: judgeAt(threshold) };
}

/** Words weighted by how few of the sentences have them. */
function cosineOver(pairs: readonly Judged[]): (a: string, b: string) => number {
  const documents = pairs.flatMap(({ a, b }) => [new Set(words(a)), new Set(words(b))]);
  const counts = new Map<string, number>();
  for (const document of documents)
    for (const word of document) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weight = (word: string) => Math.log(1 + documents.length / (1 + (counts.get(word) ?? 0)));
  const norm = (some: ReadonlySet<string>) =>
    Math.sqrt([...some].reduce((sum, word) => sum + weight(word) ** 2, 0));
  return (a, b) => {
    const [inA, inB] = [new Set(words(a)), new Set(words(b))];
    const dot = [...inA].reduce((sum, word) => sum + (inB.has(word) ? weight(word) ** 2 : 0), 0);
    return dot === 0 ? 0 : dot / (norm(inA) * norm(inB));
  };
}

function printSet(set: string, held: readonly Judged[], judges: readonly (readonly [string, Judge])[]): void {
  const pairs = held.filter((pair) => pair.set === set);
  const there = pairs.filter((pair) => pair.isContradiction).length;
  if (there === 0) return;
  console.log(`${set}: ${pairs.length} pairs, ${there} contradictions`);
  printTable([
    ["judge", "", "said", "precision", "recall", "F1"],
    ...judges.map(([name, judge]) => {
      const { said, precision, recall, f1 } = figures(pairs, judge);
      return [name, "", `${said}`, precision.toFixed(3), recall.toFixed(3), f1.toFixed(3)];
    }),
  ]);
}

function printLabels(held: readonly Judged[], judge: Judge): void {
  const keys = [...new Set(held.map(({ set, label }) => JSON.stringify([set, label])))];
  console.log("Said to contradict, by label");
  printTable([
    ["set", "label", "pairs", "said", "rate"],
    ...keys.map((key) => {
      const [set, label] = JSON.parse(key) as [string, string];
      const pairs = held.filter((pair) => pair.set === set && pair.label === label);
      const said = pairs.filter(judge).length;
      return [set, label, `${pairs.length}`, `${said}`, percent(said, pairs.length)];
    }),
  ]);
  const { precision, recall, said } = figures(held, judge);
  console.log(`All sets: ${said} said, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`);
}

await runEval(main);
