// Does what draws at random hold with hundreds of other seeds?
//
//   npm run torture -- properties --seeds 300   every `fc.assert` under test/, each with its own number of runs per seed
//   npm run torture -- campaigns --seeds 30     every test file that takes the run's seed, as `npm test` samples it
//
//   --seeds N     how many seeds (default 100)
//   --workers N   how many test files at once (default 2)
//   --anew        do not go on with what was begun; TIDELINE_SEED=… repeats the seeds of another campaign
//   filters       files whose path contains one of them only
//
// Which files these are is read from the files. Properties are tried with many seeds in one process: starting and
// loading takes longer than most of them. What was tried is written down after each batch, and the next start goes on
// from there, as long as src/ and test/ are the same: seeds that other code withstood prove nothing.
import { createHash, randomInt } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join, relative, sep } from "node:path";
import { ROOT } from "./run.mjs";
import { reportOfVitest } from "./run-vitest.mjs";

const KINDS = {
  properties: {
    seedsAtOnce: 20,
    isPart: (text) => /^import fc from "fast-check";$/m.test(text) && /\bfc\.assert\(/.test(text),
  },
  campaigns: {
    seedsAtOnce: 1,
    isPart: (text) => /import \{[^}]*\bseed\b[^}]*\} from "[./]+\/support\/campaign\.ts"/.test(text),
  },
};
const STATE_FOLDER = join(tmpdir(), `tideline-torture-${userInfo().username}`);
const REPLAY = /^Replay: .*$/gm;

/**
 * @param {"properties" | "campaigns"} kind
 * @param {readonly string[]} args
 * @returns {Promise<import("./run.mjs").Count>}
 */
export async function runManySeeds(kind, args) {
  const options = parseOptions(args);
  const files = filesOf(kind).filter((file) => isWanted(file, options.filters));
  if (files.length === 0)
    stop(`No test file of the ${kind} has ${options.filters.join(" or ")} in its path.`);
  const state = openState(kind, files, options.isAnew);
  console.log(
    `${files.length} test files, ${options.seeds} seeds from ${state.campaign}; so far ${state.done}.`,
  );
  console.log(`Kept in ${state.path}: started again, this goes on from there.`);
  while (state.done < options.seeds) {
    const batch = seedsOf(state, Math.min(KINDS[kind].seedsAtOnce, options.seeds - state.done));
    await runBatch(state, files, batch, options.workers);
    save(state);
    console.log(
      `${state.done} of ${options.seeds} seeds, ${state.failures.length} failures, ${told(state.seconds)}`,
    );
  }
  return summary(kind, state);
}

async function runBatch(state, files, batch, workers) {
  const startMs = performance.now();
  // Beside properties the files have other tests: once they are known, these are passed over.
  const only =
    state.names.length === 0 ? [] : [`--testNamePattern=^(?:${state.names.map(escaped).join("|")})$`];
  const args = [...files, ...only, `--maxWorkers=${workers}`, "--testTimeout=3600000"];
  const env = { TIDELINE_SEED: String(batch[0]), TIDELINE_SEEDS: batch.join(",") };
  const { report, code, output } = await reportOfVitest({ args, env, quiet: true });
  const tests = (report?.testResults ?? []).flatMap((file) => file.assertionResults);
  const failures = tests.filter(({ status }) => status === "failed").flatMap(failuresOf);
  // A file that could not be loaded, an unhandled rejection: the output says what it was.
  if (code !== 0 && failures.length === 0)
    failures.push({ test: "the run itself", said: output.slice(-4_000) });
  for (const { test, said, replay } of failures) console.log(`\nFAILED: ${test}\n${said}\n${replay ?? ""}`);
  state.failures.push(...failures);
  state.tests = tests.filter(({ meta, status }) => meta?.hasProperty || status === "passed").length;
  const properties = tests.filter(({ meta }) => meta?.hasProperty);
  state.properties = properties.length;
  state.names = [...new Set(properties.map(({ fullName }) => fullName))];
  state.done += batch.length;
  state.seconds += (performance.now() - startMs) / 1000;
}

function escaped(name) {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** One per seed that failed: each has its line. */
function failuresOf({ fullName, failureMessages }) {
  const said = failureMessages.join("\n");
  const replays = [...new Set(said.match(REPLAY) ?? [])];
  return (replays.length === 0 ? [undefined] : replays).map((replay, i) => ({
    test: fullName,
    said: i === 0 ? said.replace(REPLAY, "").slice(0, 4_000).trimEnd() : "(as above)",
    replay,
  }));
}

function summary(kind, state) {
  const failed = new Set(state.failures.map(({ test }) => test)).size;
  const what = kind === "properties" ? `${state.properties} tests with properties` : `${state.tests} tests`;
  console.log(
    `\n${what}, ${state.done} seeds each, ${told(state.seconds)}: ${state.failures.length} failures.`,
  );
  for (const { test, replay } of state.failures) console.log(replay ?? test);
  return { passed: (kind === "properties" ? state.properties : state.tests) - failed, failed };
}

// ── which files, which seeds

/** Paths from the project's folder, with slashes. */
export function filesOf(kind) {
  return filesIn(join(ROOT, "test"))
    .filter((path) => path.endsWith(".test.ts") && KINDS[kind].isPart(readFileSync(path, "utf8")))
    .map((path) => relative(ROOT, path).split(sep).join("/"));
}

function isWanted(file, filters) {
  return filters.length === 0 || filters.some((filter) => file.includes(filter));
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** The next ones of this campaign: any seed follows from the campaign's own and its place. */
export function seedsOf({ campaign, done }, count) {
  return Array.from({ length: count }, (_, i) => {
    const digest = createHash("sha256")
      .update(`${campaign}/${done + i}`)
      .digest();
    return (digest.readUInt32BE(0) >>> 1) + 1;
  });
}

// ── what was done already

function openState(kind, files, isAnew) {
  const hash = createHash("sha256");
  for (const path of [...filesIn(join(ROOT, "src")), ...filesIn(join(ROOT, "test"))])
    hash.update(relative(ROOT, path)).update("\0").update(readFileSync(path)).update("\0");
  for (const file of files) hash.update(file).update("\0");
  const given = process.env.TIDELINE_SEED;
  hash.update(given ?? "");
  const path = join(STATE_FOLDER, `${kind}-${hash.digest("hex").slice(0, 16)}.json`);
  if (!isAnew && existsSync(path)) return { path, ...JSON.parse(readFileSync(path, "utf8")) };
  const campaign = given ?? String(randomInt(1, 2 ** 31));
  return { path, campaign, done: 0, seconds: 0, tests: 0, properties: 0, names: [], failures: [] };
}

function save({ path, ...state }) {
  mkdirSync(STATE_FOLDER, { recursive: true });
  writeFileSync(path, JSON.stringify(state));
}

function parseOptions(args) {
  const options = { seeds: 100, workers: 2, isAnew: false, filters: [] };
  for (let i = 0; i < args.length; i++) {
    const [name, glued] = args[i].split("=");
    if (name === "--anew") options.isAnew = true;
    else if (name === "--seeds" || name === "--workers")
      options[name.slice(2)] = wholeNumber(name, glued ?? args[++i]);
    else if (name.startsWith("-")) stop(`Unknown option ${name}. Options: --seeds N, --workers N, --anew`);
    else options.filters.push(args[i]);
  }
  return options;
}

function wholeNumber(name, text) {
  if (!/^[1-9]\d*$/.test(text ?? "")) stop(`${name} needs a whole number from 1: ${name} 300`);
  return Number(text);
}

function told(seconds) {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

function stop(message) {
  console.error(message);
  process.exit(2);
}
