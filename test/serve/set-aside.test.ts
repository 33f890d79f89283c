/** Who is shown turns that were set aside, and conversations, and through which surface? */
import { describe, expect, test } from "vitest";
import type { Distiller } from "../../src/converse/distiller.ts";
import type { Memory } from "../../src/memory/memory.ts";
import type { Caller } from "../../src/serve/caller.ts";
import { shorten } from "../../src/serve/mcp/shorten.ts";
import { callTool } from "../../src/serve/mcp/tools.ts";
import type { Workspace } from "../../src/serve/workspace.ts";
import { PEER } from "../support/memory.ts";
import { ask, cli, newServer, openWorkspace, tokenFor } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

const SAID = "My sister Ella lives in Bergen.";

/** The distiller has a reply for nothing, and gives the turn itself as its reason. */
function sicken(workspace: Workspace): void {
  const { engine } = (workspace as unknown as { readonly ownMemory: Memory }).ownMemory;
  (engine.options as { distiller: Distiller }).distiller = {
    name: "sick",
    ignoresKnown: true,
    distil: async ({ turns }) => ({
      proposals: [],
      setAside: turns.map(({ number, content }) => ({ turn: number, reason: `no reply to: ${content}` })),
      usage: { calls: 1, inputTokens: 0, outputTokens: 0 },
    }),
  };
}

async function setAside(workspace: Workspace): Promise<string> {
  sicken(workspace);
  const memory = workspace.memory("owner");
  const { turn } = await memory.observe({ session: "monday", role: "user", content: SAID });
  await memory.distil();
  return turn as string;
}

interface Turns {
  readonly setAside: { readonly count: number; readonly turns: readonly { readonly turn: string }[] };
}

describe("over HTTP", () => {
  test("the owner sees and settles them; a reader, an agent and another origin's owner see nothing", async () => {
    const { workspace, server } = await newServer();
    const turn = await setAside(workspace);
    const owner = await tokenFor(workspace, "owner", "owner");
    const peer = await tokenFor(workspace, "owner", PEER);
    const { id } = (await workspace.memory("owner").conversations()).conversations[0] as { id: string };
    for (const role of ["reader", "agent"] as const) {
      const token = await tokenFor(workspace, role, "owner");
      for (const path of ["/v1/conversations", `/v1/conversations/${id}`, "/v1/review"])
        expect([role, path, (await ask(server, "GET", path, { token })).status]).toEqual([role, path, 403]);
      const dismissal = { token, body: { turns: [turn] } };
      expect((await ask(server, "POST", "/v1/turns/dismiss", dismissal)).status).toBe(403);
    }
    expect((await ask(server, "GET", `/v1/conversations/${id}`, { token: peer })).body.code).toBe(
      "no-such-conversation",
    );
    expect((await ask(server, "GET", "/v1/conversations", { token: peer })).body).toMatchObject({ total: 0 });
    const desk = async (token: string) =>
      ((await ask(server, "GET", "/v1/review", { token })).body as unknown as Turns).setAside;
    expect((await desk(peer)).count).toBe(0);
    expect((await desk(owner)).turns).toMatchObject([{ turn, excerpt: SAID, session: "monday" }]);
    const preview = await ask(server, "POST", "/v1/turns/dismiss?dryRun=true", {
      ...{ token: owner, body: { turns: [turn] } },
    });
    expect(preview.body).toMatchObject({ dryRun: true });
    expect((await desk(owner)).count).toBe(1);
    await ask(server, "POST", "/v1/turns/dismiss", { token: owner, body: { turns: [turn] } });
    expect((await desk(owner)).count).toBe(0);
    const again = await ask(server, "POST", "/v1/passes/distil", { token: owner, body: { turns: [turn] } });
    expect([again.status, again.body.code]).toEqual([404, "no-such-turn"]);
  });
});

test("a model that manages memory is told that a turn waits, and none of its words", async () => {
  const workspace = openWorkspace("mcp");
  const turn = await setAside(workspace);
  const caller: Caller = { role: "owner", origin: "owner", voice: "agent", name: "m", surface: "mcp" };
  const answer = shorten(await callTool(workspace, caller, "manage_memory", { action: "review" }));
  expect((answer as Turns).setAside.turns).toMatchObject([{ turn, role: "user" }]);
  expect(JSON.stringify(answer)).not.toMatch(/Ella|monday/);
});

test("at a terminal they come last in a review, with what to do; doctor points to it", async () => {
  const dir = newWorkspace("aside");
  const { Workspace: Opened } = await import("../../src/serve/workspace.ts");
  const workspace = Opened.open(dir);
  const turn = await setAside(workspace);
  const { conversations } = await workspace.memory("owner").conversations();
  await workspace.close();
  const { out } = await cli(dir, ["review"]);
  expect(out).toContain("Turns of conversations that could not be distilled:");
  expect(out).toContain(`tideline distil --turns <turn>`);
  expect((await cli(dir, ["doctor"])).out).toMatch(/1 turn could not be distilled.*\n?.*review/);
  const table = await cli(dir, ["conversations"]);
  expect(table.out).toMatch(/SET ASIDE/);
  expect(table.out).toContain("monday");
  const shown = await cli(dir, ["conversation", conversations[0]?.id ?? ""]);
  expect(shown.out).toContain("set-aside: no reply to:");
  expect((await cli(dir, ["distil", "--turns", turn])).out).toContain("My sister Ella lives in Bergen.");
  expect((await cli(dir, ["review"])).out).not.toContain("could not be distilled");
  expect((await cli(dir, ["dismiss-turns", "--turns", turn])).err).toContain("no-such-turn");
});
