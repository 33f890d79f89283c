/**
 * How long do the night's passes keep the event loop from others, how much memory do they take, and how does their
 * time grow with the facts?
 *
 * Made-up facts that give every stage work: four classes, values of slots, sentences said again in other letters,
 * names, denials, numbers; a hundred days old. For the dream (all stages), for taking it back, for contradictions, and
 * for thinking (all stages, with a model that answers at once and agrees to whatever it is shown, with as many calls
 * as the default allows): pauses, as in `support/pauses.ts`, and the growth from the smaller number of facts to the larger. What the heap
 * holds besides at the worst moment is looked at in a dry run, rubbish collected at every look. Without fsync
 * (`durability: "os"`): how long a disk takes to sync is the disk's.
 *
 *   npm run bench -- passes [--facts=50000]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type AddInput, FactStore, type LlmAdapter, Tideline } from "../src/index.ts";
import { EVENT_VERSION, type EventOf } from "../src/model/event.ts";
import { newId } from "../src/model/id.ts";
import { SEGMENT_DEFAULTS } from "../src/model/segment.ts";
import { SOURCE_FIGURES, sourceTag } from "../src/model/source.ts";
import { seededChance, upTo } from "../src/testing/chance.ts";
import { contradictionPass } from "../src/upkeep/contradiction-pass.ts";
import type { PassInput } from "../src/upkeep/options.ts";
import { makeInputs } from "./support/inputs.ts";
import { collectGarbage, machineNow, wholeNumber } from "./support/measure.ts";
import { exponent, longest, type Pauses, pausesDuring, told } from "./support/pauses.ts";
import { quantile } from "./support/verdict.ts";

const SEED = 5;
const START_MS = Date.UTC(2025, 0, 1);
const DAY_MS = 86_400_000;
const BARS = { pauseMs: 20, exponent: 1.3 } as const;
const APPENDED_AT_ONCE = 250;
const LOOKS_APART = 1.2;
const NO_USAGE = { inputTokens: undefined, outputTokens: undefined } as const;
/** Agrees with the question: merges the first two that are shown together, says a card's first fact again. */
const AT_ONCE: LlmAdapter = {
  model: "at-once",
  complete: ({ system, messages }) => {
    const text = JSON.stringify({ reply: agreed(system, messages.at(-1)?.text ?? "") });
    return Promise.resolve({ text, usage: NO_USAGE });
  },
};
const STAGES = { cluster: true, forget: true } as const;

const { values } = parseArgs({ options: { facts: { type: "string", default: "50000" } } });
const most = wholeNumber("facts", values.facts, 1_000);

interface Measured extends Pauses {
  readonly name: string;
  readonly facts: number;
  readonly changed: number;
}

function agreed(system: string, asked: string): unknown {
  const says = (asked.match(/"says":"([^"]*)"/) ?? [])[1] ?? "";
  if (system.includes('"the summary"')) return says;
  if (system.includes('"do"')) return [{ do: "merge", keep: 1, drop: 2, reason: "duplicate" }];
  if (system.includes('"belief"')) return [{ belief: 1, verdict: "doubtful", against: [2] }];
  if (system.includes('"pair"')) return [{ pair: 1, verdict: "confirmed", says }];
  return [{ says, facts: [1] }];
}

/** As a host would have added them, but without the stages of a write: whatever they say stays a fact of its own. */
function eventsOf(inputs: readonly AddInput[]): readonly EventOf<"added">[] {
  const chance = seededChance(SEED);
  return inputs.map(({ content, segment = "knowledge", source = "owner_message", subject, attribute }, i) => {
    const at = START_MS + i * 1_000;
    const tag = sourceTag(source);
    return {
      type: "added",
      v: EVENT_VERSION,
      at,
      fact: newId(
        at,
        Uint8Array.from({ length: 16 }, () => upTo(255, chance)),
      ),
      segment,
      ...SEGMENT_DEFAULTS[segment],
      kind: "fact",
      layer: "semantic",
      source: tag,
      authority: SOURCE_FIGURES[tag].authority,
      confidence: 0.9,
      createdAt: at,
      body: { content, ...(subject === undefined ? {} : { subject, attribute }) },
    };
  });
}

