import { describe, expect, test } from "vitest";
import { api, apiTexts } from "../scripts/tidy/api.mjs";
import { cycles } from "../scripts/tidy/cycles.mjs";
import { dependencies } from "../scripts/tidy/dependencies.mjs";
import { diffLines } from "../scripts/tidy/diff.mjs";
import { direction } from "../scripts/tidy/direction.mjs";
import { lock } from "../scripts/tidy/lock.mjs";
import { projectOf } from "../scripts/tidy/project.mjs";
import { ambient, nodeFree } from "../scripts/tidy/purity.mjs";
import { finished, length, names, noAny, noEmptyCatch } from "../scripts/tidy/wording.mjs";

interface Rule {
  check(project: ReturnType<typeof projectOf>): { file: string; line: number; message: string }[];
}

/** "file:line" of every finding: what a rule says about files that exist only here. */
function findings(rule: Rule, files: Record<string, string>): string[] {
  return rule.check(projectOf(files)).map(({ file, line }) => `${file}:${line}`);
}

function messages(rule: Rule, files: Record<string, string>): string {
  return rule
    .check(projectOf(files))
    .map(({ message }) => message)
    .join("\n");
}

describe("import direction", () => {
  test("a room may import from itself and from rooms above", () => {
    const files = {
      "src/log/fold.ts": 'import "./frame.ts";\nimport "../model/event.ts";\nimport "../errors.ts";',
      "src/stores/file/append.ts": 'import "../../log/frame.ts";',
      "src/testing/suite.ts": 'import "../stores/memory.ts";\nimport "../memory/sync.ts";',
      "src/index.ts": 'export * from "./testing/suite.ts";',
    };
    expect(findings(direction, files)).toEqual([]);
  });

  test("a room may not import from a room below, not even a type", () => {
    const files = { "src/model/event.ts": '\nimport type { Frame } from "../log/frame.ts";' };
    expect(findings(direction, files)).toEqual(["src/model/event.ts:2"]);
    expect(messages(direction, files)).toContain("model imports log, which is below it");
  });

  test("re-exports, dynamic imports and import types are imports", () => {
    const files = {
      "src/errors.ts": 'export * from "./model/fact.ts";',
      "src/limits.ts": 'export const later = () => import("./log/frame.ts");',
      "src/assert.ts": 'export type Fact = import("./model/fact.ts").Fact;',
    };
    expect(findings(direction, files)).toEqual(["src/errors.ts:1", "src/limits.ts:1", "src/assert.ts:1"]);
  });

  test("nothing but entry points imports an entry point", () => {
    expect(findings(direction, { "src/stores/memory.ts": 'import "../index.ts";' })).toHaveLength(1);
  });

  test("memory does not know how it is served", () => {
    expect(findings(direction, { "src/memory/sync.ts": 'import "../serve/cli.ts";' })).toHaveLength(1);
    expect(findings(direction, { "src/memory/sync.ts": 'import "../stores/memory.ts";' })).toEqual([]);
  });

  test("a room nobody has heard of, and a way out of src/, are findings", () => {
    expect(messages(direction, { "src/extras/x.ts": "" })).toContain("no room of the walk");
    expect(findings(direction, { "src/log/x.ts": 'import "../../test/support/child.ts";' })).toHaveLength(1);
  });

  test("the dashboard imports nothing of the engine but its types and its vocabulary", () => {
    expect(findings(direction, { "dashboard/app.ts": 'import "../src/errors.ts";' })).toHaveLength(1);
    expect(findings(direction, { "dashboard/app.ts": 'import "./list.ts";' })).toEqual([]);
    expect(findings(direction, { "dashboard/app.ts": 'import type { A } from "../src/a.ts";' })).toEqual([]);
    expect(findings(direction, { "dashboard/app.ts": 'import "../src/model/segment.ts";' })).toEqual([]);
    expect(
      findings(direction, { "dashboard/app.ts": 'import type { A } from "../test/a.ts";' }),
    ).toHaveLength(1);
  });
});

