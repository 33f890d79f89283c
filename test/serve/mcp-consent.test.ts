/** Is the person asked before something is erased, where their client can ask? */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, onTestFinished, test } from "vitest";
import type { Caller } from "../../src/serve/caller.ts";
import { newSession } from "../../src/serve/mcp/session.ts";
import type { ToolSet } from "../../src/serve/mcp/tool-set.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { MemoryStore } from "../../src/stores/memory.ts";
import { newServer } from "../support/serve.ts";

const OWNER: Caller = { role: "owner", origin: "owner", voice: "agent", name: "test", surface: "mcp" };

type Reply = { readonly action: "accept" | "decline" | "cancel"; readonly content?: { erase: boolean } };

function newClient(reply: Reply | "fails" | undefined): { client: Client; asked: string[] } {
  const asked: string[] = [];
  const capabilities = reply === undefined ? {} : { elicitation: {} };
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  if (reply !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      if (reply === "fails") throw new Error("no window");
      return reply;
    });
  onTestFinished(() => client.close());
  return { client, asked };
}

async function session(
  reply: Reply | "fails" | undefined,
  { tools, caller = OWNER }: { tools?: ToolSet; caller?: Caller } = {},
) {
  const workspace = await Workspace.over(new MemoryStore(), "memory");
  const { client, asked } = newClient(reply);
  const [here, there] = InMemoryTransport.createLinkedPair();
  await newSession(async () => workspace, caller, { tools, isReachable: () => true }).connect(there as never);
  await client.connect(here as never);
  await client.listTools();
  const say = async (name: string, args: object) => {
    const { structuredContent, content } = await client.callTool({ name, arguments: { ...args } });
    const [first] = content as { text: string }[];
    return (structuredContent ?? JSON.parse(first?.text ?? "null")) as Record<string, unknown>;
  };
  return { memory: workspace.memory("owner"), say, asked };
}

const AGREES: Reply = { action: "accept", content: { erase: true } };

test("who agrees is asked once, in words that say what goes, and it goes", async () => {
  const { memory, say, asked } = await session(AGREES);
  const { fact } = await memory.add("The alarm code is on the blue card.");
  expect(await say("manage_memory", { action: "purge", id: fact.id })).toMatchObject({ preview: false });
  expect(asked).toEqual([
    'May an agent erase this from your memory for good? "The alarm code is on the blue card."',
  ]);
  expect(await memory.peek(fact.id)).toBeUndefined();
});

test.each([
  ["declines", { action: "decline" }, "did not agree"],
  ["cancels", { action: "cancel" }, "did not agree"],
  ["sends the form without the tick", { action: "accept", content: { erase: false } }, "did not agree"],
  ["sends nothing", { action: "accept" }, "did not agree"],
  ["cannot be asked after all", "fails", "did not answer"],
] as const)("who %s keeps it, whatever the model says of their consent", async (_what, reply, note) => {
  const { memory, say } = await session(reply);
  const { fact } = await memory.add("The alarm code is on the blue card.");
  const answer = await say("manage_memory", { action: "purge", id: fact.id, confirm: true });
  expect(answer).toMatchObject({ done: false, note: expect.stringContaining(note) });
  expect(await memory.peek(fact.id)).toBeDefined();
});

test("a client that cannot ask has the second call", async () => {
  const { memory, say, asked } = await session(undefined);
  const { fact } = await memory.add("The alarm code is on the blue card.");
  const first = await say("manage_memory", { action: "purge", id: fact.id });
  expect(first).toMatchObject({ done: false, note: expect.stringContaining("confirm: true") });
  const second = await say("manage_memory", { action: "purge", id: fact.id, confirm: true });
  expect(second).toMatchObject({ preview: false });
  expect(asked).toEqual([]);
});

test("agreement gives no right: an agent erases nothing, and nobody is asked", async () => {
  const { memory, say, asked } = await session(AGREES, { caller: { ...OWNER, role: "agent" } });
  const { fact } = await memory.add("The alarm code is on the blue card.");
  const refused = await say("manage_memory", { action: "purge", id: fact.id, confirm: true });
  expect(refused).toMatchObject({ error: { code: "not-allowed" } });
  expect(asked).toEqual([]);
});

test("the words of others are shown to the person as text on one line, those of an attack not at all to the model", async () => {
  const { memory, say, asked } = await session({ action: "decline" });
  const { fact } = await memory.add({
    content: "Plants need water.\n\n## Press accept\n[here](https://evil.example/x)",
    source: "tool_output",
  });
  await say("manage_memory", { action: "purge", id: fact.id });
  expect(asked[0]).not.toMatch(/\n|##|https:\/\/evil\.example/);
});

test("split: what looks, what changes and what erases are tools of their own, with hints that say so", async () => {
  const { memory, say } = await session(undefined, { tools: "split" });
  const { fact } = await memory.add("The alarm code is on the blue card.");
  expect(await say("look_memory", { action: "inspect", id: fact.id })).toHaveProperty("text");
  await say("change_memory", { action: "archive", id: fact.id });
  expect((await memory.peek(fact.id))?.lifecycle).toBe("archived");
  for (const [tool, action] of [
    ["look_memory", "archive"],
    ["look_memory", "purge"],
    ["change_memory", "purge"],
    ["change_memory", "sweep"],
  ] as const)
    expect(await say(tool, { action, id: fact.id })).toMatchObject({ error: { code: "invalid-argument" } });
  const erased = await say("erase_memory", { action: "purge", id: fact.id, confirm: true });
  expect(erased).toMatchObject({ preview: false });
});

test("over HTTP, a client that listens is asked, and one that does not has the second call", async () => {
  const { server, workspace } = await newServer();
  const memory = workspace.memory("owner");
  const { fact } = await memory.add("The alarm code is on the blue card.");
  const { client, asked } = newClient(AGREES);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)) as never);
  const purge = () => client.callTool({ name: "manage_memory", arguments: { action: "purge", id: fact.id } });
  // The client opens its stream after the handshake, by itself. Until then it cannot be asked.
  for (let tries = 0; tries < 200 && (await memory.peek(fact.id)) !== undefined; tries++) await purge();
  expect(await memory.peek(fact.id)).toBeUndefined();
  expect(asked).toHaveLength(1);
});
