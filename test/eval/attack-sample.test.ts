/** Is every question flooded by some memory, and is work that threads share done once? */
import { describe, expect, test } from "vitest";
import { PLANTINGS } from "../../eval/attacks/planted-passages.ts";
import { sampleOf } from "../../eval/attacks/sample.ts";
import { piecesOf } from "../../eval/support/on-threads.ts";

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

describe("a sample", () => {
  test.each([
    [100, 25],
    [24, 12],
    [23, 12],
    [101, 26],
  ])("of %i questions, %i at a time, has every one of them in some turn", (count, size) => {
    const turns = Math.ceil(count / size);
    const seen = numbers(turns).flatMap((turn) => sampleOf(numbers(count), turn, size));
    expect(new Set(seen).size).toBe(count);
    expect(sampleOf(numbers(count), 7, size)).toHaveLength(size);
  });

  test("has no question twice", () => {
    for (const turn of numbers(30)) expect(new Set(sampleOf(numbers(17), turn, 12)).size).toBe(12);
  });

  test("is everything where there is no more", () => {
    expect(sampleOf(numbers(12), 5, 12)).toEqual(numbers(12));
    expect(sampleOf([], 5, 12)).toEqual([]);
  });
});

test("each form of the owner's words is planted against in as many turns as flood all questions", () => {
  for (const form of new Set(PLANTINGS.map((one) => one.form)))
    expect(PLANTINGS.filter((one) => one.form === form).map(({ turn }) => turn)).toEqual([0, 1, 2, 3]);
});

test("threads share the pieces, and none is done twice or left out", () => {
  const parts = numbers(3).map((thread) => ({ work: "any", thread, threads: 3 }));
  const done = parts.flatMap((part) => piecesOf(numbers(16), part));
  expect(done.toSorted((a, b) => a - b)).toEqual(numbers(16));
});
