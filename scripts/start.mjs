// `npm start`: what does it look like? Builds the package and runs the first example on it.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { binOf, ensureInstalled, ROOT, runNode } from "./run.mjs";

await ensureInstalled();
const built = await runNode([binOf("tsdown"), "--logLevel", "warn"]);
if (built.code !== 0) process.exit(built.code);
const [first] = readdirSync(join(ROOT, "examples"))
  .filter((name) => name.endsWith(".mjs"))
  .sort();
console.log(`examples/${first}\n`);
const { code } = await runNode([join(ROOT, "examples", first)]);
process.exit(code);
