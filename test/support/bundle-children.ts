// Runs once before all tests: bundles every program of `test/children/` for plain Node.
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { FOR_NODE } from "../../scripts/programs.mjs";
import { CHILDREN_FOLDER } from "./child.ts";

const SOURCE_FOLDER = fileURLToPath(new URL("../children/", import.meta.url));

export async function setup(): Promise<() => void> {
  // Test files run in processes of their own, which inherit this.
  process.env.TIDELINE_CHILDREN = CHILDREN_FOLDER;
  rmSync(CHILDREN_FOLDER, { recursive: true, force: true });
  mkdirSync(CHILDREN_FOLDER, { recursive: true });
  const programs = existsSync(SOURCE_FOLDER)
    ? readdirSync(SOURCE_FOLDER).filter((name) => name.endsWith(".ts"))
    : [];
  await build({
    entryPoints: programs.map((name) => `${SOURCE_FOLDER}${name}`),
    outdir: CHILDREN_FOLDER,
    outExtension: { ".js": ".mjs" },
    ...FOR_NODE,
    // A process that starts reads what it needs, not 14 MB of all programs and their source maps: it starts in half the time.
    splitting: true,
    sourcemap: false,
  });
  return () => rmSync(CHILDREN_FOLDER, { recursive: true, force: true });
}
