// `npm test`: is this checkout in order? Installs what is missing, then builds, type-checks, lints, applies
// the house rules, runs every test and tries the packed package. A failed step does not stop the others:
// one run shows everything. The last line is "N passed, N failed".
//
//   --only=lint,tests   run these steps only
//   --quick             leave out what needs a build, and the torture sample
import { availableParallelism } from "node:os";
import { ensureBrowser } from "./browser.mjs";
import { binOf, countAsOne, countOf, ensureInstalled, finish, runNode } from "./run.mjs";
import { runVitest } from "./run-vitest.mjs";

const options = parseOptions(process.argv.slice(2));

/** name, heading, what runs; each returns its counts, and its output if it was not shown. */
const STEPS = [
  ["build", "Build", async () => countAsOne(await runNode(["scripts/build.mjs"]))],
  ["notices", "Licence notices", () => quietly(["scripts/notices.mjs", "--check"], countAsOne)],
  ["typecheck", "Types", typeCheck],
  ["lint", "Lint", () => quietly([binOf("@biomejs/biome", "biome"), "check", "."], countAsOne)],
  ["tidy", "House rules", () => quietly(["scripts/tidy.mjs"], countOf)],
  ["tests", "Tests", runTests],
  ["browser", "Browser", runBrowserTests],
  ["package", "Package", async () => countOf(await runNode(["scripts/package-test.mjs"]))],
];
const SLOW_STEPS = ["build", "notices", "browser", "package"];
/**
 * Start together once there is a build; each shows its output at its place. Those that read the sources use one core each,
 * and the browser's tests wait for the browser most of the time.
 */
const TOGETHER = ["browser", "notices", "typecheck", "lint", "tidy"];

const steps = chooseSteps();
await ensureInstalled();
const results = [];
const begun = new Map();
for (const [name, heading, runStep] of steps) {
  if (name !== "build" && begun.size === 0) begin();
  console.log(`\n── ${heading}`);
  const startMs = performance.now();
  const { passed, failed, output } = await (begun.get(name) ?? runStep());
  if (output !== undefined) process.stdout.write(output);
  results.push({ name, passed, failed });
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  console.log(`── ${heading}: ${failed === 0 ? "ok" : "FAILED"}, ${seconds} s`);
}
const failedSteps = results.filter((result) => result.failed > 0).map((result) => result.name);
console.log(failedSteps.length === 0 ? "\nEvery step passed." : `\nFailed: ${failedSteps.join(", ")}`);
finish(results);

function begin() {
  for (const [name, , runStep] of steps) if (TOGETHER.includes(name)) begun.set(name, runStep());
}

/** One of our scripts, or a tool. */
async function quietly(args, count) {
  const ran = await runNode(args, { quiet: true });
  return { ...count(ran), output: ran.output };
}

/** With one process more than there are cores: some tests wait, for a lock, a time limit or another process. */
async function runTests() {
  const { passed, failed } = await runVitest({
    args: [
      `--maxWorkers=${availableParallelism() + 1}`,
      ...(options.quick ? ["--exclude=test/torture/**"] : []),
    ],
    env: { TIDELINE_SAMPLE: process.env.TIDELINE_SAMPLE ?? "half" },
  });
  return { passed, failed };
}

/** In real Chromium. Without one they are left out, and say so; not in CI, where one must be there. */
async function runBrowserTests() {
  const browser = await ensureBrowser();
  if (browser !== undefined)
    return await runVitest({
      args: ["--config=test/dashboard/vitest.config.ts"],
      env: { TIDELINE_CHROMIUM: browser },
      quiet: true,
    });
  const isNeeded = process.env.CI === "true";
  const output = `${isNeeded ? "FAILED" : "SKIPPED"}: no Chromium here, and it cannot be installed (that needs Debian and root). Set TIDELINE_CHROMIUM to its path.\n`;
  return { passed: 0, failed: isNeeded ? 1 : 0, output };
}

/** Each folder has its own globals: Node here, the browser there. */
async function typeCheck() {
  const compiler = binOf("typescript-native", "tsc");
  const check = (project) => quietly([compiler, "--noEmit", "-p", project], countAsOne);
  const [engine, page] = await Promise.all([check("."), check("dashboard")]);
  return {
    passed: engine.passed + page.passed,
    failed: engine.failed + page.failed,
    output: engine.output + page.output,
  };
}

function chooseSteps() {
  const unknown = options.only?.find((wanted) => !STEPS.some(([name]) => name === wanted));
  if (unknown) stop(`No step "${unknown}". Steps: ${STEPS.map(([name]) => name).join(", ")}`);
  if (options.only) return STEPS.filter(([name]) => options.only.includes(name));
  return options.quick ? STEPS.filter(([name]) => !SLOW_STEPS.includes(name)) : STEPS;
}

function parseOptions(args) {
  const parsed = { quick: false, only: undefined };
  for (const arg of args) {
    if (arg === "--quick") parsed.quick = true;
    else if (arg.startsWith("--only=")) parsed.only = arg.slice("--only=".length).split(",");
    else stop(`Unknown option ${arg}. Options: --quick, --only=step,step`);
  }
  return parsed;
}

function stop(message) {
  console.error(message);
  process.exit(2);
}
