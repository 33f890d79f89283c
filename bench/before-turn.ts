/**
 * How long does the block before a turn take, and the profile alone?
 *
 * A memory in files with made-up facts of every class and segment, a hundred standing instructions and preferences
 * among them. Before every turn a fact is added or is not, in turn: a profile is kept only until the log moves. Questions
 * are telling words of a fact that is there. The bare recall of the same question runs beside it in the same round.
 *
 *   npm run bench -- before-turn [--facts=10000] [--turns=400]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Tideline } from "../src/index.ts";
import { seededChance, upTo } from "../src/testing/chance.ts";
import { makeInputs } from "./support/inputs.ts";
import { batchesOf, timed, wholeNumber } from "./support/measure.ts";
import { tellingWords } from "./support/telling-words.ts";
import { quantile } from "./support/verdict.ts";

const SEED = 20_260_401;
const BATCH_FACTS = 1_000;
const WISHES = 100;
const WARM_UP_TURNS = 200;
const BAR_P95_MS = 15;
const MAX_CHARS = 1_200;

const { values } = parseArgs({
  options: { facts: { type: "string", default: "10000" }, turns: { type: "string", default: "400" } },
});
const count = wholeNumber("facts", values.facts, 100);
const turns = wholeNumber("turns", values.turns, 20);
const folder = mkdtempSync(join(dirname(fileURLToPath(import.meta.url)), "before-turn-"));
try {
  const memory = Tideline.open(join(folder, "memory"), { secrets: "allow" });
  const inputs = makeInputs(count, SEED);
  for (const batch of batchesOf(inputs, BATCH_FACTS)) memory.addMany(batch);
  memory.addMany(
    Array.from({ length: WISHES }, (_, i) => ({
      content:
        i % 2 === 0
          ? `Always mention shelf ${i} when I ask about box ${i}.`
          : `I prefer shelf ${i} to box ${i}.`,
    })),
  );
  const chance = seededChance(SEED);
  const question = () => {
    const words = tellingWords(inputs[upTo(inputs.length - 1, chance)]?.content ?? "");
    return words.slice(0, 4 + upTo(4, chance)).join(" ");
  };
  const asks = {
    "beforeTurn, after a write": (asked: string) => memory.beforeTurn(asked, { maxChars: MAX_CHARS }),
    "beforeTurn, log unmoved": (asked: string) => memory.beforeTurn(asked, { maxChars: MAX_CHARS }),
    "profile, after a write": () => memory.profile(),
    "recall alone": (asked: string) => memory.search(asked, { limit: 16 }),
  };
  const taken = new Map(Object.keys(asks).map((name) => [name, [] as number[]]));
  for (let turn = -WARM_UP_TURNS; turn < turns; turn++) {
    for (const [name, ask] of Object.entries(asks)) {
      if (name.endsWith("a write")) {
        memory.add({ content: `On turn ${turn} the lamp ${name.length} was lit.` });
        // Indexing what was written is the recall's own work, in every engine: it is not what is asked here.
        memory.search("lamp");
      }
      const asked = question();
      const ms = timed(() => ask(asked));
      if (turn >= 0) taken.get(name)?.push(ms);
    }
  }
  console.log(`${count} facts, ${turns} turns, blocks of ${MAX_CHARS} characters`);
  for (const [name, all] of taken)
    console.log(`${name}: p50 ${quantile(all, 0.5).toFixed(2)} ms, p95 ${quantile(all, 0.95).toFixed(2)} ms`);
  const p95 = quantile(taken.get("beforeTurn, after a write") ?? [], 0.95);
  console.log(`p95 at most ${BAR_P95_MS} ms: ${p95 <= BAR_P95_MS ? "met" : "NOT MET"}`);
  memory.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
