// Where is the program that a test starts as a child process? Programs live in `test/children/*.ts` and are
// bundled before the tests (see bundle-children.ts), so that plain Node 20 can run them and their start
// is not slowed by a compiler.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const CACHE = new URL("../../node_modules/.cache/tideline/", import.meta.url);

/** One folder per run of the tests, so that two runs in one checkout do not take each other's programs away. */
export const CHILDREN_FOLDER =
  process.env.TIDELINE_CHILDREN ?? fileURLToPath(new URL(`children-${process.pid}/`, CACHE));

/** The file to give to `node`: `spawn(process.execPath, [childPath("writer")])` runs test/children/writer.ts. */
export function childPath(name: string): string {
  const path = `${CHILDREN_FOLDER}${name}.mjs`;
  if (!existsSync(path)) {
    throw new Error(`No child program "${name}": expected test/children/${name}.ts, bundled to ${path}.`);
  }
  return path;
}
