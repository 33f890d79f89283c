/** Are runs kept, read back and compared as they were? */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compare, pairRows } from "../../eval/support/comparison.ts";
import { contest } from "../../eval/support/contest.ts";
import { makeCorpus } from "../../eval/support/corpus.ts";
import { MEASURES, summaryOf } from "../../eval/support/report.ts";
import { readResults, writeResults } from "../../eval/support/results.ts";
import { readOptions } from "../../eval/support/run.ts";
import { tellingWords } from "../../eval/support/stop-words.ts";
import { casesOf, type System } from "../../eval/support/systems.ts";
import { VectorCache } from "../../eval/support/vector-cache.ts";
import { ROOT, run } from "../../scripts/run.mjs";
import type { Measure } from "../../src/eval/measures.ts";
import type { CaseRow } from "../../src/eval/rows.ts";

const folder = mkdtempSync(join(tmpdir(), "tideline-runs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const row = (id: string, ranks: CaseRow["ranks"], more: Partial<CaseRow> = {}): CaseRow => ({
  id,
  category: "x",
  ranks,
  kept: ranks,
  returned: 2,
  relevant: 1,
  ...more,
});
const measure = (name: string): Measure => MEASURES.find((one) => one.name === name)!;

describe("a contest", () => {
  const corpus = makeCorpus(
    "c",
    [
      { key: "a", at: 1, input: { content: "a", segment: "context" } },
      { key: "b", at: 2, input: { content: "b", segment: "context" } },
    ],
    [
      { id: "1", category: "x", query: "a?", gold: ["a"] },
      { id: "2", category: "y", query: "?", gold: [] },
    ],
  );
  const echo: System = {
    name: "echo",
    fill: async (given) => ({
      capability: {
        name: "echo",
        recall: (query) => ["b", query.replace("?", "")].filter((key) => key !== ""),
      },
      cases: casesOf(given, (key) => key),
      notes: "1 reinforced",
      close: () => undefined,
    }),
  };

  test("asks every system everything and says how it goes", async () => {
    const said: string[] = [];
    const rows = await contest([corpus], [echo], (line) => said.push(line));
    expect(rows.get("echo")).toEqual([
      row("1", [2]),
      { id: "2", category: "y", ranks: [], kept: [], returned: 1, relevant: 0 },
    ]);
    expect(said).toEqual([
      expect.stringMatching(/^c: echo: 2 added in .*, 2 asked twice in .*; 1 reinforced$/),
    ]);
  });

  test("is kept and read back row by row", async () => {
    const rows = await contest([corpus], [echo], () => undefined);
    const path = join(folder, "run.json");
    writeResults(path, "test", rows);
    expect(readResults(path)).toEqual({ evaluation: "test", rows });
    expect(summaryOf(rows).echo?.all?.["R@5"]).toMatchObject({ mean: 1, rows: 1 });
    const counts = ["the half to tune on", "the half held out"].map(
      (half) => summaryOf(rows).echo?.[half]?.["R@5"]?.rows ?? 0,
    );
    expect(counts.sort()).toEqual([0, 1]);
    expect(summaryOf(rows).echo?.y).toEqual({ abstains: { mean: 0, rows: 1, low: 0, high: 0 } });
  });

  test.each([
    ["another file", "[]", /expected an object/],
    ["no rows", '{"evaluation":"x"}', /\.rows: expected an object/],
    ["a broken row", '{"evaluation":"x","rows":{"s":[{"id":"1"}]}}', /rows\.s\[0\]\.category/],
  ])("refuses %s", (_what, text, message) => {
    const path = join(folder, "broken.json");
    writeFileSync(path, text);
    expect(() => readResults(path)).toThrow(message);
  });
});

describe("a comparison", () => {
  const before = [row("1", [1]), row("2", [4]), row("3", [undefined]), row("4", []), row("only before", [1])];
  const after = [row("1", [2]), row("2", [1]), row("3", [20]), row("4", [], { returned: 0 })];
  const pairs = pairRows(before, after);

  test("is of the questions that both were asked, the largest changes first", () => {
    const result = compare(measure("MRR@20"), pairs);
    expect(result).toMatchObject({ pairs: 3, before: (1 + 1 / 4) / 3, p: 1 });
    expect(result?.higher.map(({ id }) => id)).toEqual(["2", "3"]);
    expect(result?.lower).toEqual([{ id: "1", category: "x", before: 1, after: 0.5 }]);
  });

  test("is about the rows that a measure is about", () => {
    expect(compare(measure("abstains"), pairs)).toMatchObject({ pairs: 1, before: 0, after: 1 });
    expect(compare(measure("abstains"), pairRows(before.slice(0, 1), after))).toBeUndefined();
  });

  test("of nothing in common is refused", () => {
    expect(() => pairRows(before, [row("5", [1])])).toThrow(/no question in common/);
  });
});

