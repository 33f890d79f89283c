/** Does MCP over HTTP let go of what it took: a place among the requests at work, a session, a last answer? */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { TidelineServer } from "../../src/serve/http/server.ts";
import type { Workspace } from "../../src/serve/workspace.ts";
import { type Answer, ask, newServer, openWorkspace, startServer, tokenFor } from "../support/serve.ts";

const HELLO = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
/** The protocol version that allows several messages in one POST. */
const WITH_BATCHES = "2025-03-26";
const ACCEPT = { accept: "application/json, text/event-stream" };

const recall = (id: number) => tool(id, "recall_memory", { query: "x" });
const write = (id: number, content: string) => tool(id, "write_memory", { content });

function tool(id: number, name: string, args: object): object {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } };
}

/** A way to POST messages to a new session, and its headers. */
async function begin(server: TidelineServer, protocolVersion = "2025-06-18", who: { token?: string } = {}) {
  const body = { ...HELLO, params: { ...HELLO.params, protocolVersion } };
  const hello = await ask(server, "POST", "/mcp", { body, headers: ACCEPT, ...who });
  const headers = { ...ACCEPT, "mcp-session-id": hello.headers.get("mcp-session-id") ?? "" };
  const post = (body: unknown): Promise<Answer> => ask(server, "POST", "/mcp", { body, headers, ...who });
  return { post, headers };
}

async function gauge(server: TidelineServer, name: string): Promise<number> {
  const { text } = await ask(server, "GET", "/metrics");
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1]);
}

/** Requests at work, but for the one that asks. */
async function atWork(server: TidelineServer): Promise<number> {
  return (await gauge(server, "tideline_requests_in_flight")) - 1;
}

async function officialClient(server: TidelineServer): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)) as never);
  onTestFinished(() => client.close());
  return client;
}

test("a cancelled request is answered, alone and among others", async () => {
  const { server } = await newServer();
  const { post } = await begin(server, WITH_BATCHES);
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 5 } };
  expect(await post([recall(5), cancel])).toMatchObject({ status: 200, body: { id: 5 } });
  const both = await post([recall(5), recall(6), cancel]);
  expect(both.body).toMatchObject([{ id: 5 }, { id: 6, result: expect.anything() }]);
  expect(await atWork(server)).toBe(0);
});

describe("several messages in one POST", () => {
  test.each(["2025-06-18", "2025-11-25", "2024-11-05"])("are refused in version %s", async (version) => {
    const { workspace, server } = await newServer();
    const { post } = await begin(server, version);
    expect(await post([write(2, "Ben plays the oboe."), recall(3)])).toMatchObject({
      status: 400,
      body: {
        jsonrpc: "2.0",
        id: null,
        error: { code: -32600, message: expect.stringMatching(/one message/) },
      },
    });
    expect((await workspace.memory("owner").stats()).facts).toBe(0);
    expect((await post(recall(2))).status).toBe(200);
  });

  test("are refused without a session", async () => {
    const { server } = await newServer();
    const refused = await ask(server, "POST", "/mcp", { body: [HELLO], headers: ACCEPT });
    expect(refused).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
    expect(await gauge(server, "tideline_mcp_sessions")).toBe(0);
  });

  test("are at most twenty, and not none", async () => {
    const { workspace, server } = await newServer();
    const { post } = await begin(server, WITH_BATCHES);
    const writes = (count: number) => Array.from({ length: count }, (_, i) => write(i + 2, `Locker ${i}.`));
    const refused = await post(writes(21));
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: -32600, message: expect.stringMatching(/20 messages, not 21/) } },
    });
    expect((await post([])).status).toBe(400);
    expect((await workspace.memory("owner").stats()).facts).toBe(0);
    const { status, body } = await post(writes(20));
    expect([status, (body as unknown as unknown[]).length]).toEqual([200, 20]);
    expect((await workspace.memory("owner").stats()).facts).toBe(20);
  });

  test("are answered like single ones, an invalid one among them too", async () => {
    const { server } = await newServer();
    const { post } = await begin(server, WITH_BATCHES);
    const { status, body } = await post([recall(2), { nonsense: true }, recall(2)]);
    expect([status, body]).toMatchObject([200, [{ id: 2 }, { error: expect.anything() }, { id: 2 }]]);
    expect((await post([{ jsonrpc: "2.0", method: "notifications/initialized" }])).status).toBe(202);
  });

  test("count as so many requests", async () => {
    const workspace = openWorkspace("http");
    vi.spyOn(performance, "now").mockReturnValue(1_000_000);
    const server = await startServer(workspace, { ratePerSecond: 5 });
    const token = await tokenFor(workspace, "agent");
    const { post } = await begin(server, WITH_BATCHES, { token });
    expect((await post(Array.from({ length: 8 }, (_, i) => recall(i)))).status).toBe(200);
    expect((await post([recall(1), recall(2)])).status).toBe(429);
  });
});

