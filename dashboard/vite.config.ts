// How is the page built? Into dist/dashboard, where the server finds it: files of our own only, nothing inline, names
// that change with their content. Which libraries got in is recorded for `scripts/notices.mjs`.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const RECORD_FOLDER = `${ROOT}node_modules/.cache/tideline`;

/** Code by its modules, fonts by the files that they were copied from. */
function recordBundled(): Plugin {
  const found = new Set<string>();
  const note = (path: string) => {
    const clean = path.replaceAll("\\", "/").split("?")[0] ?? "";
    if (clean.includes("node_modules/")) found.add(clean.replace(/^.*?(?=node_modules\/)/, ""));
  };
  return {
    name: "record-bundled-modules",
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type === "chunk") output.moduleIds.forEach(note);
        else output.originalFileNames.forEach(note);
      }
      mkdirSync(RECORD_FOLDER, { recursive: true });
      writeFileSync(`${RECORD_FOLDER}/bundled-page.json`, `${JSON.stringify([...found].sort(), null, 2)}\n`);
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/",
  // In development the server runs beside it: npm start, then npx vite dashboard.
  server: { proxy: { "/v1": "http://127.0.0.1:4505" } },
  resolve: { alias: { "brigade-tideline/client": `${ROOT}src/client.ts` } },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: `${ROOT}dist/dashboard`,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
  },
  plugins: [recordBundled()],
});
