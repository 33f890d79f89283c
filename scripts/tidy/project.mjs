// What do the house rules look at? The code files of the project, parsed, and what its package.json files
// declare. A project can also be made in memory: the tests of the rules do.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/**
 * @typedef {{ path: string, text: string, tree: ts.SourceFile }} CodeFile  `path` is relative, with slashes
 * @typedef {{ root: string, files: Map<string, CodeFile>, manifest: Record<string, unknown>,
 *   benchManifest: Record<string, unknown>, readText: (path: string) => string | undefined }} Project
 * @typedef {{ file: string, line: number, message: string }} Finding
 * @typedef {{ name: string, check: (project: Project) => Finding[] }} Rule
 */

const FOLDERS = ["src", "test", "bench", "eval", "scripts", "examples", "dashboard"];
const CODE = /\.(ts|tsx|mts|mjs|js)$/;
// Fixtures are data, whatever they are called; bundles and packages are not ours.
const SKIPPED = new Set(["node_modules", "dist", "fixtures"]);

/** @returns {Project} */
export function readProject(root) {
  const texts = {};
  for (const folder of FOLDERS) {
    for (const path of codeFilesUnder(root, folder)) texts[path] = readFileSync(join(root, path), "utf8");
  }
  for (const path of ["package.json", "bench/package.json"]) {
    if (existsSync(join(root, path))) texts[path] = readFileSync(join(root, path), "utf8");
  }
  const readText = (path) => {
    const absolute = join(root, path);
    return existsSync(absolute) ? readFileSync(absolute, "utf8") : undefined;
  };
  return { ...projectOf(texts), root, readText };
}

/** A project from file texts alone. @returns {Project} */
export function projectOf(texts, root = "/project") {
  const files = new Map();
  for (const [path, text] of Object.entries(texts)) {
    if (CODE.test(path)) files.set(path, { path, text, tree: parse(path, text) });
  }
  return {
    root,
    files,
    manifest: JSON.parse(texts["package.json"] ?? "{}"),
    benchManifest: JSON.parse(texts["bench/package.json"] ?? "{}"),
    readText: (path) => texts[path],
  };
}

function parse(path, text) {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
}

function codeFilesUnder(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : codeFilesUnder(root, path);
      return CODE.test(entry.name) ? [path] : [];
    });
}

/** Files whose path starts with one of these folders. */
export function filesIn(project, ...folders) {
  return [...project.files.values()].filter((file) =>
    folders.some((folder) => file.path.startsWith(`${folder}/`)),
  );
}

/** Calls `visit` for every node of a tree, parents first. */
export function eachNode(tree, visit) {
  const step = (node) => {
    visit(node);
    ts.forEachChild(node, step);
  };
  step(tree);
}

/** @returns {Finding} */
export function findingAt(file, position, message) {
  return { file: file.path, line: file.tree.getLineAndCharacterOfPosition(position).line + 1, message };
}
