// Does the package work for someone who installs it? Packs the tarball, looks at what is in it, installs it
// without network in an empty folder, type-checks and imports every entry point from there, and runs the
// examples on plain Node. Each of these is one check.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, posix } from "node:path";
import { binOf, ensureInstalled, finish, ROOT, runNode, runNpm } from "./run.mjs";

const PLUGIN = [".claude-plugin/plugin.json", ".mcp.json", "README.md", "hooks/hooks.json"];
const ALWAYS_PACKED = [
  ...["package.json", "LICENSE", "README.md", "CHANGELOG.md", "THIRD_PARTY_NOTICES.md"],
  ...PLUGIN.map((path) => `plugins/claude-code/${path}`),
];
/**
 * The package is ESM only, as attw's own profile "esm-only" has it: resolving like Node 10 and requiring from CommonJS
 * are no aim.
 */
const NO_AIM = new Set(["node10", "node16-cjs"]);
/** What the README and the pages link to. */
const READ = /^(docs\/.+\.(md|png|svg)|examples\/[\w.-]+\.mjs|CONTRIBUTING\.md)$/;
const BUILT = /^dist\/.+\.(js|d\.ts|json|wasm|html|css|svg|png|woff2)$/;
// The two ways in which TypeScript users resolve packages today.
const RESOLUTIONS = [
  { module: "nodenext", moduleResolution: "nodenext" },
  { module: "esnext", moduleResolution: "bundler" },
];

await ensureInstalled();
if (!existsSync(join(ROOT, "dist"))) await runNode(["scripts/build.mjs"]);
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const workFolder = mkdtempSync(join(tmpdir(), "tideline-package-"));
const consumer = join(workFolder, "consumer");
const counts = [];

try {
  const tarball = await pack();
  await check("installs without network in an empty folder", () => installProblems(tarball));
  await check("holds the files that users need, and no others", fileListProblems);
  await check("holds what its README links to", readmeProblems);
  await check("its documentation has no dead link, and nothing from elsewhere", siteProblems);
  await check("holds no path of this machine and no source map", contentProblems);
  await check("publint finds nothing", () => publintProblems(tarball));
  await check("its types resolve wherever an ES module may be imported", () => attwProblems(tarball));
  for (const resolution of RESOLUTIONS) {
    const problemsOf = await typeProblems(resolution);
    for (const entry of entryPoints())
      await check(`${entry} type-checks with ${resolution.moduleResolution}`, () => problemsOf(entry));
  }
  for (const entry of entryPoints()) await check(`${entry} can be imported`, () => importProblems(entry));
  await check("a memory can be declared with `using` where the compiler knows it", usingProblems);
  await check("every name has a description in the editor, and every value an example", hoverProblems);
  await check("every example in the editor compiles", hoverExampleProblems);
  for (const name of exampleFiles()) await check(`examples/${name} runs`, () => exampleProblems(name));
} finally {
  rmSync(workFolder, { recursive: true, force: true });
}
finish(counts);