async function withMemory<T>(facts: number, use: (memory: Tideline) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "tideline-bench-passes-"));
  try {
    const store = new FactStore(folder, { durability: "os" });
    const made = eventsOf(makeInputs(facts, SEED));
    for (let at = 0; at < facts; at += APPENDED_AT_ONCE)
      store.append("owner", at, made.slice(at, at + APPENDED_AT_ONCE));
    const now = START_MS + facts * 1_000 + 100 * DAY_MS;
    const memory = Tideline.over(store, { clock: { now: () => now }, llm: AT_ONCE });
    // The first thing that is said makes the workspace's own files.
    memory.add({ content: "The harbour closes in October.", segment: "knowledge" });
    memory.stats();
    collectGarbage();
    const result = await use(memory);
    memory.close();
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const dream = (memory: Tideline, options: PassInput = {}) => memory.dream({ ...options, stages: STAGES });
const contradictions = (memory: Tideline, options: PassInput = {}) =>
  memory.run(contradictionPass(undefined), options);

const think = (memory: Tideline, options: PassInput = {}) =>
  memory.think({ ...options, stages: { synthesise: true } });

async function measure(facts: number): Promise<readonly Measured[]> {
  const [night, undone] = await withMemory(facts, async (memory) => {
    const [report, pauses] = await pausesDuring(() => dream(memory));
    collectGarbage();
    const [back, backPauses] = await pausesDuring(() => memory.undo(report.pass ?? ""));
    return [
      { name: "dream", facts, changed: sum(report.counts), ...pauses },
      { name: "dream undone", facts, changed: back.undone.length, ...backPauses },
    ];
  });
  const found = await withMemory(facts, async (memory) => {
    const [report, pauses] = await pausesDuring(() => contradictions(memory));
    return { name: "contradictions", facts, changed: sum(report.counts), ...pauses };
  });
  const thought = await withMemory(facts, async (memory) => {
    const [report, pauses] = await pausesDuring(() => think(memory));
    console.log(`think asked ${report.usage.calls} times`);
    return { name: "think", facts, changed: sum(report.counts), ...pauses };
  });
  return [night!, undone!, found, thought];
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

/** Bytes per fact that the heap holds besides, at the worst of the looks; these are ever further apart. */
async function heapOf(
  facts: number,
  run: (memory: Tideline, options: PassInput) => Promise<unknown>,
): Promise<number> {
  return await withMemory(facts, async (memory) => {
    const before = heapBytes();
    let worst = 0;
    let pauses = 0;
    let nextLook = 1;
    let running = true;
    const tick = () => {
      if (!running) return;
      setImmediate(tick);
      if (++pauses < nextLook) return;
      nextLook = Math.ceil(pauses * LOOKS_APART);
      collectGarbage();
      worst = Math.max(worst, heapBytes() - before);
    };
    setImmediate(tick);
    await run(memory, { dryRun: true });
    running = false;
    return worst / facts;
  });
}

/** With what typed arrays hold. */
function heapBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function line({ name, facts, changed, ms, cpuMs, pauses, busy }: Measured): string {
  return `${name.padEnd(16)} ${facts} facts, ${changed} changed: ${ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} of the processor; pauses ${told(pauses)}; of the processor ${told(busy)}`;
}

function hold(what: string, value: number, bar: number): void {
  console.log(`${what}: ${value.toFixed(2)}, bar ${bar}: ${value <= bar ? "met" : "NOT MET"}`);
  if (value > bar) process.exitCode = 1;
}

console.log(JSON.stringify(machineNow()));
const sizes = [Math.round(most / 5), most];
const all: Measured[] = [];
for (const size of sizes) {
  for (const one of await measure(size)) {
    all.push(one);
    console.log(line(one));
  }
}
for (const [name, run] of [
  ["dream", dream],
  ["contradictions", contradictions],
  ["think", think],
] as const)
  for (const size of sizes)
    console.log(`${name}, ${size} facts: ${(await heapOf(size, run)).toFixed(0)} B of heap per fact besides`);
for (const name of ["dream", "dream undone", "contradictions", "think"]) {
  const mine = all.filter((one) => one.name === name);
  const largest = mine.at(-1)!;
  const points = mine.map(({ facts, cpuMs }) => [facts, cpuMs] as const);
  hold(`${name}: growth exponent, processor's time`, exponent(points), BARS.exponent);
  hold(`${name}: p99 pause, processor's ms`, quantile(largest.busy, 0.99), BARS.pauseMs);
  console.log(
    `${name}: longest pause, processor's ms: ${longest(largest.busy).toFixed(1)}; longest collection of rubbish: ${largest.collectedMs.toFixed(1)} ms`,
  );
}
