/**
 * How fast is the log, next to SQLite and to plain `JSON.parse` on the same disk?
 *
 * Rounds of ours and the rival's take turns, and what counts is the median of their ratios. The rivals:
 *   - bulk: SQLite FTS5, which indexes the words as it writes, and chains, checks and commits to nothing;
 *   - one durable append: one row into a plain SQLite table;
 *   - open and first read: the same files, every line parsed, nothing checked. The bar is against a reader that
 *     keeps what it parsed, as it must to look a fact up; one that drops every line at once is shown beside it.
 *
 * Opening is measured inside a fresh process each, from the first line of work on: modules are loaded, nothing
 * is compiled warm, and the files are in the system's cache for both. What is written is made beforehand.
 *
 *   npm run bench -- write [--facts=100000] [--rounds=5] [--json result.json]
 */
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { State } from "../src/log/fold.ts";
import { Replica } from "../src/log/replica.ts";
import { driveNow } from "../src/log/steps.ts";
import { FactStore } from "../src/stores/file/fact-store.ts";
import { askedFor, runContest } from "./support/contest.ts";
import { type Added, makeFacts } from "./support/facts.ts";
import {
  alternating,
  batchesOf,
  closeDatabase,
  collectGarbage,
  held,
  openDatabase,
  timed,
} from "./support/measure.ts";
import { median, quantile, ratios, type Verdict } from "./support/verdict.ts";

const SEED = 20_250_101;
const BATCH_EVENTS = 1_000;
const SINGLE_APPENDS_PER_ROUND = 200;
/** Single appends are short and their noise is not: they get so many times the rounds of the others. */
const SINGLE_ROUNDS_FACTOR = 3;
/** Not counted: SQLite's write-ahead log grows at first, and is then written over, which is faster. */
const SINGLE_WARM_UP_ROUNDS = 5;
const ORIGIN = "owner";
const NEWLINE = 10;
const SELF = fileURLToPath(import.meta.url);

/** What a fresh process does and measures. */
type Job = "open" | "open-and-read-all" | "parse" | "parse-and-drop";
interface JobReport {
  readonly ms: number;
  readonly heapBytes: number;
  readonly bufferBytes: number;
}

function main(): void {
  const { count, rounds, json } = askedFor({ rounds: 5, leastFacts: BATCH_EVENTS });
  const facts = makeFacts(count, SEED);
  runContest({
    name: "write",
    says: `${count} facts, ${rounds} rounds`,
    settings: { count, rounds },
    json,
    measure: (folder) => [
      measureBulk(facts, rounds, folder),
      ...measureSingle(facts, rounds * SINGLE_ROUNDS_FACTOR, folder),
      ...measureOpening(facts, rounds, folder),
    ],
  });
}

// ---- many events at once ----

function measureBulk(facts: readonly Added[], rounds: number, folder: string): Verdict {
  const [ours, rival] = alternating(
    rounds,
    (round) => writeAll(facts, join(folder, `bulk-${round}`)),
    (round) => insertAll(facts, join(folder, `bulk-${round}.db`)),
  ).map((side) => side.map((ms) => (facts.length / ms) * 1_000)) as [number[], number[]];
  return {
    question: `bulk, batches of ${BATCH_EVENTS}`,
    ours: `${Math.round(median(ours))} rows/s`,
    rival: `${Math.round(median(rival))} rows/s`,
    ...held(ratios(ours, rival)),
    bar: { kind: "at least", value: 0.25 },
  };
}

function writeAll(facts: readonly Added[], path: string): number {
  const store = new FactStore(path);
  const ms = timed(() => {
    let seq = 0;
    for (const batch of batchesOf(facts, BATCH_EVENTS)) seq = store.append(ORIGIN, seq, batch).seq;
  });
  store.close();
  rmSync(path, { recursive: true });
  return ms;
}

function insertAll(facts: readonly Added[], path: string): number {
  const db = openDatabase(path);
  db.exec("CREATE VIRTUAL TABLE facts USING fts5(id UNINDEXED, content)");
  const insert = db.prepare("INSERT INTO facts (id, content) VALUES (?, ?)");
  const insertBatch = db.transaction((batch: readonly Added[]) => {
    for (const { fact, body } of batch) insert.run(fact, body?.content);
  });
  const ms = timed(() => {
    for (const batch of batchesOf(facts, BATCH_EVENTS)) insertBatch(batch);
  });
  closeDatabase(db, path);
  return ms;
}

// ---- one event at a time ----

function measureSingle(facts: readonly Added[], rounds: number, folder: string): readonly Verdict[] {
  const store = new FactStore(join(folder, "single"));
  const path = join(folder, "single.db");
  const db = openDatabase(path);
  db.exec("CREATE TABLE facts (id TEXT PRIMARY KEY, content TEXT NOT NULL)");
  const insert = db.prepare("INSERT INTO facts (id, content) VALUES (?, ?)");
  const some = (round: number) =>
    Array.from({ length: SINGLE_APPENDS_PER_ROUND }, (_, i) => ({
      ...facts[(round * SINGLE_APPENDS_PER_ROUND + i) % facts.length]!,
      fact: `fact-${round}-${i}`,
    }));
  let seq = 0;
  const append = (fact: Added) => {
    seq = store.append(ORIGIN, seq, [fact]).seq;
  };
  const [ours, rival] = alternating(
    SINGLE_WARM_UP_ROUNDS + rounds,
    (round) => some(round).map((fact) => timed(() => append(fact))),
    (round) => some(round).map((fact) => timed(() => insert.run(fact.fact, fact.body?.content))),
  ).map((side) => side.slice(SINGLE_WARM_UP_ROUNDS)) as [number[][], number[][]];
  store.close();
  closeDatabase(db, path);
  return [0.5, 0.95].map((share) => {
    const [a, b] = [ours, rival].map((side) => side.map((round) => quantile(round, share)));
    return {
      question: `one durable append, p${share * 100}`,
      ours: `${Math.round(median(a!) * 1_000)} µs`,
      rival: `${Math.round(median(b!) * 1_000)} µs`,
      ...held(ratios(a!, b!)),
      bar: { kind: "at most", value: 1.5 },
    };
  });
}

