// Where is the program that a test starts as a child process? Programs live in `test/children/*.ts` and are
// bundled before the tests (see bundle-children.ts), so that plain Node 20 can run them and their start
// is not slowed by a compiler.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const CHILDREN_FOLDER = fileURLToPath(
  new URL("../../node_modules/.cache/tideline/children/", import.meta.url),
);

/** The file to give to `node`: `spawn(process.execPath, [childPath("writer")])` runs test/children/writer.ts. */
export function childPath(name: string): string {
  const path = `${CHILDREN_FOLDER}${name}.mjs`;
  if (!existsSync(path)) {
    throw new Error(`No child program "${name}": expected test/children/${name}.ts, bundled to ${path}.`);
  }
  return path;
}
