/** Do sums of atoms come out alike, with WebAssembly and without? */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openWasmBundle, ScriptBundle } from "../../src/indexes/vectors/bundle.ts";
import { encode, forgetWords } from "../../src/indexes/vectors/encoder.ts";

const FIGURES = 256;
const ATOMS = 300;

test("both ways of adding up atoms give the same sums, however many and however often", () => {
  const [script, wasm] = [new ScriptBundle(ATOMS, FIGURES), openWasmBundle(ATOMS, FIGURES)];
  if (wasm === undefined) throw new Error("WebAssembly is there wherever the tests run");
  const extremes = [32_767, -32_768, 1, 0, -1];
  for (let i = 0; i < ATOMS * FIGURES; i++) {
    const figure = i % 7 === 0 ? (extremes[i % 5] as number) : ((i * 7919) % 65_536) - 32_768;
    script.atoms[i] = figure;
    wasm.atoms[i] = figure;
  }
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: ATOMS - 1 }), { maxLength: 400 }), (numbers) => {
      for (const bundle of [script, wasm]) {
        bundle.sums.fill(0);
        bundle.add(numbers);
      }
      expect([...wasm.sums]).toEqual([...script.sums]);
    }),
    { numRuns: 60 },
  );
});

test("a text of more words than are added at once is the sum of them all, also after everything was forgotten", () => {
  const text = Array.from({ length: 700 }, (_, i) => `word${i} garden`).join(" ");
  const before = encode(text);
  forgetWords();
  expect(encode(text)).toEqual(before);
  expect(before.some((figure) => figure !== 0)).toBe(true);
});
