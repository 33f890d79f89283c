/** Which words does a text consist of, for search and for reading? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
// So that there are lists for words to stand in.
import "../../src/text/words/analyse.ts";
import "../../src/text/claims/denial.ts";
import { foldForms, tokenize, words } from "../../src/text/words/words.ts";

test("of thousands of marks on one letter thirty are read: to put a run of them in order takes time by its square", () => {
  const marks = Array.from({ length: 16_000 }, (_, index) =>
    String.fromCodePoint(0x300 + ((index * 7) % 64)),
  );
  expect(foldForms(`a${marks.join("")} b`).length).toBeLessThanOrEqual("a b".length + 30);
  expect(foldForms(`a${"\u0323\u0301".repeat(15)}`)).toBe(`a${"\u0323\u0301".repeat(15)}`.normalize("NFKC"));
});

const texts = (text: string): string[] => tokenize(text).map((token) => token.text);

describe("words for search", () => {
  test("are folded in case and accents, without punctuation", () => {
    expect(words("Crème brûlée, s'il vous plaît!")).toEqual(["creme", "brulee", "sil", "vous", "plait"]);
    expect(words("ΟΔΟΣ οδός")).toEqual(["οδοσ", "οδοσ"]);
  });

  test("keep letters that only look like accented ones", () => {
    expect(words("мой мои が か")).toEqual(["мой", "мои", "が", "か"]);
  });

  test("are taken out of addresses, compounds and possessives", () => {
    expect(words("Anna's e-mail is anna.b@example.com")).toEqual([
      ...["anna", "e", "mail", "is", "anna", "b", "example", "com"],
    ]);
  });

  test("hold numbers without their grouping", () => {
    expect(words("1,400 users on ２０ servers")).toEqual(["1400", "users", "on", "20", "servers"]);
  });

  test("are bigrams where a script has no spaces", () => {
    expect(words("我喜欢茶 and 茶")).toEqual(["我喜", "喜欢", "欢茶", "and", "茶"]);
    expect(words("ฉันชอบ")[0]).toHaveLength(2);
  });

  test("ignore what cannot be seen", () => {
    expect(words("pass\u200bword\u00ad s\u0000et")).toEqual(["password", "set"]);
  });
});

describe("tokens", () => {
  test("keep the signs that change a meaning", () => {
    expect(texts("C++ is not C# or C")).toEqual(["c++", "is", "not", "c#", "or", "c"]);
    expect(texts("-5, .5, 1.2, #3 and @anna")).toEqual(["-5", ".5", "1.2", "#3", "and", "@anna"]);
  });

  test("keep the path of an address as written, and its host in small letters", () => {
    expect(texts("See HTTPS://Example.COM/Some/Path.")).toEqual(["see", "https://example.com/Some/Path"]);
  });

  test("remember case, and the pauses between them", () => {
    expect(tokenize("Tea, Anna. No").map(({ raw, before }) => [raw, before])).toEqual([
      ["Tea", ""],
      ["Anna", ","],
      ["No", "."],
    ]);
  });

  test("know words, numbers, signs and scripts without spaces", () => {
    expect(tokenize("tea 5km 👍 茶").map(({ kind }) => kind)).toEqual([
      "word",
      "number",
      "symbol",
      "unspaced",
    ]);
  });
});

test("equal forms: composed and decomposed, wide and narrow, curly and straight, foreign digits", () => {
  expect(foldForms("e\u0301 ｆｕｌｌ ﬁne ‘x’ – ١٤")).toBe("é full fine 'x' - 14");
});

test("the number of spaces between words changes nothing", () => {
  const word = fc.constantFrom(
    ..."tea tea of The AND Anna US a 12 007 1,2 1,x A-1 C++ .net u.s it's 5km 1,400 - -5 -a --b B- – & / #3 @x é naïve 茶 don't, (no) x. y! ".split(
      " ",
    ),
  );
  const gap = fc.constantFrom(..." | | | ||, |. |: |; |! |? |\n|.|,".split("|"));
  const text = fc.array(fc.tuple(word, gap), { maxLength: 12 });
  fc.assert(
    fc.property(text, (pieces) => {
      const written = pieces.flat().join("");
      expect(tokenize(written)).toStrictEqual(tokenize(written.replaceAll(" ", "  ")));
    }),
    { numRuns: 3_000 },
  );
});

describe("texts in Latin letters, which are not folded step by step", () => {
  // An unseen character sends a text the long way, which drops it.
  const UNSEEN = "\u200b";
  const letter = fc.oneof(
    fc.integer({ min: 0x20, max: 0x7e }),
    fc.integer({ min: 0xa0, max: 0x24f }),
    fc.constantFrom(...Array.from(" .,'-!=#&/+", (sign) => sign.charCodeAt(0))),
  );
  const latin = fc.array(letter, { maxLength: 40 }).map((codes) => String.fromCharCode(...codes));

  test("come to the same as step by step", () => {
    for (let code = 0x20; code <= 0x24f; code++) {
      const text = String.fromCharCode(code);
      expect(foldForms(text), `U+${code.toString(16)}`).toBe(foldForms(text + UNSEEN));
    }
    fc.assert(
      fc.property(latin, (text) => {
        expect(foldForms(text)).toBe(foldForms(text + UNSEEN));
        expect(tokenize(text)).toEqual(tokenize(text + UNSEEN));
      }),
      { numRuns: 2_000 },
    );
  });
});
