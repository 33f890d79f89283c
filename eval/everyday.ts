/**
 * Is the right thing found for the questions that people really ask about their own lives?
 *
 *   npm run eval -- everyday [--sealed] [--json out] [--systems tideline,fts5] [--no-rivals]
 *
 * Without `--sealed` only the half to tune on is asked. Each run of the sealed half is written down, and the number of
 * runs so far is printed: a half that is looked at often is no longer held out.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CaseRow } from "../src/eval/rows.ts";
import { contest, type Rows } from "./support/contest.ts";
import { readEveryday } from "./support/everyday.ts";
import { DataError, runEval } from "./support/json-lines.ts";
import { share } from "./support/report.ts";
import { writeResults } from "./support/results.ts";
import { readOptions } from "./support/run.ts";
import { printTable } from "./support/table.ts";

const SEALED = "--sealed";
const TAGS = ["time", "counting", "negation", "several"];

await runEval(async () => {
  const args = process.argv.slice(2);
  const isSealed = args.includes(SEALED);
  const options = readOptions(args.filter((arg) => arg !== SEALED));
  const folder = options.data ?? join(setsFolder(), "everyday");
  const { corpora, tags } = readEveryday(folder, isSealed ? 1 : 0);
  if (isSealed) console.log(`Runs of the sealed half, this one included: ${countRun(folder)}`);
  const chosen = corpora.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  const rows = await contest(chosen, options.systems, (line) => console.error(line));
  print(rows, tags);
  if (options.json !== undefined) writeResults(options.json, "everyday", rows);
  return true;
});

function setsFolder(): string {
  const folder = process.env.TIDELINE_EVAL_SETS;
  if (folder === undefined) throw new DataError("Start it with npm run eval -- everyday");
  return folder;
}

function countRun(folder: string): number {
  const path = join(folder, "sealed-runs.txt");
  appendFileSync(path, `${new Date().toISOString()}\n`);
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").length - 1 : 0;
}

function print(rows: Rows, tags: ReadonlyMap<string, readonly string[]>): void {
  const some = [...rows.values()][0] ?? [];
  for (const kind of [...new Set(some.map(({ category }) => category))].sort())
    printKind(kind, rows, ({ category }) => category === kind);
  for (const tag of TAGS) printKind(`about ${tag}`, rows, ({ id }) => tags.get(id)?.includes(tag) === true);
}

/** What is returned by default, and what the list without a cut would have had. */
function printKind(name: string, rows: Rows, isOf: (row: CaseRow) => boolean): void {
  const table = [
    [name, "questions", "R@1", "R@3", "R@8", "precision", "length", "uncut R@3", "uncut R@8", "silent"],
  ];
  for (const [system, all] of rows) {
    const own = all.filter(isOf);
    const asked = own.filter(({ ranks }) => ranks.length > 0);
    const mean = (of: (row: CaseRow) => number, over = asked) =>
      over.length === 0 ? "–" : share(over.reduce((sum, row) => sum + of(row), 0) / over.length);
    const within = (ranks: CaseRow["ranks"], k: number) =>
      ranks.filter((rank) => rank !== undefined && rank <= k).length / ranks.length;
    table.push([
      system,
      String(own.length),
      ...[1, 3, 8].map((k) => mean(({ kept }) => within(kept, k))),
      mean(({ returned, relevant }) => (returned === 0 ? 0 : relevant / returned)),
      own.length === 0 ? "–" : (own.reduce((sum, { returned }) => sum + returned, 0) / own.length).toFixed(1),
      ...[3, 8].map((k) => mean(({ ranks }) => within(ranks, k))),
      mean(({ returned }) => (returned === 0 ? 1 : 0), own),
    ]);
  }
  printTable(table, 1);
}
