/**
 * How fast is recall, with every lane on, next to SQLite FTS5 and MiniSearch on the same facts?
 *
 * Queries are 4 to 8 telling words of a fact that is there: stop words would cost the rivals most. Ours is the whole
 * verb: catching up with the log on disk, words, vectors, links, ranking, the cut, the receipt. The rivals find the
 * words and rank by them. Each query goes to all three in turn, so that a busy machine hits all of them alike.
 * Before measuring, all three answer a few thousand queries that do not count: an agent runs for a long time, and code
 * is compiled only after it has run often.
 *
 *   npm run bench -- recall [--sizes=1000,10000,100000] [--queries=400] [--json result.json]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import MiniSearch from "minisearch";
import { type AddInput, Tideline } from "../src/index.ts";
import { type Chance, seededChance, upTo } from "../src/testing/chance.ts";
import { runContest } from "./support/contest.ts";
import { makeInputs } from "./support/inputs.ts";
import {
  batchesOf,
  closeDatabase,
  collectGarbage,
  held,
  openDatabase,
  timed,
  wholeNumber,
} from "./support/measure.ts";
import { tellingWords } from "./support/telling-words.ts";
import { quantile, type Verdict } from "./support/verdict.ts";

const SEED = 20_260_101;
const BATCH_FACTS = 1_000;
/** Not counted, for any side: queries before every size, more where they are short, and before the first. */
const WARM_UP = { least: 500, most: 4_000, ms: 4_000 } as const;
const FIRST_SIZES = [1_000, 20_000];
const FIRST_QUERIES = 2_000;
/** Facts that are added, all in all, for one figure of bulk adds. */
const BULK_FACTS = 30_000;
const LIMIT = 8;
const BARS = { p50: 1, p95: 1.5, miniSearch: 1, bulk: 0.08 } as const;

interface Sizes {
  readonly facts: number;
  readonly ours: readonly number[];
}

function main(): void {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string", default: "1000,10000,100000" },
      queries: { type: "string", default: "400" },
      json: { type: "string" },
    },
  });
  const sizes = values.sizes.split(",").map((size) => wholeNumber("sizes", size, 100));
  const queryCount = wholeNumber("queries", values.queries, 20);
  runContest({
    name: "recall",
    says: `${queryCount} queries per size`,
    settings: { sizes, queryCount },
    json: values.json,
    measure: (folder) => measureSizes(sizes, queryCount, folder),
  });
}

function measureSizes(sizes: readonly number[], queryCount: number, folder: string): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  const measured: Sizes[] = [];
  for (const size of FIRST_SIZES) measure(size, FIRST_QUERIES, join(folder, `warm-up-${size}`));
  for (const size of sizes) {
    const { ours, lines } = measure(size, queryCount, join(folder, `${size}`));
    measured.push({ facts: size, ours });
    verdicts.push(...lines);
  }
  return [...verdicts, ...growth(measured)];
}

function measure(size: number, queryCount: number, folder: string) {
  const inputs = makeInputs(size, SEED);
  const filled = fill(inputs, folder);
  const queries = makeQueries(inputs, WARM_UP.most + queryCount, seededChance(SEED + size));
  const sides = [filled.ours, filled.fts5, filled.miniSearch];
  warmUp(sides, queries.slice(0, WARM_UP.most));
  const [ours, fts5, miniSearch] = askAll(sides, queries.slice(WARM_UP.most)) as [
    number[],
    number[],
    number[],
  ];
  filled.close();
  const lines = [
    verdict(`recall, ${size} facts, p50 / FTS5`, ours, fts5, 0.5, BARS.p50),
    verdict(`recall, ${size} facts, p95 / FTS5`, ours, fts5, 0.95, BARS.p95),
    verdict(`recall, ${size} facts, p50 / MiniSearch`, ours, miniSearch, 0.5, BARS.miniSearch),
    ...filled.lines,
  ];
  return { ours, lines };
}

type Side = (query: string) => unknown;

function warmUp(sides: readonly Side[], queries: readonly string[]): void {
  const begin = performance.now();
  for (const some of batchesOf(queries, WARM_UP.least)) {
    askAll(sides, some);
    if (performance.now() - begin > WARM_UP.ms) return;
  }
}

/** What each query took each side; whoever begins changes from query to query. */
function askAll(sides: readonly Side[], queries: readonly string[]): readonly (readonly number[])[] {
  const times = sides.map((): number[] => []);
  queries.forEach((query, i) => {
    for (let step = 0; step < sides.length; step++) {
      const side = (i + step) % sides.length;
      (times[side] as number[]).push(timed(() => (sides[side] as Side)(query)));
    }
  });
  return times;
}

