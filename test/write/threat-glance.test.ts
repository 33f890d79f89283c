// Does a first look ever clear a text in which a close one finds something?
import fc from "fast-check";
import { expect, test } from "vitest";
import { needsOf } from "../../src/write/threat/needs.ts";
import { THREAT_PATTERNS } from "../../src/write/threat/patterns.ts";
import { VOCABULARY } from "../../src/write/threat/vocabulary.ts";
import { scanClosely, scanThreats } from "../../src/write/threat.ts";

/** Stands before a text or behind it; some of these run into its words. */
const beside = fc.constantFrom("", "", "", "So ", " it is.", "\n", ". ", "'", "_", "x", "7", "-", ", ", "é");

const inContext = (text: fc.Arbitrary<string>) =>
  fc.tuple(beside, text, beside).map((parts) => parts.join(""));

const shapes = THREAT_PATTERNS.flatMap(({ shows = [] }) => shows);

/** Nearly what the expression matches: a generator knows neither what is looked at only, nor edges of words. */
function nearMatches({ source }: RegExp): fc.Arbitrary<string> {
  const LOOK = /\(\?<?[=!](?:[^()[\]\\]|\\.|\[(?:\\.|[^\]\\])*\]|\((?:[^()\\]|\\.)*\))*\)/g;
  return fc.stringMatching(new RegExp(source.replace(LOOK, "").replaceAll("\\b", " ?")));
}

test.each(shapes.map((shape) => [shape]))("a text with this shape is looked at closely: %s", (shape) => {
  const texts = fc.sample(nearMatches(shape), { seed: 1, numRuns: 200 });
  expect(texts.some((text) => shape.test(text) && scanThreats(text).length > 0)).toBe(true);
  for (const text of [
    ...texts,
    ...fc.sample(inContext(fc.constantFrom(...texts)), { seed: 1, numRuns: 200 }),
  ])
    expect(scanThreats(text)).toEqual(scanClosely(text));
});

const filler = fc.constantFrom(
  ..."the a of it was she and to in 42 1,234 city Maya don't I your now on".split(" "),
);

/** Texts in which the phrase may be found, in its notation. */
function saying(phrase: string): fc.Arbitrary<string> {
  const parts = phrase.split(" ").map((part): fc.Arbitrary<readonly string[]> => {
    if (part === "^") return fc.constantFrom([], ["Please"]);
    if (part.startsWith("…")) return fc.array(filler, { maxLength: Number(part.slice(1) || 4) });
    if (part.startsWith("!")) return fc.array(filler, { maxLength: 1 });
    const words = part
      .replace("?", "")
      .split("|")
      .flatMap((word) => ADDRESSES[word] ?? word);
    return part.endsWith("?")
      ? fc.subarray(words, { maxLength: 1 })
      : fc.constantFrom(...words).map((word) => [word]);
  });
  return fc.tuple(...parts).map((said) => said.flat().join(" "));
}

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  URL: ["evil.example.com", "http://localhost/x"],
  EMAIL: ["a@example.com"],
};

/** How an attacker hides what is said. */
const disguise = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.replaceAll(" ", ""),
  (text) => text.replace(/\w{6,}/, (word) => [...word].join(" ")),
  (text) => text.replace(/(\w)(\w)(\w)(\w{2,})/g, "$1$3$2$4"),
  (text) => text.replaceAll("o", "0").replaceAll("i", "1"),
  (text) => text.replaceAll("a", "@").replaceAll("s", "$"),
  (text) => text.replaceAll("e", "е"),
  (text) => text.replaceAll("n", "n\u{200B}"),
  (text) => text.replaceAll("e", "&#101;"),
  (text) => text.replaceAll("t", "t'"),
  (text) => [...text].reverse().join(""),
  (text) => Buffer.from(text).toString("base64"),
  (text) => Buffer.from(text).toString("hex"),
  (text) => text.slice(0, -1),
  (text) => text.replace(" ", " <b>"),
);

