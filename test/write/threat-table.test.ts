// Is everything in the threat scan's table found in a text that says it?
import fc from "fast-check";
import { expect, test } from "vitest";
import { THREAT_PATTERNS } from "../../src/write/threat/patterns.ts";
import { scanThreats } from "../../src/write/threat.ts";

const shapes = THREAT_PATTERNS.flatMap(({ shows = [] }) => shows);

/** Texts that nearly match: the generator knows neither look-arounds nor edges of words. */
function nearMatches({ source }: RegExp): fc.Arbitrary<string> {
  const LOOK = /\(\?<?[=!](?:[^()[\]\\]|\\.|\[(?:\\.|[^\]\\])*\]|\((?:[^()\\]|\\.)*\))*\)/g;
  return fc.stringMatching(new RegExp(source.replace(LOOK, "").replaceAll("\\b", " ?")));
}

test.each(shapes.map((shape) => [shape]))("a text with this shape is flagged: %s", (shape) => {
  const texts = fc.sample(nearMatches(shape), { seed: 1, numRuns: 200 });
  expect(texts.some((text) => shape.test(text) && scanThreats(text).length > 0)).toBe(true);
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

const phrases = THREAT_PATTERNS.flatMap(({ says = [], besides }) => (besides === undefined ? says : []));

test.each(phrases)("a text with this phrase is flagged: %s", (phrase) => {
  const texts = fc.sample(saying(phrase), { seed: 1, numRuns: 20 });
  expect(texts.some((text) => scanThreats(text).length > 0)).toBe(true);
});
