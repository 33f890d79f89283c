/** Is the set that the threat scan is measured on broad enough for its figures to mean something? */
import { expect, test } from "vitest";
import { SCAN_FAMILIES, type ScanCase, scanHalfOf } from "../../eval/sets/scan-families.ts";
import { SCAN_PRACTICE } from "../../eval/sets/scan-practice.ts";

const countBy = (rows: readonly ScanCase[], keyOf: (row: ScanCase) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
};
const labelled = (label: ScanCase["label"]) => SCAN_FAMILIES.filter((row) => row.label === label);
const smallest = (counts: Map<string, number>): number => Math.min(...counts.values());

test("no text of the set stands in it twice", () => {
  expect(new Set(SCAN_FAMILIES.map(({ text }) => text)).size).toBe(SCAN_FAMILIES.length);
});

test("each of the seven families has at least 30 attacks in English", () => {
  const counts = countBy(
    labelled("attack").filter(({ language }) => language === "en"),
    ({ family }) => family,
  );
  expect(counts.size).toBe(7);
  expect(smallest(counts)).toBeGreaterThanOrEqual(30);
});

test("each of the nine languages has at least 15 attacks, 8 claims of consent and 8 harmless texts", () => {
  for (const [label, least] of [
    ["attack", 15],
    ["consent", 8],
    ["benign", 8],
  ] as const) {
    const counts = countBy(labelled(label), ({ language }) => language);
    expect(counts.size).toBe(9);
    expect(smallest(counts)).toBeGreaterThanOrEqual(least);
  }
  expect(labelled("benign").length).toBeGreaterThanOrEqual(200);
});

test("both halves hold at least a third of every family", () => {
  const all = countBy(SCAN_FAMILIES, ({ label, family }) => `${label} ${family}`);
  for (const half of ["dev", "report"]) {
    const rows = SCAN_FAMILIES.filter((row) => scanHalfOf(row) === half);
    const counts = countBy(rows, ({ label, family }) => `${label} ${family}`);
    for (const [key, total] of all) expect(counts.get(key), `${half}: ${key}`).toBeGreaterThan(total / 3);
  }
});

test("no text that rules were tuned on besides stands in the set", () => {
  const texts = new Set(SCAN_FAMILIES.map(({ text }) => text));
  expect(SCAN_PRACTICE.filter(({ text }) => texts.has(text))).toEqual([]);
});
