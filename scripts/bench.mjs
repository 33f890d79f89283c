// `npm run bench [-- name … --option …]`: how fast is it, next to its rivals? Bundles bench/<name>.ts and runs
// it on plain Node; without a name, every benchmark in turn. Rivals are packages of bench/package.json,
// installed here and never by `npm test`: one of them compiles native code.
import { join } from "node:path";
import { programsIn, runProgram, splitArgs } from "./programs.mjs";
import { ensureInstalled, ROOT } from "./run.mjs";

const FOLDER = "bench";
const available = programsIn(FOLDER);
const { names, passedOn } = splitArgs(process.argv.slice(2));
const unknown = names.find((name) => !available.includes(name));
if (unknown) {
  console.error(`No benchmark "${unknown}". Benchmarks: ${available.join(", ") || "none yet"}`);
  process.exit(2);
}

await ensureInstalled();
await ensureInstalled(join(ROOT, FOLDER));
for (const name of names.length > 0 ? names : available) {
  console.log(`\n── bench/${name}.ts`);
  const code = await runProgram({
    folder: FOLDER,
    name,
    // Inside bench/node_modules, so that Node finds the rivals from there.
    bundles: join(ROOT, FOLDER, "node_modules", ".cache", "tideline"),
    args: passedOn,
    nodeOptions: ["--expose-gc"],
  });
  if (code !== 0) process.exitCode = 1;
}