/** Runs one check: it passes when it has no problems to tell. */
async function check(title, findProblems) {
  const problems = await findProblems();
  counts.push(problems.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  console.log(`${problems.length === 0 ? "✓" : "✗"} ${title}`);
  for (const problem of problems) console.log(`  ${problem.trimEnd().replaceAll("\n", "\n  ")}`);
}

async function pack() {
  const args = ["pack", "--ignore-scripts", "--pack-destination", workFolder];
  const { code, output } = await runNpm(args, { quiet: true });
  const tarball = readdirSync(workFolder).find((name) => name.endsWith(".tgz"));
  if (code !== 0 || !tarball) throw new Error(`npm pack failed:\n${output}`);
  return join(workFolder, tarball);
}

async function installProblems(tarball) {
  mkdirSync(consumer);
  writeFileSync(
    join(consumer, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module" }),
  );
  const args = [
    "install",
    "--offline",
    "--no-audit",
    "--no-fund",
    "--cache",
    join(workFolder, "npm-cache"),
    tarball,
  ];
  const { code, output } = await runNpm(args, { cwd: consumer, quiet: true });
  if (code !== 0) return [output];
  const installed = readdirSync(join(consumer, "node_modules")).filter((name) => !name.startsWith("."));
  return installed.length === 1 ? [] : [`brings other packages: ${installed.join(", ")}`];
}

/** What was installed, by its path in the package. */
function installedFiles() {
  const folder = join(consumer, "node_modules", manifest.name);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((path) => ({
      path: path.slice(folder.length + 1).replaceAll("\\", "/"),
      text: readFileSync(path, "utf8"),
    }));
}

function fileListProblems() {
  const paths = installedFiles().map((file) => file.path);
  return [
    ...ALWAYS_PACKED.filter((path) => !paths.includes(path)).map((path) => `${path} is missing`),
    ...paths
      .filter((path) => !ALWAYS_PACKED.includes(path) && !BUILT.test(path) && !READ.test(path))
      .map((path) => `${path} does not belong in the package`),
  ];
}

function contentProblems() {
  const forbidden = [`${ROOT}/`, `${homedir()}/`, "sourceMappingURL="].filter((text) => text.length > 1);
  const files = installedFiles();
  if (files.length === 0) return ["it is not installed"];
  return files.flatMap(({ path, text }) =>
    forbidden.filter((part) => text.includes(part)).map((part) => `${path} has ${part}`),
  );
}

function readmeProblems() {
  const files = installedFiles();
  const paths = new Set(files.map(({ path }) => path));
  const { text = "" } = files.find(({ path }) => path === "README.md") ?? {};
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) => link);
  const isThere = (link) => paths.has(link) || [...paths].some((path) => path.startsWith(link));
  return [...new Set(links)].filter((link) => !isThere(link)).map((link) => `${link} is not in the package`);
}

/** Every address on every page of dist/docs: a file that is there, and an anchor that the page has. */
function siteProblems() {
  const site = new Map(
    installedFiles()
      .filter(({ path }) => path.startsWith("dist/docs/"))
      .map(({ path, text }) => [path.slice("dist/docs/".length), text]),
  );
  const pages = [...site].filter(([path]) => path.endsWith(".html"));
  const dead = pages.flatMap(([path, text]) =>
    [...text.matchAll(/ (href|src)="([^"]*)"/g)].flatMap(([, kind, address]) => {
      if (address === "data:,") return [];
      if (/^https?:/.test(address)) return kind === "src" ? [`${path} loads ${address}`] : [];
      const [file, anchor] = address.split("#");
      const target = file === "" ? path : posix.normalize(posix.join(posix.dirname(path), file));
      const there = site.get(target);
      if (there === undefined) return [`${path} leads to ${address}, which is not there`];
      const isAnchor = anchor === undefined || there.includes(`id="${anchor}"`);
      return isAnchor ? [] : [`${path} leads to ${address}, and there is no such heading`];
    }),
  );
  return [...(pages.length < 50 ? [`there are only ${pages.length} pages`] : []), ...new Set(dead)];
}

async function publintProblems(tarball) {
  const { publint } = await import("publint");
  const { formatMessage } = await import("publint/utils");
  const bytes = readFileSync(tarball);
  const pack = { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) };
  const { messages, pkg } = await publint({ pack });
  return messages.map((message) => `${message.type}: ${formatMessage(message, pkg)}`);
}

async function attwProblems(tarball) {
  const { checkPackage, createPackageFromTarballData } = await import("@arethetypeswrong/core");
  const { types, problems } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
  if (types === false) return ["it has no types"];
  return problems
    .filter(({ resolutionKind }) => !NO_AIM.has(resolutionKind))
    .map(({ kind, entrypoint = "" }) => `${kind} ${entrypoint}`);
}

/** The names that users import: `brigade-tideline`, `brigade-tideline/testing`. */
function entryPoints() {
  return Object.keys(manifest.exports)
    .filter((key) => key !== "./package.json")
    .map((key) => manifest.name + key.slice(1));
}

