/** Does an open stream end with the token that opened it? */
import { expect, onTestFinished, test } from "vitest";
import type { TidelineServer } from "../../src/serve/http/server.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { ask, newServer, startServer, tokenFor } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

const HELLO = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const ACCEPT = { accept: "application/json, text/event-stream" };

/** The headers of a new MCP session of this token. */
async function session(server: TidelineServer, token: string) {
  const hello = await ask(server, "POST", "/mcp", { body: HELLO, headers: ACCEPT, token });
  const id = hello.headers.get("mcp-session-id") ?? "";
  return { accept: "text/event-stream", authorization: `Bearer ${token}`, "mcp-session-id": id };
}

async function listen(server: TidelineServer, path: string, headers: Record<string, string>) {
  const answer = await fetch(`${server.url}${path}`, { headers });
  expect(answer.status).toBe(200);
  return answer;
}

const WAYS = [
  ["events", async (_server: TidelineServer, token: string) => ({ authorization: `Bearer ${token}` })],
  ["MCP", session],
] as const;

test.each(WAYS)(
  "a stream of %s ends when its token is revoked, though nothing happens",
  async (way, begin) => {
    const { workspace, server } = await newServer();
    const path = way === "MCP" ? "/mcp" : "/v1/events/live";
    const [kept, revoked] = [await tokenFor(workspace, "owner"), await tokenFor(workspace, "owner")];
    const stays = await listen(server, path, await begin(server, kept));
    const ends = await listen(server, path, await begin(server, revoked));
    const [, last] = await workspace.tokens.list();
    await workspace.tokens.revoke(last?.id ?? "");
    // To its end, which comes by itself.
    await ends.text();
    const reader = stays.body?.getReader();
    const first = await Promise.race([reader?.read(), new Promise((resolve) => setTimeout(resolve, 500))]);
    expect((first as { done: boolean } | undefined)?.done ?? false).toBe(false);
    await reader?.cancel();
  },
);

test.each(WAYS)("a stream of %s ends when its token does", async (way, begin) => {
  const clock = { time: Date.now(), now: () => clock.time };
  const workspace = Workspace.open(newWorkspace("streams"), { clock });
  onTestFinished(() => workspace.close());
  const server = await startServer(workspace);
  const common = { role: "owner", origin: "owner", voice: "owner" } as const;
  const expiresAt = clock.time + 1_000;
  const { secret } = await workspace.tokens.create({ ...common, name: "soon", expiresAt });
  const path = way === "MCP" ? "/mcp" : "/v1/events/live";
  const stream = await listen(server, path, await begin(server, secret));
  clock.time += 2_000;
  await stream.text();
});

test("a stream of the open loopback ends when the first token closes it", async () => {
  const { workspace, server } = await newServer();
  const stream = await listen(server, "/v1/events/live", {});
  await tokenFor(workspace, "owner");
  await stream.text();
});

test("a session whose stream has ended with its token is gone", async () => {
  const { workspace, server } = await newServer();
  const [owner, agent] = [await tokenFor(workspace, "owner"), await tokenFor(workspace, "agent")];
  const stream = await listen(server, "/mcp", await session(server, agent));
  const [, last] = await workspace.tokens.list();
  await workspace.tokens.revoke(last?.id ?? "");
  await stream.text();
  const { text } = await ask(server, "GET", "/metrics", { token: owner });
  expect(text).toContain("tideline_mcp_sessions 0");
});

test("one caller has so many streams open, and the owner still gets one", async () => {
  const { workspace, server } = await newServer();
  const [owner, agent] = [await tokenFor(workspace, "owner"), await tokenFor(workspace, "agent")];
  const away = new AbortController();
  onTestFinished(() => away.abort());
  // The answers are kept: fetch hangs up on a stream whose answer the garbage collector takes.
  const answers: Response[] = [];
  for (let i = 0; i < 52; i++) {
    const headers = await session(server, agent);
    answers.push(await fetch(`${server.url}/mcp`, { headers, signal: away.signal }));
  }
  const statuses = answers.map(({ status }) => status);
  expect(statuses.slice(0, 50).every((status) => status === 200)).toBe(true);
  expect(statuses.slice(50)).toEqual([429, 429]);
  await (await listen(server, "/mcp", await session(server, owner))).body?.cancel();
});
