// `npm run interop`: does the built package work with other people's real packages? The AI SDK in three major
// versions (strict types without casts, then run), the official conformance suite and inspector of MCP, two
// validators of OpenAPI, and a client generated from it. They are installed apart, outside the project, and are none
// of its dependencies. Part of `.ci/run`; the last line is "N passed, N failed". Without npm's registry nothing can be
// installed: what is not in the cache of an earlier run is skipped then, and says so.
import { spawn } from "node:child_process";
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
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled, finish, ROOT, run, runNode, runNpm } from "./run.mjs";

const SOURCES = join(ROOT, "scripts", "interop");
const NODE = "node@24";
const TYPESCRIPT = "typescript@5.9.3";
const INSPECTOR = ["@modelcontextprotocol/inspector@0.15.0"];
const CONFORMANCE = ["@modelcontextprotocol/conformance@0.1.16"];
const OPENAPI = [
  ...["@redocly/cli@2.77.0", "@seriousme/openapi-schema-validator@2.11.0"],
  ...["openapi-typescript@7.13.0", "openapi-fetch@0.17.0", TYPESCRIPT],
];
/**
 * Each with its class for models, and a scripted model of that class. 6 and 7 differ in the name of the class only. 7
 * needs a newer Node.
 */
const AI_SDKS = [
  ["5.0.277", "MockLanguageModelV2", "model-v2.ts"],
  ["6.0.326", "MockLanguageModelV3", "model-v3.ts"],
  ["7.0.173", "MockLanguageModelV4", "model-v3.ts"],
];
const HOME = join(
  process.env.TIDELINE_INTEROP_CACHE ?? tmpdir(),
  `tideline-interop-${process.getuid?.() ?? 0}`,
);

/** Scenarios of the conformance suite that Tideline does not have, and why. Nothing else may fail. */
const ABSENT = JSON.parse(readFileSync(join(SOURCES, "conformance-absent.json"), "utf8"));

/** A package that cannot be had because there is no network: no fault of ours. */
class NoNetwork extends Error {}
/** Found once, so that not every check waits for a registry that does not answer. */
let hasNoNetwork = false;

await ensureInstalled();
if (!existsSync(join(ROOT, "dist"))) await runNode(["scripts/build.mjs"]);
mkdirSync(HOME, { recursive: true });
const work = mkdtempSync(join(tmpdir(), "tideline-interop-"));
const counts = [];
try {
  const tarball = await pack();
  for (const [version, ...model] of AI_SDKS)
    await check(`AI SDK ${version}: compiles strictly and runs`, () => aiProblems(version, model, tarball));
  await check("MCP inspector, over stdio", inspectorProblems);
  await withServer(async (url) => {
    await check("MCP conformance: nothing fails but what is declared absent", () => conformanceProblems(url));
    await check("OpenAPI: two validators find nothing, and a generated client compiles and works", () =>
      openApiProblems(url),
    );
  });
} finally {
  rmSync(work, { recursive: true, force: true });
}
finish(counts);

async function check(title, findProblems) {
  const startMs = performance.now();
  const problems = await findProblems().catch((error) => {
    if (error instanceof NoNetwork) return error;
    return [String(error?.stack ?? error)];
  });
  if (problems instanceof NoNetwork) {
    console.log(`SKIPPED: ${title}. ${problems.message}`);
    return;
  }
  counts.push(problems.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  console.log(`${problems.length === 0 ? "✓" : "✗"} ${title} (${seconds} s)`);
  for (const problem of problems)
    console.log(`  ${problem.trimEnd().slice(-4_000).replaceAll("\n", "\n  ")}`);
}

async function pack() {
  const { code, output } = await runNpm(["pack", "--ignore-scripts", "--pack-destination", work], {
    quiet: true,
  });
  const name = readdirSync(work).find((one) => one.endsWith(".tgz"));
  if (code !== 0 || name === undefined) throw new Error(`npm pack failed:\n${output}`);
  return join(work, name);
}

/** A folder with these packages, kept for the next run. */
async function installed(name, packages) {
  const folder = join(HOME, name);
  const wanted = JSON.stringify(packages);
  const note = join(folder, "installed.json");
  if (existsSync(note) && readFileSync(note, "utf8") === wanted) return folder;
  if (hasNoNetwork) throw new NoNetwork(`${packages[0]} is not installed here.`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "interop", private: true, type: "module" }),
  );
  const args = ["install", "--no-audit", "--no-fund", "--fetch-retry-mintimeout=1000", ...packages];
  const { code, output } = await runNpm(args, { cwd: folder, quiet: true });
  if (/\b(ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|ECONNRESET)\b/.test(output)) {
    hasNoNetwork = true;
    throw new NoNetwork(`${packages[0]} cannot be installed: npm's registry does not answer.`);
  }
  if (code !== 0) throw new Error(`npm install ${packages.join(" ")} failed:\n${output}`);
  writeFileSync(note, wanted);
  return folder;
}

/** A Node on which everything here runs. */
async function newerNode() {
  return join(await installed("node", [NODE]), "node_modules", "node", "bin", "node");
}