/**
 * The problems of each entry, all checked by one compiler: starting it takes longer than what it checks. No @types/node
 * here: public types must stand on the language alone.
 */
async function typeProblems(resolution) {
  const compilerOptions = {
    ...{ target: "es2022", lib: ["es2023"], types: [], strict: true, skipLibCheck: false, noEmit: true },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...resolution,
  };
  const fileOf = (entry) => `imports-${entry.replace(/\W/g, "-")}.ts`;
  for (const entry of entryPoints()) {
    const source = `import * as entry from "${entry}";\nexport const names: readonly string[] = Object.keys(entry);\n`;
    writeFileSync(join(consumer, fileOf(entry)), source);
  }
  const files = entryPoints().map(fileOf);
  writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const { code, output } = await runNode([binOf("typescript", "tsc"), "-p", consumer], {
    cwd: consumer,
    quiet: true,
  });
  const lines = code === 0 ? [] : output.trimEnd().split("\n");
  // What is wrong in a declaration file, or nowhere, is everybody's.
  const isOfOther = (line, entry) =>
    files.some((file) => file !== fileOf(entry) && line.startsWith(`${file}(`));
  return (entry) => lines.filter((line) => !isOfOther(line, entry));
}

async function usingProblems() {
  const compilerOptions = {
    ...{ target: "es2022", lib: ["es2023", "esnext.disposable"], types: [], strict: true, noEmit: true },
    ...RESOLUTIONS[0],
  };
  const source = [
    `import { Tideline } from "${manifest.name}";`,
    'using memory = Tideline.open(":memory:");',
    'await using later = await Tideline.connect(":memory:");',
    'export const all = [memory.list(), await later.list(), memory.user("anna")[Symbol.dispose]()];',
  ].join("\n");
  writeFileSync(join(consumer, "using.ts"), `${source}\n`);
  writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["using.ts"] }));
  const { code, output } = await runNode([binOf("typescript", "tsc"), "-p", consumer], {
    cwd: consumer,
    quiet: true,
  });
  return code === 0 ? [] : [output];
}

async function importProblems(entry) {
  const program = `const names = Object.keys(await import("${entry}")); if (names.length === 0) throw new Error("it exports nothing");`;
  const { code, output } = await runNode(["--input-type=module", "-e", program], {
    cwd: consumer,
    quiet: true,
  });
  return code === 0 ? [] : [output];
}

function exampleFiles() {
  const folder = join(ROOT, "examples");
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".mjs"))
        .sort()
    : [];
}

/** What an editor shows when somebody points at a name: the compiler is asked as an editor asks it. */
async function hoverProblems() {
  const { checker, shown } = await hoverTexts();
  return shown.flatMap(({ name, symbol, needsExample }) => [
    ...(symbol.getDocumentationComment(checker).length === 0 ? [`${name} has no description`] : []),
    ...(needsExample && exampleOf(symbol) === undefined ? [`${name} has no example`] : []),
  ]);
}

