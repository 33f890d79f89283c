/** Does the default policy give the figures that the documents promise? */
import { describe, expect, test } from "vitest";
import { effectiveScore } from "../../src/advanced.ts";
import { tidelinePolicy } from "../../src/lifecycle/tideline.ts";
import type { Fact } from "../../src/model/fact.ts";
import { SEGMENT_DEFAULTS, type Segment } from "../../src/model/segment.ts";
import { fact, newMemory } from "../support/memory.ts";

const DAY = 86_400_000;
const judgeAt = (now: number) => ({
  now,
  fact: () => undefined,
  citedBy: () => [],
  foundOn: () => [],
  broughtBackAt: () => undefined,
});

function aged(segment: Segment, days: number, accessCount = 0, more: Partial<Fact> = {}): number {
  const base = newMemory().memory.add({ content: "x", segment }).fact;
  return effectiveScore(
    { ...base, lastAccessedAt: 0, accessCount, ...SEGMENT_DEFAULTS[segment], ...more },
    { now: days * DAY },
  );
}

describe("the score of an unread fact", () => {
  test.each<[Segment, number, number, number, number]>([
    ["correction", 0.658557, 0.347506, 0.15095, 0.06557],
    ["relationship", 0.61337, 0.316776, 0.133796, 0.056511],
    ["preference", 0.569102, 0.288257, 0.118703, 0.048881],
    ["project", 0.524599, 0.259402, 0.103522, 0.041313],
    ["knowledge", 0.480494, 0.231599, 0.089397, 0.034507],
    ["context", 0.306524, 0.127835, 0.040855, 0.013057],
    ["identity", 1, 1, 1, 1],
  ])("%s after 7, 30, 60 and 90 days", (segment, ...expected) => {
    expect([7, 30, 60, 90].map((days) => Number(aged(segment, days).toFixed(6)))).toEqual(expected);
  });
});

test("reinforcement", () => {
  const figures = [
    aged("preference", 10, 3),
    aged("preference", 30, 5),
    aged("knowledge", 45, 1),
    aged("knowledge", 45),
    aged("relationship", 0, 9),
    aged("correction", 0, 20),
  ];
  expect(figures.map((one) => Number(one.toFixed(6)))).toEqual([
    0.592981, 0.339906, 0.153863, 0.14389, 0.922694, 1,
  ]);
});

test("the sweep's decisions", () => {
  const base = newMemory().memory.add(fact("x")).fact;
  const decide = (segment: Segment, days: number) => {
    const one = { ...base, ...SEGMENT_DEFAULTS[segment], lastAccessedAt: 0 };
    return tidelinePolicy.decide(one, judgeAt(days * DAY)).action;
  };
  expect([25, 26, 54, 55].map((days) => decide("context", days))).toEqual([
    "keep",
    "archive",
    "archive",
    "prune",
  ]);
  expect(decide("project", 90)).toBe("archive");
  expect(decide("identity", 10_000)).toBe("keep");
});

test("feedback is asymmetric", () => {
  const base = newMemory().memory.add({ content: "x", segment: "preference" }).fact;
  expect(tidelinePolicy.feedback(base, "up")).toEqual({ importance: 0.75, touches: true });
  const down = tidelinePolicy.feedback(base, "down");
  expect(down.touches).toBe(false);
  expect(aged("preference", 10, 0, { importance: down.importance })).toBeCloseTo(0.438212, 6);
});

test("an old fact that is the only answer still ranks", () => {
  const base = newMemory().memory.add(fact("x")).fact;
  const rank = tidelinePolicy.rank({ ...base, lastAccessedAt: 0 }, 1, {
    now: 180 * DAY,
    fact: () => undefined,
  });
  expect(rank).toBeGreaterThan(0.5);
});

test("stays in range for extreme ages, counts and clocks that jump back", () => {
  const base = newMemory().memory.add(fact("x")).fact;
  for (const now of [-8.64e15, 0, 8.64e15]) {
    for (const accessCount of [0, 1e15]) {
      for (const importance of [0, 1]) {
        const { value } = tidelinePolicy.score(
          { ...base, accessCount, importance },
          { now, fact: () => undefined },
        );
        expect(value >= 0 && value <= 1).toBe(true);
      }
    }
  }
});

describe("the days at which an unread fact halves, and falls below 0.15 and 0.05", () => {
  /** The first day, to three decimals, on which the score is below a value. */
  function crossing(segment: Segment, below: number): number {
    const base = newMemory().memory.add({ content: "x", segment }).fact;
    const one = { ...base, ...SEGMENT_DEFAULTS[segment], lastAccessedAt: 0 };
    let [low, high] = [0, 1000];
    for (let i = 0; i < 60; i++) {
      const middle = (low + high) / 2;
      if (effectiveScore(one, { now: middle * DAY }) < below) high = middle;
      else low = middle;
    }
    return high;
  }

  test.each<[Segment, number, number, number, number]>([
    ["correction", 20.25, 24.938424, 60.227, 99.754],
    ["relationship", 19.6875, 24.126838, 56.021, 94.261],
    ["preference", 19.125, 23.4375, 52.087, 89.235],
    ["project", 18.5625, 22.637195, 47.888, 83.768],
    ["knowledge", 18, 21.84466, 43.689, 78.312],
    ["context", 15.75, 18.229167, 25.795, 54.6875],
  ])("%s", (segment, adaptive, halving, archived, pruned) => {
    const { importance } = SEGMENT_DEFAULTS[segment];
    const base = newMemory().memory.add({ content: "x", segment }).fact;
    const { parts } = tidelinePolicy.score(
      { ...base, ...SEGMENT_DEFAULTS[segment] },
      { now: 0, fact: () => undefined },
    );
    expect(parts.halfLifeDays).toBeCloseTo(adaptive, 9);
    expect(crossing(segment, importance / 2)).toBeCloseTo(halving, 5);
    expect(crossing(segment, 0.15)).toBeCloseTo(archived, 3);
    expect(crossing(segment, 0.05)).toBeCloseTo(pruned, 3);
  });
});
