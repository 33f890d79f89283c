/**
 * How well does the vector lane find things by itself, without words in common? And what does its first step lose?
 *
 *   npm run eval -- vector --data prefeval.jsonl [--texts other.jsonl --texts more.json]
 *
 * Preferences are asked for by their questions, and by three of their words misspelt. The first step of a search
 * compares signs only; `found` is the share of the true 50 nearest that it leaves, over every text of the files named:
 * sentences of every string in them.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { encode, encodeTerms } from "../src/indexes/vectors/encoder.ts";
import { product } from "../src/indexes/vectors/vector-kernel.ts";
import { VectorRows } from "../src/indexes/vectors/vector-rows.ts";
import { seededChance, upTo } from "../src/testing/chance.ts";
import { words } from "../src/text/words/words.ts";
import { halfOf } from "./support/corpus.ts";
import { readJsonLines, runEval } from "./support/json-lines.ts";
import { printTable } from "./support/table.ts";

const SEED = 7;
const DEPTH = 10;
const NEAREST = 50;
const QUERIES_LOOKED_AT = 60;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const SHARES = [1 / 64, 1 / 32, 1 / 16] as const;

interface Row {
  readonly topic: string;
  readonly preference: string;
  readonly question: string;
}

await runEval(() => {
  const { values } = parseArgs({
    options: { data: { type: "string" }, texts: { type: "string", multiple: true, default: [] } },
  });
  const rows = readJsonLines(values.data, "{ topic, preference, question }, all texts", (value) => {
    const row = Object(value) as Row;
    return [row.topic, row.preference, row.question].every((text) => typeof text === "string")
      ? row
      : undefined;
  });
  const facts = rows.map(({ preference }) => encode(preference));
  const chance = seededChance(SEED);
  printTable(
    [
      ["asked by", "rows", `R@${DEPTH}`, "MRR"],
      ...[0, 1].map((half) => {
        const isAsked = (i: number) => halfOf(rows[i]?.topic ?? "") === half;
        return lineOf(`question, ${half === 0 ? "topics to tune on" : "topics held out"}`, facts, (i) =>
          isAsked(i) ? encode(rows[i]?.question ?? "") : undefined,
        );
      }),
      lineOf("question, all", facts, (i) => encode(rows[i]?.question ?? "")),
      lineOf("three words misspelt", facts, (i) => encodeTerms(misspelt(rows[i]?.preference ?? "", chance))),
    ],
    1,
  );
  if (values.texts.length > 0) printFound(values.texts.flatMap(textsIn), rows);
  return true;
});

function lineOf(
  name: string,
  facts: readonly Int8Array[],
  queryOf: (i: number) => Int8Array | undefined,
): readonly string[] {
  const ranks: number[] = [];
  for (const [i, fact] of facts.entries()) {
    const query = queryOf(i);
    if (query === undefined) continue;
    const own = product(query, 0, fact, 0);
    // Those that are as near count as nearer: a tie is no merit.
    ranks.push(facts.filter((other, j) => j !== i && product(query, 0, other, 0) >= own).length);
  }
  const share = ranks.filter((rank) => rank < DEPTH).length / ranks.length;
  const reciprocal = ranks.reduce((sum, rank) => sum + 1 / (rank + 1), 0) / ranks.length;
  return [name, `${ranks.length}`, share.toFixed(3), reciprocal.toFixed(3)];
}

/** Three longer words, each with a letter left out, put in, exchanged, or swapped with the next. */
function misspelt(text: string, chance: () => number): readonly string[] {
  const long = words(text).filter((word) => word.length >= 5);
  return [0, 1, 2].flatMap(() => {
    const word = long[upTo(long.length - 1, chance)];
    return word === undefined ? [] : [mistype(word, chance)];
  });
}

function mistype(word: string, chance: () => number): string {
  const at = 1 + upTo(word.length - 3, chance);
  const letter = LETTERS.charAt(upTo(25, chance));
  const [before, here, next, after] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)];
  const ways = [before + next + after, before + letter + here + next + after, before + letter + next + after];
  return ways[upTo(3, chance)] ?? before + next + here + after;
}

function textsIn(path: string): readonly string[] {
  const text = readFileSync(path, "utf8");
  const values = path.endsWith(".jsonl")
    ? text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [JSON.parse(text)];
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === "string")
      found.push(...value.split(/(?<=[.!?])\s+|\n/).filter((one) => one.length > 20));
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(walk);
  };
  values.forEach(walk);
  return found;
}

function printFound(texts: readonly string[], rows: readonly Row[]): void {
  const vectors = [...new Set(texts)].map(encode).filter((vector) => vector.some((figure) => figure !== 0));
  const index = new VectorRows();
  for (const vector of vectors) index.push(vector);
  const step = Math.ceil(rows.length / QUERIES_LOOKED_AT);
  const queries = rows.filter((_, i) => i % step === 0).map(({ question }) => encode(question));
  const found = SHARES.map(() => 0);
  for (const query of queries) {
    const { products } = index.promising(query, vectors.length);
    const least = products.slice(0, vectors.length).sort().at(-NEAREST) ?? 0;
    for (const [i, share] of SHARES.entries()) {
      const some = index.promising(query, vectors.length * share);
      const kept = some.products.subarray(0, some.count).filter((one) => one >= least).length;
      found[i] = (found[i] ?? 0) + Math.min(1, kept / NEAREST) / queries.length;
    }
  }
  printTable(
    [
      ["rows that get their exact cosine", `of ${vectors.length}`, "found"],
      ...SHARES.map((share, i) => [
        `one in ${Math.round(1 / share)}`,
        `${Math.round(share * vectors.length)}`,
        (found[i] ?? 0).toFixed(4),
      ]),
    ],
    1,
  );
}
