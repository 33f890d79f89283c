// `npm run walk`: through how many functions, files and folders does one add go, and one recall? Compiles src/ with a
// line at the start of every function that notes its call, then adds and recalls once in a warm memory of 200 facts.
//
// The figures are for people who change the structure: fewer is easier to follow. They are not a limit.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { ROOT } from "./run.mjs";

const OUT = join(ROOT, "node_modules", ".cache", `walk-${process.pid}`);
const OPTIONS = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2022,
  rewriteRelativeImportExtensions: true,
  verbatimModuleSyntax: true,
};

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".d.ts"))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Puts a note of the call at the start of every function that has a body. */
function noting(file) {
  const { factory } = ts;
  return (context) => (source) => {
    const visit = (original) => {
      const node = ts.visitEachChild(original, visit, context);
      if (!ts.isFunctionLike(node) || node.body === undefined) return node;
      const note = factory.createCallExpression(factory.createIdentifier("globalThis.walked?."), undefined, [
        factory.createStringLiteral(`${file}:${original.getStart(source)}`),
      ]);
      const body = ts.isBlock(node.body)
        ? factory.createBlock([factory.createExpressionStatement(note), ...node.body.statements])
        : factory.createParenthesizedExpression(factory.createComma(note, node.body));
      const replaceBody = (child) => (child === node.body ? body : child);
      return ts.visitEachChild(node, replaceBody, context);
    };
    return ts.visitNode(source, visit);
  };
}

function compile() {
  const folder = join(ROOT, "src");
  for (const path of sources(folder)) {
    const file = relative(folder, path);
    const { outputText } = ts.transpileModule(readFileSync(path, "utf8"), {
      fileName: path,
      compilerOptions: OPTIONS,
      transformers: { before: [noting(file)] },
    });
    const target = join(OUT, file.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, outputText);
  }
}

function report(verb, calls) {
  const files = calls.map((call) => call.slice(0, call.lastIndexOf(":")));
  const folders = files.map((file) => (file.includes(sep) ? file.slice(0, file.indexOf(sep)) : "."));
  const changes = folders.filter((folder, at) => at > 0 && folder !== folders[at - 1]).length;
  const count = (values) => new Set(values).size;
  console.log(
    `${verb}: ${calls.length} calls of ${count(calls)} functions in ${count(files)} files and ${count(folders)} folders, ${changes} changes of folder`,
  );
  if (process.argv.includes("--list"))
    for (const folder of new Set(folders))
      console.log(`  ${folder}: ${count(calls.filter((_, at) => folders[at] === folder))}`);
}

compile();
const dir = mkdtempSync(join(tmpdir(), "tideline-walk-"));
try {
  const { Tideline } = await import(pathToFileURL(join(OUT, "index.js")).href);
  const memory = Tideline.open(dir);
  const segment = "knowledge";
  for (let n = 0; n < 200; n++)
    memory.add({ content: `Shelf ${n} holds the box with number ${n * 7}.`, segment });
  memory.add({ content: "My dentist is Dr. Okafor.", segment });
  memory.recall("Who is my dentist?");
  const walk = (verb, act) => {
    const calls = [];
    globalThis.walked = (call) => calls.push(call);
    act();
    globalThis.walked = undefined;
    report(verb, calls);
  };
  // The uses that a recall leaves are written by the next add. They are a commit of their own, so a walk of its own.
  walk("add and write uses", () => memory.add({ content: "The bicycle stands in the yard.", segment }));
  walk("add", () => memory.add({ content: "The spare key is under the blue pot.", segment }));
  memory.recall("Where is box 77?");
  walk("recall", () => memory.recall("Where is the spare key?"));
  memory.close();
} finally {
  rmSync(dir, { recursive: true, force: true });
  rmSync(OUT, { recursive: true, force: true });
}