function verdict(
  question: string,
  ours: readonly number[],
  rival: readonly number[],
  share: number,
  most: number,
): Verdict {
  const [a, b] = [quantile(ours, share), quantile(rival, share)];
  return {
    question,
    ours: `${a.toFixed(3)} ms`,
    rival: `${b.toFixed(3)} ms`,
    value: a / b,
    rounds: [a / b],
    unit: "×",
    bar: { kind: "at most", value: most },
  };
}

/** All three with the same facts: few of them several times, so that there is something to measure. */
function fill(inputs: readonly AddInput[], folder: string) {
  const rounds = Math.ceil(BULK_FACTS / inputs.length);
  const ratios: number[] = [];
  for (let round = 1; round < rounds; round++) {
    const [ours, fts5] = [
      fillOurs(inputs, `${folder}-${round}`),
      fillFts5(inputs, `${folder}-${round}.sqlite`),
    ];
    ratios.push(fts5.ms / ours.ms);
    ours.memory.close();
    fts5.close();
  }
  collectGarbage();
  const before = process.memoryUsage();
  const { memory, ms: oursMs } = fillOurs(inputs, folder);
  memory.recall("warm up the lanes", { passive: true });
  collectGarbage();
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  const { select, close, ms: fts5Ms } = fillFts5(inputs, `${folder}.sqlite`);
  ratios.push(fts5Ms / oursMs);
  const mini = new MiniSearch<{ readonly id: number; readonly text: string }>({ fields: ["text"] });
  mini.addAll(inputs.map(({ content }, id) => ({ id, text: content })));
  const size = inputs.length;
  return {
    ours: (query: string) => memory.recall(query, { passive: true }),
    fts5: (query: string) =>
      select.all(
        query
          .split(" ")
          .map((word) => `"${word}"`)
          .join(" OR "),
        LIMIT,
      ),
    miniSearch: (query: string) => mini.search(query).slice(0, LIMIT),
    close: () => {
      memory.close();
      close();
      mini.removeAll();
    },
    lines: [
      {
        question: `addMany with all lanes, ${size} facts / FTS5`,
        ours: `${Math.round(size / (oursMs / 1000))}/s`,
        rival: `${Math.round(size / (fts5Ms / 1000))}/s`,
        ...held(ratios),
        bar: { kind: "at least", value: BARS.bulk },
      },
      {
        question: `memory per fact, ${size} facts`,
        ours: `${Math.round(bytes / size)} B`,
        rival: "",
        value: bytes / size,
        rounds: [bytes / size],
        unit: " B",
        bar: undefined,
      },
    ] satisfies Verdict[],
  };
}

/** The first fact is there before the clock runs: with it the folder is made, as the rival's table is. */
function fillOurs([first, ...inputs]: readonly AddInput[], folder: string) {
  const memory = Tideline.open(folder);
  memory.add(first as AddInput);
  const ms = timed(() => {
    for (const batch of batchesOf(inputs, BATCH_FACTS)) memory.addMany(batch);
    // Lanes may be some adds behind: this brings them up to date.
    memory.stats();
  });
  return { memory, ms };
}

function fillFts5([first, ...inputs]: readonly AddInput[], path: string) {
  const db = openDatabase(path);
  db.exec("create virtual table facts using fts5(text, tokenize = 'porter unicode61')");
  const insert = db.prepare("insert into facts (rowid, text) values (?, ?)");
  let row = 0;
  insert.run(++row, (first as AddInput).content);
  const ms = timed(() => {
    for (const batch of batchesOf(inputs, BATCH_FACTS))
      db.transaction(() => {
        for (const { content } of batch) insert.run(++row, content);
      })();
  });
  const select = db.prepare("select rowid from facts where facts match ? order by rank limit ?");
  return { select, ms, close: () => closeDatabase(db, path) };
}

/** Up to 8 telling words that follow each other in a fact, letters and digits only. */
function makeQueries(inputs: readonly AddInput[], count: number, chance: Chance): readonly string[] {
  return Array.from({ length: count }, () => {
    const { content } = inputs[upTo(inputs.length - 1, chance)] as AddInput;
    const words = tellingWords(content);
    const wanted = 4 + upTo(5, chance);
    const start = upTo(Math.max(1, words.length - wanted), chance);
    return words.slice(start, start + wanted).join(" ");
  });
}

/** The slope of the median time over the number of facts, logarithm over logarithm. */
function growth(measured: readonly Sizes[]): readonly Verdict[] {
  const [first, last] = [measured[0], measured.at(-1)];
  if (first === undefined || last === undefined || first === last) return [];
  const exponent =
    Math.log(quantile(last.ours, 0.5) / quantile(first.ours, 0.5)) / Math.log(last.facts / first.facts);
  return [
    {
      question: `growth exponent, ${first.facts} to ${last.facts} facts`,
      ours: exponent.toFixed(2),
      rival: "",
      value: exponent,
      rounds: [exponent],
      unit: "",
      bar: undefined,
    },
  ];
}

main();
