/** Where in a turn do its quotes stand? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partsOf } from "../../dashboard/src/views/conversations/highlight.ts";

const shown = (text: string, ...quotes: (string | undefined)[]) =>
  partsOf(text, quotes).map(({ text: part, quotes: marks }) => [part, ...marks]);

describe("the parts of a turn", () => {
  test("a quote is marked where it stands, and the rest is not", () => {
    expect(shown("Hello. I live in Bern. Bye.", "I live in Bern.")).toEqual([
      ["Hello. "],
      ["I live in Bern.", 0],
      [" Bye."],
    ]);
  });

  test("quotes that overlap are marked with both numbers where they do", () => {
    expect(shown("I live in Bern with Ella.", "I live in Bern", "Bern with Ella")).toEqual([
      ["I live in ", 0],
      ["Bern", 0, 1],
      [" with Ella", 1],
      ["."],
    ]);
  });

  test("a quote that is not there, or is missing, marks nothing", () => {
    expect(shown("I live in Bern.", "I live in Rome.", undefined, "")).toEqual([["I live in Bern."]]);
    expect(shown("", "x")).toEqual([]);
  });

  test("the parts always add up to the text", () => {
    const text = fc.string({ maxLength: 60 });
    fc.assert(
      fc.property(text, fc.array(fc.tuple(fc.nat(60), fc.nat(20)), { maxLength: 8 }), (all, cuts) => {
        const quotes = cuts.map(([at, length]) => all.slice(at, at + length));
        expect(
          partsOf(all, quotes)
            .map((part) => part.text)
            .join(""),
        ).toBe(all);
      }),
    );
  });
});
