// How are the tests run and counted? Used by `npm test` and `npm run torture`; the reporter on the screen is
// for people, the counts come from a JSON report.
import { randomInt } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binOf, runNode } from "./run.mjs";

/**
 * @param {{ args?: readonly string[], env?: Record<string, string> }} [options]
 * @returns {Promise<import("./run.mjs").Count>}
 */
export async function runVitest({ args = [], env = {} } = {}) {
  const seed = process.env.TIDELINE_SEED || String(randomInt(1, 2 ** 31));
  console.log(`Seed ${seed} (replay with TIDELINE_SEED=${seed})`);
  const folder = mkdtempSync(join(tmpdir(), "tideline-vitest-"));
  const report = join(folder, "report.json");
  try {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const { code } = await runNode([binOf("vitest"), "run", ...reporters, ...args], {
      env: { TIDELINE_SEED: seed, ...env },
    });
    return countReport(existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A file that fails before its first test, and a run that fails with every test passed (an unhandled
 * rejection, say), each count as one failure.
 */
export function countReport(report, code) {
  if (!report) return { passed: 0, failed: 1 };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}
