/**
 * How does the server hold up? 10,000 facts, 64 clients at once, nine recalls to one durable add, on loopback.
 *
 * The rival is a bare handler of the same HTTP library (`node:http`) in a process of its own: it answers every
 * recall with the same bytes, and appends and syncs a line of the same length for every add. It finds nothing and
 * decides nothing: what stands above it is what memory costs. Clients wait for an answer before they ask again, so
 * times hold the wait behind the other 63.
 *
 * Beside it, for information, what people build instead: the same handler over a table of SQLite FTS5 (WAL, FULL),
 * which finds eight rows by their words (but the usual ones), and knows neither whose they are nor who said them.
 *
 * What runs where: the clients in this process; each server in a process of its own. Tideline's has one thread for
 * HTTP and adds, and as many readers as `tideline serve` starts by default (this same bundle, in threads): on few
 * cores all of them share these with the clients. Memory is that of the whole process, all threads together.
 *
 *   npm run bench -- serve [--facts=10000] [--clients=64] [--seconds=30] [--readers=N] [--json result.json]
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { isMainThread } from "node:worker_threads";
import type { AddInput } from "../src/index.ts";
import { TidelineServer } from "../src/serve/http/server.ts";
import { defaultReadThreadCount } from "../src/serve/read-threads/read-threads.ts";
import { runReadThread } from "../src/serve/read-threads/run-thread.ts";
import { Workspace } from "../src/serve/workspace.ts";
import { type Notes, serveBare } from "./support/bare-handler.ts";
import { makeInputs } from "./support/inputs.ts";
import { drive, type Request, serveUntilEnd, startServer, type Times, waited } from "./support/load.ts";
import {
  batchesOf,
  closeDatabase,
  held,
  machineNow,
  openDatabase,
  wholeNumber,
  writeJson,
} from "./support/measure.ts";
import { tellingWords } from "./support/telling-words.ts";
import { printVerdicts, quantile, type Verdict } from "./support/verdict.ts";

const SEED = 20_250_101;
const ADD_SHARE = 0.1;
/** Not counted: code is compiled and caches are filled. */
const WARM_UP_MS = 6_000;
const SELF = fileURLToPath(import.meta.url);