describe("import cycles", () => {
  test("a straight line and a diamond are no cycles", () => {
    const files = {
      "src/log/a.ts": 'import "./b.ts";\nimport "./c.ts";',
      "src/log/b.ts": 'import "./d.ts";',
      "src/log/c.ts": 'import "./d.ts";',
      "src/log/d.ts": "",
    };
    expect(findings(cycles, files)).toEqual([]);
  });

  test("a cycle is reported once, from its first file, type-only imports included", () => {
    const files = {
      "src/log/a.ts": '\nimport type { B } from "./b.ts";',
      "src/log/b.ts": 'import "./c.ts";',
      "src/log/c.ts": 'import "./a.ts";',
    };
    expect(findings(cycles, files)).toEqual(["src/log/a.ts:2"]);
    expect(messages(cycles, files)).toContain("src/log/a.ts → src/log/b.ts → src/log/c.ts → src/log/a.ts");
  });

  test("a file that imports itself is a cycle", () => {
    expect(findings(cycles, { "src/log/a.ts": 'import "./a.ts";' })).toEqual(["src/log/a.ts:1"]);
  });
});

describe("Node-free core", () => {
  test("only the edge imports Node", () => {
    const text = 'import { readFileSync } from "node:fs";';
    expect(findings(nodeFree, { "src/log/frame.ts": text })).toEqual(["src/log/frame.ts:1"]);
    expect(findings(nodeFree, { "src/log/frame.ts": 'import "fs";' })).toHaveLength(1);
    for (const path of [
      "src/index.ts",
      "src/stores/file/a.ts",
      "src/embedders/a.ts",
      "src/llms/a.ts",
      "src/serve/a.ts",
    ]) {
      expect(findings(nodeFree, { [path]: text })).toEqual([]);
    }
    expect(findings(nodeFree, { "test/a.test.ts": text })).toEqual([]);
  });

  test.each([
    ["process", "export const x = process.argv;"],
    ["Buffer", "export const x = Buffer.alloc(1);"],
    ["Buffer as a type", "export type X = Buffer;"],
    ["__dirname", "export const x = [__dirname];"],
    ["require", 'export const x = require("./x.json");'],
    ["setTimeout", "setTimeout(() => 1, 1);"],
    ["fetch", 'export const x = fetch("http://localhost");'],
    ["globalThis.process", "export const x = globalThis.process;"],
    ["a shorthand property", "export const x = { process };"],
  ])("the global %s is a finding", (_name, text) => {
    expect(findings(nodeFree, { "src/log/frame.ts": text })).toEqual(["src/log/frame.ts:1"]);
  });

  test.each([
    ["a parameter", "export function f(process: () => void) { process(); }"],
    ["an import", 'import { Buffer } from "./buffer.ts";\nexport const x = new Buffer();'],
    ["a destructured name", "export function f({ process }: X) { return process; }"],
    ["a property", "export const x = stage.process(); export const y = { process: 1 };"],
    ["a method", "export class Stage { process() {} }"],
    ["a loop variable", "for (const module of []) f(module);"],
    ["a local function", "export function f() { return fetch(); function fetch() {} }"],
  ])("%s of the same name is fine", (_name, text) => {
    expect(findings(nodeFree, { "src/log/frame.ts": text })).toEqual([]);
  });

  test("a name declared in one function does not excuse another", () => {
    const text = "function f(process: X) { return process; }\nfunction g() { return process; }";
    expect(findings(nodeFree, { "src/log/frame.ts": text })).toEqual(["src/log/frame.ts:2"]);
  });
});

describe("ambient clock or randomness", () => {
  test.each([
    "Date.now()",
    "Date.now",
    'Date["now"]()',
    "new Date()",
    "Date()",
    "performance.now()",
    "Math.random()",
    "globalThis.Math.random()",
    "crypto.randomUUID()",
    "crypto.getRandomValues(a)",
    "process.env",
    "process.cwd()",
  ])("%s is a finding in the core", (expression) => {
    const text = `export const x = ${expression};`;
    expect(findings(ambient, { "src/write/gate.ts": text })).toEqual(["src/write/gate.ts:1"]);
    expect(findings(ambient, { "src/stores/file.ts": text })).toEqual([]);
  });

  test("taking the function out of its object is a finding too", () => {
    expect(findings(ambient, { "src/write/gate.ts": "const { random } = Math;" })).toHaveLength(1);
    expect(findings(ambient, { "src/write/gate.ts": "const { now: clock } = Date;" })).toHaveLength(1);
  });

  test("a given time, other mathematics and an injected clock are fine", () => {
    const text =
      "new Date(ms); Date.parse(s); Math.max(1, 2); clock.now(); const f = (crypto: C) => crypto.randomUUID();";
    expect(findings(ambient, { "src/write/gate.ts": text })).toEqual([]);
  });
});

