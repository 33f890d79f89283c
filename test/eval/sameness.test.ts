/** Does the evaluation read what it is given, and say what is wrong with it? */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { overlap, rates, readPairs } from "../../eval/support/pairs.ts";
import { splitArgs } from "../../scripts/programs.mjs";
import { ROOT, run } from "../../scripts/run.mjs";

const folder = mkdtempSync(join(tmpdir(), "tideline-eval-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, ...lines: string[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.join("\n"));
  return path;
}

const row = (a: string, b: string, label: string, set = "sick"): string =>
  JSON.stringify({ set, a, b, label });

describe("pairs", () => {
  test("are read line by line; empty lines and other fields are left out", () => {
    const path = file(
      "good",
      row("A", "B", "neutral"),
      "",
      '{"set":"x","a":"a","b":"b","label":"l","extra":1}',
    );
    expect(readPairs(path)).toEqual([
      { set: "sick", a: "A", b: "B", label: "neutral" },
      { set: "x", a: "a", b: "b", label: "l" },
    ]);
  });

  test.each([
    ["no JSON", "{oops", /:2: not a line of JSON/],
    ["no pair", '{"set":"x","a":"a"}', /:2: expected \{ set, a, b, label \}/],
    ["null", "null", /:2: expected/],
  ])("with %s in a line are refused with its number", (_what, line, message) => {
    expect(() => readPairs(file("bad", row("A", "B", "neutral"), line))).toThrow(message);
  });

  test("must be there", () => {
    expect(() => readPairs(undefined)).toThrow(/Which data\? Give --data/);
    expect(() => readPairs(join(folder, "missing"))).toThrow(/missing: there is no such file/);
    expect(() => readPairs(file("empty", ""))).toThrow(/holds no rows/);
  });

  test("are counted per set and label", () => {
    const pairs = readPairs(
      file("count", row("A", "A", "y"), row("A", "B", "y"), row("A", "B", "x"), row("A", "A", "z", "r")),
    );
    expect(rates(pairs, ({ a, b }) => a === b)).toEqual([
      { set: "sick", label: "x", pairs: 1, hits: 0 },
      { set: "sick", label: "y", pairs: 2, hits: 1 },
      { set: "r", label: "z", pairs: 1, hits: 1 },
    ]);
  });

  test("overlap in the words that both have", () => {
    expect(overlap(["a", "b", "c"], ["b", "c", "d"])).toBe(0.5);
    expect(overlap([], [])).toBe(0);
  });
});

test("names come first, and everything from the first option on is for the program", () => {
  expect(splitArgs(["a", "b", "--data", "x"])).toEqual({ names: ["a", "b"], passedOn: ["--data", "x"] });
  expect(splitArgs([])).toEqual({ names: [], passedOn: [] });
});

describe("npm run eval", () => {
  const evaluate = (...args: string[]) =>
    run(process.execPath, [join(ROOT, "scripts", "eval.mjs"), ...args], {
      quiet: true,
      env: { INIT_CWD: folder },
    });

  test("prints the merge rates and passes when the bars are met", async () => {
    file(
      "ok.jsonl",
      row("I like tea", "i like tea!", "entailment"),
      row("I like tea", "I don't like tea", "contradiction"),
    );
    const { code, output } = await evaluate("sameness", "--data", "ok.jsonl");
    expect(output).toMatch(/sick\s+entailment\s+1\s+1\s+100\.00 %/);
    expect(output).toMatch(/sick\s+contradiction\s+1\s+0\s+0\.00 %\s+≤ 0\.5 % ok/);
    expect(code).toBe(0);
  });

  test("fails when a bar is missed", async () => {
    file("bad.jsonl", row("I like tea", "i like tea!", "contradiction"));
    const { code, output } = await evaluate("sameness", "--data", "bad.jsonl");
    expect(output).toMatch(/Missed: sick contradiction/);
    expect(code).toBe(1);
  });

  test.each([
    [["smaness"], /No evaluation "smaness"\. Evaluations: .*sameness/],
    [[], /Which evaluation\?.*sameness/s],
    [["sameness"], /Which data\?/],
    [["sameness", "--data", "nowhere.jsonl"], /nowhere\.jsonl: there is no such file/],
  ])("%j says what to do instead", async (args, message) => {
    const { code, output } = await evaluate(...args);
    expect(output).toMatch(message);
    expect(code).toBe(2);
  });
});
