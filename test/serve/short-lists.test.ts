/** How much of a fact's long lists does an answer carry, and whose links come first? */
import { describe, expect, onTestFinished, test } from "vitest";
import { TidelineClient } from "../../src/client.ts";
import type { Fact } from "../../src/index.ts";
import { MAX_LISTED_IN_FACT } from "../../src/limits.ts";
import { type Caller, LOCAL_OWNER } from "../../src/serve/caller.ts";
import { callTool } from "../../src/serve/mcp/tools.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { fact } from "../support/memory.ts";
import { ask, cliJson, newServer, startServer, tokenFor } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

const FLOOD = 60;
const SLOT = { subject: "dentist", attribute: "day" };

/** A fact of the owner's with two links of the owner's, and a flood of an agent's between them and after them. */
async function flooded() {
  const dir = newWorkspace("backlinks");
  const workspace = Workspace.open(dir);
  onTestFinished(() => workspace.close());
  const server = await startServer(workspace);
  const tokenOf = (name: string, role: "owner" | "agent") =>
    workspace.tokens.create({ name, role, origin: "owner", voice: role, expiresAt: undefined });
  const owner = await tokenOf("laptop", "owner");
  const agent = await tokenOf("scraper", "agent");
  const memory = workspace.memory("owner");
  const theirs = workspace.memory("owner", {
    voice: 1,
    manages: false,
    writer: { surface: "http", token: agent.token.id },
  });
  const hub = (await memory.add(fact("The dentist is on Monday.", { ...SLOT, review: "near-duplicate" })))
    .fact.id;
  const links = [{ kind: "relates", to: hub }] as const;
  const noted = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => fact(`Page ${from + n} names a dentist.`, { links }));
  const first = (await memory.add(fact("My dentist is Dr. Okafor.", { links }))).fact.id;
  await theirs.addMany(noted(0, FLOOD / 2));
  const second = (await memory.add(fact("I paid the dentist in cash.", { links }))).fact.id;
  await theirs.addMany(noted(FLOOD / 2, FLOOD));
  return { dir, server, memory, hub, own: [second, first], token: owner.secret, agents: agent.secret };
}

interface Shown extends Fact {
  readonly backlinkCount?: number;
}

/** All facts in an answer that have this id, wherever they stand. */
function found(answer: unknown, id: string): readonly Shown[] {
  if (typeof answer !== "object" || answer === null) return [];
  const here = "backlinks" in answer && "id" in answer && answer.id === id ? [answer as Shown] : [];
  return [...here, ...Object.values(answer).flatMap((one) => found(one, id))];
}

describe("of a flood of links to the owner's fact, an answer carries a few, the owner's own first", () => {
  test.each([
    ["get", "GET", (id: string) => `/v1/memories/${id}`, undefined],
    ["list", "GET", () => "/v1/memories?limit=1000", undefined],
    ["inspect", "GET", (id: string) => `/v1/memories/${id}/inspect`, undefined],
    ["review", "GET", () => "/v1/review?limit=100", undefined],
    ["recall", "POST", () => "/v1/memories/search", { query: "when is the dentist", limit: 50 }],
    ["read", "GET", (id: string) => `/v1/read?id=${id}`, undefined],
    ["pin", "POST", (id: string) => `/v1/memories/${id}/pin`, {}],
    ["a dry run", "POST", (id: string) => `/v1/memories/${id}/pin?dryRun=true`, {}],
  ] as const)("%s", async (_, method, path, body) => {
    const { server, hub, own, token } = await flooded();
    const answer = await ask(server, method, path(hub), { token, ...(body === undefined ? {} : { body }) });
    expect(answer.status).toBe(200);
    const shown = found(answer.body, hub);
    expect(shown.length).toBeGreaterThan(0);
    for (const { backlinks, backlinkCount } of shown) {
      expect(backlinks).toHaveLength(MAX_LISTED_IN_FACT);
      expect(backlinks.slice(0, 2).map(({ from }) => from)).toEqual(own);
      expect(backlinkCount).toBe(FLOOD + 2);
    }
  });

  test("the command line", async () => {
    const { dir, hub, own } = await flooded();
    const { fact: shown } = await cliJson<{ fact: Shown }>(dir, ["inspect", hub]);
    expect(shown.backlinks).toHaveLength(MAX_LISTED_IN_FACT);
    expect(shown.backlinks.slice(0, 2).map(({ from }) => from)).toEqual(own);
    expect(shown.backlinkCount).toBe(FLOOD + 2);
  });

  test("among equals the newest", async () => {
    const { server, memory, hub, token } = await flooded();
    const latest = (await memory.list({ order: "newest", limit: MAX_LISTED_IN_FACT - 2 })).map(
      ({ id }) => id,
    );
    const { backlinks } = await new TidelineClient({ url: server.url, token }).get(hub);
    expect(backlinks.slice(2).map(({ from }) => from)).toEqual(latest);
  });
});

