// How does a script bundle one of our TypeScript programs and run it on plain Node? A program is a file
// directly in its folder (bench/write.ts, eval/sameness.ts); what they share lies in folders below.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, runNode } from "./run.mjs";

/** @returns {string[]} */
export function programsIn(folder) {
  return readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
    .map((file) => file.slice(0, -".ts".length));
}

/**
 * Names first; from the first option on, everything is for the program itself.
 * @param {readonly string[]} args
 */
export function splitArgs(args) {
  const firstOption = args.findIndex((arg) => arg.startsWith("-"));
  const end = firstOption < 0 ? args.length : firstOption;
  return { names: args.slice(0, end), passedOn: args.slice(end) };
}

/** How esbuild makes a program for plain Node out of TypeScript. */
export const FOR_NODE = /** @type {const} */ ({
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  packages: "external",
  sourcemap: "inline",
  logLevel: "warning",
});

/** What the file says of itself at its beginning: the question it answers, and its options. */
export function helpOf(folder, name) {
  const [, comment = ""] =
    /^\/\*\*\n(.*?)\n \*\//s.exec(readFileSync(join(ROOT, folder, `${name}.ts`), "utf8")) ?? [];
  return comment.replaceAll(/^ \* ?/gm, "");
}

/**
 * Bundles `folder/name.ts` into `bundles` and runs it to its end.
 * @param {{ folder: string, name: string, bundles: string, args: readonly string[], nodeOptions?: readonly string[], cwd?: string, env?: Record<string, string> }} program
 * @returns {Promise<number>} its exit code
 */
export async function runProgram({ folder, name, bundles, args, nodeOptions = [], cwd = ROOT, env = {} }) {
  if (args.includes("--help")) {
    console.log(helpOf(folder, name));
    return 0;
  }
  const { build } = await import("esbuild");
  const outfile = join(bundles, `${name}.mjs`);
  await build({
    entryPoints: [join(ROOT, folder, `${name}.ts`)],
    outfile,
    ...FOR_NODE,
  });
  const { code } = await runNode([...nodeOptions, "--enable-source-maps", outfile, ...args], { cwd, env });
  return code;
}
