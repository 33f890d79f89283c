// Runs once before all browser tests: the page is built if it is not, and the demo's year is lived through once.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { findBrowser } from "../../../scripts/browser.mjs";
import { fillDemo } from "../../../src/serve/demo/fill.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

export async function setup(): Promise<() => void> {
  const browser = findBrowser();
  if (browser === undefined) throw new Error("No Chromium: node scripts/browser.mjs");
  const folder = mkdtempSync(join(tmpdir(), "tideline-browser-"));
  process.env.TIDELINE_CHROMIUM = browser;
  process.env.TIDELINE_BROWSER_FOLDER = folder;
  if (!existsSync(join(ROOT, "dist/dashboard/index.html")))
    await build({
      root: join(ROOT, "dashboard"),
      configFile: join(ROOT, "dashboard/vite.config.ts"),
      logLevel: "error",
    });
  await fillDemo(join(folder, "demo"), Date.now(), () => undefined);
  return () => rmSync(folder, { recursive: true, force: true });
}
