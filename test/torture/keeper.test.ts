// Do several processes keep one workspace as one would? Each due task runs once; one that is killed in the middle of a
// pass leaves nothing half done, and another finishes it.
import { expect, test } from "vitest";
import { FactStore, type RecordedEvent, Tideline } from "../../src/index.ts";
import type { Closed, Ran } from "../children/keeper.ts";
import { Actor } from "../support/actor.ts";
import { newWorkspace, readAll } from "../support/workspace.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const PEER = { channel: "chat", conversationId: "anna", sessionKey: "1" } as const;
const FACTS = 300;

/** Facts that were added sixty days ago: a sweep archives them all. */
function aged(workspace: string, work: (memory: Tideline) => void | Promise<void> = () => undefined) {
  const past = Date.now() - 60 * DAY_MS;
  const memory = Tideline.open(workspace, { clock: { now: () => past }, durability: "os" });
  memory.addMany(
    Array.from({ length: FACTS }, (_, i) => ({
      content: `Shelf ${i} holds box ${7 * i}.`,
      segment: "knowledge",
    })),
  );
  memory.as(PEER).add({ content: "Anna likes tea.", segment: "knowledge" });
  return Promise.resolve(work(memory)).then(() => memory.close());
}

async function started(workspace: string, ...args: readonly (string | number)[]): Promise<Actor> {
  const actor = new Actor("keeper", workspace, ...args.map(String));
  expect(await actor.answer()).toBe("ready");
  return actor;
}

function events(workspace: string, stream: "owner" | "workspace"): readonly RecordedEvent[] {
  const store = new FactStore(workspace);
  try {
    return readAll(store, stream);
  } finally {
    store.close();
  }
}

const endings = (workspace: string) =>
  events(workspace, "workspace").flatMap(({ event }) =>
    event.type === "kept" && event.phase === "ended" ? [`${event.task} ${event.origin}`] : [],
  );

async function until(isSo: () => boolean, withinMs = 60_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!isSo()) {
    if (Date.now() > end) throw new Error("it did not come to pass in time");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

test("three processes at once run each due task once, for each origin", { timeout: 120_000 }, async () => {
  const workspace = newWorkspace("keepers");
  await aged(workspace);
  const actors = await Promise.all([1, 2, 3].map(() => started(workspace, HOUR_MS)));
  for (const actor of actors) actor.tell({ task: "run" });
  const ran = (await Promise.all(actors.map((actor) => actor.answer<Ran>()))).flatMap((one) => one.ran);
  const tasks = ["contradictions", "dream", "sweep"];
  expect([...ran].sort()).toEqual(tasks.flatMap((task) => [`${task} anna ended`, `${task} owner ended`]));
  for (const actor of actors) expect(await actor.ask<Ran>({ task: "run" })).toEqual({ ran: [] });
  const archived = events(workspace, "owner").filter(({ event }) => event.type === "archived");
  expect(archived).toHaveLength(FACTS);
});

test("killed in the middle of a pass, another finishes it: every fact once, one pass", {
  timeout: 120_000,
}, async () => {
  const workspace = newWorkspace("killed");
  await aged(workspace);
  const dying = new Actor("keeper", workspace, "6000", "2");
  expect(await dying.answer()).toBe("ready");
  await expect(dying.ask({ task: "run" })).rejects.toThrow(/SIGKILL/);
  const half = events(workspace, "owner").filter(({ event }) => event.type === "archived").length;
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(FACTS);
  expect(endings(workspace)).toEqual([]);

  const heir = await started(workspace, HOUR_MS);
  // The claim of the dead one is still good: nobody runs the sweep beside it.
  expect((await heir.ask<Ran>({ task: "run" })).ran).not.toContain("sweep owner ended");
  expect(await heir.ask({ task: "start" })).toBe("started");
  await until(() => endings(workspace).length >= 6);
  const memory = Tideline.open(workspace);
  const sweeps = memory.passes().filter(({ name }) => name === "sweep");
  expect(sweeps).toMatchObject([{ counts: { archived: FACTS }, endedAt: expect.any(Number) }]);
  expect(memory.verify().ok).toBe(true);
  memory.close();
  const archived = events(workspace, "owner").flatMap(({ event }) =>
    event.type === "archived" ? [event.fact] : [],
  );
  expect(new Set(archived).size).toBe(FACTS);
  expect(archived).toHaveLength(FACTS);
});

test("after a downtime of weeks two that start at once catch up once", { timeout: 120_000 }, async () => {
  const workspace = newWorkspace("downtime");
  await aged(workspace, async (memory) => void (await memory.keeper().runDue()));
  const before = endings(workspace);
  expect(before).toHaveLength(6);
  const actors = await Promise.all([1, 2].map(() => started(workspace, HOUR_MS)));
  for (const actor of actors) expect(await actor.ask({ task: "start" })).toBe("started");
  await until(() => endings(workspace).length >= 12);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect([...endings(workspace).slice(6)].sort()).toEqual([...before].sort());
});

test("closed while it works, it writes nothing more and ends by itself", { timeout: 120_000 }, async () => {
  const workspace = newWorkspace("closed");
  await aged(workspace);
  const actor = await started(workspace, 300);
  expect(await actor.ask({ task: "start" })).toBe("started");
  await until(() => events(workspace, "workspace").some(({ event }) => event.type === "kept"));
  const { troubles, events: counted } = await actor.ask<Closed>({ task: "close" });
  expect(troubles).toEqual([]);
  expect(counted[1]).toBe(counted[0]);
  await expect(actor.answer()).rejects.toThrow(/ended with 0/);
});
