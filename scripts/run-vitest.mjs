// How are the tests run and counted? Used by `npm test` and `npm run torture`; the reporter on the screen is
// for people, the counts come from a JSON report.
import { randomInt } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binOf, runNode } from "./run.mjs";

/**
 * `quiet`: the output is not shown, but returned.
 * @param {{ args?: readonly string[], env?: Record<string, string>, quiet?: boolean }} [options]
 * @returns {Promise<import("./run.mjs").Count & { output: string }>}
 */
export async function runVitest({ args = [], env = {}, quiet = false } = {}) {
  const seed = process.env.TIDELINE_SEED || String(randomInt(1, 2 ** 31));
  if (!quiet) console.log(`Seed ${seed} (replay with TIDELINE_SEED=${seed})`);
  const { report, code, output } = await reportOfVitest({
    args,
    env: { TIDELINE_SEED: seed, ...env },
    quiet,
  });
  return { ...countReport(report, code), output };
}

/**
 * What a run found, as vitest's JSON report has it; without a report if it ended before there was one.
 * @param {{ args: readonly string[], env: Record<string, string>, quiet?: boolean }} options
 */
export async function reportOfVitest({ args, env, quiet = false }) {
  const folder = mkdtempSync(join(tmpdir(), "tideline-vitest-"));
  const path = join(folder, "report.json");
  try {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`];
    const ran = await runNode([binOf("vitest"), "run", ...reporters, ...args], { env, quiet });
    const report = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
    return { report, code: ran.code, output: ran.output };
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