/** Compiles every example, with the names that the examples take for granted. */
async function hoverExampleProblems() {
  const { shown } = await hoverTexts();
  const examples = shown.flatMap(({ name, symbol }) => {
    const text = exampleOf(symbol);
    return text === undefined ? [] : [{ name, text }];
  });
  // Both faces have the verbs and their texts from one table, whose examples are those of the face that answers at once.
  const atOnce = new Map(examples.map(({ name, text }) => [name, text]));
  const isShared = ({ name, text }) =>
    name.startsWith("AsyncTideline.") && atOnce.get(name.replace("Async", "")) === text;
  const isLater = (name) => name.startsWith("AsyncTideline");
  const lines = [
    `import * as all from "${manifest.name}"; import * as remote from "${manifest.name}/client";`,
    `import type { AiSdkModel, Fact, Pass } from "${manifest.name}";`,
    "declare const fetch: unknown, id: string, other: string, passId: string, contradiction: string, backup: string;",
    "declare const apiKey: string, token: string, error: unknown, fact: Fact, model: AiSdkModel, pass: Pass;",
    "declare const console: { log(...all: readonly unknown[]): void }, passphrase: string;",
    "declare const process: { readonly env: Readonly<Record<string, string | undefined>> };",
    `const { ${await namesOf("")} } = all; const { ${await namesOf("/client")} } = remote;`,
    `type AsyncTideline = all.AsyncTideline; type SyncTideline = all.SyncTideline;`,
    ...examples
      .filter((one) => !isShared(one))
      .map(({ name, text }) => inFunction(name, text, isLater(name))),
  ];
  const file = join(consumer, "hover-examples.ts");
  writeFileSync(file, `${lines.join("\n")}\n`);
  const compilerOptions = {
    ...{ target: "es2022", lib: ["es2023"], types: [], strict: true, noEmit: true },
    ...RESOLUTIONS[0],
  };
  writeFileSync(
    join(consumer, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["hover-examples.ts"] }),
  );
  const { code, output } = await runNode([binOf("typescript", "tsc"), "-p", consumer], {
    cwd: consumer,
    quiet: true,
  });
  return [
    ...(examples.length < 100 ? [`there are only ${examples.length} examples`] : []),
    ...(code === 0 ? [] : [output]),
  ];
}

/** An example in a function of its own. Those of verbs have a memory, whose face is the type's. */
function inFunction(name, text, isLater) {
  const declares = /\bconst memory\b/.test(text);
  const face = isLater ? "all.AsyncTideline" : "all.Tideline";
  const memory = declares ? "" : `memory: ${face}`;
  return `/* ${name} */ export async function _${name.replace(/\W/g, "_")}(${memory}) {\n${text}\n}`;
}

async function namesOf(entry) {
  const program = `console.log(Object.keys(await import("${manifest.name}${entry}")).join(", "));`;
  const { output } = await runNode(["--input-type=module", "-e", program], { cwd: consumer, quiet: true });
  return output.trim();
}

function exampleOf(symbol) {
  const tag = symbol.getJsDocTags().find(({ name }) => name === "example");
  return tag?.text?.map(({ text }) => text).join("");
}

/** Every public name of the main entry and the client, and every method of a memory. */
async function hoverTexts() {
  // Imported here, because it may have been installed only now.
  const { default: ts } = await import("typescript");
  const file = join(consumer, "hover.ts");
  writeFileSync(
    file,
    `export * as all from "${manifest.name}";\nexport * as remote from "${manifest.name}/client";\n`,
  );
  const program = ts.createProgram([file], { module: ts.ModuleKind.NodeNext, strict: true });
  const checker = program.getTypeChecker();
  const target = (symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const namespaces = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)));
  const names = namespaces.flatMap((symbol) => checker.getExportsOfModule(target(symbol)));
  const isPrivate = ({ valueDeclaration: node }) =>
    node !== undefined && Boolean(ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private);
  const shown = names.map((symbol) => ({
    name: symbol.name,
    symbol: target(symbol),
    needsExample: Boolean(target(symbol).flags & ts.SymbolFlags.Value),
  }));
  for (const name of ["Tideline", "AsyncTideline"]) {
    const { symbol } = shown.find((one) => one.name === name);
    const members = checker
      .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
      // A symbol, such as Symbol.dispose, has the text of the language itself.
      .filter((member) => !isPrivate(member) && !member.name.startsWith("__@"));
    if (members.length < 50) throw new Error(`${name} has only ${members.length} members`);
    for (const member of members)
      shown.push({ name: `${name}.${member.name}`, symbol: member, needsExample: true });
  }
  return { checker, shown };
}

async function exampleProblems(name) {
  copyFileSync(join(ROOT, "examples", name), join(consumer, name));
  const { code, output } = await runNode([name], { cwd: consumer, quiet: true, timeoutMs: 600_000 });
  return code === 0 ? [] : [`exit code ${code}\n${output}`];
}
