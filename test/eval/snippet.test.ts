/** Does the document's own example run as printed? And do lanes and rankings hold what they say? */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  fullDumpCapability,
  graphRecallCapability,
  hybridRecallCapability,
  lexicalRecallCapability,
  linearScanCapability,
  RICH_GOLD,
  runRecallEval,
  SYNTHETIC_GOLD,
  seedGold,
  vectorRecallCapability,
} from "../../src/eval.ts";
import { FactStore, MemoryStore, Tideline } from "../../src/index.ts";

const tmpDir = mkdtempSync(join(tmpdir(), "tideline-snippet-"));
afterAll(() => rmSync(tmpDir, { recursive: true, force: true }));

test("the example of the document, as printed, on a plain FactStore", async () => {
  const store = new FactStore(tmpDir);
  const cases = seedGold(store, RICH_GOLD);
  const result = await runRecallEval(hybridRecallCapability(store), cases, { k: 3 });
  const printed = [result.recallAtK, result.mrr, result.ndcgAtK];
  store.close();
  for (const figure of printed) {
    expect(figure).toBeGreaterThan(0.75);
    expect(figure).toBeLessThanOrEqual(1);
  }
});

describe("capabilities over a store", () => {
  const store = new MemoryStore();
  const cases = seedGold(store, SYNTHETIC_GOLD);
  const capabilities = [
    hybridRecallCapability,
    graphRecallCapability,
    lexicalRecallCapability,
    vectorRecallCapability,
    linearScanCapability,
    fullDumpCapability,
  ].map((make) => make(store));

  test("have names of their own, and answer in the order of the best", async () => {
    expect(new Set(capabilities.map(({ name }) => name)).size).toBe(capabilities.length);
    const query = "Which tram do I take to the office?";
    const [tram] = cases.find((one) => one.query === query)?.gold ?? [];
    for (const capability of capabilities.slice(0, -1)) {
      expect((await capability.recall(query, { depth: 5 }))[0], capability.name).toBe(tram);
    }
  });

  test("give the same figures from the same facts, in another store and again", async () => {
    const other = new MemoryStore();
    seedGold(other, SYNTHETIC_GOLD);
    const again = hybridRecallCapability(other);
    const first = JSON.stringify(await runRecallEval(hybridRecallCapability(store), cases, { k: 3 }));
    expect(JSON.stringify(await runRecallEval(again, cases, { k: 3 }))).toBe(first);
    expect(JSON.stringify(await runRecallEval(again, cases, { k: 3 }))).toBe(first);
  });

  test("leave no trace: measuring is no use of a fact", () => {
    const memory = Tideline.over(store);
    expect(memory.stats().waitingMarks).toBe(0);
    expect(memory.list({ limit: 1_000 }).every(({ accessCount }) => accessCount === 0)).toBe(true);
  });

  test("never return what was superseded", async () => {
    const memory = Tideline.over(store);
    const old = memory.list({ limit: 1_000 }).filter(({ validity }) => validity === "superseded");
    expect(old.length).toBeGreaterThan(0);
    for (const capability of capabilities) {
      const found = await capability.recall("Where do I live? What coffee do I drink?", { depth: 100 });
      expect(found.filter((id) => old.some((fact) => fact.id === id))).toEqual([]);
    }
  });
});
