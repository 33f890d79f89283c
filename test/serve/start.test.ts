/** Does `npm start` serve, say where, and end cleanly? */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { childPath } from "../support/child.ts";
import { filesUnder, newWorkspace } from "../support/workspace.ts";

/** Nothing listens there. */
const NOWHERE = "http://127.0.0.1:1";
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

function start(program: readonly string[], dir: string, port: string): ChildProcess {
  const child = spawn(process.execPath, [...program], {
    cwd: ROOT,
    env: { ...process.env, TIDELINE_DIR: dir, PORT: port },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function untilItSays(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let text = "";
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    text += chunk.toString("utf8");
    const match = pattern.exec(text);
    if (match !== null) return match;
  }
  throw new Error(`It ended, and had said: ${text}`);
}

const ADDRESS = /is at (http:\S+)(?:.|\n)*Ctrl-C/;

test("npm start serves API, MCP and page, names the folder and the editor's lines, and ends cleanly", async () => {
  const dir = newWorkspace("start");
  const child = start(["scripts/start.mjs"], dir, "0");
  const [said, url = ""] = await untilItSays(child, ADDRESS);
  expect(said).toContain(dir);
  expect(said).toContain('"mcpServers"');
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ name: "tideline" });
  const { program } = (await (await fetch(`${url}/v1/whoami`)).json()) as { program: readonly string[] };
  const [command, ...words] = program;
  expect(said).toContain(JSON.stringify({ command, args: [...words, "mcp", "--dir", dir] }));
  expect((await fetch(url)).headers.get("content-type")).toContain("text/html");
  const added = await fetch(`${url}/v1/memories`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"content":"Anna plays the cello."}',
  });
  expect(added.status).toBe(200);
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  expect(filesUnder(dir).some((path) => path.includes("/lock/held."))).toBe(false);
});

// Windows has no signals that a shell could keep to itself.
test.skipIf(process.platform === "win32")("npm start ends when npm's shell is ended", async () => {
  const dir = newWorkspace("start");
  // The command after it keeps the shell from replacing itself with the program.
  const shell = spawn("sh", ["-c", '"$0" scripts/start.mjs; true', process.execPath], {
    cwd: ROOT,
    env: { ...process.env, TIDELINE_DIR: dir, PORT: "0", npm_lifecycle_event: "start" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  onTestFinished(() => endGroup(shell.pid as number));
  await untilItSays(shell, ADDRESS);
  shell.stderr.resume();
  shell.kill("SIGTERM");
  // Every process of the group holds stderr open: it closes when the last one has ended.
  await once(shell, "close");
  expect(filesUnder(dir).some((path) => path.includes("/lock/held."))).toBe(false);
});

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

test("started twice, the second says who is there", async () => {
  const first = start([childPath("tideline"), "serve"], newWorkspace("start"), "0");
  const [, url = ""] = await untilItSays(first, ADDRESS);
  const second = start([childPath("tideline"), "serve"], newWorkspace("start"), new URL(url).port);
  let said = "";
  second.stderr?.on("data", (chunk) => {
    said += String(chunk);
  });
  const [code] = await once(second, "close");
  expect(code).toBe(5);
  expect(said).toContain("Tideline 0.1.0 is already listening on");
  first.kill("SIGINT");
  expect(await once(first, "exit")).toEqual([0, null]);
});

test("without a network, what could not be installed is told with what to do, and no stack", async () => {
  const folder = join(newWorkspace("start"), "clone");
  mkdirSync(folder, { recursive: true });
  const wanted = { "left-out": "1.0.0" };
  const lock = {
    name: "clone",
    lockfileVersion: 3,
    packages: {
      "": { name: "clone", dependencies: wanted },
      "node_modules/left-out": { version: "1.0.0", resolved: `${NOWHERE}/left-out-1.0.0.tgz` },
    },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "clone", dependencies: wanted }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  const script = `import("./scripts/run.mjs").then((run) => run.ensureInstalled(${JSON.stringify(folder)}))`;
  const child = spawn(process.execPath, ["-e", script], {
    cwd: ROOT,
    env: { ...process.env, npm_config_registry: NOWHERE, npm_config_fetch_retries: "0" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said, [code]] = await Promise.all([text(child.stderr as Readable), once(child, "close")]);
  expect([code, said]).toEqual([1, expect.stringContaining("check the network and the proxy")]);
  expect(said).not.toMatch(/^\s+at /m);
});
