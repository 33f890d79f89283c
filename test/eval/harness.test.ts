/** Does the harness ask what it says it asks, and count what comes back? */
import { describe, expect, test } from "vitest";
import {
  type EvalCase,
  exportGoldScaffold,
  fullDumpCapability,
  type GoldSpec,
  linearScanCapability,
  loadGoldSpec,
  type RecallCapability,
  RICH_GOLD,
  runRecallEval,
  seedGold,
} from "../../src/eval.ts";
import { isTidelineError, MemoryStore, Tideline } from "../../src/index.ts";

const cases: readonly EvalCase[] = [
  { id: "1", category: "x", query: "one", gold: ["a", "b"], askedAt: 5 },
  { id: "2", category: "x", query: "two", gold: ["c"] },
  { id: "3", category: "y", query: "three", gold: ["d"] },
  { id: "4", category: "none", query: "four", gold: [] },
  { id: "5", category: "none", query: "five", gold: [] },
];

/** Answers from a table; by default it returns the first two of what it would return in depth. */
function table(answers: Record<string, readonly string[]>): RecallCapability {
  return {
    name: "table",
    recall: (query, { depth }) => (answers[query] ?? []).slice(0, depth ?? 2),
  };
}

describe("runRecallEval", () => {
  const capability = table({ one: ["a", "z", "b"], two: ["z", "c"], three: [], four: [], five: ["z"] });

  test("worked out by hand", async () => {
    const result = await runRecallEval(capability, cases, { k: 2 });
    // In depth: case 1 finds a at 1 and b at 3, case 2 finds c at 2, case 3 nothing.
    expect(result.recallAtK).toBeCloseTo((1 / 2 + 1 + 0) / 3, 12);
    expect(result.mrr).toBeCloseTo((1 + 1 / 2 + 0) / 3, 12);
    const best = 1 + 1 / Math.log2(3);
    expect(result.ndcgAtK).toBeCloseTo((1 / best + 1 / Math.log2(3) + 0) / 3, 12);
    // As returned: a z, z c, nothing.
    expect(result.precision).toBeCloseTo((1 / 2 + 1 / 2 + 0) / 3, 12);
    expect(result.recallReturned).toBeCloseTo((1 / 2 + 1 + 0) / 3, 12);
    expect(result.meanLength).toBeCloseTo(4 / 3, 12);
    expect(result.lost).toBeCloseTo(1 / 3, 12);
    expect(result.abstention).toBe(1 / 2);
    expect(result).toMatchObject({ capability: "table", k: 2, cases: 5 });
    expect(Object.keys(result.byCategory)).toEqual(["none", "x", "y"]);
    expect(result.byCategory.x).toMatchObject({ cases: 2, recallAtK: 0.75 });
    expect(result.byCategory.none).toMatchObject({ cases: 2, recallAtK: 0, abstention: 0.5 });
    expect(result.rows[0]).toEqual({
      id: "1",
      category: "x",
      ranks: [1, 3],
      kept: [1, undefined],
      returned: 2,
      relevant: 1,
    });
  });

  test("is the same to the byte, and another seed draws other intervals", async () => {
    const once = JSON.stringify(await runRecallEval(capability, cases, { k: 2 }));
    expect(JSON.stringify(await runRecallEval(capability, cases, { k: 2 }))).toBe(once);
    const { intervals } = await runRecallEval(capability, cases, { k: 2 });
    expect(intervals.recallAtK.low).toBeLessThan(0.5);
    expect(intervals.recallAtK.high).toBeGreaterThan(0.5);
  });

  test("asks each case in depth and by default, at its time, and waits for answers", async () => {
    const asked: unknown[] = [];
    const later: RecallCapability = {
      name: "later",
      recall: async (query, options) => {
        asked.push([query, options]);
        return [];
      },
    };
    await runRecallEval(later, cases.slice(0, 1), { k: 30 });
    expect(asked).toEqual([
      ["one", { depth: 30, now: 5 }],
      ["one", { now: 5 }],
    ]);
  });

  test("a capability that returns more than it was asked for gains nothing", async () => {
    const chatty: RecallCapability = { name: "chatty", recall: () => [...Array(40).fill("z"), "a"] };
    expect((await runRecallEval(chatty, cases, { k: 5 })).mrr).toBe(0);
  });

  test.each([[{ k: 0 }], [{ k: 1.5 }], [{ k: 5_000 }], [{ kay: 3 }]])("refuses %j", async (options) => {
    await expect(runRecallEval(capability, cases, options as { k: number })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });
});

describe("baselines", () => {
  const store = new MemoryStore();
  const seeded = seedGold(store, RICH_GOLD);

  test("the full dump returns everything that may be recalled, and nothing superseded", async () => {
    const result = await runRecallEval(fullDumpCapability(store), seeded, { k: 3 });
    expect(result.recallReturned).toBe(1);
    expect(result.meanLength).toBe(Tideline.over(store).list({ limit: 1_000 }).length - 1);
    expect(result.precision).toBeLessThan(0.05);
    expect(result.abstention).toBe(0);
  });

  test("the linear scan finds what shares words", async () => {
    const result = await runRecallEval(linearScanCapability(store), seeded, { k: 3 });
    expect(result.byCategory["single-session"]?.recallAtK).toBeGreaterThan(0.9);
    expect(result.meanLength).toBeLessThanOrEqual(8);
  });
});

describe("a scaffold of one's own facts", () => {
  const store = new MemoryStore();
  const memory = Tideline.over(store);
  for (let i = 1; i <= 30; i++)
    memory.add({ content: `Box ${i} holds the lamps of room ${i * 7}.`, segment: "knowledge" });
  const scaffold = exportGoldScaffold(store, { name: "boxes", limit: 10 });
  const rewritten: GoldSpec = {
    ...scaffold,
    approved: true,
    cases: scaffold.cases.map((one, i) => ({ ...one, query: `Where did I put the lights, number ${i}?` })),
  };

  test("has a case per fact, spread over all of them, and is not approved", () => {
    expect(scaffold.approved).toBe(false);
    expect(scaffold.cases).toHaveLength(10);
    expect(scaffold.cases[9]?.content).toBe("Box 28 holds the lamps of room 196.");
    expect(scaffold.cases[0]).toMatchObject({ id: "boxes-1", autoQuery: scaffold.cases[0]?.query });
    expect(exportGoldScaffold(store, { name: "boxes", limit: 10 })).toEqual(scaffold);
    expect(exportGoldScaffold(new MemoryStore()).cases).toEqual([]);
  });

  test("is loaded once it is rewritten and approved, from a value or from text", async () => {
    const loaded = loadGoldSpec(rewritten);
    expect(loaded).toHaveLength(10);
    expect(loadGoldSpec(JSON.stringify(rewritten))).toEqual(loaded);
    const result = await runRecallEval(fullDumpCapability(store), loaded, { k: 1_000 });
    expect(result.recallAtK).toBe(1);
  });

  const refusal = (spec: unknown): { readonly code: string; readonly message: string } => {
    try {
      loadGoldSpec(spec);
    } catch (error) {
      if (isTidelineError(error)) return error;
      throw error;
    }
    return { code: "none", message: "" };
  };
  const withCase = (change: object): unknown => ({
    ...rewritten,
    cases: [{ ...rewritten.cases[0], ...change }],
  });

  test("is refused while it is not approved", () => {
    expect(refusal({ ...rewritten, approved: false }).code).toBe("gold-unapproved");
    expect(refusal({ ...rewritten, approved: "yes" }).code).toBe("gold-unapproved");
    expect(refusal(scaffold).code).toBe("gold-unapproved");
  });

  test("is refused while a query is still the fact's own words", () => {
    expect(refusal({ ...scaffold, approved: true }).code).toBe("gold-not-rewritten");
    const half = { ...rewritten, cases: [...rewritten.cases.slice(1), { ...scaffold.cases[0] }] };
    expect(refusal(half)).toMatchObject({ code: "gold-not-rewritten" });
    expect(refusal(half).message).toMatch(/1 of 10 queries .* \(boxes-1\)/);
    expect(refusal(withCase({ query: "box 1 holds the lamps of room 7!" })).code).toBe("gold-not-rewritten");
  });

  test.each<[string, unknown]>([
    ["no JSON", "{oops"],
    ["null", null],
    ["another version", { ...rewritten, v: 2 }],
    ["no cases", { ...rewritten, cases: [] }],
    ["a case without a query", withCase({ query: " " })],
    ["gold that is no list of ids", withCase({ gold: [7] })],
    ["two cases of one id", { ...rewritten, cases: [rewritten.cases[0], rewritten.cases[0]] }],
    ["a strange time", { ...rewritten, askedAt: "now" }],
  ])("is refused with %s", (_what, spec) => {
    expect(refusal(spec).code).toBe("invalid-argument");
  });

  test("refuses a limit that is none", () => {
    expect(() => exportGoldScaffold(store, { limit: 0 })).toThrow(/limit must be/);
  });
});
