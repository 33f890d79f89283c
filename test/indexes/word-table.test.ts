/** Are rows of the word table that may be near a row found, whatever looks for them? */
import { describe, expect, test } from "vitest";
import { openWasmScan, ScriptScan } from "../../src/indexes/word-table/scan.ts";
import { seededChance, upTo } from "../../src/testing/chance.ts";

const FIGURES = 128;

function tableOf(count: number, seed: number): Uint8Array {
  const chance = seededChance(seed);
  const rows = new Uint8Array((count * FIGURES) / 2);
  for (let i = 0; i < rows.length; i++) rows[i] = upTo(255, chance);
  // Some are near each other.
  for (let row = 1; row < count; row += 3)
    rows.copyWithin(row * 64, (row - 1) * 64, (row - 1) * 64 + upTo(64, chance));
  return rows;
}

/** By definition: every figure of every row. */
function oracle(rows: Uint8Array, row: number, mostDifferent: number, least: number): readonly number[] {
  const figure = (of: number, i: number) => ((rows[of * 64 + (i >> 1)]! >> (4 * (i & 1))) & 15) - 7.5;
  const all = Array.from({ length: FIGURES }, (_, i) => i);
  const dot = (a: number, b: number) => all.reduce((sum, i) => sum + figure(a, i) * figure(b, i), 0);
  return Array.from({ length: rows.length / 64 }, (_, other) => other).filter((other) => {
    const different = all.filter((i) => figure(row, i) < 0 !== figure(other, i) < 0).length;
    const cosine = dot(row, other) / Math.sqrt(dot(row, row) * dot(other, other));
    return other !== row && different <= mostDifferent && cosine >= least;
  });
}

describe("a scan of the word table", () => {
  test("finds the rows with few different signs and a high cosine, in WebAssembly as in plain JavaScript", () => {
    for (const seed of [1, 2, 3]) {
      const rows = tableOf(97, seed);
      const [script, wasm] = [new ScriptScan(rows), openWasmScan(rows)];
      for (const [row, most, least] of [
        [0, 55, 0.31],
        [1, 60, 0.0123],
        [50, 64, -0.1234],
        [96, 128, -2],
        [3, 0, 0.5],
      ] as const) {
        const expected = oracle(rows, row, most, least);
        expect(script.near(row, most, least)).toEqual(expected);
        expect(wasm?.near(row, most, least)).toEqual(expected);
      }
    }
  });
});