interface Side extends Times {
  readonly perSecond: number;
  /** Resident memory, sample by sample. */
  readonly memoryMb: readonly number[];
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      facts: { type: "string", default: "10000" },
      readers: { type: "string", default: String(defaultReadThreadCount()) },
      clients: { type: "string", default: "64" },
      seconds: { type: "string", default: "30" },
      json: { type: "string" },
      side: { type: "string" },
      folder: { type: "string" },
    },
  });
  const facts = wholeNumber("facts", values.facts, 100);
  const readers = wholeNumber("readers", values.readers, 0);
  if (values.side !== undefined) return await serveSide(values.side, values.folder ?? "", facts, readers);
  const clients = wholeNumber("clients", values.clients, 1);
  const seconds = wholeNumber("seconds", values.seconds, 1);
  const folder = mkdtempSync(join(dirname(SELF), "serve-"));
  try {
    const machine = machineNow();
    const ours = await measure("tideline", folder, facts, clients, seconds, readers);
    const bare = await measure("bare", folder, facts, clients, seconds, 0);
    const fts5 = await measure("fts5", folder, facts, clients, seconds, 0);
    const verdicts = verdictsOf(ours, bare, fts5);
    printVerdicts(verdicts);
    if (values.json !== undefined) writeJson(values.json, machine, verdicts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function verdictsOf(ours: Side, bare: Side, fts5: Side): readonly Verdict[] {
  const [early = 0, late = 0] = halves(ours.memoryMb);
  return [
    waited("recall, p95", ours, bare, "recall", 0.95, 3),
    waited("recall, median", ours, bare, "recall", 0.5),
    waited("add, p95", ours, bare, "add", 0.95),
    answered("requests per second", ours, bare),
    waited("recall, p95, over FTS5", ours, fts5, "recall", 0.95),
    waited("add, p95, over FTS5", ours, fts5, "add", 0.95),
    answered("requests per second, over FTS5", ours, fts5),
    {
      question: "errors",
      ours: String(ours.errors),
      rival: String(bare.errors),
      value: ours.errors,
      rounds: [ours.errors],
      unit: "",
      bar: { kind: "at most", value: 0 },
    },
    {
      question: "memory, last third over middle third",
      ours: `${late.toFixed(0)} MB`,
      rival: `${early.toFixed(0)} MB`,
      value: late / early,
      rounds: [late / early],
      unit: "×",
      bar: { kind: "at most", value: 1.15 },
    },
  ];
}

function answered(question: string, ours: Side, rival: Side): Verdict {
  return {
    question,
    ours: ours.perSecond.toFixed(0),
    rival: rival.perSecond.toFixed(0),
    ...held([ours.perSecond / rival.perSecond]),
    bar: undefined,
  };
}

/** The middle of the second and of the last third. */
function halves(samples: readonly number[]): readonly number[] {
  const third = Math.floor(samples.length / 3);
  return [samples.slice(third, 2 * third), samples.slice(2 * third)].map((some) => quantile(some, 0.5));
}

async function measure(
  side: string,
  folder: string,
  facts: number,
  clients: number,
  seconds: number,
  readers: number,
): Promise<Side> {
  const figures = ["--facts", String(facts), "--readers", String(readers)];
  const server = await startServer(side, [SELF, "--side", side, "--folder", join(folder, side), ...figures]);
  await drive([server.port], clients, WARM_UP_MS, requests(facts, SEED + 1));
  server.memoryMb.length = 0;
  const times = await drive([server.port], clients, seconds * 1_000, requests(facts, SEED + 2));
  await server.end();
  const count = times.recall.length + times.add.length;
  return { ...times, perSecond: count / seconds, memoryMb: server.memoryMb };
}

function requests(facts: number, seed: number): (n: number) => Request {
  const queries = makeInputs(Math.min(2_000, facts), SEED).map(({ content }) =>
    content.split(" ").slice(2, 6).join(" "),
  );
  const fresh = makeInputs(50_000, seed);
  return (n) =>
    n % Math.round(1 / ADD_SHARE) === 0
      ? { kind: "add", path: "/v1/memories", body: { content: `${fresh[n % fresh.length]?.content} (${n})` } }
      : {
          kind: "recall",
          path: "/v1/memories/search",
          body: { query: queries[n % queries.length], limit: 8 },
        };
}

async function serveSide(side: string, folder: string, facts: number, readers: number): Promise<void> {
  const { port, close } =
    side === "tideline"
      ? await serveTideline(folder, facts, readers)
      : await serveBare(side === "fts5" ? fts5In(folder, facts) : nothingIn(folder));
  await serveUntilEnd(port);
  await close();
}

async function serveTideline(folder: string, facts: number, readers: number) {
  const workspace = Workspace.open(folder);
  const inputs = makeInputs(facts, SEED);
  for (let at = 0; at < inputs.length; at += 1_000)
    await workspace.memory("owner").addMany(inputs.slice(at, at + 1_000));
  const server = await TidelineServer.start(workspace, {
    port: 0,
    host: "127.0.0.1",
    allowHosts: [],
    ratePerSecond: 0,
    readThreads: { count: readers, program: pathToFileURL(SELF) },
    onTrouble: (error) => console.error(error),
  });
  const close = async () => {
    await server.close();
    await workspace.close();
  };
  return { port: server.port, close };
}

/** As long as our answers are on average (4 to 5 facts), and as a line with one. */
const ANSWER = JSON.stringify({ hits: "x".repeat(4_000) });
const LINE = Buffer.from(`${"x".repeat(700)}\n`);

function nothingIn(folder: string): Notes {
  const file = openSync(`${folder}.log`, "a");
  return {
    add() {
      writeSync(file, LINE);
      fdatasyncSync(file);
    },
    recall: () => ANSWER,
    close: () => closeSync(file),
  };
}

function fts5In(folder: string, facts: number): Notes {
  const path = `${folder}.db`;
  const db = openDatabase(path);
  db.exec("create virtual table facts using fts5(text, tokenize = 'porter unicode61')");
  const insert = db.prepare("insert into facts (text) values (?)");
  const select = db.prepare("select rowid, text from facts where facts match ? order by rank limit 8");
  const fill = db.transaction((batch: readonly AddInput[]) => {
    for (const { content } of batch) insert.run(content);
  });
  for (const batch of batchesOf(makeInputs(facts, SEED), 1_000)) fill(batch);
  return {
    add: (content) => void insert.run(content),
    recall(query) {
      const asked = tellingWords(query)
        .map((word) => `"${word}"`)
        .join(" OR ");
      return JSON.stringify({ hits: asked === "" ? [] : select.all(asked) });
    },
    close: () => closeDatabase(db, path),
  };
}

await (isMainThread ? main() : runReadThread());
