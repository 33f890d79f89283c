/** Can anybody but the workspace's owner reach a user's memory through a surface? */
import { describe, expect, test } from "vitest";
import { type Origin, originKey } from "../../src/model/origin.ts";
import { OPERATIONS } from "../../src/serve/operations/table.ts";
import { ask, cli, cliJson, newServer, openWorkspace, tokenFor } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

const ANNA = { user: "anna" } as const;
const TEAM = { channel: "chat", conversationId: "team" } as const;
const OTHERS: readonly Origin[] = [
  "owner",
  { user: "bert" },
  { user: "Anna" },
  { user: "anna " },
  TEAM,
  { channel: "user", conversationId: "anna" },
  { channel: "user", conversationId: "anna", sessionKey: "1" },
];

describe("a token is bound to one origin", () => {
  test.each([["owner"], ["agent"], ["reader"]] as const)("with the role %s", async (role) => {
    const { workspace, server } = await newServer();
    const token = await tokenFor(workspace, role, ANNA);
    for (const other of OTHERS) {
      const handle = workspace.memory(other);
      await handle.add({ content: "The vault opens at noon.", source: "user_instruction" });
      const query = other === "owner" ? "owner" : encodeURIComponent(JSON.stringify(other));
      for (const path of ["/v1/memories", "/v1/export", "/v1/stats", "/v1/events"]) {
        const answer = await ask(server, "GET", `${path}?origin=${query}`, { token });
        expect([originKey(other), path, answer.body.code]).toEqual([originKey(other), path, "not-allowed"]);
      }
    }
    for (const path of ["/v1/memories", "/v1/memories?origin=user/anna"]) {
      const answer = await ask(server, "GET", path, { token });
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain("vault");
    }
  });

  test("and no field of a request names another: not in the body, twice, or in a header", async () => {
    const { workspace, server } = await newServer();
    const token = await tokenFor(workspace, "agent", ANNA);
    const content = "Bert likes tea.";
    for (const body of [
      { content, origin: { user: "bert" } },
      { content, user: "bert" },
      { content, userId: "bert" },
      JSON.parse('{"content":"Bert likes tea.","__proto__":{"origin":{"user":"bert"}}}'),
    ])
      await ask(server, "POST", "/v1/memories", { token, body });
    const twice = await ask(server, "GET", "/v1/memories?origin=user/anna&origin=user/bert", { token });
    expect(twice.status).toBeGreaterThanOrEqual(400);
    expect((await workspace.memory({ user: "bert" }).stats()).facts).toBe(0);
  });

  test("and no operation takes an origin but those of the workspace's owner", () => {
    // Of a file about several users it says whose records are read, and never whose memory they go to.
    const isOfFile = (operation: string, name: string) => operation === "import" && name === "user";
    const named = OPERATIONS.filter(({ name: operation, input }) =>
      Object.entries(input).some(
        ([name, { shown }]) =>
          shown === "origin" || (/origin|user|channel/i.test(name) && !isOfFile(operation, name)),
      ),
    );
    for (const { name, scope } of named) expect([name, scope]).toEqual([name, "workspace"]);
  });
});

describe("a user's own words over HTTP", () => {
  test("are trusted if the token speaks for the user, and an agent's are not", async () => {
    const { workspace, server } = await newServer();
    const made = await workspace.tokens.create({
      ...{ name: "anna", role: "owner", origin: ANNA, voice: "owner", expiresAt: undefined },
    });
    const agent = await tokenFor(workspace, "agent", ANNA);
    const body = { content: "I am allergic to peanuts." };
    const own = await ask(server, "POST", "/v1/memories", { token: made.secret, body });
    expect(own.text).toContain('"source":"owner_message"');
    const other = await ask(server, "POST", "/v1/memories", {
      token: agent,
      body: { content: "Anna asked for a table at eight." },
    });
    expect(other.text).toContain('"source":"agent"');
    const facts = await workspace.memory(ANNA).list();
    expect(facts.map(({ authority }) => authority)).toEqual([3, 1]);
    const me = await ask(server, "GET", "/v1/whoami", { token: made.secret });
    expect(me.body).toMatchObject({ origin: ANNA, role: "owner" });
    expect(me.text).not.toContain("place");
    for (const [method, path] of [
      ["GET", "/v1/origins"],
      ["GET", "/v1/tokens"],
      ["GET", "/metrics"],
    ] as const)
      expect((await ask(server, method, path, { token: made.secret })).body.code).toBe("not-allowed");
  });
});

