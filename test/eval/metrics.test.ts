/** Are the measures what their definitions say, on lists that can be worked out by hand? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bootstrap,
  mean,
  ndcgAt,
  precisionOf,
  ranksOf,
  recallAt,
  reciprocalRank,
  signTest,
} from "../../src/eval/metrics.ts";
import { seededChance } from "../../src/testing/chance.ts";

describe("ranks", () => {
  test("are counted from 1, in the order of the gold facts", () => {
    expect(ranksOf(["a", "b", "c"], ["c", "x", "a"])).toEqual([3, undefined, 1]);
  });

  test("of a fact that was returned twice are those of its first place", () => {
    expect(ranksOf(["a", "b", "b", "a"], ["b", "a"])).toEqual([2, 1]);
  });
});

describe("recall at k", () => {
  test.each([
    [1, 0],
    [2, 1 / 3],
    [5, 2 / 3],
    [100, 2 / 3],
  ])("at %i is %f of three, found at 2 and 5", (k, expected) => {
    expect(recallAt([2, undefined, 5], k)).toBeCloseTo(expected, 12);
  });

  test("of nothing to find is 0", () => expect(recallAt([], 5)).toBe(0));
});

describe("reciprocal rank", () => {
  test.each([
    [[4, 2], 20, 1 / 2],
    [[4], 3, 0],
    [[undefined], 20, 0],
    [[], 20, 0],
    [[1], 1, 1],
  ])("of %j within %i is %f", (ranks, n, expected) => {
    expect(reciprocalRank(ranks, n)).toBe(expected);
  });
});

describe("nDCG at k", () => {
  test("worked out by hand: gold at 1 and 3 of two", () => {
    // (1/log2(2) + 1/log2(4)) / (1/log2(2) + 1/log2(3)) = 1.5 / 1.630929754
    expect(ndcgAt([3, 1], 3)).toBeCloseTo(0.919720789, 8);
  });

  test("the best order is 1, also where there is more gold than k", () => {
    expect(ndcgAt([1, 2], 10)).toBe(1);
    expect(ndcgAt([1, 2, 3, 4], 2)).toBe(1);
  });

  test("what stands behind k is worth nothing", () => {
    expect(ndcgAt([4], 3)).toBe(0);
    expect(ndcgAt([undefined], 3)).toBe(0);
    expect(ndcgAt([], 3)).toBe(0);
  });

  test("never leaves 0 to 1, and never falls when a fact moves up", () => {
    const places = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 20 }), (ranks, k) => {
        const value = ndcgAt(ranks, k);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-12);
        const best = ranks.map((_, i) => i + 1);
        expect(ndcgAt(best, k)).toBeGreaterThanOrEqual(value - 1e-12);
      }),
    );
  });
});

describe("precision", () => {
  test("is the share of gold in what was returned", () => {
    expect(precisionOf(["a", "b", "c", "d"], ["b", "x"])).toBe(0.25);
    expect(precisionOf([], ["b"])).toBe(0);
  });
});

test("the mean of nothing is 0", () => {
  expect(mean([])).toBe(0);
  expect(mean([1, 2, 6])).toBe(3);
});

describe("bootstrap", () => {
  const values = [0, 1, 1, 0, 1, 0.5, 0.25, 1, 0, 1];

  test("the same seed gives the same interval, to the last bit", () => {
    const once = bootstrap(values, { chance: seededChance(7) });
    expect(bootstrap(values, { chance: seededChance(7) })).toEqual(once);
    expect(bootstrap(values, { chance: seededChance(8) })).not.toEqual(once);
  });

  test("the mean lies within, and a higher level is wider", () => {
    const usual = bootstrap(values, { chance: seededChance(1) });
    const sure = bootstrap(values, { chance: seededChance(1), level: 0.999 });
    expect(usual.low).toBeLessThan(mean(values));
    expect(usual.high).toBeGreaterThan(mean(values));
    expect(sure.high - sure.low).toBeGreaterThan(usual.high - usual.low);
  });

  test("values that are all alike leave no doubt", () => {
    expect(bootstrap([0.5, 0.5, 0.5], { chance: seededChance(1) })).toEqual({ low: 0.5, high: 0.5 });
    expect(bootstrap([], { chance: seededChance(1) })).toEqual({ low: 0, high: 0 });
  });

  test("with two resamples, worked out by hand", () => {
    const draws = [0, 0.5, 0, 0]; // of [0, 1]: first 0 and 1, then 0 and 0
    const chance = () => draws.shift() ?? 0;
    expect(bootstrap([0, 1], { chance, resamples: 2 })).toEqual({ low: 0, high: 0.5 });
  });

  test("covers the truth about as often as it says", () => {
    const chance = seededChance(3);
    let covered = 0;
    for (let i = 0; i < 200; i++) {
      const sample = Array.from({ length: 60 }, () => (chance() < 0.6 ? 1 : 0));
      const { low, high } = bootstrap(sample, { chance, resamples: 400 });
      if (low <= 0.6 && 0.6 <= high) covered++;
    }
    expect(covered / 200).toBeGreaterThan(0.88);
  });
});

describe("sign test", () => {
  test.each([
    [0, 0, 1],
    [5, 5, 1],
    [8, 2, 0.109375],
    [2, 8, 0.109375],
    [10, 0, 0.001953125],
    [1, 0, 1],
  ])("of %i better and %i worse is %f", (better, worse, expected) => {
    expect(signTest(better, worse)).toBeCloseTo(expected, 12);
  });

  test("does not vanish for thousands of rows", () => {
    expect(signTest(2_050, 1_950)).toBeCloseTo(0.1175, 3);
  });
});
