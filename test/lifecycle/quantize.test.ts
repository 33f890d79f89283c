/** Are vectors in fewer bits really smaller, and still close to what they were? */
import fc from "fast-check";
import { expect, test } from "vitest";
import { dequantize, mixedDistance, type Precision, precisionOf, quantize } from "../../src/advanced.ts";
import { seededChance } from "../../src/testing/chance.ts";
import { six } from "../support/aged.ts";

const BITS: readonly Precision[] = [32, 8, 4, 2];

/** Like an encoder's: normal numbers, of length 1. */
function vector(seed: number, dimensions = 384): Float32Array {
  const chance = seededChance(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  const raw = Array.from({ length: dimensions }, normal);
  const length = Math.hypot(...raw);
  return Float32Array.from(raw, (value) => value / length);
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    dot += (a[i] ?? 0) * (b[i] ?? 0);
    aa += (a[i] ?? 0) ** 2;
    bb += (b[i] ?? 0) ** 2;
  }
  return dot / Math.sqrt(aa * bb);
}

test("384 dimensions take 1536, 392, 201 and 105 bytes", () => {
  expect(BITS.map((bits) => quantize(vector(1), bits).bytes.length)).toEqual([1536, 392, 201, 105]);
});

test("fidelity is above the document's 0.9999, 0.97 and 0.59", () => {
  const mean = (bits: Precision) => {
    const all = Array.from({ length: 50 }, (_, seed) =>
      cosine(vector(seed), dequantize(quantize(vector(seed), bits))),
    );
    return all.reduce((sum, one) => sum + one, 0) / all.length;
  };
  expect(mean(32)).toBe(1);
  expect(mean(8)).toBeGreaterThan(0.9999);
  expect(mean(4)).toBeGreaterThan(0.99);
  expect(mean(2)).toBeGreaterThan(0.8);
});

test("every number comes back within half a step, for any vector, also of a length that fills no byte", () => {
  const finite = fc.float({ noNaN: true, min: -100, max: 100 });
  fc.assert(
    fc.property(fc.array(finite, { maxLength: 40 }), fc.constantFrom(...BITS), (numbers, bits) => {
      const before = Float32Array.from(numbers);
      const after = dequantize(quantize(before, bits));
      expect(after.length).toBe(before.length);
      const range = before.length === 0 ? 0 : Math.max(...before) - Math.min(...before);
      const halfStep = bits === 32 ? 0 : range / (2 ** bits - 1) / 2;
      before.forEach((value, i) => {
        expect(Math.abs(value - (after[i] ?? Number.NaN))).toBeLessThanOrEqual(halfStep + 1e-4);
      });
    }),
  );
});

test("the coarser of two decides their distance", () => {
  expect([32, 8, 4, 2].map((bits) => six(mixedDistance(1, 32, bits as Precision)))).toEqual([
    0, 0.065421, 0.177817, 0.386503,
  ]);
  expect(mixedDistance(1, 8, 4)).toBe(mixedDistance(1, 4, 8));
  expect(mixedDistance(-1, 32, 32)).toBe(2);
});

test("precision follows retention", () => {
  expect([1, 0.81, 0.8, 0.51, 0.5, 0.21, 0.2, 0].map(precisionOf)).toEqual([32, 32, 8, 8, 4, 4, 2, 2]);
});
