/** How much may an agent write in a minute, and does the owner notice? */
import { expect, test, vi } from "vitest";
import type { WriteAllowance } from "../../src/serve/budget.ts";
import type { TidelineServer } from "../../src/serve/http/server.ts";
import { type Answer, ask, openWorkspace, startServer, tokenFor } from "../support/serve.ts";

const NO_LIMIT: WriteAllowance = { facts: 0, bytes: 0, refusals: 0 };

/** A server whose clock stands still until it is moved: nothing becomes free again in between. */
async function served(writes: Partial<WriteAllowance>) {
  const clock = { ms: 1_000_000 };
  vi.spyOn(performance, "now").mockImplementation(() => clock.ms);
  const workspace = openWorkspace("budget");
  const server = await startServer(workspace, { writes: { ...NO_LIMIT, ...writes } });
  const [owner, agent] = [await tokenFor(workspace, "owner"), await tokenFor(workspace, "agent")];
  let n = 0;
  const add = (token: string, more: object = {}): Promise<Answer> =>
    ask(server, "POST", "/v1/memories", { body: { content: `Locker ${n++} is free.`, ...more }, token });
  const batch = (token: string, count: number): Promise<Answer> => {
    const facts = Array.from({ length: count }, () => ({ content: `Locker ${n++} is free.` }));
    return ask(server, "POST", "/v1/memories/batch", { body: { facts }, token });
  };
  return { clock, workspace, server, owner, agent, add, batch };
}

test("so many facts, one by one or in batches; then it waits, and nobody else does", async () => {
  const { workspace, owner, agent, add, batch, clock } = await served({ facts: 6 });
  expect((await batch(agent, 4)).status).toBe(200);
  expect((await add(agent)).status).toBe(200);
  expect((await add(agent)).status).toBe(200);
  const { status, body, headers } = await add(agent);
  expect([status, body.code, headers.get("retry-after")]).toEqual([429, "too-many-requests", "10"]);
  expect((await add(owner)).status).toBe(200);
  expect((await batch(owner, 50)).status).toBe(200);
  expect((await add(await tokenFor(workspace, "agent"))).status).toBe(200);
  expect((await workspace.memory("owner").stats()).facts).toBe(58);
  clock.ms += 10_000;
  expect((await add(agent)).status).toBe(200);
});

test("what can never be written with one request is told so, and not to wait", async () => {
  const { agent, batch, workspace } = await served({ facts: 6 });
  const { status, body } = await batch(agent, 7);
  expect([status, body]).toMatchObject([
    413,
    { code: "request-too-large", detail: expect.stringMatching(/6 facts, not 7/) },
  ]);
  expect((await workspace.memory("owner").stats()).facts).toBe(0);
});

test("so many bytes, and a body that is larger than all of them is not taken in", async () => {
  const { agent, owner, add, server } = await served({ bytes: 2_000_000 });
  const statuses: number[] = [];
  for (let i = 0; i < 70; i++)
    statuses.push((await add(agent, { metadata: { room: "x".repeat(15_000) }, aliases: ["y"] })).status);
  expect(statuses.every((status) => status === 200)).toBe(true);
  const large = { content: "z".repeat(15_000), metadata: { room: "x".repeat(15_000) } };
  for (let i = 0; i < 70; i++) statuses.push((await add(agent, large)).status);
  expect(statuses.at(-1)).toBe(429);
  const body = `${JSON.stringify({ facts: [{ content: "Locker 0 is free." }] })}${" ".repeat(3_000_000)}`;
  const asked = (token: string) => ask(server, "POST", "/v1/memories/batch", { body, token });
  expect((await asked(agent)).status).toBe(413);
  expect((await asked(owner)).status).toBe(200);
});

test("so many refused writes; then none is tried", async () => {
  const { agent, owner, add, workspace, server } = await served({ refusals: 3 });
  for (let i = 0; i < 3; i++) expect((await add(agent, { pinned: true })).status).toBe(403);
  const refused = (await workspace.memory("owner").stats()).refused;
  for (const more of [{ pinned: true }, {}]) {
    const { status, body } = await add(agent, more);
    expect([status, body]).toMatchObject([
      429,
      { code: "too-many-requests", detail: expect.stringMatching(/refused/) },
    ]);
  }
  expect((await workspace.memory("owner").stats()).refused).toBe(refused);
  const { text } = await ask(server, "GET", "/metrics", { token: owner });
  expect(text).toContain('tideline_refused_total{limit="refusals"} 2');
});

test("a dry run costs nothing", async () => {
  const { agent, add, server } = await served({ facts: 1 });
  const body = { content: "Locker 1 is free." };
  for (let i = 0; i < 3; i++)
    expect((await ask(server, "POST", "/v1/memories?dryRun=true", { body, token: agent })).status).toBe(200);
  expect((await add(agent)).status).toBe(200);
});

/** Writes by MCP with this token, and what the model hears. */
async function writeByMcp(server: TidelineServer, token: string) {
  const accept = { accept: "application/json, text/event-stream" };
  const params = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  };
  const hello = { jsonrpc: "2.0", id: 1, method: "initialize", params };
  const begun = await ask(server, "POST", "/mcp", { body: hello, headers: accept, token });
  const headers = { ...accept, "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" };
  const write = { name: "write_memory", arguments: { content: "Ben plays the oboe." } };
  const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: write };
  return (await ask(server, "POST", "/mcp", { body: call, headers, token })).text;
}

test("over MCP it is the same budget, also for a model with the owner's token", async () => {
  const { agent, owner, add, server } = await served({ facts: 1 });
  expect((await add(agent)).status).toBe(200);
  expect(await writeByMcp(server, agent)).toContain("too-many-requests");
  expect(await writeByMcp(server, owner)).toContain("added");
  expect(await writeByMcp(server, owner)).toContain("too-many-requests");
  expect((await add(owner)).status).toBe(200);
});
