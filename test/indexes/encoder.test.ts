/** Do texts that mean alike, or look alike, get vectors that are near? And always the same ones? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  DIMENSIONS,
  encode,
  encodeTerms,
  forgetWords,
  MEANING_DIMENSIONS,
} from "../../src/indexes/vectors/encoder.ts";
import { findRow, ROW_FIGURES } from "../../src/indexes/word-table/lookup.ts";
import { ROWS, WORDS } from "../../src/indexes/word-table/table.ts";

const FACTS = [
  "I keep a strict vegetarian diet.",
  "My sister Anna lives in Berlin.",
  "I work as a software engineer at Acme.",
  "I have a dog called Rex.",
  "I go running every morning before work.",
  "My birthday is on 12 May.",
  "I prefer dark mode in every editor.",
  "We are planning a trip to Japan in October.",
  "I am learning to play the piano.",
  "My car is an old Volvo.",
  "I drink two cups of coffee a day.",
  "The wifi password is on the fridge.",
  "I hate long meetings.",
  "I am saving money for a house.",
  "My favourite colour is green.",
  "I read science fiction before sleep.",
  "The project deadline is next Friday.",
  "My son starts school in September.",
  "I take the train to the office.",
  "Ich trinke keinen Alkohol.",
  "私は毎朝公園を散歩します。",
];

const dot = (a: Int8Array, b: Int8Array, from = 0, to = DIMENSIONS) =>
  a.slice(from, to).reduce((sum, figure, i) => sum + figure * b[from + i]!, 0);
/** As the index has it: the halves of a vector have fixed lengths. */
const nearness = (query: Int8Array, fact: Int8Array) => dot(query, fact) / dot(query, query);
const meaning = (a: string, b: string) => {
  const [x, y] = [encode(a), encode(b)];
  const part = (one: Int8Array, other: Int8Array) => dot(one, other, 0, MEANING_DIMENSIONS);
  return part(x, y) / Math.sqrt(part(x, x) * part(y, y));
};

const first = (query: string) =>
  FACTS.map((text) => ({ text, near: nearness(encode(query), encode(text)) })).sort(
    (a, b) => b.near - a.near,
  )[0]?.text;

describe("a vector", () => {
  test.each([
    ["what do I eat", "I keep a strict vegetarian diet."],
    ["which pet do I own", "I have a dog called Rex."],
    ["where does my sibling live", "My sister Anna lives in Berlin."],
    ["what instrument am I studying", "I am learning to play the piano."],
    ["how do I commute", "I take the train to the office."],
  ])("of the question %j is nearest to a fact that shares no word of content", (query, fact) => {
    expect(first(query)).toBe(fact);
  });

  test.each([
    ["vegitarian diett", "I keep a strict vegetarian diet."],
    ["swoftare enginer", "I work as a software engineer at Acme."],
    ["runing mornigs", "I go running every morning before work."],
    ["trinken alkoholfrei", "Ich trinke keinen Alkohol."],
    ["公園", "私は毎朝公園を散歩します。"],
  ])("of the misspelt, inflected or foreign %j is nearest to the fact it is about", (query, fact) => {
    expect(first(query)).toBe(fact);
  });

  test("counts what is asked for, not how it is asked", () => {
    const [wish, request] = ["I strongly prefer tea", "Can you recommend a tea, please?"];
    expect(meaning(wish, request)).toBeGreaterThan(0.95);
    expect(meaning("I strongly prefer tea", "I strongly prefer bicycles")).toBeLessThan(0.5);
  });

  test("of a form that the table lacks is that of its base form", () => {
    expect(meaning("sedans", "sedan")).toBeCloseTo(1, 6);
  });

  test("of a text without words is zero, and of glue words alone it is not", () => {
    expect(encode("").some((figure) => figure !== 0)).toBe(false);
    expect(encode("🙂 !!!").some((figure) => figure !== 0)).toBe(false);
    expect(encode("to be or not to be").some((figure) => figure !== 0)).toBe(true);
  });

  test("depends on its text alone", () => {
    const texts = fc.array(fc.string({ unit: "grapheme", maxLength: 30 }), { maxLength: 6 });
    fc.assert(
      fc.property(texts, fc.boolean(), (before, forget) => {
        const text = before[0] ?? "I like tea";
        const alone = encode(text);
        for (const other of before) encode(other);
        if (forget) forgetWords();
        expect(encode(text)).toEqual(alone);
      }),
    );
  });

  test("has the order of terms left out, and every figure within a byte", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 40 }),
        (terms) => {
          const vector = encodeTerms(terms);
          expect(encodeTerms(terms.toReversed())).toEqual(vector);
          expect(Math.max(...vector.map(Math.abs))).toBeLessThanOrEqual(127);
        },
      ),
    );
  });

  test("is made of more different words than are kept", () => {
    const terms = Array.from({ length: 20_000 }, (_, i) => `word${i.toString(36)}`);
    const before = encode("I keep a strict vegetarian diet.");
    expect(encodeTerms(terms)).toEqual(encodeTerms(terms.toReversed()));
    expect(encode("I keep a strict vegetarian diet.")).toEqual(before);
  });
});

describe("the word table", () => {
  test("holds each word once, a row for each, and fewer than two million characters", () => {
    const all = WORDS.split(" ");
    expect(new Set(all).size).toBe(all.length);
    expect(Buffer.from(ROWS, "base64").length).toBe(all.length * (ROW_FIGURES / 2));
    expect(WORDS.length + ROWS.length).toBeLessThan(2_000_000);
  });

  test("has no given names: Anna is not almost Bert", () => {
    expect(["anna", "maria", "david", "laura"].filter((name) => findRow(name) !== undefined)).toEqual([]);
  });
});
