// Is there a browser to try the page in? Chromium as the system has it, or TIDELINE_CHROMIUM. On Debian and its like
// it is installed where we may (as root); elsewhere the browser tests are left out, and say so.
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { run } from "./run.mjs";

const PLACES = [
  process.env.TIDELINE_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const INSTALL_MS = 10 * 60_000;

// Bundled into another program it is not asked.
if (process.argv[1]?.endsWith("browser.mjs") && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const path = await ensureBrowser();
  console.log(path ?? "No Chromium here, and it cannot be installed. Set TIDELINE_CHROMIUM to its path.");
  process.exitCode = path === undefined ? 1 : 0;
}

/** Where it is; undefined where it is not. */
export function findBrowser() {
  return PLACES.find((path) => path && existsSync(path));
}

/** Where it is, installed if need be. */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found !== undefined) return found;
  if (!existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return undefined;
  console.log("Installing Chromium for the browser tests (apt-get install chromium)");
  const quiet = { quiet: true, timeoutMs: INSTALL_MS, env: { DEBIAN_FRONTEND: "noninteractive" } };
  const updated = await run("apt-get", ["update"], quiet);
  if (updated.code === 0) {
    const { code, output } = await run("apt-get", ["install", "-y", "chromium"], quiet);
    if (code !== 0) console.log(output.split("\n").slice(-5).join("\n"));
  }
  return findBrowser();
}
