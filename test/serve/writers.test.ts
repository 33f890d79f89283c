/** Who wrote it, and what did each token do? */
import { describe, expect, onTestFinished, test } from "vitest";
import type { Fact } from "../../src/model/fact.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { byHttp, byMcpOverHttp } from "../support/agent.ts";
import { ask, cli, startServer, tokenFor } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

describe("who wrote it", () => {
  test("is told by surface, token and client, and can be asked for, by the token's name too", async () => {
    const workspace = Workspace.open(newWorkspace("voice"));
    onTestFinished(() => workspace.close());
    const server = await startServer(workspace);
    const owner = await tokenFor(workspace, "owner");
    const { token: editor, secret } = await workspace.tokens.create({
      ...{ name: "editor", role: "agent", origin: "owner", voice: "agent", expiresAt: undefined },
    });
    await (await byHttp(server.url, secret))({ content: "The ferry leaves at nine." });
    await (await byMcpOverHttp(server.url, secret))({ content: "The museum opens at ten." });
    await (await byHttp(server.url, owner))({ content: "I live in Bergen." });
    const list = async (by: string) => {
      const { body } = await ask(server, "GET", `/v1/memories?by=${by}`, { token: owner });
      const { facts } = body as unknown as { facts: Fact[] };
      return facts.map(({ content }) => content.split(" ")[1]);
    };
    expect(await list("editor")).toEqual(["ferry", "museum"]);
    expect(await list(editor.id)).toEqual(["ferry", "museum"]);
    expect(await list("mcp")).toEqual(["museum"]);
    expect(await list("claude-code")).toEqual(["museum"]);
    expect(await list("not-recorded")).toEqual([]);
    const { body } = await ask(server, "GET", "/v1/events?by=editor", { token: owner });
    expect(body).toMatchObject({
      tokens: { [editor.id]: "editor" },
      events: [
        { event: { by: { surface: "http", token: editor.id } } },
        { event: { by: { surface: "mcp", token: editor.id, client: "claude-code" } } },
      ],
    });
    expect(JSON.stringify(body)).not.toContain(secret.slice(-20));
    await workspace.tokens.revoke(editor.id);
    expect(await list("editor")).toEqual(["ferry", "museum"]);
  });

  test("tokens tell when they were last used and how much they wrote, also after a restart", async () => {
    const dir = newWorkspace("voice");
    const clock = { time: Date.now(), now: () => clock.time };
    const first = Workspace.open(dir, { clock });
    const server = await startServer(first);
    const secret = await tokenFor(first, "agent");
    const owner = await tokenFor(first, "owner");
    const write = await byHttp(server.url, secret);
    await write({ content: "The ferry leaves at nine." });
    clock.time += 60_000;
    await write({ content: "The museum opens at ten." });
    const listed = async (workspace: Workspace) => {
      const on = await startServer(workspace);
      const { body } = await ask(on, "GET", "/v1/tokens", { token: owner });
      return (body as unknown as { tokens: { role: string; lastUsedAt?: number; wrote: number }[] }).tokens;
    };
    expect((await listed(first)).find(({ role }) => role === "agent")).toMatchObject({
      ...{ lastUsedAt: clock.time, wrote: 2 },
    });
    await server.close();
    await first.close();
    const second = Workspace.open(dir, { clock });
    onTestFinished(() => second.close());
    expect((await listed(second)).find(({ role }) => role === "agent")).toMatchObject({
      ...{ lastUsedAt: clock.time, wrote: 2 },
    });
  });

  test("the question before a token is revoked shows the figures of token list", async () => {
    const dir = newWorkspace("voice");
    const workspace = Workspace.open(dir);
    const server = await startServer(workspace);
    const secret = await tokenFor(workspace, "agent");
    const write = await byHttp(server.url, secret);
    for (const day of ["Monday", "Tuesday", "Friday"]) await write({ content: `The ferry sails on ${day}.` });
    await server.close();
    await workspace.close();
    const line = (text: string) => text.split("\n").find((one) => one.includes("agent of a test"));
    const listed = line((await cli(dir, ["token", "list"])).out);
    expect(listed).toMatch(/ 3 /);
    const { err } = await cli(dir, ["token", "revoke", "agent of a test"], { answer: "n" });
    expect(line(err)).toBe(listed);
  });

  test("a caller that speaks as an agent makes no token that speaks as the owner", async () => {
    const workspace = Workspace.open(newWorkspace("voice"));
    onTestFinished(() => workspace.close());
    const server = await startServer(workspace);
    const token = await tokenFor(workspace, "owner", "owner", "agent");
    const create = (more: object) =>
      ask(server, "POST", "/v1/tokens", { token, body: { name: "x", role: "owner", ...more } });
    expect((await create({ voice: "owner" })).status).toBe(400);
    expect((await create({})).body).toMatchObject({ token: { voice: "agent" } });
  });
});