describe("declared dependencies", () => {
  const manifest = {
    name: "tideline",
    exports: { ".": "./dist/index.js" },
    devDependencies: { stemmer: "1.0.0", vitest: "4.0.0", "@scope/lib": "1.0.0" },
    peerDependencies: { pg: "8" },
    peerDependenciesMeta: { pg: { optional: true } },
  };
  const withFile = (path: string, text: string) => ({
    "package.json": JSON.stringify(manifest),
    "bench/package.json": JSON.stringify({ dependencies: { rival: "1.0.0" } }),
    [path]: text,
  });

  test("src/ uses bundled libraries, and optional peers lazily", () => {
    const text =
      'import "stemmer/deep";\nimport "@scope/lib/deep";\nawait import("pg");\nimport type { Pool } from "pg";';
    expect(findings(dependencies, withFile("src/stores/x.ts", text))).toEqual([]);
  });

  test("src/ uses nothing undeclared, no optional peer eagerly, no tool", () => {
    const text = 'import "lodash";\nimport "pg";\nimport "vitest";';
    expect(findings(dependencies, withFile("src/stores/x.ts", text))).toEqual([
      "src/stores/x.ts:1",
      "src/stores/x.ts:2",
      "src/stores/x.ts:3",
    ]);
  });

  test("rivals belong to the benchmarks alone", () => {
    expect(findings(dependencies, withFile("bench/write.ts", 'import "rival";'))).toEqual([]);
    expect(findings(dependencies, withFile("test/a.test.ts", 'import "rival";'))).toEqual([
      "test/a.test.ts:1",
    ]);
  });

  test("an example uses entry points that exist", () => {
    expect(
      findings(dependencies, withFile("examples/01.mjs", 'import "tideline";\nimport "node:os";')),
    ).toEqual([]);
    expect(findings(dependencies, withFile("examples/01.mjs", 'import "tideline/none";'))).toHaveLength(1);
    expect(findings(dependencies, withFile("examples/01.mjs", 'import "vitest";'))).toHaveLength(1);
  });

  test("the package has no dependencies of its own", () => {
    const files = { "package.json": JSON.stringify({ dependencies: { lodash: "4" } }) };
    expect(findings(dependencies, files)).toEqual(["package.json:1"]);
  });
});

describe("portable lock files", () => {
  const lockWith = (packages: object) => ({ "package-lock.json": JSON.stringify({ packages }) });

  test("every optional package of every platform is listed, without an address", () => {
    const packages = {
      "node_modules/a": { optionalDependencies: { b: "1" } },
      "node_modules/b": { version: "1" },
    };
    expect(findings(lock, lockWith(packages))).toEqual([]);
  });

  test("a missing platform package and an address are findings", () => {
    expect(messages(lock, lockWith({ "node_modules/a": { optionalDependencies: { b: "1" } } }))).toContain(
      "needs b",
    );
    expect(
      messages(lock, lockWith({ "node_modules/a": { resolved: "https://registry.example/a.tgz" } })),
    ).toContain("tied to an address");
  });
});

describe("wording", () => {
  test("names that say nothing are findings, as file, folder or part of a name", () => {
    for (const path of [
      "src/log/utils.ts",
      "src/helpers/x.ts",
      "test/support/file-helper.ts",
      "src/log/base.ts",
    ]) {
      expect(findings(names, { [path]: "" })).toEqual([`${path}:1`]);
    }
    expect(findings(names, { "src/log/based-on.ts": "" })).toEqual([]);
  });

  test("any is a finding wherever a type can stand", () => {
    expect(findings(noAny, { "src/a.ts": "let x: any;\nf<any>(y as any);" })).toHaveLength(3);
    expect(findings(noAny, { "src/a.ts": "const any = 1; // any\nconst x = { any };" })).toEqual([]);
  });

  test("a catch does something", () => {
    expect(findings(noEmptyCatch, { "src/a.ts": "try { f(); } catch {}" })).toHaveLength(1);
    expect(findings(noEmptyCatch, { "src/a.ts": "try { f(); } catch { /* fine */ }" })).toHaveLength(1);
    expect(findings(noEmptyCatch, { "src/a.ts": "p.catch(() => {});" })).toHaveLength(1);
    expect(
      findings(noEmptyCatch, { "src/a.ts": "try { f(); } catch { g(); }\np.catch(() => undefined);" }),
    ).toEqual([]);
  });

  test("nothing is left for later in a comment; text in strings is not a comment", () => {
    const word = "TODO";
    expect(findings(finished, { "src/a.ts": `f();\n// ${word}: later` })).toEqual(["src/a.ts:2"]);
    expect(findings(finished, { "src/a.ts": `/**\n * ${word}\n */\nf();` })).toEqual(["src/a.ts:2"]);
    expect(findings(finished, { "src/a.ts": `f(1 /* ${word} */);` })).toEqual(["src/a.ts:1"]);
    expect(findings(finished, { "src/a.ts": `const x = "// ${word}";` })).toEqual([]);
  });

  test("a long file says why it is long", () => {
    const lines = (count: number) => "f();\n".repeat(count);
    expect(findings(length, { "src/a.ts": lines(400) })).toEqual([]);
    expect(findings(length, { "src/a.ts": lines(401) })).toEqual(["src/a.ts:1"]);
    expect(findings(length, { "src/a.ts": `// Long because it is a table.\n${lines(401)}` })).toEqual([]);
    expect(findings(length, { "src/a.ts": `${lines(401)}// Long because\n` })).toHaveLength(1);
  });
});

