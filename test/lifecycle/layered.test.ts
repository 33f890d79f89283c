/** Does the layered policy give the figures of its document? */
import { describe, expect, test } from "vitest";
import { FACTORS, layeredPolicy, surprisedImportance, surpriseOf } from "../../src/advanced.ts";
import type { Fact } from "../../src/index.ts";
import { at, sample, six } from "../support/aged.ts";
import { DAY, fact, newMemory, START } from "../support/memory.ts";

/** 0.707…, after half a half-life. */
const ROOT_HALF = six(Math.SQRT1_2);
const episode = (more: Partial<Fact> = {}) => sample({}, { layer: "episodic", ...more });
const DISTILLED = { source: "extraction", authority: 2 } as const;
const retention = (one: Fact, days: number, retentionMode = "huber") =>
  six(layeredPolicy({ retentionMode }).score(one, at(days)).parts.retention);

describe("retention of an unused episode", () => {
  test.each<[string, readonly number[]]>([
    ["l2", [1, ROOT_HALF, 0.5, 0.25, 0.125, 0.015625, 0.000218]],
    ["huber", [1, ROOT_HALF, 0.462042, 0, 0, 0, 0]],
    ["elastic", [1, 0.719975, 0.5, 0.175, 0.0875, 0.010937, 0.000152]],
  ])("%s", (mode, expected) => {
    expect([0, 15, 30, 60, 90, 180, 365].map((days) => retention(episode(), days, mode))).toEqual(expected);
  });

  test("huber reaches 0 at 58.281 days", () => {
    expect(retention(episode(), 58.28)).toBeGreaterThan(0);
    expect(retention(episode(), 58.282)).toBe(0);
  });

  test("what was distilled fades three times as fast", () => {
    expect([5, 10, 20, 30, 60].map((days) => retention(episode(DISTILLED), days, "l2"))).toEqual([
      ROOT_HALF,
      0.5,
      0.25,
      0.125,
      0.015625,
    ]);
  });

  test("uses add up to 0.3", () => {
    const added = (n: number) => six(retention(episode({ accessCount: n }), 1e5, "l2"));
    expect([1, 5, 10, 100].map(added)).toEqual([0.034657, 0.089588, 0.119895, 0.230756]);
    expect(added(1e15)).toBe(0.3);
  });

  test("semantic, procedural, codebase and working facts do not fade", () => {
    for (const layer of ["semantic", "procedural", "codebase", "working"] as const)
      expect(retention(sample({}, { layer }), 1e6)).toBe(1);
  });
});

test("a case that tells the modes apart", () => {
  const one = episode({ accessCount: 2, importance: 0.29 });
  const decided = (mode: string) => [
    retention(one, 91, mode),
    layeredPolicy({ retentionMode: mode }).decide(one, at(91)).action,
  ];
  expect(decided("l2")).toEqual([0.177076, "keep"]);
  expect(decided("huber")).toEqual([0.054931, "archive"]);
  expect(decided("elastic")).toEqual([0.140432, "archive"]);
});

describe("archiving needs all of it", () => {
  const gone = episode({ importance: 0.29, accessCount: 2 });
  const action = (more: Partial<Fact>, days = 91) =>
    layeredPolicy().decide({ ...gone, ...more }, at(days)).action;

  test("and nothing less", () => {
    expect(action({})).toBe("archive");
    expect(action({}, 90)).toBe("keep");
    expect(action({ importance: 0.3 })).toBe("keep");
    expect(action({ accessCount: 3 })).toBe("keep");
    expect(action({ lastAccessedAt: START + 90 * DAY })).toBe("keep");
    expect(action({ layer: "semantic" })).toBe("keep");
    expect(action({ layer: "procedural" })).toBe("keep");
  });

  test("and a pinned fact is spared", async () => {
    const { memory, clock } = newMemory({ policy: "layered" });
    const add = (content: string, more = {}) =>
      memory.add(fact(content, { segment: "project", importance: 0.2, ...more })).fact.id;
    const plain = add("The demo went well.");
    const pinned = add("The demo was on the third floor.", { pinned: true });
    clock.pass(91 * DAY);
    const report = await memory.sweep();
    expect(report.changes.map((one) => [one.fact, one.what])).toEqual([[plain, "archived"]]);
    expect(report.spared.map((one) => one.fact)).toEqual([pinned]);
  });
});