describe("the command line", () => {
  test("reaches a user and a conversation with --origin, and makes tokens for them", async () => {
    const dir = newWorkspace("users");
    await cli(dir, ["add", "I am allergic to peanuts.", "--origin", "user/anna"]);
    await cli(dir, ["add", "The team meets on Mondays.", "--origin", "chat/team"]);
    expect((await cli(dir, ["list", "--origin", "user/anna"])).out).toContain("peanuts");
    expect((await cli(dir, ["list", "--origin", "chat/team"])).out).toContain("Mondays");
    expect((await cli(dir, ["list", "--origin", "chat/team/1"])).out).not.toContain("Mondays");
    expect((await cli(dir, ["list"])).out).not.toMatch(/peanuts|Mondays/);
    const { token } = await cliJson<{ token: { origin: unknown } }>(dir, [
      ...["token", "create", "anna", "--role", "agent", "--origin", "user/anna"],
    ]);
    expect(token.origin).toEqual(ANNA);
    for (const command of ["status", "origins"])
      expect((await cli(dir, [command])).out).toMatch(
        /chat\/team[\s\S]*user\/anna|user\/anna[\s\S]*chat\/team/,
      );
    expect((await cli(dir, ["doctor"])).code).toBe(0);
    expect((await cli(dir, ["verify", "--origin", "user/anna"])).code).toBe(0);
  });

  test("says which origins there are if one is misspelt", async () => {
    const { code, err } = await cli(newWorkspace("users"), ["list", "--origin", "anna"]);
    expect(code).toBe(2);
    expect(err).toContain("owner, user/id, channel/conversation, channel/conversation/session, or JSON");
  });
});

test("the store's own list names all four forms", async () => {
  const workspace = openWorkspace("users");
  const all: readonly Origin[] = ["owner", ANNA, TEAM, { ...TEAM, sessionKey: "monday" }];
  for (const origin of all)
    await workspace.memory(origin).add({ content: "Tea is at five.", source: "agent" });
  const listed = (await workspace.store.list()).filter((one) => one !== "workspace");
  expect(listed.map((one) => JSON.stringify(one)).sort()).toEqual(
    all.map((one) => JSON.stringify(one)).sort(),
  );
});

describe("forgetting a user", () => {
  test("over HTTP is the workspace owner's, is previewed, and ends the user's tokens", async () => {
    const { workspace, server } = await newServer();
    const owner = await tokenFor(workspace, "owner");
    const anna = await tokenFor(workspace, "owner", ANNA);
    await ask(server, "POST", "/v1/memories", { token: anna, body: { content: "I sail." } });
    for (const path of ["/v1/origins?whose=user/anna", "/v1/origins?whose=user/anna&preview=true"])
      expect((await ask(server, "DELETE", path, { token: anna })).body.code).toBe("not-allowed");
    const preview = await ask(server, "DELETE", "/v1/origins?whose=user/anna&preview=true", { token: owner });
    expect(preview.body).toMatchObject({ preview: true, origin: ANNA, facts: 1 });
    expect((await ask(server, "GET", "/v1/origins?match=ann", { token: owner })).body).toMatchObject({
      origins: [{ origin: ANNA, facts: 1, active: 1, forReview: 0 }],
      total: 1,
    });
    const done = await ask(server, "DELETE", "/v1/origins?whose=user/anna", { token: owner });
    expect(done.body).toMatchObject({ preview: false, facts: 1 });
    expect((await ask(server, "GET", "/v1/memories", { token: anna })).body.code).toBe("unauthorized");
    expect((await ask(server, "GET", "/v1/memories?origin=user/anna", { token: owner })).text).not.toContain(
      "sail",
    );
  });

  test("on the command line asks first, and shows what would go", async () => {
    const dir = newWorkspace("users");
    await cli(dir, ["add", "I am allergic to peanuts.", "--origin", "user/anna"]);
    expect((await cli(dir, ["origins", "forget", "user/anna"])).code).toBe(2);
    const dry = await cli(dir, ["origins", "forget", "user/anna", "--dry-run"]);
    expect(dry.out).toMatch(/Would erase everything of user\/anna: 1 fact /);
    const asked: string[] = [];
    const no = await cli(dir, ["origins", "forget", "user/anna"], {
      answer: "no",
      onAsk: (question) => asked.push(question),
    });
    expect(asked).toEqual(["Erase everything of user/anna for good? This cannot be undone. [y/N] "]);
    expect(no.err).toContain("1 fact");
    expect((await cli(dir, ["list", "--origin", "user/anna"])).out).toContain("peanuts");
    const yes = await cli(dir, ["origins", "forget", "user/anna", "--yes"]);
    expect(yes.out).toMatch(/^Erased everything of user\/anna: 1 fact /);
    expect((await cli(dir, ["origins", "--quiet"])).out).toBe("");
  });

  test("and doctor tells the health of many origins in few lines", async () => {
    const dir = newWorkspace("users");
    const { Workspace } = await import("../../src/serve/workspace.ts");
    const workspace = Workspace.open(dir);
    for (let i = 0; i < 12; i++)
      await workspace
        .memory({ user: `u${i}` })
        .add({ content: `I live in house ${i}.`, review: i === 3 ? "look" : undefined });
    await workspace.close();
    const { out, code } = await cli(dir, ["doctor"]);
    expect(code).toBe(0);
    expect(out).toContain("log of 12 origins: nothing to do");
    expect(out).toContain("review of user/u3: 1 fact waits");
    expect(out.split("\n").length).toBeLessThan(25);
  });
});
