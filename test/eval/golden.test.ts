/**
 * What does recall return for the bundled gold sets? Rankings are behaviour: a change of one is a change that
 * somebody has to defend.
 *
 * A line per case in test/eval/golden/<set>.txt: its key, then the keys of what is returned by default, best first;
 * gold facts are marked with a star. To accept a change:
 *
 *   TIDELINE_UPDATE_GOLDEN=1 npx vitest run test/eval/golden.test.ts
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import {
  type GoldSet,
  HARD_GOLD,
  hybridRecallCapability,
  RICH_GOLD,
  SYNTHETIC_GOLD,
  seedGold,
  TIMES_GOLD,
} from "../../src/eval.ts";
import { MemoryStore, Tideline } from "../../src/index.ts";

const FOLDER = fileURLToPath(new URL("golden/", import.meta.url));
const isUpdating = process.env.TIDELINE_UPDATE_GOLDEN === "1";

async function rankingsOf(set: GoldSet): Promise<string> {
  const store = new MemoryStore();
  const cases = seedGold(store, set);
  const keyOf = new Map(set.facts.map(({ content, key }) => [content, key]));
  const contents = new Map(
    Tideline.over(store)
      .list({ limit: 1_000 })
      .map(({ id, content }) => [id, content]),
  );
  const capability = hybridRecallCapability(store);
  const lines: string[] = [];
  for (const [i, { query, gold, askedAt }] of cases.entries()) {
    const found = await capability.recall(query, { now: askedAt });
    const names = found.map((id) => `${keyOf.get(contents.get(id) ?? "")}${gold.includes(id) ? "*" : ""}`);
    lines.push(`${set.cases[i]?.key}: ${names.join(" ") || "nothing"}`);
  }
  return `${lines.join("\n")}\n`;
}

describe("golden rankings", () => {
  test.each([SYNTHETIC_GOLD, RICH_GOLD, HARD_GOLD, TIMES_GOLD])("$name", async (set) => {
    const path = `${FOLDER}${set.name}.txt`;
    const rankings = await rankingsOf(set);
    if (isUpdating) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(path, rankings);
    }
    const expected = existsSync(path) ? readFileSync(path, "utf8") : "";
    expect(rankings.split("\n")).toEqual(expected.split("\n"));
  });
});
