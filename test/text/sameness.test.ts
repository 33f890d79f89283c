/** Do restatements meet, and do near misses stay apart? Over everything the templates can say. */
import { expect, test } from "vitest";
import { canonical } from "../../src/text/sameness/canonical.ts";
import { nearMisses, PLAIN, render, type Style, styles, TEMPLATES } from "./restatements.ts";

const MIN_SHARE = 0.99;

test("at least 99 % of the restatements of a fact have its canonical form", () => {
  const restatements = new Map<string, string>();
  for (const template of TEMPLATES) {
    const plain = render(template, PLAIN);
    for (const style of styles()) {
      const text = render(template, style);
      if (text !== plain) restatements.set(text, plain);
    }
  }
  const missed = [...restatements].filter(([text, plain]) => canonical(text) !== canonical(plain));
  expect(restatements.size).toBeGreaterThan(1_000);
  expect(missed.length, show(missed)).toBeLessThanOrEqual((1 - MIN_SHARE) * restatements.size);
});

test("no fact with one thing changed has the canonical form of the first, however it is put", () => {
  const some: readonly Style[] = [PLAIN, ...styles().filter((_, i) => i % 7 === 0)];
  const misses = new Map<string, string>();
  for (const template of TEMPLATES) {
    for (const changed of nearMisses(template)) {
      for (const style of some) misses.set(render(changed, style), render(template, PLAIN));
    }
  }
  const merged = [...misses].filter(([text, plain]) => canonical(text) === canonical(plain));
  expect(misses.size).toBeGreaterThan(1_000);
  expect(merged.length, show(merged)).toBe(0);
});

function show(pairs: readonly (readonly [string, string])[]): string {
  return pairs
    .slice(0, 20)
    .map(([a, b]) => `${a}  [${canonical(a)}]  |  ${b}  [${canonical(b)}]`)
    .join("\n");
}
