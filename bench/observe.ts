/**
 * What does observing a turn cost beside adding a fact, and how long does distilling keep the event loop from others?
 *
 * Both write into a workspace in files with made-up facts, fsync included, in turn and in the same run: as many turns as
 * facts, with the same words. Then sessions of many turns, long ones among them, are distilled by the rules while another
 * task asks for the event loop over and over (`support/pauses.ts`).
 *
 *   npm run bench -- observe [--facts=5000] [--rounds=7]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Tideline } from "../src/index.ts";
import { seededChance, upTo } from "../src/testing/chance.ts";
import { makeInputs } from "./support/inputs.ts";
import { alternating, batchesOf, held, machineNow, timed, wholeNumber } from "./support/measure.ts";
import { longest, pausesDuring, told } from "./support/pauses.ts";
import { median, printVerdicts, ratios } from "./support/verdict.ts";

const SEED = 24;
const BATCH_FACTS = 1_000;
const WRITES_PER_ROUND = 40;
const SESSIONS = 12;
const TURNS_PER_SESSION = 32;
/** Every so many turns one is long. */
const LONG_EVERY = 8;
const PLACES = "Bern Oslo Porto Ghent Turin Leeds Lyon Gdansk".split(" ");
const THINGS = "piano flat bakery van greenhouse archive sauna boat".split(" ");
const BARS = { ratio: 1.5, holdMs: 20 } as const;

const { values } = parseArgs({
  options: { facts: { type: "string", default: "5000" }, rounds: { type: "string", default: "7" } },
});
const count = wholeNumber("facts", values.facts, 100);
const rounds = wholeNumber("rounds", values.rounds, 1);
const folder = mkdtempSync(join(dirname(fileURLToPath(import.meta.url)), "observe-"));
try {
  const { node, cpu, cores, load } = machineNow();
  console.log(`${count} facts; Node ${node}, ${cores} × ${cpu}, load ${load}\n`);
  const memory = Tideline.open(join(folder, "memory"), { secrets: "allow" });
  for (const batch of batchesOf(makeInputs(count, SEED), BATCH_FACTS)) memory.addMany(batch);
  printVerdicts([observing(memory)]);
  await distilling(memory);
  memory.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function observing(memory: Tideline) {
  const inputs = makeInputs((rounds + 1) * WRITES_PER_ROUND, SEED + 1);
  const textsOf = (round: number, which: string) =>
    inputs
      .slice((round + 1) * WRITES_PER_ROUND, (round + 2) * WRITES_PER_ROUND)
      .map(({ content }) => `${content} In ${which} round ${round}.`);
  const observe = (round: number) => {
    const texts = textsOf(round, "the first");
    return timed(() => {
      for (const content of texts) memory.observe({ session: "bench", role: "user", content });
    });
  };
  const add = (round: number) => {
    const texts = textsOf(round, "the other");
    return timed(() => {
      for (const content of texts) memory.add({ content });
    });
  };
  observe(-1);
  add(-1);
  const [ours, adds] = alternating(rounds, observe, add);
  const each = (all: readonly number[]) => `${(median(all) / WRITES_PER_ROUND).toFixed(2)} ms`;
  return {
    question: "observing a turn, against an add",
    ours: each(ours),
    rival: each(adds),
    ...held(ratios(ours, adds)),
    bar: { kind: "at most", value: BARS.ratio } as const,
  };
}

async function distilling(memory: Tideline): Promise<void> {
  await memory.distil();
  for (let session = 0; session < SESSIONS; session++)
    memory.observeMany(
      turnsOf(session).map((content, i) => ({
        ...{ session: `s${session}`, content },
        role: i % 2 === 0 ? ("user" as const) : ("assistant" as const),
      })),
    );
  const [report, { ms, pauses, busy, collectedMs }] = await pausesDuring(() => memory.distil());
  console.log(
    `\ndistilling ${report.turns} turns of ${SESSIONS} sessions: ${ms.toFixed(0)} ms, ${report.proposals} proposals, ${JSON.stringify(report.counts)}`,
  );
  console.log(`pauses ${told(pauses)}; of the processor ${told(busy)}; rubbish ${collectedMs.toFixed(1)} ms`);
  const most = longest(busy);
  const isMet = most <= BARS.holdMs;
  console.log(
    `longest hold of the event loop, processor's ms: ${most.toFixed(1)}, bar ${BARS.holdMs}: ${isMet ? "met" : "NOT MET"}`,
  );
  if (!isMet) process.exitCode = 1;
}

/** What people tell an assistant, short and long. */
function turnsOf(session: number): readonly string[] {
  const chance = seededChance(SEED + session);
  const one = (of: readonly string[]) => of[upTo(of.length - 1, chance)] ?? "";
  const sentence = () =>
    one([
      `My sister moved to ${one(PLACES)} in 20${10 + upTo(15, chance)}, and she runs a ${one(THINGS)} there.`,
      `I work at a ${one(THINGS)} in ${one(PLACES)}, so I need quiet mornings on Tuesdays.`,
      `We booked the ${one(THINGS)} for next week; it cost ${100 + upTo(900, chance)} euros.`,
      `I prefer the train to ${one(PLACES)}, but the bus is fine if it rains.`,
      `What do you think of the ${one(THINGS)}?`,
      `That is good to know.`,
    ]);
  return Array.from({ length: TURNS_PER_SESSION }, (_, i) =>
    Array.from({ length: i % LONG_EVERY === 0 ? 24 : 1 + upTo(3, chance) }, sentence).join(" "),
  );
}