describe("public API snapshot", () => {
  const manifest = JSON.stringify({
    exports: { ".": { default: "./dist/index.js" }, "./package.json": "./package.json" },
  });
  const files = {
    "package.json": manifest,
    "src/index.ts":
      'export { Store, twice } from "./stores/store.ts";\nexport type { Shape } from "./shape.ts";',
    "src/shape.ts":
      "/** A comment. */\nexport interface Shape { readonly sides: number }\nexport interface Depth { readonly metres: number }",
    "src/stores/store.ts": [
      'import type { Depth } from "../shape.ts";',
      "export const twice = (x: number) => x * 2;",
      "export class Store {",
      "  readonly #secret = 1;",
      "  private hidden(): number { return this.#secret; }",
      "  depth(): Depth { return { metres: this.hidden() }; }",
      "}",
    ].join("\n"),
  };
  const snapshot = [
    "Shape: interface Shape {\n    readonly sides: number;\n}",
    "Store: class Store {\n    depth(): Depth;\n}",
    "twice: const twice: (x: number) => number;",
    "(not exported) Depth: interface Depth {\n    readonly metres: number;\n}",
  ].join("\n\n");

  test("prints every public name with its declaration, and the hidden types it mentions", () => {
    expect(apiTexts(projectOf(files))).toEqual({ "docs/api/index.txt": `${snapshot}\n` });
  });

  test("prints an interface that extends a mapped type of ours with the members that it gets", () => {
    const source = [
      "interface Depth { readonly metres: number }",
      "const TABLE = { sides: 4 as number, depth: undefined as Depth | undefined };",
      "type Values = { readonly [N in keyof typeof TABLE]?: (typeof TABLE)[N] };",
      "export interface Shape extends Values { readonly name: string }",
      'export interface Nameless extends Omit<Depth, "metres"> {}',
    ];
    const derived = { "package.json": manifest, "src/index.ts": source.join("\n") };
    const text = apiTexts(projectOf(derived))["docs/api/index.txt"];
    expect(text?.split("\n\n")).toEqual([
      'Nameless: interface Nameless extends Omit<Depth, "metres"> {\n}',
      "Shape: interface Shape {\n    readonly name: string;\n    readonly sides?: number;\n    readonly depth?: Depth | undefined;\n}",
      "(not exported) Depth: interface Depth {\n    readonly metres: number;\n}\n",
    ]);
  });

  test("passes when the committed snapshot is the same", () => {
    expect(findings(api, { ...files, "docs/api/index.txt": `${snapshot}\n` })).toEqual([]);
  });

  test("fails with the difference and the command when it is not, or is missing", () => {
    const changed = {
      ...files,
      "docs/api/index.txt": `${snapshot.replace("sides: number", "sides: string")}\n`,
    };
    expect(messages(api, changed)).toBe(
      [
        "it differs:",
        "  -     readonly sides: string;",
        "  +     readonly sides: number;",
        "  If this change is meant: npm run tidy -- --update",
      ].join("\n"),
    );
    expect(messages(api, files)).toContain("it is missing");
  });

  test("a difference shows changed lines only", () => {
    expect(diffLines("a\nb\nc", "a\nx\nc\nd")).toBe("  - b\n  + x\n  + d");
    expect(diffLines("a", "a")).toBe("");
  });
});
