// How does a script start a program and count what it checked? Plain Node only: these run on a fresh clone,
// before anything is installed. Every script of this project that checks something ends its output with
// one line "N passed, N failed"; that line is how one script adds up another.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {{ passed: number, failed: number }} Count */

export const ROOT = fileURLToPath(new URL("../", import.meta.url)).replace(/[\\/]$/, "");

/**
 * Runs a program to its end, its output shown unless `quiet`. Never throws: a program that cannot be started
 * has exit code 127.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, quiet?: boolean, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? ROOT,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: options.timeoutMs ?? 0,
    });
    const chunks = [];
    const collect = (stream) => (chunk) => {
      chunks.push(chunk);
      if (!options.quiet) stream.write(chunk);
    };
    child.stdout.on("data", collect(process.stdout));
    child.stderr.on("data", collect(process.stderr));
    const end = (code) => resolve({ code, output: Buffer.concat(chunks).toString("utf8") });
    child.on("error", (error) => {
      chunks.push(Buffer.from(`${program}: ${error.message}\n`));
      end(127);
    });
    child.on("close", (code, signal) => end(code ?? (signal ? 128 : 1)));
  });
}

/** Runs one of this project's scripts, or a Node program, with the Node that runs us. */
export function runNode(args, options) {
  return run(process.execPath, args, options);
}

/** The npm that started us, or the one on the path. */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath;
  return npm?.endsWith(".js") ? runNode([npm, ...args], options) : run("npm", args, options);
}

/** The JavaScript file behind a command of an installed package: `binOf("typescript", "tsc")`. */
export function binOf(packageName, command = packageName) {
  const folder = join(ROOT, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[command]);
}

/**
 * The counts in the last line of a script's output; one failed check when that line is missing or when the
 * exit code contradicts it.
 * @returns {Count}
 */
export function countOf({ code, output }) {
  const match = /^(\d+) passed, (\d+) failed$/.exec(output.trimEnd().split("\n").at(-1) ?? "");
  if (!match) return { passed: 0, failed: 1 };
  const count = { passed: Number(match[1]), failed: Number(match[2]) };
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

/** A program that is one check: it passes when it ends with 0. @returns {Count} */
export function countAsOne({ code }) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Prints the last line and sets the exit code. @param {readonly Count[]} counts */
export function finish(counts) {
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  process.exitCode = sum("failed") === 0 ? 0 : 1;
}

/**
 * Installs what package-lock.json lists, when it is not there already. Compares versions, not file times:
 * a checkout touches the lock file without changing it. Where that fails, nothing else can begin: it says so, and
 * ends the process with 1.
 */
export async function ensureInstalled(folder = ROOT) {
  if (isInstalled(folder)) return;
  console.log(
    `Installing packages in ${folder === ROOT ? "the project" : folder.slice(ROOT.length + 1)} (npm ci)`,
  );
  const { code, output } = await runNpm(["ci", "--no-audit", "--no-fund"], { cwd: folder, quiet: true });
  if (code === 0) return;
  console.error(output.trimEnd());
  console.error(
    `The packages could not be installed (npm ci ended with ${code}). npm needs its registry once: check the network and the proxy (npm ping), then start this again.`,
  );
  process.exit(1);
}

function isInstalled(folder) {
  const installedLock = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(installedLock)) return false;
  const installed = JSON.parse(readFileSync(installedLock, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === "" ||
      entry.optional ||
      (installed[path]?.version === entry.version && existsSync(join(folder, path))),
  );
}
