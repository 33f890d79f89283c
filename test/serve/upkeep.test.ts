/** Does a server keep memory in order while it runs, and say so? */
import { describe, expect, onTestFinished, test } from "vitest";
import { plainMemoryTools } from "../../src/ai.ts";
import type { Caller } from "../../src/serve/caller.ts";
import { callTool } from "../../src/serve/mcp/tools.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { DAY, FakeClock, fact, newMemory } from "../support/memory.ts";
import { ask, cli, cliJson, startServer } from "../support/serve.ts";
import { newWorkspace } from "../support/workspace.ts";

test("what distilling took is told, all origins together", async () => {
  const workspace = Workspace.open(newWorkspace("distilled"), { clock: new FakeClock() });
  onTestFinished(() => workspace.close());
  const server = await startServer(workspace);
  for (const origin of ["owner", { user: "anna" }] as const) {
    const memory = workspace.memory(origin);
    await memory.observe({ session: "monday", role: "user", content: "I work as a nurse in Bern." });
    await memory.distil();
  }
  const { text } = await ask(server, "GET", "/metrics");
  expect(text).toContain("\ntideline_distilled_turns_total 2\n");
  expect(text).toContain("\ntideline_distil_input_tokens_total 0\n");
  expect(text).not.toContain("anna");
});

test("what is due runs by itself, also after another policy was chosen, and is told", async () => {
  const clock = new FakeClock();
  const dir = newWorkspace("kept");
  const workspace = Workspace.open(dir, { clock });
  onTestFinished(() => workspace.close());
  const server = await startServer(workspace);
  const { fact: old } = await workspace
    .memory("owner")
    .add(fact("We met on the ferry.", { segment: "context" }));
  clock.pass(30 * DAY);
  const before = await ask(server, "GET", "/metrics");
  expect(before.text).toContain("tideline_maintenance_active 0\n");
  expect(before.text).toContain("tideline_maintenance_due 3\n");
  expect((await ask(server, "GET", "/v1/overview")).body).toMatchObject({
    upkeep: { isStarted: false, backlog: 3, tasks: [{ task: "contradictions", isDue: true }, {}, {}] },
  });
  await ask(server, "PUT", "/v1/policy", { body: { name: "layered" } });
  workspace.startKeeper();
  await ask(server, "PUT", "/v1/policy", { body: { name: "tideline" } });
  await expect
    .poll(async () => (await ask(server, "GET", "/metrics")).text, { interval: 200 })
    .toContain("tideline_maintenance_due 0\n");
  expect((await ask(server, "GET", "/metrics")).text).toContain("tideline_maintenance_active 1\n");
  const story = await ask(server, "GET", `/v1/memories/${old.id}/inspect`);
  expect(story.text).toContain("tideline/archive");
  const status = await cliJson<{ upkeep: { tasks: { lastRunAt: number }[] } }>(dir, ["status"]);
  expect(status.upkeep.tasks.every(({ lastRunAt }) => lastRunAt === clock.now())).toBe(true);
  expect((await cli(dir, ["status"])).out).toContain(
    "Automatic maintenance, last run (UTC): contradictions 2026-01-31",
  );
});

test("uses that wait are not forgotten when another policy is chosen", async () => {
  const workspace = Workspace.open(newWorkspace("uses"));
  onTestFinished(() => workspace.close());
  const { fact: diet } = await workspace.memory("owner").add(fact("I keep a strict vegetarian diet."));
  await workspace.memory("owner").recall("vegetarian diet");
  await workspace.choosePolicy("freshness", undefined);
  expect((await workspace.memory("owner").inspect(diet.id)).fact).toMatchObject({ accessCount: 1 });
});

interface DryAnswer {
  readonly events: readonly { readonly type: string; readonly fact?: string }[];
}

function bodyOf<T>({ body }: { readonly body: unknown }): T {
  return body as T;
}

