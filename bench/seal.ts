/**
 * What does sealing cost? The same facts in a plain workspace and in a sealed one, measured in turn in one run: one
 * durable add, opening from a snapshot, opening without one (every line is read and opened), and a recall.
 *
 *   npm run bench -- seal [--facts=100000] [--rounds=5] [--json result.json]
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type AddInput, memoryKeys, Tideline } from "../src/index.ts";
import { askedFor, runContest } from "./support/contest.ts";
import { makeInputs } from "./support/inputs.ts";
import { alternating, batchesOf, held, timed } from "./support/measure.ts";
import { median, ratios, type Verdict } from "./support/verdict.ts";

const SEED = 20_250_101;
const BATCH_FACTS = 1_000;
const ADDS_PER_ROUND = 100;
const RECALLS_PER_ROUND = 100;
const BARS = { add: 1.5, open: 2, recall: 1.1 } as const;

/** One of the two workspaces. */
interface Side {
  readonly dir: string;
  open(): Tideline;
}

function main(): void {
  const { count, rounds, json } = askedFor({ rounds: 5, leastFacts: BATCH_FACTS });
  const inputs = makeInputs(count + 2 * (rounds + 1) * ADDS_PER_ROUND, SEED);
  runContest({
    name: "seal",
    says: `${count} facts, ${rounds} rounds; ours is sealed, the rival is plain`,
    settings: { count, rounds },
    json,
    measure: (folder) => measure(folder, inputs.slice(0, count), inputs.slice(count), rounds),
  });
}

function measure(
  folder: string,
  filling: readonly AddInput[],
  more: readonly AddInput[],
  rounds: number,
): readonly Verdict[] {
  const keys = memoryKeys();
  const sealedDir = join(folder, "sealed");
  const plainDir = join(folder, "plain");
  const sealed: Side = { dir: sealedDir, open: () => Tideline.open(sealedDir, { keys }) };
  const plain: Side = { dir: plainDir, open: () => Tideline.open(plainDir) };
  for (const side of [sealed, plain]) fill(side, filling);
  const queries = filling.slice(0, RECALLS_PER_ROUND).map(({ content }) => content.slice(0, 60));
  return [
    verdict("open from a snapshot", BARS.open, sealed, plain, rounds, openOnce),
    verdict("open without a snapshot", BARS.open, sealed, plain, rounds, openWithoutBlobs),
    verdict("one recall", BARS.recall, sealed, plain, rounds, (side) => recallAll(side, queries)),
    addVerdict(sealed, plain, more, rounds),
  ];
}

function fill({ open }: Side, inputs: readonly AddInput[]): void {
  const memory = open();
  for (const batch of batchesOf(inputs, BATCH_FACTS)) memory.addMany(batch);
  memory.close();
}

function openOnce({ open }: Side): number {
  let memory: Tideline | undefined;
  const ms = timed(() => {
    memory = open();
    memory.stats();
  });
  memory?.close();
  return ms;
}

function openWithoutBlobs(side: Side): number {
  const streams = join(side.dir, "streams");
  for (const name of readdirSync(streams))
    rmSync(join(streams, name, "log/blobs"), { recursive: true, force: true });
  return openOnce(side);
}

function recallAll({ open }: Side, queries: readonly string[]): number {
  const memory = open();
  memory.search(queries[0] ?? "");
  const ms = timedCpu(() => {
    for (const query of queries) memory.search(query);
  });
  memory.close();
  return ms / queries.length;
}

/** By the processor: a recall waits for no disk, and the clock also counts what others do. */
function timedCpu(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function addVerdict(sealed: Side, plain: Side, more: readonly AddInput[], rounds: number): Verdict {
  const batches = [...batchesOf(more, ADDS_PER_ROUND)];
  const [ours, theirs] = [sealed.open(), plain.open()];
  const addAll = (memory: Tideline) => {
    const inputs = batches.pop() ?? [];
    return timed(() => {
      for (const input of inputs) memory.addMany([input]);
    });
  };
  // The first of each is not counted: it makes the indexes.
  addAll(ours);
  addAll(theirs);
  const [a, b] = alternating(
    rounds,
    () => addAll(ours),
    () => addAll(theirs),
  );
  ours.close();
  theirs.close();
  return told("one durable add", BARS.add, a, b, ADDS_PER_ROUND);
}

function verdict(
  question: string,
  bar: number,
  sealed: Side,
  plain: Side,
  rounds: number,
  work: (side: Side) => number,
): Verdict {
  const [ours, theirs] = alternating(
    rounds,
    () => work(sealed),
    () => work(plain),
  );
  return told(question, bar, ours, theirs, 1);
}

function told(
  question: string,
  bar: number,
  ours: readonly number[],
  theirs: readonly number[],
  times: number,
): Verdict {
  return {
    question,
    ours: `${(median(ours) / times).toFixed(2)} ms`,
    rival: `${(median(theirs) / times).toFixed(2)} ms`,
    ...held(ratios(ours, theirs)),
    bar: { kind: "at most", value: bar },
  };
}

main();
