/** Are the words that a misspelt one may have meant found, and no others? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Postings } from "../../src/indexes/words/postings.ts";
import { Spelling } from "../../src/indexes/words/spelling.ts";

/** Slips by their definition: the shortest way of single changes, two swapped letters being one. */
function slips(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : i === j ? 0 : i)),
  );
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const change = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY;
      rows[i]![j] = Math.min(change, swap, rows[i - 1]![j]! + 1, i > 0 ? rows[i]![j - 1]! + 1 : j);
    }
    rows[i]![0] = i;
  }
  return rows[a.length]![b.length]!;
}

/** By looking at every term. */
function oracle(word: string, terms: readonly string[]) {
  const most = word.length >= 7 ? 2 : 1;
  if (word.length < 4 || word.length > 32) return [];
  const found = terms
    .map((text, term) => ({ text, term, slips: slips(word, text) }))
    .filter(({ text, slips }) => text[0] === word[0] && text.length >= 3 && slips > 0 && slips <= most)
    .sort((a, b) => a.slips - b.slips || (a.text < b.text ? -1 : 1));
  return found
    .filter(({ slips }) => slips === found[0]?.slips)
    .slice(0, 4)
    .map(({ term, slips }) => ({ term, slips }));
}

const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "d", "ä"), minLength: 2, maxLength: 10 });

describe("corrections", () => {
  test("are the known words the fewest slips away", () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 60 }), fc.array(word), (terms, words) => {
        const postings = new Postings();
        const spelling = new Spelling();
        // Also after terms were added.
        for (const half of [terms.slice(0, terms.length / 2), terms]) {
          half.forEach((term, i) => {
            postings.post(term, i, 1, 0, true);
          });
          for (const one of words) expect(spelling.corrections(one, postings)).toEqual(oracle(one, half));
        }
      }),
    );
  });

  test("of long words, of words with other signs and of words as long as allowed are found or refused", () => {
    const postings = new Postings();
    const spelling = new Spelling();
    const long = "abcdefgh".repeat(4);
    [long, `${long}xy`, "b2b", "tea", "a\u0301bcd"].forEach((term, i) => {
      postings.post(term, i, 1, 0, true);
    });
    expect(spelling.corrections(`${long.slice(0, -1)}x`, postings)).toEqual([{ term: 0, slips: 1 }]);
    expect(spelling.corrections(`${long.slice(0, -2)}xz`, postings)).toEqual([{ term: 0, slips: 2 }]);
    expect(spelling.corrections(`${long}x`, postings)).toEqual([]);
    expect(spelling.corrections("b2bb", postings)).toEqual([]);
    expect(spelling.corrections("teaa", postings)).toEqual([{ term: 3, slips: 1 }]);
  });
});
