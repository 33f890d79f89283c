/** Can one caller keep the others out? Real connections, half-sent bodies, sessions and writes of one token, against
 * the owner's own requests: every one of these is answered. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { DEFAULT_ALLOWANCE } from "../../src/serve/budget.ts";
import { Line } from "../../src/serve/http/line.ts";
import type { TidelineServer } from "../../src/serve/http/server.ts";
import type { Workspace } from "../../src/serve/workspace.ts";
import { type Answer, ask, newServer, openWorkspace, startServer, TEA, tokenFor } from "../support/serve.ts";

const HELLO = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const ACCEPT = { accept: "application/json, text/event-stream" };

/** Everything that an owner does, by every door. */
async function everything(server: TidelineServer, token: string | undefined, round = 0) {
  const who = token === undefined ? {} : { token };
  const body = `${JSON.stringify({ facts: [TEA] })}${" ".repeat(1_100_000)}`;
  const answers = await Promise.all([
    ask(server, "GET", "/health"),
    ask(server, "GET", "/ready"),
    ask(server, "GET", "/v1/stats", who),
    ask(server, "POST", "/v1/memories", { body: { content: `Locker ${round} is free.` }, ...who }),
    ask(server, "POST", "/v1/memories/search", { body: { query: "green tea" }, ...who }),
    ask(server, "POST", "/v1/memories/batch", { body, ...who }),
    ask(server, "POST", "/mcp", { body: HELLO, headers: ACCEPT, ...who }),
  ]);
  return answers.map(({ status }) => status);
}
const ALL_ANSWERED = Array.from({ length: 7 }, () => 200);

/** Connections that announce a body and send half of it. */
async function halfSent(server: TidelineServer, path: string, token: string | undefined, count: number) {
  const authorization = token === undefined ? "" : `authorization: Bearer ${token}\r\n`;
  const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n${authorization}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"content":"half of`;
  const sockets = Array.from({ length: count }, () => connect(server.port, "127.0.0.1"));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(
    sockets.map(async (socket) => {
      socket.on("error", () => undefined).resume();
      await once(socket, "connect");
      await new Promise((resolve) => socket.write(head, resolve));
    }),
  );
  return sockets;
}

async function metric(server: TidelineServer, name: string, token: string | undefined): Promise<number> {
  const { text } = await ask(server, "GET", "/metrics", token === undefined ? {} : { token });
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")[1] ?? 0,
  );
}

describe("600 half-sent bodies", () => {
  test.each([
    ["agent", "/v1/memories"],
    ["reader", "/v1/memories/search"],
    ["agent", "/mcp"],
  ] as const)("of a token with the role %s, by %s, keep the owner from nothing", async (role, path) => {
    const { workspace, server } = await newServer();
    const owner = await tokenFor(workspace, "owner");
    await halfSent(server, path, await tokenFor(workspace, role), 600);
    await expect.poll(() => metric(server, "tideline_requests_in_flight", owner)).toBeGreaterThanOrEqual(64);
    for (let round = 0; round < 10; round++)
      expect(await everything(server, owner, round)).toEqual(ALL_ANSWERED);
  });

  test("on the open loopback give way to requests that are sent in full", async () => {
    const { server } = await newServer();
    const sockets: readonly Socket[] = await halfSent(server, "/v1/memories", undefined, 600);
    expect(sockets).toHaveLength(600);
    expect((await ask(server, "GET", "/health")).status).toBe(200);
    await expect.poll(() => everything(server, undefined), { interval: 200 }).toEqual(ALL_ANSWERED);
    for (let round = 0; round < 10; round++)
      expect(await everything(server, undefined, round)).toEqual(ALL_ANSWERED);
  });
});

