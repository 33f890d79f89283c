/**
 * How often are two sentences taken for the same fact, by what people said of them? And how often does
 * `conflict` object, where the sentences are nearly alike?
 *
 *   npm run eval -- sameness --data pairs.jsonl
 *
 * Most pairs that people call equal are paraphrases, which equality of canonical forms is not meant to
 * find. What must hold is the other side: contradictions and neutral pairs do not merge.
 */
import { parseArgs } from "node:util";
import { canonical } from "../src/text/sameness/canonical.ts";
import { conflict } from "../src/text/sameness/conflict.ts";
import { words } from "../src/text/words/words.ts";
import { runEval } from "./support/json-lines.ts";
import { overlap, type Pair, percent, type Rate, rates, readPairs } from "./support/pairs.ts";
import { printTable } from "./support/table.ts";

/** Set, label, and the highest share of pairs that may merge. */
const BARS: readonly (readonly [set: string, label: string, share: number])[] = [
  ["sick", "contradiction", 0.005],
  ["snli", "contradiction", 0.005],
  ["sick", "neutral", 0.01],
];
const HIGH_OVERLAP = 0.6;

function main(): boolean {
  const { values } = parseArgs({ options: { data: { type: "string" } } });
  const pairs = readPairs(values.data);
  const merged = rates(pairs, ({ a, b }) => canonical(a) === canonical(b));
  console.log("Merged: canonical forms are equal");
  printTable([["set", "label", "pairs", "merged", "rate", "bar"], ...merged.map(mergeRow)]);
  printConflicts(pairs.filter(({ a, b }) => overlap(words(a), words(b)) >= HIGH_OVERLAP));
  const missed = merged.filter((rate) => !isMet(rate));
  console.log(missed.length === 0 ? "Every bar is met." : `Missed: ${missed.map(name).join(", ")}`);
  return missed.length === 0;
}

function barOf({ set, label }: Rate): number | undefined {
  return BARS.find((bar) => bar[0] === set && bar[1] === label)?.[2];
}

function isMet(rate: Rate): boolean {
  return rate.hits <= rate.pairs * (barOf(rate) ?? 1);
}

function name({ set, label }: Rate): string {
  return `${set} ${label}`;
}

function mergeRow(rate: Rate): readonly string[] {
  const bar = barOf(rate);
  const verdict = bar === undefined ? "" : `≤ ${100 * bar} % ${isMet(rate) ? "ok" : "MISSED"}`;
  return [rate.set, rate.label, `${rate.pairs}`, `${rate.hits}`, percent(rate.hits, rate.pairs), verdict];
}

function printConflicts(near: readonly Pair[]): void {
  const kinds = new Map(near.map((pair) => [pair, conflict(pair.a, pair.b)?.kind]));
  const fired = rates(near, (pair) => kinds.get(pair) !== undefined);
  console.log(`Conflicts among pairs that share at least ${100 * HIGH_OVERLAP} % of their words`);
  printTable([
    ["set", "label", "pairs", "conflict", "rate", "kinds"],
    ...fired.map(({ set, label, pairs, hits }) => {
      const here = near.filter((pair) => pair.set === set && pair.label === label);
      const counted = countKinds(here.map((pair) => kinds.get(pair)));
      return [set, label, `${pairs}`, `${hits}`, percent(hits, pairs), ` ${counted}`];
    }),
  ]);
}

function countKinds(kinds: readonly (string | undefined)[]): string {
  const counts = new Map<string, number>();
  for (const kind of kinds) if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .sort((x, y) => y[1] - x[1])
    .map(([kind, count]) => `${kind} ${count}`)
    .join(", ");
}

await runEval(main);