// ---- opening ----

type Side = "parse" | "dropped" | "cold" | "kept" | "all";

function measureOpening(facts: readonly Added[], rounds: number, folder: string): readonly Verdict[] {
  const cold = join(folder, "cold");
  const kept = join(folder, "kept");
  prepare(facts, cold, kept);
  const wanted = facts[Math.floor(facts.length / 2)]!;
  const reports = Array.from({ length: rounds }, () => ({
    parse: runJob("parse", cold, wanted),
    cold: runJob("open", cold, wanted),
    kept: runJob("open", kept, wanted),
    dropped: runJob("parse-and-drop", cold, wanted),
    all: runJob("open-and-read-all", kept, wanted),
  }));
  const times = (side: Side) => reports.map((report) => report[side].ms);
  const opened = (question: string, side: Side, rival: Side, bar: Verdict["bar"]): Verdict => ({
    question,
    ours: `${Math.round(median(times(side)))} ms`,
    rival: `${Math.round(median(times(rival)))} ms`,
    ...held(ratios(times(side), times(rival))),
    bar,
  });
  const heap = (question: string, side: Side, bar: Verdict["bar"]): Verdict => {
    const perFact = (bytes: (report: JobReport) => number) =>
      reports.map((report) => bytes(report[side]) / facts.length);
    const heapBytes = perFact((report) => report.heapBytes);
    return {
      question,
      ours: `+ ${Math.round(median(perFact((report) => report.bufferBytes)))} B buffers`,
      rival: "",
      ...held(heapBytes, " B"),
      bar,
    };
  };
  return [
    opened("open + first read, cold", "cold", "parse", { kind: "at most", value: 2 }),
    opened("  next to parsing and dropping", "cold", "dropped", undefined),
    opened("open + first read, snapshot", "kept", "parse", { kind: "at most", value: 0.5 }),
    opened("  next to parsing and dropping", "kept", "dropped", undefined),
    heap("heap per fact, folded", "cold", { kind: "at most", value: 2_500 }),
    heap("heap per fact, snapshot", "kept", { kind: "at most", value: 2_500 }),
    heap("  after reading every fact", "all", undefined),
  ];
}

/** Two workspaces with the same log: one without anything derived, one with its snapshot. */
function prepare(facts: readonly Added[], cold: string, kept: string): void {
  const store = new FactStore(cold, { durability: "os" });
  let seq = 0;
  for (const batch of batchesOf(facts, BATCH_EVENTS)) seq = store.append(ORIGIN, seq, batch).seq;
  store.close();
  cpSync(cold, kept, { recursive: true });
  const other = new FactStore(kept);
  const replica = new Replica(other, ORIGIN);
  driveNow(replica.catchUp());
  if (!driveNow(replica.keepSnapshot())) throw new Error("No snapshot was kept.");
  other.close();
}

function runJob(job: Job, path: string, wanted: Added): JobReport {
  const args = ["--expose-gc", SELF, "--job", job, path, wanted.fact, wanted.body?.content ?? ""];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as JobReport;
}

/** In the fresh process. */
function doJob(job: Job, path: string, id: string, content: string): void {
  const before = memory();
  const startMs = performance.now();
  const kept = job.startsWith("parse") ? parseLog(path, job === "parse") : openState(path);
  const found = kept.state?.facts.get(id)?.content;
  const ms = performance.now() - startMs;
  if (kept.state !== undefined && found !== content) throw new Error(`${id} was not read back.`);
  if (job === "open-and-read-all") for (const fact of kept.state?.facts.values() ?? []) fact.content.at(0);
  const after = memory();
  const report: JobReport = {
    ms,
    heapBytes: after.heapUsed - before.heapUsed,
    bufferBytes: after.arrayBuffers - before.arrayBuffers,
  };
  console.log(JSON.stringify(report));
  kept.close();
}

/** What it holds must be alive while memory is measured: so it is closed afterwards. */
interface Kept {
  readonly state?: State;
  close(): void;
}

function openState(path: string): Kept {
  const store = new FactStore(path);
  const state = driveNow(new Replica(store, ORIGIN).catchUp());
  return { state, close: () => store.close() };
}

function parseLog(path: string, keep: boolean): Kept {
  const kept: unknown[] = [];
  for (const home of readdirSync(join(path, "streams"))) {
    const log = join(path, "streams", home, "log");
    const names = readdirSync(log).filter((name) => name.endsWith(".jsonl"));
    for (const name of names.sort()) {
      const bytes = readFileSync(join(log, name));
      for (let start = 0; start < bytes.length; ) {
        const end = bytes.indexOf(NEWLINE, start);
        const line: unknown = JSON.parse(bytes.toString("utf8", start, end));
        if (keep) kept.push(line);
        start = end + 1;
      }
    }
  }
  return { close: () => kept.splice(0) };
}

function memory(): NodeJS.MemoryUsage {
  collectGarbage();
  return process.memoryUsage();
}

const [flag, job, path, id, content] = process.argv.slice(2);
if (flag === "--job") doJob(job as Job, path!, id!, content!);
else main();