describe("what is lost to the cut", () => {
  const cut = measure("cut").of;

  test("is gold that stood high enough, when none of it was returned", () => {
    expect(cut(row("1", [8], { kept: [undefined] }))).toBe(1);
    expect(cut(row("1", [9], { kept: [undefined] }))).toBe(0);
    expect(cut(row("1", [1, 2], { kept: [1, undefined] }))).toBe(0);
  });
});

describe("the vector cache", () => {
  test("computes a text once, across runs, and survives a record that was cut off", async () => {
    const path = join(folder, "cache", "toy.vectors");
    const asked: string[] = [];
    const toy = {
      model: "toy",
      dimensions: 2,
      embed: async (texts: readonly string[]) => {
        asked.push(...texts);
        return texts.map((text) => Float32Array.of(text.length, 0.5));
      },
    };
    const open = () => new VectorCache(toy, path, () => undefined);
    const first = await open().embed(["a", "bb", "a"], "fact");
    expect(first).toEqual([Float32Array.of(1, 0.5), Float32Array.of(2, 0.5), Float32Array.of(1, 0.5)]);
    expect(asked).toEqual(["a", "bb"]);
    appendFileSync(path, Buffer.alloc(7));
    expect(await open().embed(["bb", "a"], "fact")).toEqual([first[1], first[0]]);
    expect(asked).toEqual(["a", "bb"]);
    await open().embed(["a"], "query");
    await open().embed(["a"], "query");
    expect(asked).toEqual(["a", "bb", "a"]);
  });
});

describe("npm run eval", () => {
  const evaluate = (...args: string[]) =>
    run(process.execPath, [join(ROOT, "scripts", "eval.mjs"), ...args], {
      quiet: true,
      env: { INIT_CWD: folder },
    });

  test("measures recall, keeps the rows without a text of the data, and compares two runs", async () => {
    const turns = ["I bought a telescope.", "My tent leaks.", "Rye bread is best."].map((text, i) => ({
      speaker: i % 2 === 0 ? "Ada" : "Ben",
      dia_id: `D1:${i + 1}`,
      text,
    }));
    const sample = {
      sample_id: "conv-1",
      conversation: { session_1_date_time: "1:30 pm on 8 May, 2023", session_1: turns },
      qa: [
        { question: "What did Ada buy, a telescope?", evidence: ["D1:1"], category: 4 },
        { question: "Which submarine sank?", evidence: [], category: 5 },
      ],
    };
    writeFileSync(join(folder, "locomo.json"), JSON.stringify([sample]));
    const args = ["--data", "locomo.json", "--systems", "tideline", "--no-rivals", "--json", "a.json"];
    const { code, output } = await evaluate("locomo", ...args);
    expect(output).toMatch(/conv-1: tideline: 3 added/);
    expect(output).toMatch(/all: 1 with an answer, 1 without/);
    expect(output).toMatch(/tideline\s+1\.000 \[1\.000 1\.000\]/);
    expect(code).toBe(0);
    const kept = readFileSync(join(folder, "a.json"), "utf8");
    expect(kept).not.toMatch(/telescope|Ada|tent/);
    expect(
      readResults(join(folder, "a.json"))
        .rows.get("tideline")
        ?.map(({ ranks }) => ranks),
    ).toEqual([[1], []]);
    const diff = await evaluate("diff", "a.json", "a.json", "--measure", "R@5");
    expect(diff.output).toMatch(/R@5\s+1\s+1\.000\s+1\.000\s+0\s+0\s+1\.0000/);
    expect(diff.code).toBe(0);
  });

  test.each([
    [["locomo", "--no-rivals", "--nonsense"], /Unknown option '--nonsense'/],
    [["diff", "a.json"], /Compare what\?/],
  ])("%j says what to do instead", async (args, message) => {
    const { code, output } = await evaluate(...args);
    expect(output).toMatch(message);
    expect(code).toBe(2);
  });
});

describe("options", () => {
  test("choose contestants and corpora", () => {
    const names = (...args: string[]) => readOptions(args).systems.map(({ name }) => name);
    expect(names()).toEqual(["tideline", "tideline+names", "lexical", "vector", "fts5", "minisearch"]);
    expect(names("--no-rivals")).toEqual(["tideline", "tideline+names", "lexical", "vector"]);
    expect(names("--systems", "fts5,tideline")).toEqual(["fts5", "tideline"]);
    expect(() => names("--systems", "fts5", "--no-rivals")).toThrow(/No system "fts5"\. Systems: tideline/);
    expect(readOptions(["--only", "a,b"]).only).toEqual(["a", "b"]);
  });
});

test("rivals are asked for the words that say something, or for all if none does", () => {
  expect(tellingWords("What did the cat's owner say about Zoë?")).toEqual(["cat", "owner", "say", "zoë"]);
  expect(tellingWords("Who is it?")).toEqual(["who", "is", "it"]);
  expect(tellingWords("?!")).toEqual([]);
});
