/** Can the owner's session over MCP on stdio correct labels, as the schema of manage_memory says? */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, onTestFinished, test } from "vitest";
import { Tideline } from "../../src/index.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { childPath } from "../support/child.ts";
import { newWorkspace } from "../support/workspace.ts";

async function ownersSession(dir: string): Promise<Client> {
  const workspace = Workspace.open(dir);
  await workspace.chooseVoice("owner");
  await workspace.close();
  const client = new Client({ name: "test", version: "1" });
  const args = [childPath("tideline"), "mcp", "--dir", dir, "--role", "owner"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  onTestFinished(() => client.close());
  return client;
}

async function say(client: Client, name: string, args: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [first] = content as { text: string }[];
  const answer = JSON.parse(first?.text ?? "null") as { readonly error?: { readonly message: string } };
  return { isError: isError === true, answer };
}

test("the owner revises labels: values, a date, a field that is emptied; what is wrong is refused with a remedy", async () => {
  const dir = newWorkspace("mcp");
  const client = await ownersSession(dir);
  const { answer } = await say(client, "write_memory", { content: "The garden plot is number 14." });
  const { id } = (answer as unknown as { fact: { id: string } }).fact;
  const revise = (changes: object) => say(client, "manage_memory", { action: "revise", id, ...changes });
  const labels = { segment: "project", tags: ["garden"], importance: 0.9 };
  const owner = Tideline.open(dir);
  onTestFinished(() => owner.close());
  const factNow = () => owner.inspect(id).fact;
  const done = await revise({ ...labels, validTo: "2090-06-30" });
  expect(done).toMatchObject({ isError: false, answer: { id, ...labels, until: "2090-06-30" } });
  expect(factNow()).toMatchObject({ ...labels, validTo: Date.UTC(2090, 5, 30) });
  expect((await revise({ clear: ["validTo"] })).isError).toBe(false);
  expect(factNow()).toMatchObject({ ...labels, validTo: undefined });
  const wrong = [
    [{}, "something to change"],
    [{ importance: 2 }, "importance"],
    [{ clear: ["segment"] }, "clear"],
    [{ content: "The plot is number 15." }, "content"],
    [{ segment: "preference" }, "Endorse it first"],
  ] as const;
  for (const [changes, remedy] of wrong) {
    const { isError, answer } = await revise(changes);
    expect(isError).toBe(true);
    expect(answer.error?.message).toContain(remedy);
  }
  expect(factNow()).toMatchObject({ content: "The garden plot is number 14.", ...labels });
});

test("the answer shows what was changed, and the words of others as text only", async () => {
  const client = await ownersSession(newWorkspace("mcp"));
  const written = await say(client, "write_memory", { content: "The kayak lies behind the barn." });
  const { id } = (written.answer as unknown as { fact: { id: string } }).fact;
  const manage = async (action: string, more = {}) =>
    (await say(client, "manage_memory", { action, id, ...more })).answer;
  const labels = { importance: 0.2, confidence: 0.5, kind: "event", layer: "working", aliases: ["boat"] };
  const words = {
    metadata: { "](https://example.com)": "<b>" },
    occurredAt: "2026-01-05",
    recurrence: "yearly",
  };
  const answer = await manage("revise", { ...labels, ...words });
  expect(answer).toMatchObject({ id, ...labels, occurredAt: "2026-01-05", recurrence: "yearly" });
  expect(JSON.stringify(answer)).not.toMatch(/https:\/\/example|<b>/);
  expect(await manage("promote")).toMatchObject({ id, layer: "episodic" });
  expect(await say(client, "read_memory", { id })).not.toHaveProperty("answer.importance");
});
