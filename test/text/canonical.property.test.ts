/** What holds of the canonical form of any text at all? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { denialOf } from "../../src/text/claims/denial.ts";
import { frame } from "../../src/text/claims/frame.ts";
import { canonical } from "../../src/text/sameness/canonical.ts";
import { conflict } from "../../src/text/sameness/conflict.ts";
import { isCasedUnit } from "../../src/text/words/case.ts";
import { words } from "../../src/text/words/words.ts";

const LONG = { numRuns: 2_000 };

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
    .map((units) => String.fromCharCode(...units)),
);

/** Words and signs that the rules look at, in any order: where rules meet, forms get unstable first. */
const TRICKY =
  `I I'm am the a an and or not no one two hundred thousand million first second third May may march 3 13th 3rd
  2026 2026-05-03 03.05.2026 15:00 3pm pm a.m. noon 1,400 1.400,00 1'400 400 400.00 3.50 -5 minus € $ £ euros usd eur k 5k %
  percent per cent km hours 20°C US U.S. it's he's i'd like better gone married Anna's please note that by way btw remember thanks
  is likes my his wife apples pears to from in with between both of all C++ & / , . ; : - – ? ! " ( ) ' 👍 我喜欢 茶 ， https://A.com/B/
  n't don't 've y'all'd've a@b.c .5 .net #3 A- B- -x --y no, No. never — @x <3 != ~ ½ ² é ß ς null`
    .trim()
    .split(/\s+/);
const trickyText = fc
  .array(fc.tuple(fc.constantFrom(...TRICKY), fc.constantFrom(" ", " ", " ", "")), { maxLength: 12 })
  .map((pieces) => pieces.flat().join(""));

/** "US" is a country and "us" is not; "Note: …" and "…, thanks" are fillers, and "No, …" is an answer, by their pause. */
const SPECIAL = new Set(
  "no nie nem nu never nothing none nobody us note info remember reminder hi hey hello ok okay thanks cheers you".split(
    " ",
  ),
);
const plainWord = fc.stringMatching(/^[b-z][a-z]{1,8}$/).filter((word) => !SPECIAL.has(word));
const plainText = fc.array(plainWord, { minLength: 1, maxLength: 10 });

describe("canonical", () => {
  test("is its own canonical form", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, trickyText), (text) => {
        expect(canonical(canonical(text))).toBe(canonical(text));
      }),
      { numRuns: 10_000 },
    );
  });

  test.each([
    // "%" written as "percent" made the next reader take the text for English.
    ["-5 % one ", "-5 % one"],
    ["million I15:00 % ", "million i15 00 %"],
    ["5 % one", "5 % one"],
    ["five percent of one", "5 % of 1"],
    // "au" is French, and "aud" is not.
    ["au$ 2 for tea twelfth", "2 aud for tea 12th"],
    // A time is a number again when it is read again.
    ["3pm per cent", "15:00 %"],
    // A verb of no letters before "n't".
    ["n't", "not"],
    ["did n't", "did not"],
    // No short forms: what would be left ends with a sign.
    ["I'n't", "i'n't"],
    ["–n't", "-n't"],
    ["a've've've've've've've've've've", "a've've've've've've've've've've"],
    ["y'all'd've", "y'all'd have"],
    // An article of nothing is a word.
    ["the) ", "the"],
    // Passed over beside words, and all there is without them.
    ["™", "™"],
    [" © \u200b®", "©®"],
    ["Acme™ tea", "acme tea"],
  ])("is its own canonical form: %j", (text, form) => {
    expect(canonical(text)).toBe(form);
    expect(canonical(form)).toBe(form);
  });

  test("is never empty where something can be seen", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        if (
          /[\p{L}\p{N}\p{P}\p{S}]/u.test(
            text.normalize("NFKC").replace(/[\u0640\u3164\uffa0\u115f\u1160]/g, ""),
          )
        )
          expect(canonical(text)).not.toBe("");
      }),
      LONG,
    );
  });

  test("does not depend on case, spacing or punctuation around words", () => {
    const noise = fc.constantFrom(" ", "  ", ". ", "! ", "; ", " … ", '" ', " (", ") ", "\n", " \u200b");
    fc.assert(
      fc.property(
        plainText.chain((list) =>
          fc.tuple(fc.constant(list), fc.array(noise, { minLength: list.length, maxLength: list.length })),
        ),
        fc.func(fc.boolean()),
        ([list, gaps], isUpper) => {
          // Behind a number the case of a unit tells which one it is: 2 MH are not 2 mh.
          const cased = (word: string) => (isCasedUnit(word.toUpperCase()) ? word : word.toUpperCase());
          const noisy = list.map((word, i) => (isUpper(i) ? cased(word) : word) + gaps[i]).join("");
          expect(canonical(noisy)).toBe(canonical(list.join(" ")));
        },
      ),
      LONG,
    );
  });

  test("changes with every not", () => {
    const sentence = fc.oneof(
      plainText,
      trickyText.map((text) => text.split(" ").filter(Boolean)),
    );
    fc.assert(
      fc.property(sentence, fc.nat(), (list, at) => {
        const i = at % (list.length + 1);
        const negated = [...list.slice(0, i), "not", ...list.slice(i)];
        expect(canonical(negated.join(" "))).not.toBe(canonical(list.join(" ")));
      }),
      LONG,
    );
  });

  test("changes with every digit", () => {
    fc.assert(
      fc.property(
        plainText,
        fc.integer({ min: 0, max: 1e9 }),
        fc.integer({ min: 0, max: 1e9 }),
        (list, a, b) => {
          fc.pre(a !== b);
          expect(canonical(`${list.join(" ")} ${a}`)).not.toBe(canonical(`${list.join(" ")} ${b}`));
        },
      ),
      LONG,
    );
  });
});

describe("any text", () => {
  test("can be read", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, trickyText), anyText, (text, other) => {
        words(text);
        frame(text);
        denialOf(text);
        conflict(text, other);
      }),
      LONG,
    );
  });

  test.each([
    "a",
    "x and ",
    "my x and ",
    "1 400 ",
    "hundred ",
    "?",
    "https://)",
    "👍",
    "\ud800",
    "\0",
    "e\u0301",
    "the ",
    "- 5",
    "a, ",
  ])("can be 100 kB of %j", (unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    expect(canonical(canonical(text))).toBe(canonical(text));
    frame(text);
    denialOf(text);
  });
});
