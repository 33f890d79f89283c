/**
 * Does the cost follow the work? One person over years: what does an add, a recall, opening and closing take as one
 * origin grows, and how much memory does a fact hold? And one host with many users: what does each origin hold, how
 * long does the first use of one take, and how many files are there?
 *
 * Made-up facts, mixed as a busy assistant's (`support/inputs.ts`), added a thousand at a time; no fsync
 * (`durability: "os"`), because how long a disk takes to sync is the disk's. Memory is what is left after the rubbish
 * was collected, outside and inside the heap; times are the processor's. `--pauses` also measures how long a look-up in
 * another origin waits while one origin of so many facts is imported, indexed for the first time, added to, maintained
 * and written down: what the process works until the look-up is answered, all threads together. `--folder` keeps the
 * workspaces, and `--from` goes on after so many facts of an earlier run: a million need not be one long run.
 *
 *   npm run bench -- growth [--facts=100000] [--origins=1000] [--per-origin=10] [--pauses=20000] [--folder=path] [--from=0] [--json result.json]
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type AddInput, type AsyncTideline, Tideline } from "../src/index.ts";
import { MAX_OPEN_ORIGINS } from "../src/limits.ts";
import { makeInputs } from "./support/inputs.ts";
import { told } from "./support/pauses.ts";
import { quantile } from "./support/verdict.ts";

const SEED = 7;
const BATCH = 1_000;
const WINDOW = 25_000;
const QUESTIONS = 60;

const { values } = parseArgs({
  options: {
    facts: { type: "string", default: "100000" },
    origins: { type: "string", default: "1000" },
    "per-origin": { type: "string", default: "10" },
    pauses: { type: "string", default: "0" },
    folder: { type: "string" },
    from: { type: "string", default: "0" },
    json: { type: "string" },
  },
});
const facts = Number(values.facts);
const origins = Number(values.origins);
const perOrigin = Number(values["per-origin"]);
const figures: Record<string, number> = {};

const folder = values.folder ?? mkdtempSync(join(tmpdir(), "tideline-growth-"));
try {
  if (facts > 0) onePerson(join(folder, "one"));
  if (origins > 0) manyPeople(join(folder, "many"));
  if (Number(values.pauses) > 0) await pauses(join(folder, "pauses"), Number(values.pauses));
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);

// ── one person over years

function onePerson(dir: string): void {
  console.log(`\n${facts} facts in one origin\n   facts    adds/s  recall p50, p95 ms  kB a fact`);
  const empty = heldBytes();
  const memory = open(dir);
  let rate = 0;
  for (let from = Number(values.from); from < facts; from += WINDOW) {
    const inputs = windowOf(from / WINDOW, Math.min(WINDOW, facts - from));
    const to = from + inputs.length;
    const questions = questionsOf(inputs);
    const ms = timed(() => {
      for (let i = 0; i < inputs.length; i += BATCH) memory.addMany(inputs.slice(i, i + BATCH));
    });
    rate = (inputs.length / ms) * 1_000;
    inputs.length = 0;
    // The indexes that searches need are brought up to date by the first one.
    memory.search(questions[0] as string);
    const times = questions.map((question) => timed(() => memory.search(question)));
    const held = (heldBytes() - empty) / to;
    const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
    console.log(
      `${String(to).padStart(8)} ${rate.toFixed(0).padStart(9)} ${`${p50.toFixed(1)}, ${p95.toFixed(1)}`.padStart(19)} ${(held / 1000).toFixed(2).padStart(10)}`,
    );
    Object.assign(figures, { addsPerSecond: rate, recallP95Ms: p95, bytesPerFact: held });
  }
  note(
    "closeMs",
    "close",
    timed(() => memory.close()),
  );
  for (const what of ["first", "again"]) {
    let again: Tideline | undefined;
    const openMs = timed(() => {
      again = open(dir);
      again.peek("none");
    });
    const question = questionsOf(windowOf(0, 1_000))[0] as string;
    note(`open.${what}.peekMs`, `open and look up a fact (${what})`, openMs);
    note(
      `open.${what}.recallMs`,
      "   then the first recall",
      timed(() => again?.search(question)),
    );
    note(
      `open.${what}.addMs`,
      "   then the first add",
      timed(() => again?.add("I moved to Oslo last week.")),
    );
    note(
      `open.${what}.closeMs`,
      "   then close",
      timed(() => again?.close()),
    );
  }
}

// ── one host with many users

function manyPeople(dir: string): void {
  console.log(`\n${origins} origins with ${perOrigin} facts each`);
  const inputs = windowOf(0, Math.max(perOrigin * 50, 1_000));
  const empty = heldBytes();
  const memory = open(dir);
  const userOf = (i: number) => memory.user(`user-${i}@example.org`);
  const ms = timed(() => {
    for (let i = 0; i < origins; i++) {
      const from = (i * perOrigin) % (inputs.length - perOrigin);
      userOf(i).addMany(inputs.slice(from, from + perOrigin));
    }
  });
  note("many.addedPerSecond", "origins filled in a second", (origins / ms) * 1_000, "");
  note("many.bytesPerOrigin", "bytes an origin in memory", (heldBytes() - empty) / origins, "B");
  note(
    "many.closeMs",
    "close",
    timed(() => memory.close()),
  );
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  ).length;
  note("many.filesPerOrigin", "files an origin", files / origins, "");
  const again = open(dir);
  const touches: number[] = [];
  const seen = Math.min(origins, 2_000);
  for (let i = 0; i < seen; i++) {
    const user = again.user(`user-${Math.floor((i * origins) / seen)}@example.org`);
    touches.push(timed(() => user.search("What did we say about the harbour?")));
  }
  note("many.touchP50Ms", "first recall of an origin, median", quantile(touches, 0.5));
  note("many.touchP95Ms", "first recall of an origin, p95", quantile(touches, 0.95));
  note("many.heldAfterTouch", `bytes for each of the ${seen} touched`, (heldBytes() - empty) / seen, "B");
  const pageMs = timed(() => again.origins({ limit: 100 }));
  note("many.listMs", "a page of 100 origins, first", pageMs);
  note(
    "many.listAgainMs",
    "a page of 100 origins, again",
    timed(() => again.origins({ limit: 100 })),
  );
  note(
    "many.closeAgainMs",
    "close",
    timed(() => again.close()),
  );
}

// ── how long do others wait?

async function pauses(dir: string, count: number): Promise<void> {
  console.log(`\nHow long others wait while one origin of ${count} facts is at work`);
  const store = open(`${dir}-source`);
  const source = store.user("anna");
  for (let i = 0; i < count; i += BATCH) source.addMany(windowOf(i / BATCH, BATCH));
  const text = source.export();
  store.close();
  rmSync(`${dir}-source`, { recursive: true, force: true });
  const memory = await Tideline.connect(dir, { durability: "os" });
  const whose = memory.user("anna");
  await waited(memory, "import", () => whose.import(text));
  await waited(memory, "first recall after it", () => whose.search("What did we say about the harbour?"));
  await waited(memory, "add 5,000 at once", () => whose.addMany(windowOf(9_999, 5_000)));
  await waited(memory, "add 50 together", () =>
    Promise.all(windowOf(9_998, 50).map((one) => whose.addTogether(one))),
  );
  await waited(memory, "export", () => whose.export());
  await waited(memory, "names, first asked for", () => whose.entities());
  await waited(memory, "dream", () => whose.dream());
  await waited(memory, "sweep", () => whose.sweep());
  await memory.close();
  const again = await Tideline.connect(dir, { durability: "os" });
  await waited(again, "open and first recall", () => again.user("anna").search("Where is the harbour?"));
  await again.close();
  rmBlobs(dir);
  const bare = await Tideline.connect(dir, { durability: "os" });
  await waited(bare, "open without a snapshot", () => bare.user("anna").search("Where is the harbour?"));
  await waited(bare, "leaving memory", () => crowd(bare));
  await bare.close();
}

/** So many others come that the large origin must leave memory. */
async function crowd(memory: AsyncTideline): Promise<void> {
  for (let i = 0; i <= MAX_OPEN_ORIGINS; i++) await memory.user(`guest-${i}`).peek("none");
}

