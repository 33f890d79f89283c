// `npm run docs`: the documentation as a web site, in dist/docs (or --out <folder>). It needs nothing from other sites,
// works from any folder of any server, and `tideline serve` shows it at /docs. The pages are README.md and docs/; the
// API reference is made from the types and what they say about themselves.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { htmlOf, pageFrame } from "./docs/page.mjs";
import { referencePages } from "./docs/reference.mjs";
import { ensureInstalled, ROOT } from "./run.mjs";

await ensureInstalled();
const asked = process.argv.indexOf("--out");
const out = asked < 0 ? join(ROOT, "dist", "docs") : process.argv[asked + 1];
if (out === undefined) throw new Error("--out needs a folder");
const HERE = fileURLToPath(new URL("./docs/", import.meta.url));

/** Markdown by its path in the site; a folder's README is its index. */
const pages = new Map([
  ["index.md", read("README.md").replaceAll("](docs/", "](")],
  ...markdownIn("docs").map((path) => [path.replace(/README\.md$/, "index.md"), read(`docs/${path}`)]),
  ["CONTRIBUTING.md", read("CONTRIBUTING.md").replaceAll("](docs/", "](")],
  ["CHANGELOG.md", read("CHANGELOG.md").replaceAll("](docs/", "](")],
  ...(await referencePages(ROOT)),
]);

rmSync(out, { recursive: true, force: true });
const search = [];
const wanted = new Set();
for (const [path, markdown] of pages) {
  const page = htmlOf(markdown, { path, pages });
  for (const file of page.files) wanted.add(file);
  const address = path.replace(/\.md$/, ".html");
  write(address, pageFrame(page, { path, pages, read }));
  search.push(
    ...page.sections.map((section) => ({
      ...section,
      at: section.anchor === "" ? address : `${address}#${section.anchor}`,
      page: page.title,
    })),
  );
}
for (const file of wanted) {
  mkdirSync(dirname(join(out, file)), { recursive: true });
  copyFileSync(join(ROOT, "docs", file), join(out, file));
}
for (const name of ["site.css", "search.js"]) copyFileSync(join(HERE, name), join(out, name));
write("search.json", JSON.stringify(search.map(({ page, title, at, words }) => [page, title, at, words])));
console.log(`${pages.size} pages, ${search.length} sections in ${out}`);

function read(path) {
  return readFileSync(join(ROOT, path), "utf8");
}

function markdownIn(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".md"))
    .sort();
}

function write(path, text) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), text);
}
