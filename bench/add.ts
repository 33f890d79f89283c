/**
 * How fast is adding, with everything that an add decides, next to SQLite on the same disk?
 *
 * Every add goes through the public face: parsed, gated, scanned, compared, placed in its slot, chained, synced.
 * Its search indexes follow when they are asked or the host has nothing to do; their share is told apart. The
 * rivals decide nothing:
 *   - bulk: SQLite FTS5, which indexes the words as it writes, in transactions as large as our batches;
 *   - one durable add, into a memory that is full already: one row into a plain SQLite table of that size;
 *   - one durable add that any search finds at once: one row into an FTS5 table of that size.
 * SQLite syncs every transaction (WAL, synchronous = FULL).
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
import { alternating, batchesOf, closeDatabase, held, openDatabase, timed } from "./support/measure.ts";
import { median, quantile, ratios, type Verdict } from "./support/verdict.ts";

const SEED = 20_250_101;
const BATCH_FACTS = 1_000;
const SINGLE_ADDS_PER_ROUND = 200;
/** Ours and SQLite's, both with and without an index of words: each adds other facts. */
const SINGLE_SIDES = 4;
/** Single adds are short and their noise is not: they get so many times the rounds of the others. */
const SINGLE_ROUNDS_FACTOR = 5;
/** Not counted: SQLite's write-ahead log grows at first, and is then written over, which is faster; and what is done
 * once per append has only been done a hundred times until here: it takes thousands to be compiled for good. */
const SINGLE_WARM_UP_ROUNDS = 20;
/** Where growth is looked at: shares of all facts, and so many batches up to there. */
const SIZES = [0.1, 0.3, 1] as const;
const BATCHES_PER_SIZE = 9;

function main(): void {
  const { count, rounds, json } = askedFor({ rounds: 3, leastFacts: 10 * BATCH_FACTS });
  const singleRounds = SINGLE_WARM_UP_ROUNDS + rounds * SINGLE_ROUNDS_FACTOR;
  const singles = SINGLE_SIDES * singleRounds * SINGLE_ADDS_PER_ROUND;
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
  const [ours, rival] = alternating(
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
    bulk(`addMany, batches of ${BATCH_FACTS}`, ({ ms, indexMs }) => ms - indexMs, 0.1),
    bulk("  with its search indexes", ({ ms }) => ms, 0.08),
    ...measureGrowth(ours, inputs.length),
  ];
}

/** How long the search indexes, which may follow later, have been told of adds: since the last time it was asked. */
const indexTime = (() => {
  let total = 0;
  const tell = Replica.prototype.updateLazy;
  Replica.prototype.updateLazy = function (this: Replica, most?: number) {
    latest = this;
    total += timed(() => tell.call(this, most));
  };
  return () => {
    const since = total;
    total = 0;
    return since;
  };
})();

/** Whose indexes were told last. */
let latest: Replica | undefined;

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
  const table = newTable(path, FTS5);
  const ms = timed(() => table.fill(inputs));
  table.close();
  return ms;
}

// ---- one at a time ----

/** One input after the other, each by itself. */
type AddOne = (input: AddInput) => unknown;

function measureSingle(
  filling: readonly AddInput[],
  inputs: readonly AddInput[],
  rounds: number,
  folder: string,
): readonly Verdict[] {
  const memory = Tideline.open(join(folder, "single"));
  for (const batch of batchesOf(filling, BATCH_FACTS)) memory.addMany(batch);
  const plain = newTable(join(folder, "plain.db"), PLAIN);
  const indexed = newTable(join(folder, "fts5.db"), FTS5);
  for (const table of [plain, indexed]) table.fill(filling);
  // A list of one: a refusal comes back, as it does in bulk, where `add` would throw it.
  const add: AddOne = (input) => memory.addMany([input]);
  const addAndIndex: AddOne = (input) => {
    add(input);
    latest?.updateLazy();
  };
  const [added, row, found, indexedRow] = roundsOf(
    [add, plain.insert, addAndIndex, indexed.insert],
    inputs,
    rounds,
  );
  memory.close();
  plain.close();
  indexed.close();
  return [
    ...singleVerdicts("one durable add", added, row),
    ...singleVerdicts("one that a search finds at once", found, indexedRow),
  ];
}

/** What each took, round by round. Ours are in other rounds of one memory: what one leaves to the indexes, the next finds. */
function roundsOf(
  sides: readonly AddOne[],
  inputs: readonly AddInput[],
  rounds: number,
): readonly number[][][] {
  const times = sides.map((): number[][] => []);
  for (let round = 0; round < SINGLE_WARM_UP_ROUNDS + rounds; round++) {
    for (let step = 0; step < sides.length; step++) {
      const at = (round + step) % sides.length;
      // No collection of garbage before a round: a full one throws out of the processor's caches what an add needs.
      const first = (round * sides.length + at) * SINGLE_ADDS_PER_ROUND;
      const some = inputs.slice(first, first + SINGLE_ADDS_PER_ROUND);
      const took = some.map((input) => timed(() => sides[at]?.(input)));
      if (round >= SINGLE_WARM_UP_ROUNDS) times[at]?.push(took);
    }
  }
  return times;
}

function singleVerdicts(question: string, ours: number[][] = [], rival: number[][] = []): readonly Verdict[] {
  return [0.5, 0.95].map((share) => {
    const [a, b] = [ours, rival].map((side) => side.map((round) => quantile(round, share)));
    return {
      question: `${question}, p${share * 100}`,
      ours: `${Math.round(median(a!) * 1_000)} µs`,
      rival: `${Math.round(median(b!) * 1_000)} µs`,
      ...held(ratios(a!, b!)),
      bar: { kind: "at most", value: 3 },
    };
  });
}

// ---- the rival ----

const PLAIN = "TABLE facts (id TEXT PRIMARY KEY, content TEXT NOT NULL)";
const FTS5 = "VIRTUAL TABLE facts USING fts5(id UNINDEXED, content)";

interface Table {
  /** In transactions as large as our batches. */
  fill(inputs: readonly AddInput[]): void;
  readonly insert: AddOne;
  close(): void;
}

function newTable(path: string, shape: string): Table {
  const db = openDatabase(path);
  db.exec(`CREATE ${shape}`);
  const statement = db.prepare("INSERT INTO facts (id, content) VALUES (?, ?)");
  let last = 0;
  const insert = ({ content }: AddInput) => statement.run(`fact-${last++}`, content);
  const fillBatch = db.transaction((batch: readonly AddInput[]) => batch.forEach(insert));
  return {
    fill(inputs) {
      for (const batch of batchesOf(inputs, BATCH_FACTS)) fillBatch(batch);
    },
    insert,
    close: () => closeDatabase(db, path),
  };
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
