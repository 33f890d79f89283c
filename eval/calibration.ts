/**
 * Can the relevance of what recall returns be read as a probability?
 *
 *   npm run eval -- calibration --data folder [--only everyday,gold]
 *
 * Unlike `fit`, it fits nothing: it asks the engine as it is, with its defaults, and judges every hit that is returned.
 * The folder holds locomo.json, beam/, realmem/ and prefeval.jsonl; what is missing is left out, as is the sealed half
 * of the everyday set. Every hit for a question without an answer is wrong. Data sets weigh alike.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readBeam } from "./support/beam.ts";
import { areaUnderCurve, binsOf, calibrationError, type Judged } from "./support/calibration.ts";
import { halfOfQuestion } from "./support/corpus.ts";
import { readEveryday } from "./support/everyday.ts";
import { corpusOf, GOLD_SETS } from "./support/gold.ts";
import { DataError, runEval } from "./support/json-lines.ts";
import { readLocomo } from "./support/locomo.ts";
import { readPrefeval } from "./support/prefeval.ts";
import { readRealMemories } from "./support/realmem.ts";
import { share } from "./support/report.ts";
import { type Story, storyOf, tell } from "./support/stories.ts";
import { printTable } from "./support/table.ts";

type HalfJudged = Judged & { readonly half: 0 | 1 };
const HALVES = ["fitted half", "other half"] as const;

await runEval(async () => {
  const { values } = parseArgs({ options: { data: { type: "string" }, only: { type: "string" } } });
  if (values.data === undefined) throw new DataError("Which data? Give --data <folder of the data sets>");
  const wanted = values.only?.split(",");
  const judged = setsIn(values.data)
    .filter(([set, path]) => wanted?.includes(set) !== false && existsSync(path))
    .flatMap(([set, , read]) => judge(set, read()));
  print(judged);
  return true;
});

function setsIn(data: string): readonly (readonly [string, string, () => readonly Story[]])[] {
  const everyday = join(process.env.TIDELINE_EVAL_SETS ?? "", "everyday");
  const at = (name: string) => join(data, name);
  return [
    ["everyday", everyday, () => readEveryday(everyday, 0).corpora.map(storyOf)],
    ["gold", everyday, () => GOLD_SETS.map(corpusOf).map(storyOf)],
    ["locomo", at("locomo.json"), () => readLocomo(at("locomo.json")).map(storyOf)],
    ["realmem", at("realmem"), () => readRealMemories(at("realmem"))],
    ["prefeval", at("prefeval.jsonl"), () => readPrefeval(at("prefeval.jsonl")).map(storyOf)],
    ["beam", at("beam"), () => readBeam(at("beam")).map(storyOf)],
  ];
}

function judge(set: string, stories: readonly Story[]): readonly HalfJudged[] {
  const judged: HalfJudged[] = [];
  for (const story of stories) {
    for (const { question, gold, memory } of tell(story)) {
      // The everyday set has no other half here: that one is sealed.
      const half = set === "everyday" ? 0 : halfOfQuestion(question.id);
      for (const { fact, relevance } of memory.search(question.query))
        judged.push({ set, half, relevance, isGold: gold.includes(fact.id) });
    }
  }
  console.error(`${set}: ${judged.length} hits`);
  return judged;
}

function print(judged: readonly HalfJudged[]): void {
  const table = [["hits that are returned", "half", "hits", "error", "area"]];
  for (const half of [0, 1] as const) {
    const own = judged.filter((one) => one.half === half);
    for (const set of [undefined, ...new Set(own.map((one) => one.set))]) {
      const some = set === undefined ? own : own.filter((one) => one.set === set);
      table.push([
        ...[set ?? "all", HALVES[half], String(some.length)],
        ...[share(calibrationError(some)), share(areaUnderCurve(some))],
      ]);
    }
  }
  printTable(table, 1);
  const bins = binsOf(judged.filter(({ half }) => half === 1)).filter(({ count }) => count > 0);
  printTable(
    [
      ["relevance (other half)", "hits", "mean", "gold"],
      ...bins.map(({ from, to, count, relevance, gold }) => [
        `${from.toFixed(1)} to ${to.toFixed(1)}`,
        String(count),
        share(relevance),
        share(gold),
      ]),
    ],
    1,
  );
}