test("an agent's count leaves out links from facts that it may not see", async () => {
  const { server, memory, hub, agents: token } = await flooded();
  for (const { id } of await memory.list({ order: "newest", limit: 5 })) await memory.archive(id);
  const client = new TidelineClient({ url: server.url, token });
  expect((await client.get(hub)).backlinkCount).toBe(FLOOD + 2 - 5);
});

test("a fact with few links to it has them all, and no count", async () => {
  const { server, workspace } = await newServer();
  const memory = workspace.memory("owner");
  const hub = (await memory.add(fact("Anna plays the cello."))).fact.id;
  const links = [{ kind: "relates", to: hub }] as const;
  for (let n = 0; n < MAX_LISTED_IN_FACT; n++)
    await memory.add(fact(`Concert ${n} was sold out.`, { links }));
  const shown = await new TidelineClient({ url: server.url }).get(hub);
  expect(shown).toMatchObject({ backlinks: { length: MAX_LISTED_IN_FACT } });
  expect(shown).not.toHaveProperty("backlinkCount");
});

test("metadata that looks like a fact's backlinks comes back as it was given", async () => {
  const { server, workspace } = await newServer();
  const metadata = { id: "x", backlinks: Array.from({ length: 50 }, () => null) };
  const { id } = (await workspace.memory("owner").add(fact("Anna plays the cello.", { metadata }))).fact;
  const client = new TidelineClient({ url: server.url });
  expect((await client.get(id)).metadata).toEqual(metadata);
  const { history } = await client.inspect(id);
  expect(JSON.stringify(history)).toContain(JSON.stringify(metadata.backlinks));
});

test("a fact's own links, its evidence and its places in the log are a few in every answer, and in what a model reads", async () => {
  const { server, workspace } = await newServer();
  const memory = workspace.memory("owner");
  const others: string[] = [];
  for (let n = 0; n < 60; n++) others.push((await memory.add(fact(`Stone ${n} is grey.`))).fact.id);
  const agent = await tokenFor(workspace, "agent");
  const links = others.map((to) => ({ kind: "relates", to }));
  const telescope = { content: "The telescope is in the attic.", links, evidence: others };
  await ask(server, "POST", "/v1/memories", { body: telescope, token: agent });
  const said = { content: "The telescope is in the attic." };
  for (let n = 0; n < 30; n++)
    await ask(server, "POST", "/v1/memories", { body: { ...said, idempotencyKey: `k${n}` }, token: agent });
  const again = await ask(server, "POST", "/v1/memories", { body: said, token: agent });
  const lists = { links: 20, evidence: 20, texts: 20 };
  const written = (again.body as unknown as { fact: Fact & Record<string, unknown> }).fact;
  const sizes = Object.fromEntries(Object.keys(lists).map((name) => [name, (written[name] as []).length]));
  expect(sizes).toEqual(lists);
  expect(written).toMatchObject({ linkCount: 60, evidenceCount: 60, textCount: 31 });
  const agents: Caller = { ...LOCAL_OWNER, role: "agent", voice: "agent" };
  const recalled = await callTool(workspace, agents, "recall_memory", { query: "where is the telescope" });
  expect(JSON.stringify(recalled).length).toBeLessThan(10_000);
});

test("the history of a fact that was said very often comes in pages, and an inspection has its first and latest events", async () => {
  const { server, workspace } = await newServer();
  const memory = workspace.memory("owner");
  const { id } = (await memory.add(fact("My barber is Luigi."))).fact;
  for (let n = 0; n < 3; n++)
    await memory.addMany(Array.from({ length: 100 }, () => fact("My barber is Luigi.", { source: "agent" })));
  const page = async (query: string) =>
    (await ask(server, "GET", `/v1/memories/${id}/history?${query}`)).body as unknown as {
      readonly events: readonly { readonly seq: number }[];
      readonly next?: number;
    };
  const whole = await page("");
  expect(whole.events).toHaveLength(301);
  expect(whole).not.toHaveProperty("next");
  const first = await page("limit=200");
  const second = await page(`limit=200&after=${first.next}`);
  expect([...first.events, ...second.events]).toEqual(whole.events);
  expect(second).not.toHaveProperty("next");
  const { history, historyCount } = await new TidelineClient({ url: server.url }).inspect(id);
  expect(historyCount).toBe(301);
  expect(history.map(({ seq }) => seq)).toEqual(
    [...whole.events.slice(0, 1), ...whole.events.slice(-199)].map(({ seq }) => seq),
  );
});
