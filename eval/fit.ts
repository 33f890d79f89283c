/**
 * What should each feature of recall count? Fits `src/recall/features/weights.ts` on half of several data sets at once,
 * and shows how it does on the other half.
 *
 *   npm run eval -- fit --data folder [--cache folder] [--write]
 *
 * The folder holds locomo.json, beam/, realmem/ and prefeval.jsonl; what is missing is left out, as is the sealed half
 * of the everyday set. Our own gold sets take part as well, and two sets that are made of these (`support/derived.ts`).
 * `--cache` keeps what was collected, for the next run; delete it when features change. The same data give the same
 * weights.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FEATURE_NAMES, type Feature } from "../src/recall/features/feature.ts";
import { fitLikelihood } from "./fit/calibrating.ts";
import { type Case, collect } from "./fit/collect.ts";
import { fitRanking } from "./fit/ranking.ts";
import { readBeam } from "./support/beam.ts";
import { areaUnderCurve, calibrationError, type Judged } from "./support/calibration.ts";
import { halfOfQuestion, type Saying } from "./support/corpus.ts";
import { halfOfDerived, keywordCorpora, singleCorpora, smallCorpora } from "./support/derived.ts";
import { readEveryday } from "./support/everyday.ts";
import { corpusOf, GOLD_SETS } from "./support/gold.ts";
import { DataError, runEval } from "./support/json-lines.ts";
import { readLocomo } from "./support/locomo.ts";
import { readPrefeval } from "./support/prefeval.ts";
import { readRealMemories } from "./support/realmem.ts";
import { share } from "./support/report.ts";
import { type Story, storyOf } from "./support/stories.ts";
import { printTable } from "./support/table.ts";

/** What the questions of a kind count together. Kinds that are not named, or count 0, do not take part in the order. */
const SHARES: Readonly<Record<string, number>> = {
  "everyday overlap": 0.7,
  "everyday no-overlap": 0.9,
  "everyday other languages, asked in the same": 0.4,
  "everyday other languages, asked in English": 0.2,
  "gold ": 0.7,
  "locomo ": 3,
  "realmem ": 1.2,
  "beam ": 0.8,
  "prefeval ": 0.5,
  "keywords ": 0,
  "small ": 0,
  "single ": 0,
};
/** The same for all facts of a question: they take part in the likelihood, not in the order. */
const OF_QUESTION: readonly Feature[] = ["aboutYou", "youAmongOthers", "words", "unheard", "few"];
/** These say what a question of a word or two is worth, which no order of its facts shows. */
const OF_KEYWORDS: readonly Feature[] = ["whole", "none"];
/**
 * What a fact of a conversation gains by its episode, a fact in none has to bring by itself. No order shows what that is
 * worth: in nearly every memory all facts are in episodes, or none is.
 */
const OF_SINGLE: readonly Feature[] = ["alone", "carried"];
const OF_LIKELIHOOD = [...OF_QUESTION, ...OF_KEYWORDS, ...OF_SINGLE];
/**
 * Not fitted. No data set here has an embedder or a machine's words in class 3; and a prior for long facts helps one
 * set and harms the next.
 */
const GIVEN: Readonly<Partial<Record<Feature, number>>> = { learned: 0, encoder: 0, machine: -1, length: 0 };
/** The likelihood is fitted to so many of the best facts of each question. */
const SEEN = 8;
/**
 * How much of the order's own steepness the likelihood keeps. What fits best is flatter: then age would outweigh
 * relevance in the rank formula. This costs little in calibration.
 */
const STEEPNESS = 0.7;
const HALVES = ["fitted", "other"] as const;
const WEIGHTS = "src/recall/features/weights.ts";

await runEval(async () => {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      cache: { type: "string" },
      write: { type: "boolean", default: false },
    },
  });
  if (values.data === undefined) throw new DataError("Which data? Give --data <folder of the data sets>");
  const cases = collectAll(values.data, values.cache);
  const weights = fitted(cases.filter(({ half }) => half === 0));
  show(cases, weights);
  if (values.write) writeFileSync(join(process.env.TIDELINE_ROOT ?? ".", WEIGHTS), sourceOf(weights));
  return true;
});

interface Fitted {
  readonly of: readonly number[];
  readonly bias: number;
}

function fitted(cases: readonly Case[]): Fitted {
  const columns = FEATURE_NAMES.flatMap((name, i) =>
    OF_LIKELIHOOD.includes(name) || name in GIVEN ? [] : [i],
  );
  const ranking = fitRanking(cases, columns, (kind) => SHARES[kind] ?? 0);
  const order = FEATURE_NAMES.map((name, i) => GIVEN[name] ?? ranking[columns.indexOf(i)] ?? 0);
  const samples = cases.flatMap(({ set, candidates }) =>
    bestBy(candidates, (one) => sumOf(one.features, order)).map(({ isGold, features }) => ({
      set,
      isGold,
      sum: STEEPNESS * sumOf(features, order),
      inputs: OF_LIKELIHOOD.map((name) => features[FEATURE_NAMES.indexOf(name)] as number),
    })),
  );
  const rest = [...fitLikelihood(samples)];
  const bias = rest.pop() as number;
  const of = FEATURE_NAMES.map(
    (name, i) => STEEPNESS * (order[i] as number) + (rest[OF_LIKELIHOOD.indexOf(name)] ?? 0),
  );
  return { of: of.map(toThousandths), bias: toThousandths(bias) };
}

function toThousandths(weight: number): number {
  return Math.round(weight * 1_000) / 1_000;
}

