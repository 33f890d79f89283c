// `npm start`: what does it look like? Installs and builds what is missing, then serves the embedded workspace: API,
// MCP and page on 127.0.0.1:4505. PORT and TIDELINE_DIR choose others; `npm start -- --port 0` passes options on.
// `npm run demo` does the same for a year of an invented life, in a folder that is gone afterwards.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, ROOT, runNode } from "./run.mjs";

const PROGRAM = join(ROOT, "dist", "tideline.js");
const PAGE = join(ROOT, "dist", "dashboard", "index.html");
/** What each is made from. */
const SOURCES = [
  [PROGRAM, ["src", "package.json", "tsdown.config.ts"]],
  [PAGE, ["dashboard", "src/client.ts", "package.json"]],
];

await ensureInstalled();
if (!isBuilt()) {
  console.log("Building (once, about 20 seconds)");
  const { code, output } = await runNode(["scripts/build.mjs"], { quiet: true });
  if (code !== 0) {
    console.error(output);
    process.exit(code);
  }
}
const given = process.argv.slice(2);
const words = given[0] === "demo" ? given : ["serve", ...given];
const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: "inherit" });
// Ctrl-C reaches the server by itself; this process waits until it has closed.
process.on("SIGINT", () => undefined);
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
if (process.env.npm_lifecycle_event !== undefined) endWithParent();
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 128 : 1)));

/**
 * npm starts us through a shell. A SIGTERM to npm ends that shell and does not reach us, but our parent changes.
 */
function endWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill("SIGTERM");
  }, 500);
}

function isBuilt() {
  return SOURCES.every(([built, sources]) => {
    if (!existsSync(built)) return false;
    const builtAt = statSync(built).mtimeMs;
    return sources.every((path) => newest(join(ROOT, path)) <= builtAt);
  });
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}
