/** How much may an agent write in a minute, and does the owner notice? */
import { expect, test, vi } from "vitest";
import type { WriteAllowance } from "../../src/serve/budget.ts";
import type { Caller } from "../../src/serve/caller.ts";
import type { TidelineServer } from "../../src/serve/http/server.ts";
import { addMany } from "../../src/serve/operations/add.ts";
import { runOperation } from "../../src/serve/run.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { type Answer, ask, openWorkspace, startServer, tokenFor } from "../support/serve.ts";

const OWNER: Caller = { role: "owner", origin: "owner", voice: "owner", name: "owner", surface: "http" };
const NO_LIMIT: WriteAllowance = { facts: 0, bytes: 0, refusals: 0 };

/** A server whose clock stands still until it is moved: nothing becomes free again in between. */
async function served(writes: Partial<WriteAllowance>) {
  const clock = { ms: 1_000_000 };
  vi.spyOn(performance, "now").mockImplementation(() => clock.ms);
  const workspace = openWorkspace("budget");
  const server = await startServer(workspace, { writes: { ...NO_LIMIT, ...writes } });
  const [owner, agent] = [await tokenFor(workspace, "owner"), await tokenFor(workspace, "agent")];
  let n = 0;
  const add = (token: string, more: object = {}, { dryRun = false } = {}): Promise<Answer> => {
    const body = { content: `Locker ${n++} is free.`, ...more };
    return ask(server, "POST", `/v1/memories?dryRun=${dryRun}`, { body, token });
  };
  const batch = (token: string, count: number, { dryRun = false } = {}): Promise<Answer> => {
    const facts = Array.from({ length: count }, () => ({ content: `Locker ${n++} is free.` }));
    return ask(server, "POST", `/v1/memories/batch?dryRun=${dryRun}`, { body: { facts }, token });
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
    { code: "request-too-large", detail: expect.stringMatching(/6 facts in one request, not 7/) },
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

/** From now on opening memory for a dry run takes this long, by the server's clock. */
function dryRunsTake(ms: number, { clock, workspace }: Awaited<ReturnType<typeof served>>): void {
  vi.spyOn(workspace, "dryRun").mockImplementation(function (this: Workspace) {
    clock.ms += ms;
    return Workspace.prototype.dryRun.call(this);
  });
}

test("dry runs take so much time a minute: many of a small memory, few of a large one", async () => {
  const it = await served({ facts: 1_000 });
  const { agent, owner, add, clock, server } = it;
  const dryly = (token: string) => add(token, {}, { dryRun: true });
  dryRunsTake(10, it);
  for (let i = 0; i < 100; i++) expect((await dryly(agent)).status).toBe(200);
  clock.ms += 60_000;
  dryRunsTake(1_000, it);
  // Each took a second, in which a twentieth of a second came back.
  for (let i = 0; i < 4; i++) expect((await dryly(agent)).status).toBe(200);
  const { status, body, headers } = await dryly(agent);
  expect([status, body.code, headers.get("retry-after")]).toEqual([429, "too-many-requests", "18"]);
  expect(body.detail).toMatch(/dry runs of this caller may take 3 s per minute.*Try again in 18 s/);
  for (let i = 0; i < 10; i++) expect((await dryly(owner)).status).toBe(200);
  expect((await add(agent)).status).toBe(200);
  const { text } = await ask(server, "GET", "/metrics", { token: owner });
  expect(text).toContain('tideline_refused_total{limit="dry runs"} 1');
});

test("a dry run that took longer than a minute's share is paid in full", async () => {
  const it = await served({ facts: 1_000 });
  const { agent, add, clock } = it;
  const dryly = () => add(agent, {}, { dryRun: true });
  dryRunsTake(30_000, it);
  expect((await dryly()).status).toBe(200);
  expect((await dryly()).headers.get("retry-after")).toBe("541");
  clock.ms += 540_000;
  expect((await dryly()).status).toBe(429);
  clock.ms += 1_000;
  expect((await dryly()).status).toBe(200);
});

test("dry runs that one caller asks for at once run one by one, each on the time that is left", async () => {
  const it = await served({ facts: 1_000 });
  const { agent, add, workspace } = it;
  dryRunsTake(2_000, it);
  const asked = [1, 2, 3, 4].map(() => add(agent, {}, { dryRun: true }));
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 200, 429, 429]);
  const other = await tokenFor(workspace, "agent");
  expect((await add(other, {}, { dryRun: true })).status).toBe(200);
});

test("a dry run that fails has taken its time too", async () => {
  const it = await served({ facts: 1_000 });
  dryRunsTake(4_000, it);
  expect((await it.add(it.agent, { pinned: true }, { dryRun: true })).status).toBe(403);
  expect((await it.add(it.agent, {}, { dryRun: true })).status).toBe(429);
});

test("a dry run counts like the write, alone and as a batch", async () => {
  const { owner, agent, add, batch, clock, workspace } = await served({ facts: 6 });
  const dryly = { dryRun: true };
  expect((await batch(agent, 7, dryly)).body.code).toBe("request-too-large");
  expect((await batch(agent, 7)).body.code).toBe("request-too-large");
  expect((await batch(agent, 5, dryly)).status).toBe(200);
  expect((await add(agent, {}, dryly)).status).toBe(200);
  for (const how of [dryly, {}]) {
    expect((await add(agent, {}, how)).body.code).toBe("too-many-requests");
    expect((await batch(agent, 2, how)).body.code).toBe("too-many-requests");
  }
  expect((await batch(owner, 50, dryly)).status).toBe(200);
  expect((await workspace.memory("owner").stats()).facts).toBe(0);
  clock.ms += 10_000;
  expect((await add(agent)).status).toBe(200);
});

test("a refused dry run counts like a refused write", async () => {
  const { agent, add } = await served({ refusals: 2 });
  for (let i = 0; i < 2; i++) expect((await add(agent, { pinned: true }, { dryRun: true })).status).toBe(403);
  expect((await add(agent, {}, { dryRun: true })).body.code).toBe("too-many-requests");
});

test("others come in between the parts of a long batch, also in a dry run", async () => {
  const workspace = openWorkspace("budget");
  const facts = Array.from({ length: 3_000 }, (_, i) => ({ content: `Locker ${i} is free.` }));
  const order: string[] = [];
  const progress = (done: number) => {
    order.push(`${done} facts`);
    // As a request that arrives now.
    if (done === 1_000) setImmediate(() => order.push("somebody else"));
  };
  await runOperation(workspace, OWNER, addMany, { facts }, { dryRun: true, progress });
  expect(order).toEqual(["1000 facts", "somebody else", "2000 facts", "3000 facts"]);
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

test("a batch of long texts is written in several commits, so that others come in between", async () => {
  const { workspace, agent, server } = await served({});
  const append = vi.spyOn(workspace.store, "append");
  const facts = Array.from({ length: 30 }, (_, n) => ({ content: `Page ${n}. ${"quay ".repeat(3_000)}` }));
  const answer = await ask(server, "POST", "/v1/memories/batch", { body: { facts }, token: agent });
  expect(answer.status).toBe(200);
  const written = append.mock.calls.map(
    ([, , events]) => events.filter(({ type }) => type === "added").length,
  );
  expect(written.filter((count) => count > 0)).toEqual([4, 4, 4, 4, 4, 4, 4, 2]);
});
