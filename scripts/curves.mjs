// `npm run curves`: draws the curves of docs/lifecycle.md from the policies' own functions. A test checks that the
// committed pictures are what this draws.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "./run.mjs";

const folder = join(ROOT, "docs", "images");
const bundle = join(ROOT, "node_modules", ".cache", "tideline", "curves.mjs");
mkdirSync(dirname(bundle), { recursive: true });
await build({
  entryPoints: [join(ROOT, "docs", "images", "curves.ts")],
  bundle: true,
  platform: "node",
  format: "esm",
  outfile: bundle,
  logLevel: "error",
});
const { drawCurves } = await import(bundle);
for (const [name, svg] of Object.entries(drawCurves())) {
  writeFileSync(join(folder, name), svg);
  console.log(`docs/images/${name}`);
}
