/**
 * How fast is adding, with everything that an add decides, next to SQLite on the same disk?
 *
 * Every add goes through the public face: parsed, gated, scanned, compared, placed in its slot, chained, synced.
 * Its search indexes follow when they are asked or the host has nothing to do; their share is told apart. The
 * rivals decide nothing:
 *   - bulk: SQLite FTS5, which indexes the words as it writes, in transactions as large as our batches;
 *   - one durable add, into a memory that is full already: one row into a plain SQLite table of that size.
 *
 * Growth is read off the same bulk runs: the median batch around a tenth, three tenths and all of the facts, and
 * the slope through them, logarithm over logarithm. 0 is "costs the same at any size"; 1 would be quadratic in
 * all. Where others keep the machine busy, the processor's time is the better witness, and stands beside it.
 *
 *   npm run bench -- add [--facts=100000] [--rounds=3] [--json result.json]
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type AddInput, Tideline } from "../src/index.ts";
import { Replica } from "../src/log/replica.ts";
import { askedFor, runContest } from "./support/contest.ts";
import { makeInputs } from "./support/inputs.ts";
import { batchesOf, closeDatabase, held, inTurns, openDatabase, timed } from "./support/measure.ts";
import { median, quantile, ratios, type Verdict } from "./support/verdict.ts";

const SEED = 20_250_101;
const BATCH_FACTS = 1_000;
const SINGLE_ADDS_PER_ROUND = 200;
/** Single adds are short and their noise is not: they get so many times the rounds of the others. */
const SINGLE_ROUNDS_FACTOR = 5;
/** Not counted: SQLite's write-ahead log grows at first, and is then written over, which is faster. */
const SINGLE_WARM_UP_ROUNDS = 5;
/** Where growth is looked at: shares of all facts, and so many batches up to there. */
const SIZES = [0.1, 0.3, 1] as const;
const BATCHES_PER_SIZE = 9;

function main(): void {
  const { count, rounds, json } = askedFor({ rounds: 3, leastFacts: 10 * BATCH_FACTS });
  const singles = (SINGLE_WARM_UP_ROUNDS + rounds * SINGLE_ROUNDS_FACTOR) * SINGLE_ADDS_PER_ROUND;
  const inputs = makeInputs(count + singles, SEED);
  const [filling, more] = [inputs.slice(0, count), inputs.slice(count)];
  runContest({
    name: "add",
    says: `${count} facts, ${rounds} rounds`,
    settings: { count, rounds },
    json,
    measure: (folder) => [
      ...measureBulk(filling, rounds, folder),
      ...measureSingle(filling, more, rounds * SINGLE_ROUNDS_FACTOR, folder),
    ],
  });
}

// ---- many at once, and how that grows ----

/** What one batch took: by the clock, and by the processor; and the part of it that the search indexes took. */
interface BatchCost {
  readonly ms: number;
  readonly cpuMs: number;
  readonly indexMs: number;
}

function measureBulk(inputs: readonly AddInput[], rounds: number, folder: string): readonly Verdict[] {
  const [ours, rival] = inTurns(
    rounds,
    (round) => addAll(inputs, join(folder, `bulk-${round}`), round === 0),
    (round) => insertAll(inputs, join(folder, `bulk-${round}.db`)),
  );
  const rowsPerSecond = (ms: number) => (inputs.length / ms) * 1_000;
  const rivalRows = rival.map(rowsPerSecond);
  const bulk = (question: string, of: (batch: BatchCost) => number, bar: number): Verdict => {
    const ourRows = ours.map((batches) => rowsPerSecond(sum(batches.map(of))));
    return {
      question,
      ours: `${Math.round(median(ourRows))} rows/s`,
      rival: `${Math.round(median(rivalRows))} rows/s`,
      ...held(ratios(ourRows, rivalRows)),
      bar: { kind: "at least", value: bar },
    };
  };
  return [
    bulk(`addMany, batches of ${BATCH_FACTS}`, ({ ms, indexMs }) => ms - indexMs, 0.15),
    bulk("  with its search indexes", ({ ms }) => ms, 0.08),
    ...measureGrowth(ours, inputs.length),
  ];
}

/** How long the search indexes, which may follow later, have been told of adds: since the last time it was asked. */
const indexTime = (() => {
  let total = 0;
  const tell = Replica.prototype.tellPatient;
  Replica.prototype.tellPatient = function (this: Replica, most?: number) {
    total += timed(() => tell.call(this, most));
  };
  return () => {
    const since = total;
    total = 0;
    return since;
  };
})();

function measureGrowth(rounds: readonly (readonly BatchCost[])[], count: number): readonly Verdict[] {
  const costs = (of: (batch: BatchCost) => number) =>
    rounds.map((batches) => SIZES.map((share) => median(batchesUpTo(batches, share).map(of))));
  const wall = costs((batch) => batch.ms);
  const sizes = SIZES.map((share) => share * count);
  const atSize = sizes.map((size, i): Verdict => {
    const [first, now] = [0, i].map((at) => wall.map((round) => round[at]!)) as [number[], number[]];
    return {
      question: `  a batch at ${size} facts`,
      ours: `${median(now).toFixed(1)} ms`,
      rival: "",
      ...held(ratios(now, first)),
      bar: undefined,
    };
  });
  const growth = (question: string, rounds: number[][], bar: Verdict["bar"]): Verdict => ({
    question,
    ours: "",
    rival: "",
    ...held(
      rounds.map((round) => slope(sizes.map(Math.log), round.map(Math.log))),
      "",
    ),
    bar,
  });
  return [
    ...atSize,
    growth("growth of a batch, exponent", wall, { kind: "at most", value: 0.1 }),
    growth(
      "  by processor time",
      costs((batch) => batch.cpuMs),
      undefined,
    ),
  ];
}

