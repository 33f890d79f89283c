/**
 * How long does a sweep keep the event loop from others, and how does its time grow with the facts?
 *
 * A folder of made-up facts, sixty days old, so that about six in seven go. How pauses
 * are measured stands in `support/pauses.ts`. Without fsync (`durability: "os"`): how long a disk takes to sync is the
 * disk's. The rival is the same sweep in a single piece: what it would be without pieces.
 *
 *   npm run bench -- sweep [--facts=100000]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { tidelinePolicy } from "../src/advanced.ts";
import { FactStore, type Pass, type PieceOutcome, Tideline } from "../src/index.ts";
import { sweepPass } from "../src/upkeep/sweep.ts";
import { makeFacts } from "./support/facts.ts";
import { collectGarbage, machineNow, wholeNumber } from "./support/measure.ts";
import { exponent, longest, type Pauses, pausesDuring, told } from "./support/pauses.ts";
import { quantile } from "./support/verdict.ts";

const SEED = 7;
const DAY_MS = 86_400_000;
const BAR_MS = 20;

const { values } = parseArgs({ options: { facts: { type: "string", default: "100000" } } });
const most = wholeNumber("facts", values.facts, 1_000);

interface Measured extends Pauses {
  readonly facts: number;
  readonly changed: number;
}

async function measure(facts: number, how: "pieces" | "at-once" | "idle" | "dry-run"): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "tideline-bench-sweep-"));
  const made = makeFacts(facts, SEED);
  const now = (made.at(-1)?.at ?? 0) + 60 * DAY_MS;
  const clock = { now: () => now };
  try {
    const store = new FactStore(folder, { durability: "os" });
    for (let at = 0; at < facts; at += 10_000) store.append("owner", at, made.slice(at, at + 10_000));
    const memory = Tideline.over(store, { clock });
    memory.stats();
    if (how === "idle") await memory.sweep();
    collectGarbage();
    const dryRun = how === "dry-run";
    const run = how === "at-once" ? () => memory.run(inOnePiece()) : () => memory.sweep({ dryRun });
    const [report, measured] = await pausesDuring(run);
    memory.close();
    const changed = Object.values(report.counts).reduce((sum, count) => sum + count, 0);
    return { facts, changed, ...measured };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function inOnePiece(): Pass<readonly string[]> {
  return {
    ...sweepPass(tidelinePolicy),
    *pieces(view): Generator<readonly string[], void, PieceOutcome> {
      yield [...view.state.facts.keys()];
    },
  };
}

function line(name: string, { facts, changed, ms, pauses, busy }: Measured): string {
  return `${name.padEnd(20)} ${facts} facts, ${changed} changed: ${ms.toFixed(0)} ms; pauses ${told(pauses)}; of the processor ${told(busy)}`;
}

console.log(JSON.stringify(machineNow()));
const sizes = [most / 8, most / 4, most / 2, most].map(Math.round);
const swept: Measured[] = [];
for (const size of sizes) {
  swept.push(await measure(size, "pieces"));
  console.log(line("sweep", swept.at(-1)!));
}
console.log(line("dry run", await measure(most, "dry-run")));
console.log(line("nothing left to do", await measure(most, "idle")));
const atOnce = await measure(most, "at-once");
console.log(line("in a single piece", atOnce));
const largest = swept.at(-1)!;
const p99 = quantile(largest.busy, 0.99);
console.log(`growth exponent ${exponent(swept.map(({ facts, ms }) => [facts, ms] as const)).toFixed(2)}`);
console.log(
  `longest pause, in a single piece : in pieces = ${(longest(atOnce.busy) / longest(largest.busy)).toFixed(0)} : 1`,
);
console.log(
  `p99 pause, processor's time: ${p99.toFixed(1)} ms, bar ${BAR_MS} ms: ${p99 <= BAR_MS ? "met" : "NOT MET"}`,
);
if (p99 > BAR_MS) process.exitCode = 1;