describe("promotion", () => {
  const to = (one: Fact, days: number) => layeredPolicy().decide(one, at(days)).layer;

  test("working becomes episodic after 30 minutes or 2 uses", () => {
    const working = sample({}, { layer: "working" });
    const minute = 1 / 1440;
    expect([to(working, 29 * minute), to(working, 30 * minute)]).toEqual([undefined, "episodic"]);
    expect([to({ ...working, accessCount: 1 }, 0), to({ ...working, accessCount: 2 }, 0)]).toEqual([
      undefined,
      "episodic",
    ]);
  });

  test("episodic becomes semantic at importance 0.7 and 5 uses, and that is tested before forgetting", () => {
    const one = episode({ importance: 0.7, accessCount: 5 });
    expect(to(one, 1000)).toBe("semantic");
    expect(to({ ...one, importance: 0.69 }, 0)).toBeUndefined();
    expect(to({ ...one, accessCount: 4 }, 0)).toBeUndefined();
  });

  test("a tool's text does not become lasting by being found often", () => {
    expect(
      to(episode({ importance: 1, accessCount: 100, source: "tool_output", authority: 0 }), 0),
    ).toBeUndefined();
  });

  test("by sweep and by hand, as events", async () => {
    const { memory, clock } = newMemory({ policy: "layered" });
    const { id } = memory.add(fact("Working on the parser.", { segment: "context" })).fact;
    clock.pass(30 * 60_000);
    expect((await memory.sweep()).counts).toEqual({ revised: 1 });
    expect(memory.get(id)?.layer).toBe("episodic");
    expect(memory.promote(id).layer).toBe("semantic");
    expect(memory.promote(id).layer).toBe("semantic");
    expect(memory.demote(id).layer).toBe("episodic");
    expect(memory.demote(id).layer).toBe("working");
    expect(memory.history(id).filter(({ event }) => event.type === "revised")).toHaveLength(4);
  });
});

describe("nine factors", () => {
  const scored = (more: Partial<Fact>, days = 0) =>
    layeredPolicy().score(episode({ valence: -0.5, importance: 0.6, ...more }), at(days));

  test("are reported one by one and add up to the score", () => {
    const { value, parts } = scored({ accessCount: 5, accessTimes: [START], lastAccessedAt: START }, 30);
    expect(FACTORS).toHaveLength(9);
    expect(FACTORS.every((factor) => (parts[factor] ?? -1) >= 0 && (parts[factor] ?? 2) <= 1)).toBe(true);
    const weights = [0.225, 0.108, 0.108, 0.072, 0.072, 0.135, 0.09, 0.09, 0.1];
    expect(weights.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
    expect(six(FACTORS.reduce((sum, factor, i) => sum + (weights[i] ?? 0) * (parts[factor] ?? 0), 0))).toBe(
      six(value),
    );
    expect([
      parts.base,
      parts.valence,
      parts.layer,
      parts.trust,
      six(parts.access),
      six(parts.recency),
    ]).toEqual([0.6, 0.5, 0.33, 1, 0.179176, 0.5]);
  });

  test("the same uses spread over weeks are steadier than a burst in an hour", () => {
    const burst = [0, 1, 2, 3].map((n) => START + n * 600_000);
    const weekly = [0, 1, 2, 3].map((n) => START + n * 7 * DAY);
    const stability = (accessTimes: readonly number[]) =>
      scored({ accessCount: 4, accessTimes }, 30).parts.stability ?? 0;
    expect(stability(weekly)).toBeGreaterThan(stability(burst));
    expect(stability([])).toBe(0);
  });

  test("activation is ACT-R's, squashed; older uses count less, and unknown ones as evenly spread", () => {
    const active = (accessTimes: readonly number[], count = accessTimes.length) =>
      scored({ accessCount: count, accessTimes }, 4).parts.activation ?? 0;
    // One use 4 days ago: B = ln 4^(-1/2) = ln 0.5, squashed 1/3. Two of them: Σ = 1, a half.
    expect(six(active([START]))).toBe(0.333333);
    expect(six(active([START, START]))).toBe(0.5);
    expect(active([START + 3 * DAY])).toBeGreaterThan(active([START]));
    expect(active([], 0)).toBe(0);
    expect(active([START + DAY], 100)).toBeGreaterThan(active([START + DAY]));
  });

  test("never overwrite the base", async () => {
    const { memory, clock } = newMemory({ policy: "layered" });
    const { id } = memory.add(fact("Base.", { importance: 0.6 })).fact;
    clock.pass(40 * DAY);
    await memory.sweep();
    expect(memory.get(id)?.importance).toBe(0.6);
  });
});

describe("surprise", () => {
  test("far from everything is news, close to something is redundant, and the first of all is news", () => {
    expect(six(surpriseOf([]).importanceChange)).toBe(0.15);
    expect(six(surpriseOf([0.65, 0.65, 0.65, 0.65, 0.65]).surprise)).toBe(0.5);
    const novel = surpriseOf([0, 0, 0, 0, 0]);
    expect([six(novel.surprise), novel.importanceChange < 0.3]).toEqual([
      six(1 / (1 + Math.exp(-6.5))),
      true,
    ]);
    expect(surpriseOf([0.92, 0.1]).duplicate).toBe(true);
    expect(surpriseOf([0.919]).duplicate).toBe(false);
    expect(surpriseOf([1, 1, 1, 1, 1]).importanceChange).toBeLessThan(-0.25);
  });

  test("only the five nearest count, and importance stays between 0.05 and 1", () => {
    expect(surpriseOf([0.9, 0.8, 0.7, 0.6, 0.5, 0, 0])).toEqual(surpriseOf([0.9, 0.8, 0.7, 0.6, 0.5]));
    expect(surprisedImportance(0.9, surpriseOf([]))).toBe(1);
    expect(surprisedImportance(0.1, surpriseOf([1]))).toBe(0.05);
  });
});

test.each([[{ retentionMode: "l3" }], [{ episodicDays: -1 }], [{ factDays: 1 }], [null], ["x"]])(
  "refuses %j",
  (params) => {
    expect(() => newMemory({ policy: "layered", policyParams: params as never })).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  },
);
