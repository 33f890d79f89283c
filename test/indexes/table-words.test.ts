/** What does the bundled table know? Pairs that people ask by, and words that must be there. */
import { describe, expect, test } from "vitest";
import {
  findRow,
  ROW_FIGURES,
  readRow,
  tableWords,
  translationsOf,
} from "../../src/indexes/word-table/lookup.ts";
import { relatedTo } from "../../src/indexes/word-table/related.ts";

const LENGTH = 8_192;

function vectorOf(word: string): Int16Array {
  const row = findRow(word);
  if (row === undefined) throw new Error(`The table has no "${word}"`);
  const vector = new Int16Array(ROW_FIGURES);
  readRow(row, LENGTH, vector, 0);
  return vector;
}

function cosine(a: string, b: string): number {
  const [x, y] = [vectorOf(a), vectorOf(b)];
  return x.reduce((sum, figure, i) => sum + figure * (y[i] as number), 0) / LENGTH ** 2;
}

describe("words of everyday life", () => {
  test.each([
    "oat takeaway tonsils notary firmware shrimp dentist teeth",
    "allergen duvet stroller plumber orthodontist pharmacist landlord babysitter",
    "sourdough hoodie podcast smartwatch treadmill wheelchair thermostat ibuprofen",
  ])("are in the table: %s", (words) => {
    expect(words.split(" ").filter((word) => findRow(word) === undefined)).toEqual([]);
  });

  test.each([
    ["shrimp", "shellfish", "bicycle"],
    ["teeth", "dentist", "accountant"],
    ["notary", "affidavit", "gardener"],
    ["oat", "porridge", "firmware"],
    ["takeaway", "restaurant", "mortgage"],
    ["tonsils", "throat", "garage"],
    ["firmware", "software", "vegetable"],
    ["vegan", "vegetarian", "engineer"],
  ])("%s is nearer to %s than to %s", (word, near, far) => {
    expect(cosine(word, near)).toBeGreaterThan(cosine(word, far) + 0.2);
  });
});

describe("words of other languages", () => {
  test.each([
    ["Garnele", "shrimp"],
    ["crevette", "shrimp"],
    ["Zahn", "tooth"],
    ["éléphant", "elephant"],
    ["牙医", "dentist"],
    ["Schweiz", "switzerland"],
    ["電話", "call"],
  ])("%s has the row of %s", (foreign, english) => {
    expect(findRow(foreign.toLowerCase())).toBe(findRow(english));
  });

  test("give way to an English word that is spelt alike", () => {
    const row = findRow("gift") as number;
    expect(tableWords()[row]).toBe("gift");
    expect(translationsOf(row).map(({ word }) => word)).toContain("geschenk");
  });

  test("lead to the English word and back, as translations", () => {
    expect(relatedTo("garnele")[0]).toEqual({ term: "shrimp", cosine: 1 });
    expect(
      relatedTo("shrimp")
        .filter(({ cosine }) => cosine === 1)
        .map(({ term }) => term),
    ).toContain("crevet");
    expect(relatedTo("garnele").map(({ term }) => term)).not.toContain("garnel");
  });

  test("are listed once, and not where their stem is another word", () => {
    for (const word of tableWords().filter((_, row) => row % 97 === 0)) {
      const terms = relatedTo(word).map(({ term }) => term);
      expect(new Set(terms).size).toBe(terms.length);
      const row = findRow(word);
      const translated = relatedTo(word).filter(({ cosine }) => cosine === 1);
      expect(translated.filter(({ term }) => (findRow(term) ?? row) !== row)).toEqual([]);
    }
  });
});
