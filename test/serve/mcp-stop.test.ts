/** Does `tideline mcp` end when it is told to, while its input stays open? */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { childPath } from "../support/child.ts";
import { newWorkspace } from "../support/workspace.ts";

const HELLO = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

function write(id: number): object {
  const params = { name: "write_memory", arguments: { content: `Locker ${id} is free.` } };
  return { jsonrpc: "2.0", id, method: "tools/call", params };
}

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "%s ends it, after what was under way is answered",
  async (signal) => {
    const args = [childPath("tideline"), "mcp", "--dir", newWorkspace("mcp")];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    const ended = once(child, "exit");
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += String(chunk);
    });
    // One write, one commit: whoever has answered the first of them is about to answer the others.
    child.stdin.write(
      [HELLO, write(2), write(3), write(4)].map((one) => `${JSON.stringify(one)}\n`).join(""),
    );
    await expect.poll(() => text).toContain('"id":2');
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
    const answered = text.trimEnd().split("\n");
    expect(answered.map((line) => JSON.parse(line).id)).toEqual([1, 2, 3, 4]);
  },
);

test("it ends though nobody takes its answers", async () => {
  const args = [childPath("tideline"), "mcp", "--dir", newWorkspace("mcp")];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let warnings = "";
  child.stderr.on("data", (chunk) => {
    warnings += String(chunk);
  });
  const ended = once(child, "exit");
  const list = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/list" });
  const asked = [HELLO, ...Array.from({ length: 400 }, (_, n) => list(n + 2))];
  child.stdout.pause();
  child.stdin.write(asked.map((one) => `${JSON.stringify(one)}\n`).join(""));
  // The first bytes have arrived, so that it is under way; what follows stays where it is.
  await once(child.stdout, "readable");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  // Node warns of a leak if every answer listens for room.
  expect(warnings).not.toContain("MaxListeners");
});

test("a client that is slow to take answers gets all of them, in order", async () => {
  const args = [childPath("tideline"), "mcp", "--dir", newWorkspace("mcp")];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ids = Array.from({ length: 300 }, (_, n) => n + 2);
  const lines = [HELLO, ...ids.map((id) => ({ jsonrpc: "2.0", id, method: "tools/list" }))];
  child.stdout.pause();
  child.stdin.end(lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
  await once(child.stdout, "readable");
  let text = "";
  for await (const chunk of child.stdout) text += String(chunk);
  const answered = text.trimEnd().split("\n");
  expect(answered.map((line) => JSON.parse(line).id).sort((a, b) => a - b)).toEqual([1, ...ids]);
});
