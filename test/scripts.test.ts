import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bundledPackages, renderNotices } from "../scripts/notices.mjs";
import { helpOf, programsIn } from "../scripts/programs.mjs";
import { countAsOne, countOf } from "../scripts/run.mjs";
import { countReport } from "../scripts/run-vitest.mjs";

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
