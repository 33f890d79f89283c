// `npm run screenshots [-- folder]`: what does the dashboard look like? Builds it, then writes every view, wide and
// narrow, dark and light, on the demo's memory. For a person to look at. Those under readme/ are the pictures of the
// README: copy them to docs/images. The others are not committed.
import { resolve } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ensureInstalled, ROOT, runNode } from "./run.mjs";
import { runVitest } from "./run-vitest.mjs";

const folder = resolve(process.argv[2] ?? `${ROOT}/screenshots`);
await ensureInstalled();
const browser = await ensureBrowser();
if (browser === undefined) {
  console.error("No Chromium here, and it cannot be installed. Set TIDELINE_CHROMIUM to its path.");
  process.exit(1);
}
const built = await runNode(["scripts/build.mjs"]);
if (built.code !== 0) process.exit(built.code);
const { failed } = await runVitest({
  args: ["--config=test/dashboard/vitest.config.ts", "screenshots"],
  env: { TIDELINE_SCREENSHOTS: folder, TIDELINE_CHROMIUM: browser },
});
console.log(`Written to ${folder}`);
process.exitCode = failed === 0 ? 0 : 1;
