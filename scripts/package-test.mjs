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
import { join } from "node:path";
import { binOf, ensureInstalled, finish, ROOT, runNode, runNpm } from "./run.mjs";

const PLUGIN = [".claude-plugin/plugin.json", ".mcp.json", "README.md", "hooks/hooks.json"];
const ALWAYS_PACKED = [
  ...["package.json", "LICENSE", "README.md", "CHANGELOG.md", "THIRD_PARTY_NOTICES.md"],
  ...PLUGIN.map((path) => `plugins/claude-code/${path}`),
];
const BUILT = /^dist\/.+\.(js|d\.ts|json|wasm|html|css|svg|woff2)$/;
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
  await check("holds no path of this machine and no source map", contentProblems);
  for (const entry of entryPoints()) {
    for (const resolution of RESOLUTIONS) {
      await check(`${entry} type-checks with ${resolution.moduleResolution}`, () =>
        typeProblems(entry, resolution),
      );
    }
    await check(`${entry} can be imported`, () => importProblems(entry));
  }
  await check("every method of a memory has a description in the editor", hoverProblems);
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
      .filter((path) => !ALWAYS_PACKED.includes(path) && !BUILT.test(path))
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

/** The names that users import: `brigade-tideline`, `brigade-tideline/testing`. */
function entryPoints() {
  return Object.keys(manifest.exports)
    .filter((key) => key !== "./package.json")
    .map((key) => manifest.name + key.slice(1));
}

/** No @types/node here: public types must stand on the language alone. */
async function typeProblems(entry, resolution) {
  const compilerOptions = {
    ...{ target: "es2022", lib: ["es2023"], types: [], strict: true, skipLibCheck: false, noEmit: true },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...resolution,
  };
  const source = `import * as entry from "${entry}";\nexport const names: readonly string[] = Object.keys(entry);\n`;
  writeFileSync(join(consumer, "consumer.ts"), source);
  writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
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

/** Asks the compiler, as an editor does when somebody points at a method. */
async function hoverProblems() {
  // Imported here, because it may have been installed only now.
  const { default: ts } = await import("typescript");
  const file = join(consumer, "hover.ts");
  writeFileSync(file, `import type { AsyncTideline, Tideline } from "${manifest.name}";\n`);
  const program = ts.createProgram([file], { module: ts.ModuleKind.NodeNext, strict: true });
  const checker = program.getTypeChecker();
  const { elements } = program.getSourceFile(file).statements[0].importClause.namedBindings;
  const isPrivate = ({ valueDeclaration: node }) =>
    node !== undefined && Boolean(ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private);
  return elements.flatMap(({ name }) => {
    const type = checker.getDeclaredTypeOfSymbol(checker.getAliasedSymbol(checker.getSymbolAtLocation(name)));
    const members = checker.getPropertiesOfType(type).filter((member) => !isPrivate(member));
    const silent = members.filter((member) => member.getDocumentationComment(checker).length === 0);
    return [
      ...(members.length < 50 ? [`${name.text} has only ${members.length} members`] : []),
      ...silent.map((member) => `${name.text}.${member.name} has no description`),
    ];
  });
}

async function exampleProblems(name) {
  copyFileSync(join(ROOT, "examples", name), join(consumer, name));
  const { code, output } = await runNode([name], { cwd: consumer, quiet: true, timeoutMs: 600_000 });
  return code === 0 ? [] : [`exit code ${code}\n${output}`];
}
