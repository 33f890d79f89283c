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

async function until(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo, { interval: 200 }).toBe(true);
}

test("three processes at once run each due task once, for each origin", async () => {
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

test("killed in the middle of a pass, another finishes it: every fact once, one pass", async () => {
  const workspace = newWorkspace("killed");
  await aged(workspace);
  const dying = await started(workspace, HOUR_MS, 2);
  await expect(dying.ask({ task: "run" })).rejects.toThrow(/SIGKILL/);
  const half = events(workspace, "owner").filter(({ event }) => event.type === "archived").length;
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(FACTS);
  expect(endings(workspace).filter((one) => one.startsWith("sweep"))).toEqual([]);

  const heir = await started(workspace, HOUR_MS);
  // The claim of the dead one is still good: nobody runs the sweep beside it.
  expect((await heir.ask<Ran>({ task: "run" })).ran).not.toContain("sweep owner ended");
  // Nobody renews it.
  expect(await heir.ask({ task: "pass", ms: HOUR_MS / 2 })).toBe("passed");
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

test("after a downtime of weeks two that start at once catch up once", async () => {
  const workspace = newWorkspace("downtime");
  await aged(workspace, async (memory) => void (await memory.keeper().runDue()));
  const before = endings(workspace);
  expect(before).toHaveLength(6);
  const actors = await Promise.all([1, 2].map(() => started(workspace, HOUR_MS)));
  for (const actor of actors) expect(await actor.ask({ task: "start" })).toBe("started");
  await until(() => endings(workspace).length >= 12);
  for (const actor of actors) expect(await actor.ask<Ran>({ task: "run" })).toEqual({ ran: [] });
  expect([...endings(workspace).slice(6)].sort()).toEqual([...before].sort());
});

test("closed while it works, it writes nothing more and ends by itself", async () => {
  const workspace = newWorkspace("closed");
  await aged(workspace);
  const actor = await started(workspace, 300);
  expect(await actor.ask({ task: "start" })).toBe("started");
  await until(() => events(workspace, "workspace").some(({ event }) => event.type === "kept"));
  const closed = await actor.ask<Closed>({ task: "close" });
  await expect(actor.answer()).rejects.toThrow(/ended with 0/);
  expect(events(workspace, "workspace")).toHaveLength(closed.events);
});