test("a dry run of a maintenance run, or of taking one back, names the events that the real one writes", async () => {
  const clock = new FakeClock();
  const workspace = Workspace.open(newWorkspace("dry"), { clock });
  onTestFinished(() => workspace.close());
  const server = await startServer(workspace);
  const memory = workspace.memory("owner");
  for (const text of ["We met on the ferry.", "It rained in Porto.", "The lift is out of order."])
    await memory.add(fact(text, { segment: "context" }));
  clock.pass(30 * DAY);
  const isOfFact = ({ fact: id }: { readonly fact?: string }) => id !== undefined;
  const named = (events: DryAnswer["events"]) => events.filter(isOfFact).map((one) => [one.type, one.fact]);
  const writtenBy = async (path: string) => {
    const before = (await memory.stats()).events;
    const dry = await ask(server, "POST", `${path}?dryRun=true`, { body: {} });
    expect((await memory.stats()).events).toBe(before);
    const done = await ask(server, "POST", path, { body: {} });
    const events = bodyOf<{ events: { event: DryAnswer["events"][number] }[] }>(
      await ask(server, "GET", `/v1/events?after=${before}`),
    ).events.map(({ event }) => event);
    const { events: expected } = bodyOf<DryAnswer>(dry);
    expect(named(expected)).toEqual(named(events));
    expect(named(expected)).toHaveLength(3);
    return bodyOf<{ pass: string }>(done).pass;
  };
  const pass = await writtenBy("/v1/passes/sweep");
  await writtenBy(`/v1/passes/${pass}/undo`);
  await ask(server, "POST", "/v1/memories", { body: { content: "It rained in Porto.", segment: "context" } });
  clock.pass(60 * DAY);
  await ask(server, "POST", "/v1/memories", {
    body: { content: "We met on the ferry again.", segment: "context" },
  });
  await writtenBy("/v1/passes/dream");
});

describe("a sweep that would erase words for good", () => {
  const ferry = { content: "We met on the ferry.", segment: "context" } as const;
  const owner: Caller = { role: "owner", origin: "owner", voice: "agent", name: "test", surface: "http" };

  test.each(["MCP", "a framework's tools"])("by %s, is only shown until it is confirmed", async (way) => {
    const { memory, store, clock } = newMemory();
    const workspace = await Workspace.over(store, "memory", { clock });
    const tools = plainMemoryTools(memory, { manage: true });
    const manage = async (input: object) =>
      way === "MCP"
        ? await callTool(workspace, owner, "manage_memory", input)
        : await tools.find(({ name }) => name === "manage_memory")?.execute(input);
    memory.add(ferry);
    clock.pass(400 * DAY);
    expect(await manage({ action: "sweep" })).toMatchObject({ counts: { pruned: 1 } });
    clock.pass(DAY);
    const hasty = { action: "sweep", graceDays: 0 };
    expect(await manage(hasty)).toMatchObject({ done: false, wouldDo: { counts: { erased: 1 } } });
    expect(memory.stats()).toMatchObject({ facts: 1, purged: 0 });
    expect(await manage({ action: "sweep" })).toMatchObject({ counts: {} });
    clock.pass(30 * DAY);
    expect(await manage({ action: "sweep" })).toMatchObject({
      done: false,
      wouldDo: { counts: { erased: 1 } },
    });
    expect(memory.stats()).toMatchObject({ facts: 1, purged: 0 });
    expect(await manage({ ...hasty, confirm: true })).toMatchObject({ counts: { erased: 1 } });
    expect(memory.stats()).toMatchObject({ facts: 0, purged: 1 });
  });

  test("on the command line, asks or takes --yes", async () => {
    const dir = newWorkspace("swept");
    await cli(dir, ["add", ferry.content, "--segment", "context", "--heard-at", "2020-01-01"]);
    expect((await cli(dir, ["sweep"])).out).toContain("1 pruned");
    const sweep = ["sweep", "--grace-days", "0"];
    expect(await cli(dir, sweep)).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
    const asked = await cli(dir, sweep, { answer: "n" });
    expect(asked).toMatchObject({ code: 3, err: expect.stringContaining("1 to be erased for good") });
    expect(await cliJson(dir, ["stats"])).toMatchObject({ facts: 1 });
    expect((await cli(dir, [...sweep, "--yes"])).out).toContain("1 erased for good");
  });
});
