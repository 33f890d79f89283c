/**
 * Are standing instructions recognised, and nothing else taken for one?
 *
 *   npm run eval -- standing [--data injection.jsonl]
 *
 * On a set of our own, half of which is only looked at; on the everyday facts, among which hardly any is an
 * instruction; and, with --data, on benign texts of a public set (`{ set, label, text }`). Prints whatever is recognised
 * where nothing should be.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readWish } from "../src/text/claims/wish.ts";
import { LOOK_ALIKES, STANDING } from "./sets/standing.ts";
import { halfOf } from "./support/corpus.ts";
import { readJsonLines, runEval } from "./support/json-lines.ts";

const EVERYDAY = ["facts.jsonl", "unrelated.jsonl", "languages-facts.jsonl"];

await runEval(async () => {
  const { values } = parseArgs({ options: { data: { type: "string" }, "show-tuned": { type: "boolean" } } });
  for (const half of [0, 1] as const) {
    const [standing, others] = [STANDING, LOOK_ALIKES].map((texts) =>
      texts.filter((one) => halfOf(one) === half),
    );
    const found = (standing ?? []).filter(isInstruction);
    const wrong = (others ?? []).filter(isInstruction);
    console.log(
      `${half === 0 ? "tuned half" : "other half"}: ${found.length} of ${standing?.length} standing instructions recognised, ${wrong.length} of ${others?.length} look-alikes taken for one`,
    );
    if (half === 0 && values["show-tuned"] === true) {
      for (const text of standing ?? []) if (!isInstruction(text)) console.log(`    missed  ${text}`);
      for (const text of wrong) console.log(`    wrong   ${text}`);
    }
  }
  const sets = process.env.TIDELINE_EVAL_SETS ?? join(process.cwd(), "eval", "sets");
  for (const file of EVERYDAY) show(`everyday/${file}`, textsIn(join(sets, "everyday", file), "content"));
  if (values.data !== undefined) {
    const rows = readJsonLines(values.data, "{ set, label, text }", (value) => {
      const { set, label, text } = Object(value) as Record<string, unknown>;
      return typeof text === "string"
        ? { isPlain: set === "personas", isBenign: label === "benign", text }
        : undefined;
    });
    show(
      "plain personal facts",
      rows.filter(({ isPlain }) => isPlain).map(({ text }) => text),
    );
    show(
      "other benign texts",
      rows.filter(({ isPlain, isBenign }) => isBenign && !isPlain).map(({ text }) => text),
    );
  }
  return true;
});

function isInstruction(text: string): boolean {
  return readWish(text)?.wish === "instruction";
}

function textsIn(path: string, field: string): readonly string[] {
  return readJsonLines(path, `{ ${field} }`, (value) => {
    const text = (Object(value) as Record<string, unknown>)[field];
    return typeof text === "string" ? text : undefined;
  });
}

function show(name: string, texts: readonly string[]): void {
  const wishes = texts.map(readWish);
  const count = (wish: string) => wishes.filter((one) => one?.wish === wish).length;
  console.log(
    `${name}: ${texts.length} texts, ${count("instruction")} instructions, ${count("preference")} preferences`,
  );
  for (const [i, text] of texts.entries())
    if (wishes[i]?.wish === "instruction") console.log(`    instruction  ${text.slice(0, 160)}`);
}
