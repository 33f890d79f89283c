/** In whose voice does a command speak when nobody is at the terminal? */
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { Tideline } from "../../src/index.ts";
import type { Fact } from "../../src/model/fact.ts";
import { childPath } from "../support/child.ts";
import { cli, cliJson } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

describe("a command without a terminal", () => {
  const alone = { isAttended: false };

  test("writes as an agent, says so, and changes nothing that the owner said", async () => {
    const dir = newWorkspace("voice");
    const { fact: own } = await cliJson<{ fact: Fact }>(dir, ["add", "I live in Bergen."]);
    const { out } = await cli(dir, ["add", "I live in Murmansk.", "--segment", "identity"], alone);
    expect(out).toContain("Written as an agent");
    expect(out).toContain("tideline config voice owner");
    const { facts } = await cliJson<{ facts: Fact[] }>(dir, ["list"], alone);
    expect(facts.map(({ authority, segment }) => [authority, segment])).toEqual([
      [3, "identity"],
      [1, "knowledge"],
    ]);
    for (const words of [
      ["archive", own.id],
      ["pin", own.id],
      ["feedback", own.id, "down"],
      ["link", own.id, "relates", facts[1]?.id ?? ""],
      ["endorse", facts[1]?.id ?? "", "--seen", "x"],
      ["resolve", own.id, facts[1]?.id ?? ""],
      ["purge", own.id, "--yes"],
      ["dream"],
      ["sweep"],
      ["token", "create", "me", "--role", "owner"],
      ["policy", "set", "layered"],
      ["config", "voice", "owner"],
    ]) {
      const { code, err } = await cli(dir, words, alone);
      expect([words, code]).not.toEqual([words, 0]);
      expect(err).toContain("terminal");
    }
    expect((await cliJson<{ fact: Fact }>(dir, ["inspect", own.id])).fact).toMatchObject({
      ...{ lifecycle: "active", validity: "valid", pinned: false, importance: own.importance },
    });
  });

  test("speaks as the owner where the owner has said so at a terminal, until that is taken back", async () => {
    const dir = newWorkspace("voice");
    await cli(dir, ["config", "voice", "owner"]);
    expect(await cliJson(dir, ["config", "voice"], alone)).toEqual({ voice: "owner" });
    const add = async (content: string) =>
      (await cliJson<{ fact: Fact }>(dir, ["add", content], alone)).fact.authority;
    expect(await add("I live in Bergen.")).toBe(3);
    await cli(dir, ["config", "voice", "agent"]);
    expect(await add("I live in Murmansk.")).toBe(1);
  });

  const mcpClient = async (dir: string, ...options: string[]) => {
    const client = new Client({ name: "test", version: "1" });
    const args = [childPath("tideline"), "mcp", "--dir", dir, ...options];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
    onTestFinished(() => client.close());
    return client;
  };

  test("lets no MCP client manage for the owner by itself", async () => {
    const dir = newWorkspace("voice");
    const { fact: own } = await cliJson<{ fact: Fact }>(dir, ["add", "My dentist is Dr. Okafor."]);
    const client = await mcpClient(dir, "--role", "owner");
    const manage = async (input: Record<string, unknown>) =>
      JSON.stringify(await client.callTool({ name: "manage_memory", arguments: input }));
    for (const action of ["archive", "purge"])
      expect(await manage({ action, id: own.id, confirm: true })).toContain("tideline config voice owner");
    expect(await cliJson(dir, ["list"])).toMatchObject({ facts: [{ id: own.id, lifecycle: "active" }] });
    await cli(dir, ["config", "voice", "owner"]);
    expect(await manage({ action: "archive", id: own.id })).not.toContain("isError");
  });

  test("gives no MCP client the owner's voice by itself", async () => {
    const dir = newWorkspace("voice");
    const client = await mcpClient(dir, "--voice", "owner");
    const write = () => client.callTool({ name: "write_memory", arguments: { content: "I moved." } });
    // However long it takes until the client asks: it is not left with a closed connection.
    for (const wait of [0, 500]) {
      await delay(wait);
      expect(JSON.stringify(await write())).toContain("tideline config voice owner");
    }
    expect(existsSync(dir)).toBe(false);
    const owner = Tideline.open(dir);
    onTestFinished(() => owner.close());
    expect(owner.list()).toEqual([]);
    await cli(dir, ["config", "voice", "owner"]);
    await write();
    expect(owner.list()).toEqual([expect.objectContaining({ content: "I moved.", authority: 3 })]);
  });
});
