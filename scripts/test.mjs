// `npm test`: is this checkout in order? Installs what is missing, then builds, type-checks, lints, applies
// the house rules, runs every test and tries the packed package. A failed step does not stop the others:
// one run shows everything. The last line is "N passed, N failed".
//
//   --only=lint,tests   run these steps only
//   --quick             leave out what needs a build, and the torture sample
import { ensureBrowser } from "./browser.mjs";
import { binOf, countAsOne, countOf, ensureInstalled, finish, runNode } from "./run.mjs";
import { runVitest } from "./run-vitest.mjs";

const options = parseOptions(process.argv.slice(2));

/** name, heading, what runs; each returns its counts. */
const STEPS = [
  ["build", "Build", async () => countAsOne(await runNode(["scripts/build.mjs"]))],
  ["notices", "Licence notices", async () => countAsOne(await runNode(["scripts/notices.mjs", "--check"]))],
  ["typecheck", "Types", () => typeCheck(".", "dashboard")],
  ["lint", "Lint", async () => countAsOne(await runNode([binOf("@biomejs/biome", "biome"), "check", "."]))],
  ["tidy", "House rules", async () => countOf(await runNode(["scripts/tidy.mjs"]))],
  ["tests", "Tests", runTests],
  ["browser", "Browser", runBrowserTests],
  ["package", "Package", async () => countOf(await runNode(["scripts/package-test.mjs"]))],
];
const SLOW_STEPS = ["build", "notices", "browser", "package"];

const steps = chooseSteps();
await ensureInstalled();
const results = [];
let inBrowser;
for (const [name, heading, runStep] of steps) {
  console.log(`\n── ${heading}`);
  const startMs = performance.now();
  const { passed, failed } = await runStep();
  results.push({ name, passed, failed });
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  console.log(`── ${heading}: ${failed === 0 ? "ok" : "FAILED"}, ${seconds} s`);
  // They wait for a browser most of the time, so they run beside the other steps once there is a build.
  if (name === "build" && steps.some(([other]) => other === "browser")) inBrowser = startInBrowser();
}
const failedSteps = results.filter((result) => result.failed > 0).map((result) => result.name);
console.log(failedSteps.length === 0 ? "\nEvery step passed." : `\nFailed: ${failedSteps.join(", ")}`);
finish(results);

/** On every core: by itself vitest leaves one idle, which is half of a small machine. */
async function runTests() {
  return await runVitest({
    args: ["--maxWorkers=100%", ...(options.quick ? ["--exclude=test/torture/**"] : [])],
  });
}

/** In real Chromium. undefined without one. */
async function startInBrowser() {
  const browser = await ensureBrowser();
  if (browser === undefined) return undefined;
  return await runVitest({
    args: ["--config=test/dashboard/vitest.config.ts"],
    env: { TIDELINE_CHROMIUM: browser },
    quiet: true,
  });
}

/** Their output is shown at their place. Without a browser they are left out, and say so; not in CI, where one must be there. */
async function runBrowserTests() {
  const ran = await (inBrowser ?? startInBrowser());
  if (ran !== undefined) {
    process.stdout.write(ran.output);
    return ran;
  }
  const isNeeded = process.env.CI === "true";
  console.log(
    `${isNeeded ? "FAILED" : "SKIPPED"}: no Chromium here, and it cannot be installed (that needs Debian and root). Set TIDELINE_CHROMIUM to its path.`,
  );
  return { passed: 0, failed: isNeeded ? 1 : 0 };
}

/** Each folder has its own globals: Node here, the browser there. */
async function typeCheck(...projects) {
  const counts = { passed: 0, failed: 0 };
  for (const project of projects) {
    const { passed, failed } = countAsOne(
      await runNode([binOf("typescript", "tsc"), "--noEmit", "-p", project]),
    );
    counts.passed += passed;
    counts.failed += failed;
  }
  return counts;
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