/** Without snapshots and indexes, everything is read from the log again. */
function rmBlobs(dir: string): void {
  for (const one of readdirSync(dir, { recursive: true, withFileTypes: true }))
    if (one.isDirectory() && one.name === "blobs")
      rmSync(join(one.parentPath, one.name), { recursive: true, force: true });
}

/** Somebody else looks up a fact again and again while `work` runs, and waits for each answer. */
async function waited(memory: AsyncTideline, what: string, work: () => Promise<unknown>): Promise<void> {
  const other = memory.user("bert");
  await other.peek("none");
  const waits: number[] = [];
  let isRunning = true;
  const start = process.cpuUsage();
  const done = work().finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    const asked = process.cpuUsage();
    await other.peek("none");
    await new Promise((resolve) => setImmediate(resolve));
    waits.push(sumOf(process.cpuUsage(asked)));
  }
  await done;
  const ms = sumOf(process.cpuUsage(start));
  figures[`wait.${what}`] = quantile(waits, 0.99);
  const over = waits.filter((wait) => wait > 20).length;
  console.log(
    `${what.padEnd(26)} ${ms.toFixed(0).padStart(7)} ms of work; ${String(waits.length).padStart(6)} look-ups wait ${told(waits)}; ${over} above 20 ms`,
  );
}

// ── parts

function open(dir: string): Tideline {
  return Tideline.open(dir, { durability: "os" });
}

/** Facts of a stretch of time: its people and its restatements are its own. */
function windowOf(index: number, count: number): AddInput[] {
  return makeInputs(count, SEED + index).map((one) =>
    one.subject === undefined ? one : { ...one, subject: `${one.subject} of ${index}` },
  );
}

function questionsOf(inputs: readonly AddInput[]): readonly string[] {
  const step = Math.max(1, Math.floor(inputs.length / QUESTIONS));
  return inputs
    .filter((_, i) => i % step === 0)
    .map(({ content }) => `What about ${content.split(" ").slice(3, 9).join(" ")}?`);
}

/** The processor's time, all threads together: on a busy machine the clock's says more about the others. */
function timed(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  return sumOf(process.cpuUsage(start));
}

function sumOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}

function heldBytes(): number {
  if (gc === undefined) throw new Error("Start it with node --expose-gc (npm run bench does).");
  gc();
  gc();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + Math.max(external, arrayBuffers);
}

function note(name: string, says: string, figure: number, unit = "ms"): void {
  figures[name] = figure;
  console.log(`${says.padEnd(44)} ${figure < 10 ? figure.toFixed(2) : figure.toFixed(0)} ${unit}`);
}