test("calls that the official client gives up leave no place taken", async () => {
  const { server } = await newServer();
  const client = await officialClient(server);
  for (let i = 0; i < 3; i++) {
    const giveUp = new AbortController();
    const call = client.callTool({ name: "recall_memory", arguments: { query: "x" } }, undefined, giveUp);
    giveUp.abort();
    await expect(call).rejects.toThrow();
  }
  await expect.poll(() => atWork(server)).toBe(0);
});

test("a request whose session is closed meanwhile is told so", async () => {
  const { workspace, server } = await newServer();
  const { post, headers } = await begin(server);
  const slow = holdUp(workspace);
  const waiting = post(write(2, "Ben plays the oboe."));
  await slow.begun;
  expect((await ask(server, "DELETE", "/mcp", { headers })).status).toBe(200);
  expect(await waiting).toMatchObject({ status: 404, body: { code: "no-such-operation" } });
  expect(await atWork(server)).toBe(0);
  slow.goOn();
});

test("an id that is still at work in its session is not taken twice", async () => {
  const { workspace, server } = await newServer();
  const { post } = await begin(server);
  const slow = holdUp(workspace);
  const first = post(write(2, "Ben plays the oboe."));
  await slow.begun;
  expect(await post(recall(2))).toMatchObject({ status: 400, body: { code: "invalid-argument" } });
  slow.goOn();
  expect(await first).toMatchObject({ status: 200, body: { id: 2 } });
  expect((await post(recall(2))).status).toBe(200);
});

test("a client that only listens takes no place among the requests at work", async () => {
  const { server } = await newServer();
  const { headers } = await begin(server);
  const stream = await fetch(`${server.url}/mcp`, { headers });
  expect(stream.status).toBe(200);
  expect(await atWork(server)).toBe(0);
  await stream.body?.cancel();
});

test("open sessions are counted", async () => {
  const { server } = await newServer();
  expect(await gauge(server, "tideline_mcp_sessions")).toBe(0);
  await begin(server);
  const { headers } = await begin(server);
  expect(await gauge(server, "tideline_mcp_sessions")).toBe(2);
  await ask(server, "DELETE", "/mcp", { headers });
  expect(await gauge(server, "tideline_mcp_sessions")).toBe(1);
});

test("closing the server lets requests of a session finish, and then ends what listens", async () => {
  const { workspace, server } = await newServer();
  const { post, headers } = await begin(server);
  const stream = await fetch(`${server.url}/mcp`, { headers });
  const slow = holdUp(workspace);
  const waiting = post(write(2, "Ben plays the oboe."));
  await slow.begun;
  const closed = server.close();
  slow.goOn();
  const { status, body, headers: told } = await waiting;
  expect([status, told.get("connection")]).toEqual([200, "close"]);
  expect(body).toMatchObject({ id: 2, result: { structuredContent: { outcome: "added" } } });
  expect(await stream.text()).toBe("");
  await closed;
});

/** The next add waits until it may go on. */
function holdUp(workspace: Workspace): { readonly begun: Promise<void>; readonly goOn: () => void } {
  const add = workspace.add.bind(workspace);
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    workspace.add = async (...given) => {
      resolve();
      await held;
      return await add(...given);
    };
  });
  return { begun, goOn };
}