describe("1,000 MCP sessions of one agent", () => {
  async function begin(server: TidelineServer, token: string): Promise<Answer> {
    return await ask(server, "POST", "/mcp", { body: HELLO, headers: ACCEPT, token });
  }

  function listTools(server: TidelineServer, hello: Answer, token: string): Promise<Answer> {
    const headers = { ...ACCEPT, "mcp-session-id": hello.headers.get("mcp-session-id") ?? "" };
    const body = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    return ask(server, "POST", "/mcp", { body, headers, token });
  }

  test("keep nobody out, and its own idle ones go oldest first", async () => {
    const { workspace, server } = await newServer();
    const [owner, agent, other] = [
      await tokenFor(workspace, "owner"),
      await tokenFor(workspace, "agent"),
      await tokenFor(workspace, "agent"),
    ];
    const [owners, others] = [await begin(server, owner), await begin(server, other)];
    const hellos: Answer[] = [];
    for (let round = 0; round < 20; round++) {
      hellos.push(...(await Promise.all(Array.from({ length: 50 }, () => begin(server, agent)))));
      if (round % 5 === 0) expect(await everything(server, owner, round)).toEqual(ALL_ANSWERED);
    }
    expect(hellos.every(({ status }) => status === 200)).toBe(true);
    expect(await metric(server, "tideline_mcp_sessions", owner)).toBeLessThanOrEqual(110);
    expect((await listTools(server, hellos[0] as Answer, agent)).status).toBe(404);
    expect((await listTools(server, hellos.at(-1) as Answer, agent)).status).toBe(200);
    expect((await listTools(server, owners, owner)).status).toBe(200);
    expect((await listTools(server, others, other)).status).toBe(200);
  });

  test("what says no hello leaves no session", async () => {
    const { workspace, server } = await newServer();
    const [owner, agent] = [await tokenFor(workspace, "owner"), await tokenFor(workspace, "agent")];
    const body = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    for (let i = 0; i < 150; i++) {
      const { status } = await ask(server, "POST", "/mcp", { body, headers: ACCEPT, token: agent });
      expect(status).toBe(400);
    }
    expect(await metric(server, "tideline_mcp_sessions", owner)).toBe(0);
    expect((await begin(server, agent)).status).toBe(200);
  });
});

test("a flood of writes by one agent ends at what it may write, and the owner writes on", async () => {
  const workspace = openWorkspace("http");
  const server = await startServer(workspace, { writes: { ...DEFAULT_ALLOWANCE, facts: 20 } });
  const [owner, agent] = [await tokenFor(workspace, "owner"), await tokenFor(workspace, "agent")];
  const words = "room corridor lamp door stairs window roof cellar ".repeat(300);
  const flood: Promise<Answer>[] = [];
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 50; i++)
      flood.push(
        ask(server, "POST", "/v1/memories", { body: { content: `${round} ${i} ${words}` }, token: agent }),
      );
    expect(await everything(server, owner, round)).toEqual(ALL_ANSWERED);
  }
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  // And one every three seconds for as long as it takes.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(20);
});

describe("a batch of an agent's MCP calls", () => {
  const CALLS = 10;

  /** Sends the batch; the first of its calls does not end before `goOn`. */
  async function heldBatch(workspace: Workspace, server: TidelineServer, token: string) {
    const params = { ...HELLO.params, protocolVersion: "2025-03-26" };
    const hello = await ask(server, "POST", "/mcp", { body: { ...HELLO, params }, headers: ACCEPT, token });
    const headers = { ...ACCEPT, "mcp-session-id": hello.headers.get("mcp-session-id") ?? "" };
    const body = Array.from({ length: CALLS }, (_, i) => ({
      jsonrpc: "2.0",
      id: i,
      method: "tools/call",
      params: { name: "write_memory", arguments: { content: `Locker ${i} is free.` } },
    }));
    const add = workspace.add.bind(workspace);
    const begun = vi.fn();
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    workspace.add = async (...given) => {
      begun();
      await held;
      return await add(...given);
    };
    const answered = ask(server, "POST", "/mcp", { body, headers, token });
    await expect.poll(() => begun.mock.calls.length).toBeGreaterThan(0);
    return { answered, begun, goOn };
  }

  test("runs one call at a time, and the owner is answered before the second begins", async () => {
    const { workspace, server } = await newServer();
    const [owner, agent] = [await tokenFor(workspace, "owner"), await tokenFor(workspace, "agent")];
    const { answered, begun, goOn } = await heldBatch(workspace, server, agent);
    const body = { query: "locker" };
    expect((await ask(server, "POST", "/v1/memories/search", { body, token: owner })).status).toBe(200);
    expect((await ask(server, "GET", "/health")).status).toBe(200);
    expect(begun).toHaveBeenCalledTimes(1);
    goOn();
    expect((await answered).body).toHaveLength(CALLS);
    expect(begun).toHaveBeenCalledTimes(CALLS);
  });

  test("takes a place in the line for each call", async () => {
    const { workspace, server } = await newServer();
    const agent = await tokenFor(workspace, "agent");
    const { answered, goOn } = await heldBatch(workspace, server, agent);
    const admitted = vi.spyOn(Line.prototype, "admitted");
    goOn();
    expect((await answered).status).toBe(200);
    expect(admitted).toHaveBeenCalledTimes(CALLS - 1);
  });
});