/** Compiled strictly, without @types/node, and run on the Node that this version needs. */
async function aiProblems(version, [modelClass, modelFile], tarball) {
  const folder = await installed(`ai-${version}`, [`ai@${version}`, TYPESCRIPT]);
  const own = await runNpm(["install", "--no-save", "--no-audit", "--no-fund", "--prefer-offline", tarball], {
    cwd: folder,
    quiet: true,
  });
  if (own.code !== 0) return [own.output];
  const major = Number(version.split(".")[0]);
  copyFileSync(join(SOURCES, "ai-program.ts"), join(folder, "program.ts"));
  const model = readFileSync(join(SOURCES, modelFile), "utf8").replaceAll(
    /MockLanguageModelV\d/g,
    modelClass,
  );
  writeFileSync(join(folder, "model.ts"), model);
  const compilerOptions = {
    ...{
      target: "es2022",
      lib: ["es2023", "dom", "dom.iterable"],
      types: [],
      strict: true,
      skipLibCheck: true,
    },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, outDir: "out" },
    ...{ module: "nodenext", moduleResolution: "nodenext" },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  const compiled = await runNode([join(folder, "node_modules/typescript/bin/tsc"), "-p", folder], {
    quiet: true,
  });
  if (compiled.code !== 0) return [compiled.output];
  const node = major >= 7 ? await newerNode() : process.execPath;
  const ran = await run(node, [join(folder, "out", "program.js")], { quiet: true });
  return ran.code === 0 ? [] : [ran.output];
}

async function inspectorProblems() {
  const folder = await installed("inspector", INSPECTOR);
  const node = await newerNode();
  const cli = join(folder, "node_modules/@modelcontextprotocol/inspector/cli/build/cli.js");
  const server = [process.execPath, join(ROOT, "dist/tideline.js"), "mcp", "--dir", join(work, "inspected")];
  const asks = [
    [["--method", "tools/list"], '"amend_memory"'],
    [
      ["--method", "tools/call", "--tool-name", "write_memory", "--tool-arg", "content=The boiler is old."],
      '"added',
    ],
    [
      ["--method", "tools/call", "--tool-name", "recall_memory", "--tool-arg", "query=boiler"],
      "The boiler is old.",
    ],
    [["--method", "resources/list"], "tideline://profile"],
  ];
  const problems = [];
  for (const [args, holds] of asks) {
    const { code, output } = await run(node, [cli, "--cli", ...server, ...args], {
      quiet: true,
      timeoutMs: 60_000,
    });
    if (code !== 0 || !output.includes(holds)) problems.push(`${args.join(" ")}: ${output}`);
  }
  return problems;
}

async function withServer(work) {
  const dir = mkdtempSync(join(tmpdir(), "tideline-interop-server-"));
  const args = [
    "dist/tideline.js",
    "serve",
    "--port",
    "0",
    "--json",
    "--dir",
    join(dir, "memory"),
    "--no-upkeep",
  ];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    await work(JSON.parse(await firstLine(child.stdout)).url);
  } finally {
    child.kill();
    await ended;
    rmSync(dir, { recursive: true, force: true });
  }
}

async function firstLine(stream) {
  let text = "";
  for await (const chunk of stream) {
    text += chunk;
    if (text.includes("\n")) return text;
  }
  throw new Error("the server did not start");
}

/** What fails must be declared, and what is declared must fail: a list of excuses does not outlive its reason. */
async function conformanceProblems(url) {
  const folder = await installed("conformance", CONFORMANCE);
  const node = await newerNode();
  const suite = join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const absent = join(work, "absent.yml");
  writeFileSync(
    absent,
    `server:\n${Object.keys(ABSENT)
      .map((name) => `  - ${name}\n`)
      .join("")}`,
  );
  const args = [suite, "server", "--url", `${url}/mcp`, "--suite", "all", "--expected-failures", absent];
  const options = { quiet: true, timeoutMs: 120_000 };
  const { code, output } = await run(node, [...args, "-o", join(work, "conformance")], options);
  const total = /^Total: .*$/m.exec(output)?.[0];
  console.log(`  ${total ?? "no total"}; declared absent: ${Object.keys(ABSENT).length} scenarios`);
  return code === 0 && total !== undefined ? [] : [output];
}

async function openApiProblems(url) {
  const folder = await installed("openapi", OPENAPI);
  const node = await newerNode();
  writeFileSync(join(folder, "openapi.json"), await (await fetch(`${url}/openapi.json`)).text());
  copyFileSync(join(SOURCES, "openapi-client.ts"), join(folder, "client.ts"));
  copyFileSync(join(SOURCES, "openapi-validate.mjs"), join(folder, "validate.mjs"));
  const compilerOptions = {
    ...{ target: "es2022", lib: ["es2023", "dom", "dom.iterable"], types: [], strict: true, outDir: "out" },
    ...{ noUncheckedIndexedAccess: true, module: "nodenext", moduleResolution: "nodenext" },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["client.ts"] }));
  const bin = (name, path) => join(folder, "node_modules", name, path);
  const steps = [
    [bin("@redocly/cli", "bin/cli.js"), "lint", "openapi.json"],
    ["validate.mjs"],
    [bin("openapi-typescript", "bin/cli.js"), "openapi.json", "-o", "api.ts"],
    [bin("typescript", "bin/tsc"), "-p", "."],
    ["out/client.js", url],
  ];
  for (const step of steps) {
    const { code, output } = await run(node, step, { cwd: folder, quiet: true, timeoutMs: 120_000 });
    if (code !== 0 || /\d+ warnings?\./.test(output)) return [`${step.join(" ")}:\n${output}`];
  }
  return [];
}