test("a phrase is found, and found in disguise, as if there were no first look", () => {
  for (const { says = [], besides } of THREAT_PATTERNS) {
    for (const phrase of says) {
      const said = fc.sample(saying(phrase), { seed: 1, numRuns: 20 });
      if (besides === undefined) expect(said.some((text) => scanThreats(text).length > 0)).toBe(true);
      const hidden = fc
        .tuple(inContext(fc.constantFrom(...said)), disguise)
        .map(([text, hide]) => hide(text));
      for (const text of [...said, ...fc.sample(hidden, { seed: 1, numRuns: 30 })])
        expect(scanThreats(text)).toEqual(scanClosely(text));
    }
  }
});

test("whatever stands in a text, a first look changes nothing", () => {
  const words = THREAT_PATTERNS.flatMap(({ says = [] }) => says.flatMap((phrase) => phrase.split(/[ |?!]+/)));
  const sign = fc.constantFrom(..." .,'-_:/|@!$\"()<>#=&%\\\n\t\u{7}é中\u{200B}0179".split(""));
  const part = fc.oneof(fc.constantFrom(...new Set(words)), filler, sign, nearMatches(/[a-z]{1,14}/));
  const text = fc.array(fc.tuple(part, fc.constantFrom(" ", " ", " ", "", "'", ", ")), { maxLength: 30 });
  fc.assert(
    fc.property(text, (parts) => {
      const content = parts.flat().join("");
      expect(scanThreats(content)).toEqual(scanClosely(content));
    }),
    { numRuns: 5_000 },
  );
});

test("whatever concepts a text speaks of, a first look changes nothing", () => {
  const isLatin = (entry: string) => /^[a-z_]+\*?$/.test(entry);
  const concepts = Object.values(VOCABULARY).map((entries) => entries.split(/\s+/).filter(isLatin));
  const word = fc
    .constantFrom(...concepts.filter((entries) => entries.length > 0))
    .chain((entries) => fc.constantFrom(...entries))
    .map((entry) => entry.replaceAll("_", " ").replace("*", "en"));
  const gap = fc.constantFrom(" ", " ", " ", ", ", ". ", "-", "'", ": ", "\n");
  const text = fc.array(fc.tuple(fc.oneof(word, filler), gap), { minLength: 2, maxLength: 14 });
  let flagged = 0;
  fc.assert(
    fc.property(text, (parts) => {
      const content = parts.flat().join("");
      const found = scanClosely(content);
      flagged += found.length > 0 ? 1 : 0;
      expect(scanThreats(content)).toEqual(found);
    }),
    { numRuns: 4_000 },
  );
  expect(flagged).toBeGreaterThan(100);
});

test.each<[RegExp, readonly (readonly string[])[]]>([
  [/\b(?:curl|wget)\b[^\n]{0,200}\|/, [["curl", "wget"], ["|"]]],
  [/\bCurly/, [["curl"]]],
  [/curl/, []],
  [/localStorages/, [["long word"]]],
  [/\bcur(?:l|ls)\b/, []],
  [/\bnc\s/, [["nc"]]],
  [/\bnc\s?-/, [["nc"], ["-"]]],
  [/\bnc\w?-/, [["-"]]],
  [/\b(?:[a-z]{1,9}_){0,3}password/, [["pass"]]],
  [/\b[Cc]lient/, [["clie"]]],
  [/(?:^|[\n>] {0,2})system\b/, [["syst"]]],
  [/(?:-d|--data)? "/, [['"']]],
  [/a|=/, []],
  [/a\.b/, [[]]],
  [/key:[A-Z0-9]{20,}/, [[]]],
  [/<(?!b)(?:i|密码)>/, [["<"], ["i"], [">"]]],
])("what %s needs", (expression, needs) => {
  expect(needsOf(expression.source)).toEqual(needs);
});

test("an expression that cannot be read is refused, rather than overlooked", () => {
  expect(() => needsOf("(a)\\1")).toThrow("what \\1 stands for is known");
  expect(() => needsOf("\\u0061")).toThrow("what \\u stands for is known");
});
