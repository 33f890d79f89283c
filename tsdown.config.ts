// What is published? One ESM file and one declaration file per entry point of package.json, and what they
// share in dist/chunks/. The package has no dependencies: libraries we use are devDependencies, bundled here.
// Which ones really got in is recorded for `scripts/notices.mjs`.
import { mkdirSync, writeFileSync } from "node:fs";
import { defineConfig } from "tsdown";

// Not in dist/: it is of no use to those who install the package.
const RECORD_FOLDER = "node_modules/.cache/tideline";

const bundledModules = new Set<string>();

export default defineConfig({
  entry: {
    index: "src/index.ts",
    advanced: "src/advanced.ts",
    eval: "src/eval.ts",
    testing: "src/testing.ts",
    client: "src/client.ts",
    ai: "src/ai.ts",
    sqlite: "src/sqlite.ts",
    postgres: "src/postgres.ts",
    tideline: "src/serve/cli/bin.ts",
    // Nothing to import: the program of the server's threads.
    reader: "src/serve/read-threads/program.ts",
  },
  format: "esm",
  platform: "node",
  target: "node20",
  dts: true,
  sourcemap: false,
  clean: true,
  hash: false,
  fixedExtension: false,
  outputOptions: { chunkFileNames: "chunks/[name].js" },
  plugins: [
    {
      // Declarations are printed with the comment of a member behind the member before it, where an editor does not
      // find it. Puts each on a line of its own, in front of what it is about.
      name: "comments-before-members",
      generateBundle(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === "chunk" && output.fileName.endsWith(".d.ts"))
            output.code = output.code.replace(
              /([;{]) (\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\n( *)/g,
              "$1\n$3$2\n$3",
            );
        }
      },
    },
    {
      name: "record-bundled-modules",
      generateBundle(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type !== "chunk") continue;
          for (const module of output.moduleIds) {
            if (module.includes("/node_modules/"))
              bundledModules.add(module.replace(/^.*?\/(?=node_modules\/)/, ""));
          }
        }
        mkdirSync(RECORD_FOLDER, { recursive: true });
        writeFileSync(
          `${RECORD_FOLDER}/bundled.json`,
          `${JSON.stringify([...bundledModules].sort(), null, 2)}\n`,
        );
      },
    },
  ],
});
