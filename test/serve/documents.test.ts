/** Does every command that the documents show run as it stands there? */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { Workspace } from "../../src/serve/workspace.ts";
import { childPath } from "../support/child.ts";
import { EncoderHome } from "../support/local-encoder.ts";
import { startServer } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  ...["docs", "docs/guides"].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** The `sh` blocks of a document, as one script. */
function shellOf(document: string): readonly string[] {
  const text = readFileSync(join(ROOT, document), "utf8");
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = ""]) => block.trim().split("\n"));
}

const isOurs = (line: string): boolean => /(^|\| |\$\()(tideline|curl) /.test(line);

describe.each(documents.map((name) => [name, shellOf(name)] as const))("%s", (_name, lines) => {
  test("names npm scripts that exist", () => {
    for (const line of lines) {
      const script = /^npm (?:run )?([a-z]+)/.exec(line)?.[1];
      if (script !== undefined && !["install", "ci", "pack"].includes(script))
        expect(Object.keys(scripts)).toContain(script);
    }
  });

  // Dozens of processes, one after the other: each takes seconds where the machine is busy.
  const options = { skip: !lines.some(isOurs), timeout: 420_000 };
  test("runs as it stands there", options, async () => {
    // Documents are read by people, and people have a terminal.
    const folder = newWorkspace("documents");
    mkdirSync(join(folder, "bin"), { recursive: true });
    const program = join(folder, "bin", "tideline");
    writeFileSync(
      program,
      `#!/bin/sh\nexec "${process.execPath}" "${childPath("attended-tideline")}" "$@"\n`,
    );
    chmodSync(program, 0o755);
    const dir = join(folder, "data");
    const workspace = Workspace.open(join(folder, "served"));
    onTestFinished(() => workspace.close());
    const server = await startServer(workspace);
    // Nothing is installed here: a small encoder stands for the packages that an `npm` line would bring.
    const encoder = new EncoderHome().withRuntime().withModel();
    onTestFinished(() => encoder.remove());
    const script = ["set -euo pipefail", ...lines.filter((line) => !line.startsWith("npm "))]
      .join("\n")
      .replaceAll("http://127.0.0.1:4505", server.url)
      .replaceAll("embedder use local", `embedder use local --folder "${encoder.folder}"`);
    const env = { PATH: `${join(folder, "bin")}:${process.env.PATH ?? ""}`, HOME: folder, TIDELINE_DIR: dir };
    const { code, output } = await bash(script.replaceAll("curl -s ", "curl -sf "), folder, env);
    expect(code, output).toBe(0);
  });
});

/** In a process of its own, so that the server in this one can answer. */
function bash(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", script], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => (output += String(chunk)));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

test("a command that fails would be found", async () => {
  expect((await bash("set -e\ntrue\nfalse\ntrue", ROOT, process.env)).code).toBe(1);
});