/** The last batches before the memory has this share of all facts. (The last of all is what was left to the end.) */
function batchesUpTo(batches: readonly BatchCost[], share: number): readonly BatchCost[] {
  const end = Math.round((batches.length - 1) * share);
  return batches.slice(Math.max(0, end - BATCHES_PER_SIZE), end);
}

function addAll(inputs: readonly AddInput[], path: string, tell: boolean): readonly BatchCost[] {
  const memory = Tideline.open(path);
  const costs: BatchCost[] = [];
  for (const batch of batchesOf(inputs, BATCH_FACTS)) {
    const before = process.cpuUsage();
    indexTime();
    // Its search indexes may follow later: they do so by themselves whenever a thousand events wait.
    const ms = timed(() => memory.addMany(batch));
    const { user, system } = process.cpuUsage(before);
    costs.push({ ms, cpuMs: (user + system) / 1_000, indexMs: indexTime() });
  }
  // This brings them up to date.
  const restMs = timed(() => memory.stats());
  costs.push({ ms: restMs, cpuMs: restMs, indexMs: indexTime() });
  if (tell) printStats(memory);
  memory.close();
  rmSync(path, { recursive: true });
  return costs;
}

/** Whether the stages had anything to do. */
function printStats(memory: Tideline): void {
  const { facts, events, refused, byValidity, quarantined, forReview } = memory.stats();
  const { superseded, challenged, merged } = byValidity;
  console.log(
    `${facts} facts from ${events} events: ${superseded} superseded, ${challenged} challenged, ${merged} merged, ` +
      `${refused} refused, ${quarantined} quarantined, ${forReview} for review\n`,
  );
}

function insertAll(inputs: readonly AddInput[], path: string): number {
  const db = openDatabase(path);
  db.exec("CREATE VIRTUAL TABLE facts USING fts5(id UNINDEXED, content)");
  const insert = db.prepare("INSERT INTO facts (id, content) VALUES (?, ?)");
  let last = 0;
  const insertBatch = db.transaction((batch: readonly AddInput[]) => {
    for (const { content } of batch) insert.run(`fact-${last++}`, content);
  });
  const ms = timed(() => {
    for (const batch of batchesOf(inputs, BATCH_FACTS)) insertBatch(batch);
  });
  closeDatabase(db, path);
  return ms;
}

// ---- one at a time ----

function measureSingle(
  filling: readonly AddInput[],
  inputs: readonly AddInput[],
  rounds: number,
  folder: string,
): readonly Verdict[] {
  const memory = Tideline.open(join(folder, "single"));
  const path = join(folder, "single.db");
  const db = openDatabase(path);
  db.exec("CREATE TABLE facts (id TEXT PRIMARY KEY, content TEXT NOT NULL)");
  const insert = db.prepare("INSERT INTO facts (id, content) VALUES (?, ?)");
  let last = 0;
  const insertOne = ({ content }: AddInput) => insert.run(`fact-${last++}`, content);
  const fill = db.transaction((batch: readonly AddInput[]) => batch.forEach(insertOne));
  for (const batch of batchesOf(filling, BATCH_FACTS)) {
    memory.addMany(batch);
    fill(batch);
  }
  // A list of one: a refusal comes back, as it does in bulk, where `add` would throw it.
  const addOne = (input: AddInput) => memory.addMany([input]);
  const some = (round: number) =>
    inputs.slice(round * SINGLE_ADDS_PER_ROUND, (round + 1) * SINGLE_ADDS_PER_ROUND);
  const [ours, rival] = inTurns(
    SINGLE_WARM_UP_ROUNDS + rounds,
    (round) => some(round).map((input) => timed(() => addOne(input))),
    (round) => some(round).map((input) => timed(() => insertOne(input))),
  ).map((side) => side.slice(SINGLE_WARM_UP_ROUNDS)) as [number[][], number[][]];
  memory.close();
  closeDatabase(db, path);
  return [0.5, 0.95].map((share) => {
    const [a, b] = [ours, rival].map((side) => side.map((round) => quantile(round, share)));
    return {
      question: `one durable add, p${share * 100}`,
      ours: `${Math.round(median(a!) * 1_000)} µs`,
      rival: `${Math.round(median(b!) * 1_000)} µs`,
      ...held(ratios(a!, b!)),
      bar: { kind: "at most", value: 2 },
    };
  });
}

// ---- figures ----

/** Of the straight line that fits best. */
function slope(xs: readonly number[], ys: readonly number[]): number {
  const [meanX, meanY] = [sum(xs) / xs.length, sum(ys) / ys.length];
  const above = sum(xs.map((x, i) => (x - meanX) * (ys[i]! - meanY)));
  return above / sum(xs.map((x) => (x - meanX) ** 2));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

main();
