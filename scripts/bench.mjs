// `npm run bench [-- name … --option …]`: how fast is it, next to its rivals? Bundles bench/<name>.ts and runs
// it on plain Node; without a name, every benchmark in turn. Rivals are packages of bench/package.json,
// installed here and never by `npm test`: one of them compiles native code.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, ROOT, runNode } from "./run.mjs";

const FOLDER = join(ROOT, "bench");
// Inside bench/node_modules, so that Node finds the rivals from there.
const BUNDLES = join(FOLDER, "node_modules", ".cache", "tideline");

const available = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
  .map((file) => file.slice(0, -".ts".length));
// Names first; from the first option on, everything is for the benchmark itself.
const args = process.argv.slice(2);
const firstOption = args.findIndex((arg) => arg.startsWith("-"));
const wanted = firstOption < 0 ? args : args.slice(0, firstOption);
const passedOn = firstOption < 0 ? [] : args.slice(firstOption);
const unknown = wanted.find((name) => !available.includes(name));
if (unknown) {
  console.error(`No benchmark "${unknown}". Benchmarks: ${available.join(", ") || "none yet"}`);
  process.exit(2);
}

await ensureInstalled();
await ensureInstalled(FOLDER);
const { build } = await import("esbuild");
for (const name of wanted.length > 0 ? wanted : available) {
  console.log(`\n── bench/${name}.ts`);
  const outfile = join(BUNDLES, `${name}.mjs`);
  await build({
    entryPoints: [join(FOLDER, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
  });
  const { code } = await runNode(["--expose-gc", "--enable-source-maps", outfile, ...passedOn]);
  if (code !== 0) process.exitCode = 1;
}