function bestBy<T>(all: readonly T[], figure: (one: T) => number): readonly T[] {
  return [...all].sort((a, b) => figure(b) - figure(a)).slice(0, SEEN);
}

function sumOf(features: readonly number[], weights: readonly number[]): number {
  return features.reduce((sum, x, i) => sum + x * (weights[i] as number), 0);
}

function collectAll(data: string, cache: string | undefined): readonly Case[] {
  const everyday = join(process.env.TIDELINE_EVAL_SETS ?? "", "everyday");
  const at = (name: string) => join(data, name);
  const ours = GOLD_SETS.map(corpusOf);
  const lives = readEveryday(everyday, 0);
  const isOwn = ({ key }: Saying) => !lives.clutter.has(key);
  const sets: readonly (readonly [string, string, () => readonly Story[], (id: string) => 0 | 1])[] = [
    ["everyday", everyday, () => lives.corpora.map(storyOf), () => 0],
    [
      "keywords",
      everyday,
      () => keywordCorpora([...lives.corpora, ...ours], isOwn).map(storyOf),
      halfOfDerived,
    ],
    ["small", everyday, () => smallCorpora([...lives.corpora, ...ours], isOwn).map(storyOf), halfOfDerived],
    [
      "single",
      everyday,
      () => singleCorpora([...lives.corpora, ...ours], isOwn).map(storyOf),
      halfOfQuestion,
    ],
    ["gold", everyday, () => ours.map(storyOf), halfOfQuestion],
    ["locomo", at("locomo.json"), () => readLocomo(at("locomo.json")).map(storyOf), halfOfQuestion],
    ["realmem", at("realmem"), () => readRealMemories(at("realmem")), halfOfQuestion],
    ["prefeval", at("prefeval.jsonl"), () => readPrefeval(at("prefeval.jsonl")).map(storyOf), halfOfQuestion],
    ["beam", at("beam"), () => readBeam(at("beam")).map(storyOf), halfOfQuestion],
  ];
  return sets.flatMap(([set, path, read, halfOf]) => {
    if (!existsSync(path)) return [];
    const kept = cache === undefined ? undefined : join(cache, `${set}.json`);
    if (kept !== undefined && existsSync(kept))
      return JSON.parse(readFileSync(kept, "utf8")) as readonly Case[];
    const cases = [...collect(set, read(), halfOf)];
    console.error(`${set}: ${cases.length} questions`);
    if (kept !== undefined && cache !== undefined) {
      mkdirSync(cache, { recursive: true });
      writeFileSync(kept, JSON.stringify(cases));
    }
    return cases;
  });
}

function show(cases: readonly Case[], { of, bias }: Fitted): void {
  const table = [["", "half", "questions", "R@3", "R@5", "R@8", "R@10", "MRR"]];
  for (const half of [0, 1] as const) {
    for (const kind of Object.keys(SHARES)) {
      const some = cases.filter((one) => one.kind === kind && one.half === half && one.gold > 0);
      if (some.length > 0) table.push([kind, HALVES[half], String(some.length), ...figuresOf(some, of)]);
    }
  }
  printTable(table, 1);
  const judged = (half: 0 | 1) =>
    cases.filter((one) => one.half === half).flatMap((one) => judgedOf(one, of, bias));
  const calibrated = [["best few of each question", "half", "error", "area"]];
  for (const half of [0, 1] as const) {
    const all = judged(half);
    for (const set of [undefined, ...new Set(all.map((one) => one.set))]) {
      const some = set === undefined ? all : all.filter((one) => one.set === set);
      calibrated.push([
        set ?? "all",
        HALVES[half],
        share(calibrationError(some)),
        share(areaUnderCurve(some)),
      ]);
    }
  }
  printTable(calibrated, 1);
}

function figuresOf(cases: readonly Case[], weights: readonly number[]): readonly string[] {
  const ranks = cases.map(({ candidates }) =>
    [...candidates]
      .map((one) => ({ ...one, sum: sumOf(one.features, weights) + Math.log(one.weight) }))
      .sort((a, b) => b.sum - a.sum)
      .flatMap(({ isGold }, i) => (isGold ? [i + 1] : [])),
  );
  const mean = (of: (ranks: readonly number[], gold: number) => number) =>
    share(ranks.reduce((sum, one, i) => sum + of(one, cases[i]?.gold ?? 1), 0) / cases.length);
  return [
    ...[3, 5, 8, 10].map((k) => mean((own, gold) => own.filter((rank) => rank <= k).length / gold)),
    mean(([first = Number.POSITIVE_INFINITY]) => (first <= 20 ? 1 / first : 0)),
  ];
}

function judgedOf({ set, candidates }: Case, weights: readonly number[], bias: number): readonly Judged[] {
  const judged = candidates.map(({ isGold, features }) => {
    return { set, isGold, relevance: 1 / (1 + Math.exp(-(sumOf(features, weights) + bias))) };
  });
  return bestBy(judged, ({ relevance }) => relevance);
}

function sourceOf({ of, bias }: Fitted): string {
  const line = (name: string, i: number) => `  ${name}: ${Math.round((of[i] as number) * 1_000)},`;
  return `/**
 * What does each feature count? Fitted by \`npm run eval -- fit\`: do not change by hand.
 */
import type { Feature } from "./feature.ts";

/** In thousandths. */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
${FEATURE_NAMES.map(line).join("\n")}
};
export const BIAS = ${Math.round(bias * 1_000)};
`;
}
