import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bundledPackages, renderNotices } from "../scripts/notices.mjs";
import { helpOf, programsIn } from "../scripts/programs.mjs";
import { countAsOne, countOf, ROOT } from "../scripts/run.mjs";
import { countReport, reportOfVitest } from "../scripts/run-vitest.mjs";
import { filesOf, seedsOf } from "../scripts/seeds.mjs";
import { isFull } from "./support/campaign.ts";
import { replayLine } from "./support/replay.ts";

test.each(["bench", "eval"].flatMap((folder) => programsIn(folder).map((name) => [folder, name] as const)))(
  "%s/%s says what it answers and how it is called",
  (folder, name) => {
    expect(helpOf(folder, name)).toMatch(new RegExp(`npm run ${folder} -- ${name}\\b`));
  },
);

describe("counting", () => {
  test("a script is counted by its last line", () => {
    expect(countOf({ code: 0, output: "9 passed, 9 failed\nmore\n3 passed, 0 failed\n" })).toEqual({
      passed: 3,
      failed: 0,
    });
  });

  test("a script without that line, or with an exit code that contradicts it, has failed", () => {
    expect(countOf({ code: 0, output: "done" })).toEqual({ passed: 0, failed: 1 });
    expect(countOf({ code: 1, output: "3 passed, 0 failed" })).toEqual({ passed: 3, failed: 1 });
  });

  test("a program is one check", () => {
    expect(countAsOne({ code: 0 })).toEqual({ passed: 1, failed: 0 });
    expect(countAsOne({ code: 2 })).toEqual({ passed: 0, failed: 1 });
  });

  const report = (numPassedTests: number, numFailedTests: number, testResults: unknown[] = []) => ({
    numPassedTests,
    numFailedTests,
    testResults,
  });

  test("a test run is counted by its report", () => {
    const failedFile = { status: "failed", assertionResults: [{ status: "failed" }] };
    expect(countReport(report(5, 1, [failedFile]), 1)).toEqual({ passed: 5, failed: 1 });
  });

  test("a test file that cannot be loaded counts as a failure", () => {
    expect(countReport(report(5, 0, [{ status: "failed", assertionResults: [] }]), 1)).toEqual({
      passed: 5,
      failed: 1,
    });
  });

  test("a run that fails with all tests passed, or leaves no report, counts as a failure", () => {
    expect(countReport(report(5, 0), 1)).toEqual({ passed: 5, failed: 1 });
    expect(countReport(undefined, 0)).toEqual({ passed: 0, failed: 1 });
  });
});

describe("licence notices", () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "tideline-notices-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function addPackage(folder: string, manifest: object, files: Record<string, string> = {}): void {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, "package.json"), JSON.stringify(manifest));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, folder, name), text);
  }

  test("name each bundled package once, with version, licence and its text", () => {
    addPackage(
      "node_modules/b",
      { name: "b", version: "2.0.0", license: "MIT" },
      { LICENSE: "Text of B\r\n" },
    );
    addPackage("node_modules/b/node_modules/@s/a", { name: "@s/a", version: "1.0.0", license: "ISC" });
    const modules = [
      "node_modules/b/x.js",
      "node_modules/b/y.js",
      "node_modules/b/node_modules/@s/a/lib/z.js",
    ];
    const text = renderNotices(bundledPackages(modules, root));
    expect(text.match(/^## .*$/gm)).toEqual(["## @s/a 1.0.0", "## b 2.0.0"]);
    expect(text).toContain("Licence: MIT\n\n```text\nText of B\n```");
    expect(text).toContain("Licence: ISC\n\nThe package ships no licence text.");
  });

  test("refuse a package that declares no licence", () => {
    addPackage("node_modules/c", { name: "c", version: "1.0.0" });
    expect(() => bundledPackages(["node_modules/c/x.js"], root)).toThrow("c 1.0.0 declares no licence");
  });

  test("say so when nothing is bundled", () => {
    expect(renderNotices([])).toContain("contain no third-party code");
  });
});

describe("many seeds", () => {
  test("every file that asserts a property is tried, and every one that takes the run's seed", () => {
    const properties = filesOf("properties");
    expect(properties).toContain("test/log/fold.test.ts");
    expect(properties).toContain("test/torture/random-life.test.ts");
    expect(filesOf("campaigns")).toContain("test/torture/kill.test.ts");
    expect(filesOf("campaigns")).not.toContain("test/log/fold.test.ts");
  });

  test("a campaign that goes on has other seeds than before, and the same when it is repeated", () => {
    const all = seedsOf({ campaign: "7", done: 0 }, 300);
    expect(new Set(all).size).toBe(300);
    expect(seedsOf({ campaign: "7", done: 100 }, 200)).toEqual(all.slice(100));
    expect(all.every((seed) => Number.isInteger(seed) && seed >= 1 && seed <= 2 ** 31)).toBe(true);
  });

  test("the line that replays a test names it alone, whatever is in its name", () => {
    const suite = { name: "what's (left)", file: { name: "test/a.test.ts" } };
    const task = { name: "5 $ | a\nb", suite, file: suite.file };
    const rounds = isFull ? "TIDELINE_TORTURE=full " : "";
    expect(replayLine(task, 7)).toBe(
      `Replay: ${rounds}TIDELINE_SEED=7 npx vitest run test/a.test.ts -t '^what'\\''s \\(left\\) 5 \\$ \\| a.b$'`,
    );
  });
});

describe("a test that fails", () => {
  const PROBE = `
    import fc from "fast-check";
    import { expect, test } from "vitest";
    test("of a property", () => fc.assert(fc.property(fc.nat(), (n) => n < 0)));
    test("of a property that waits", () => fc.assert(fc.asyncProperty(fc.nat(), async (n) => n < 0)));
    test("of none", () => expect(1).toBe(2));
  `;
  const NAMES = ["of a property", "of a property that waits", "of none"];
  let folder: string;

  // A project of its own: a run of this one would be in the way of the run that we are in.
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tideline-probe-"));
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const test = { setupFiles: [join(ROOT, "test/support/property-seed.ts")] };
    writeFileSync(join(folder, "vitest.config.mjs"), `export default ${JSON.stringify({ test })}`);
    writeFileSync(join(folder, "probe.test.ts"), PROBE);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function linesWith(seeds: string): Promise<readonly string[]> {
    const env = { TIDELINE_SEED: "3", TIDELINE_SEEDS: seeds, TIDELINE_TORTURE: "" };
    const { report } = await reportOfVitest({ args: [`--root=${folder}`], env, quiet: true });
    return [...new Set(JSON.stringify(report).match(/Replay: .*?\$'/g))].sort();
  }
  const line = (seed: number, name: string) =>
    `Replay: TIDELINE_SEED=${seed} npx vitest run probe.test.ts -t '^${name}$'`;

  test("says with which line it fails again, also of a property, once for each seed", async () => {
    expect(await linesWith("3")).toEqual(NAMES.map((name) => line(3, name)).sort());
    const both = NAMES.slice(0, 2).map((name) => line(4, name));
    expect(await linesWith("3,4")).toEqual([...NAMES.map((name) => line(3, name)), ...both].sort());
  });
});
