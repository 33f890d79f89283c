/** What is due, for whom, and how often does it run? */
import { describe, expect, test } from "vitest";
import { type EventOf, type MemoryStore, Tideline, type TidelineOptions } from "../../src/index.ts";
import type { PassReport } from "../../src/passes/pass.ts";
import type { Timer } from "../../src/ports/timer.ts";
import { maintenanceFrom } from "../../src/stores/node-maintenance.ts";
import { Keeper } from "../../src/upkeep/keeper.ts";
import { DAY, type FakeClock, fact, newMemory, PEER } from "../support/memory.ts";

const HOUR = 3_600_000;
const NOTHING_DONE = { counts: {} } as PassReport;

function opened(store: MemoryStore, clock: FakeClock, options: TidelineOptions = {}): Tideline {
  return Tideline.over(store, { clock, ...options });
}

describe("the keeper", () => {
  test("runs each task once per interval and origin, and says when it did and will", async () => {
    const { memory, clock } = newMemory();
    memory.add(fact("I like tea."));
    memory.as(PEER).add(fact("I like coffee."));
    const keeper = memory.keeper();
    expect(await keeper.status()).toMatchObject({ backlog: 6, isFrozen: false, isStarted: false });
    const runs = await keeper.runDue();
    expect(runs.map(({ task, outcome }) => [task, outcome])).toEqual([
      ["contradictions", "ended"],
      ["sweep", "ended"],
      ["dream", "ended"],
      ["contradictions", "ended"],
      ["sweep", "ended"],
      ["dream", "ended"],
    ]);
    expect(await keeper.runDue()).toEqual([]);
    const { tasks, backlog, nextRunAt } = await keeper.status();
    expect(backlog).toBe(0);
    expect(tasks[0]).toMatchObject({ task: "contradictions", lastRunAt: clock.now(), failures: 0 });
    expect(nextRunAt).toBe(clock.now() + DAY);
    clock.pass(DAY);
    expect(await keeper.runDue()).toHaveLength(6);
  });

  test("reports what went and what was kept, fact by fact, and how to take it back", async () => {
    const { memory, clock } = newMemory();
    const boiler = memory.add(fact("The boiler was serviced by Odd.")).fact.id;
    memory.add(fact("The spare key is under the blue pot."));
    clock.pass(47 * DAY);
    for (let day = 0; day < 3; day++) {
      memory.beforeTurn("Where is the spare key?");
      clock.pass(DAY);
    }
    const sweep = (await memory.keeper().runDue()).find(({ task }) => task === "sweep");
    expect(sweep?.report?.changes).toMatchObject([{ fact: boiler, what: "archived" }]);
    expect(sweep?.report?.text).toContain("it was shown on 3 of the last 30 days (immunity/in-use)");
    await memory.undo(sweep?.report?.pass as string);
    expect(memory.peek(boiler)?.lifecycle).toBe("active");
  });

  test("survives a restart, and after a long downtime each task runs once", async () => {
    const { memory, clock, store } = newMemory();
    memory.add(fact("I like tea."));
    await memory.keeper().runDue();
    const later = opened(store, clock);
    expect(await later.keeper().runDue()).toEqual([]);
    clock.pass(30 * DAY);
    expect(await later.keeper().runDue()).toHaveLength(3);
    expect(await later.keeper().runDue()).toEqual([]);
  });

  test("with several processes a task runs once", async () => {
    const { memory, clock, store } = newMemory();
    memory.add(fact("I like tea."));
    const keepers = [memory.keeper(), opened(store, clock).keeper(), opened(store, clock).keeper()];
    const runs = await Promise.all(keepers.map((keeper) => keeper.runDue()));
    expect(
      runs
        .flat()
        .map(({ task }) => task)
        .sort(),
    ).toEqual(["contradictions", "dream", "sweep"]);
  });

  test("a claim whose owner died ends by itself", async () => {
    const { memory, clock, store } = newMemory();
    memory.add(fact("I like tea."));
    await memory.keeper().runDue();
    clock.pass(DAY);
    const dying = opened(store, clock);
    const host = (dying.keeper() as unknown as { host: { run: () => Promise<never> } }).host;
    host.run = () => new Promise(() => undefined);
    const keeper = dying.keeper() as unknown as { host: { run: unknown }; runDue(): Promise<unknown> };
    keeper.host.run = host.run;
    void keeper.runDue();
    await new Promise((resolve) => setImmediate(resolve));
    const next = opened(store, clock).keeper();
    expect((await next.status()).tasks.filter(({ isRunning }) => isRunning)).toHaveLength(1);
    clock.pass(HOUR);
    expect((await next.runDue()).map(({ task }) => task)).toContain("sweep");
  });

  test("a claim is renewed while its owner is at work, and not afterwards", async () => {
    const events: EventOf<"kept">[] = [];
    const timers: { readonly run: () => void; isOff: boolean }[] = [];
    let now = 0;
    let finish: (() => void) | undefined;
    const keeper = new Keeper({
      timer: {
        after: (_ms, run) => {
          const timer = { run, isOff: false };
          timers.push(timer);
          return () => {
            timer.isOff = true;
          };
        },
      },
      now: () => now,
      isFrozen: () => false,
      thinks: () => false,
      retains: async () => false,
      intervalMs: () => DAY,
      origins: async () => ["owner"],
      conversing: async () => [],
      distillingAt: async () => undefined,
      digest: async () => "d".repeat(16),
      read: async (afterSeq) => ({
        afterHash: "",
        events: events
          .slice(afterSeq)
          .map((event, i) => ({ seq: afterSeq + i + 1, hash: "", event, bodyGone: false })),
        more: false,
      }),
      append: async (_seq, event) => void events.push(event),
      run: (task) =>
        task !== "contradictions"
          ? Promise.resolve(NOTHING_DONE)
          : new Promise((done) => {
              finish = () => done(NOTHING_DONE);
            }),
    });
    const running = keeper.runDue();
    const soon = () => new Promise((resolve) => setImmediate(resolve));
    await soon();
    for (now = 60_000; now <= 600_000; now += 60_000) {
      timers.at(-1)?.run();
      await soon();
      expect((await keeper.status()).tasks[0]).toMatchObject({ isRunning: true, isDue: false });
    }
    finish?.();
    await running;
    expect(events.filter(({ task, phase }) => task === "contradictions" && phase === "begun")).toHaveLength(
      11,
    );
    expect(timers.at(-1)?.isOff).toBe(true);
    expect((await keeper.status()).tasks[0]).toMatchObject({ isRunning: false });
  });

  test("a failure is told, tried again later, and keeps nobody else from their turn", async () => {
    const { memory, clock } = newMemory();
    memory.add(fact("I like tea."));
    const keeper = memory.keeper();
    const { host } = keeper as unknown as {
      host: { run: (task: string, origin: unknown, options: unknown) => Promise<unknown> };
    };
    const run = host.run;
    host.run = (task, origin, options) =>
      task === "dream" ? Promise.reject(new Error("no luck")) : run(task, origin, options);
    const outcomes = await keeper.runDue();
    expect(outcomes.map(({ task, outcome }) => [task, outcome])).toEqual([
      ["contradictions", "ended"],
      ["sweep", "ended"],
      ["dream", "failed"],
    ]);
    const dream = (await keeper.status()).tasks.find(({ task }) => task === "dream");
    expect(dream).toMatchObject({ failures: 1, isDue: false, lastFailure: { code: "unknown" } });
    clock.pass(60_000);
    host.run = run;
    expect((await keeper.runDue()).map(({ task, outcome }) => [task, outcome])).toEqual([["dream", "ended"]]);
    expect((await keeper.status()).tasks.find(({ task }) => task === "dream")).toMatchObject({ failures: 0 });
  });

  test("lists contradictions for review by itself, and only the one that stands worse", async () => {
    const { memory, clock } = newMemory();
    const old = memory.add(fact("The office in Rome is open on Sundays.")).fact.id;
    clock.pass(DAY);
    const now = memory.add(fact("The office in Rome is closed on Sundays.")).fact.id;
    await memory.keeper().runDue();
    expect(memory.review().map(({ id, review }) => [id, review])).toEqual([[old, "contradiction"]]);
    expect(memory.inspect(old).fact?.links).toContainEqual({ kind: "contradicts", to: now });
  });

  test("does not list what waits for review as a possible change a second time", async () => {
    const { memory, clock } = newMemory();
    const old = memory.add(fact("I live in Rome.")).fact.id;
    clock.pass(DAY);
    const now = memory.add(fact("I live in Berlin.")).fact.id;
    await memory.keeper().runDue();
    expect(memory.review().map(({ id, review }) => [id, review])).toEqual([[now, "possible-change"]]);
    expect(memory.inspect(old).fact?.links).toEqual([]);
  });

  test("started on an empty workspace, it notices the first facts within minutes", async () => {
    const { memory, clock } = newMemory();
    const keeper = memory.keeper();
    const sleeps: { readonly ms: number; readonly wake: () => void }[] = [];
    const { host } = keeper as unknown as { host: { timer: Timer } };
    host.timer = { after: (ms, wake) => [() => undefined, sleeps.push({ ms, wake })][0] as () => void };
    const wakeUp = async () => {
      const { ms, wake } = sleeps.pop() as (typeof sleeps)[number];
      clock.pass(ms);
      wake();
      while (sleeps.length === 0) await new Promise((resolve) => setImmediate(resolve));
    };
    keeper.start();
    await wakeUp();
    expect(sleeps[0]?.ms).toBeLessThanOrEqual(5 * 60_000);
    memory.add(fact("I like tea."));
    await wakeUp();
    const isDone = async () =>
      (await keeper.status()).tasks.every(({ lastRunAt }) => lastRunAt !== undefined);
    while (!(await isDone())) await new Promise((resolve) => setImmediate(resolve));
    expect((await keeper.status()).backlog).toBe(0);
    keeper.stop();
  });

  test("no timer is left after close, and close stops a started keeper", async () => {
    const { memory } = newMemory();
    memory.add(fact("I like tea."));
    const keeper = memory.keeper();
    keeper.start();
    expect((await keeper.status()).isStarted).toBe(true);
    memory.close();
    const { isStarted, cancel } = keeper as unknown as { isStarted: boolean; cancel: unknown };
    expect(isStarted).toBe(false);
    expect(cancel).toBeUndefined();
  });

  test("is the host's: a channel's handle has none", () => {
    const { memory } = newMemory();
    expect(() => (memory.as(PEER) as Tideline).keeper()).toThrow(
      expect.objectContaining({ code: "not-allowed" }),
    );
    expect(() => memory.keeper({ intervalMs: 0 })).toThrow(/ntervalMs/);
  });

  test("names no origin in the workspace's stream", async () => {
    const { memory, store } = newMemory();
    memory.as(PEER).add(fact("I like coffee."));
    await memory.keeper().runDue();
    expect(JSON.stringify(store.read("workspace", 0).events)).not.toContain("anna");
  });
});

describe("the environment", () => {
  test("gives the interval, and may freeze everything", () => {
    expect(maintenanceFrom({ BRIGADE_MAINTENANCE_INTERVAL_MS: "5000" })).toEqual({
      intervalMs: 5_000,
      isFrozen: false,
    });
    expect(maintenanceFrom({ TIDELINE_MAINTENANCE_INTERVAL_MS: "7" }).intervalMs).toBe(7);
    expect(maintenanceFrom({ BRIGADE_MAINTENANCE_INTERVAL_MS: "soon" }).intervalMs).toBeUndefined();
    expect(maintenanceFrom({ BRIGADE_DISABLE_MEMORY_EXTRACT: "1" }).isFrozen).toBe(true);
    expect(maintenanceFrom({ BRIGADE_DISABLE_MEMORY_EXTRACT: "0" }).isFrozen).toBe(false);
  });

  test("frozen, no pass runs and none is due; reading and writing go on", async () => {
    const { memory } = newMemory();
    memory.add(fact("I like tea."));
    process.env.BRIGADE_DISABLE_MEMORY_EXTRACT = "1";
    try {
      for (const pass of [memory.sweep(), memory.dream()])
        await expect(pass).rejects.toMatchObject({ code: "frozen" });
      expect(await memory.keeper().runDue()).toEqual([]);
      memory.add(fact("I like coffee."));
    } finally {
      delete process.env.BRIGADE_DISABLE_MEMORY_EXTRACT;
    }
    expect(await memory.keeper().runDue()).toHaveLength(3);
  });
});

describe("before a turn", () => {
  test("what is known about the message stands in a block within its budget, and counts as no use", () => {
    const { memory } = newMemory();
    const id = memory.add(fact("I keep a strict vegetarian diet.")).fact.id;
    const block = memory.beforeTurn("What about my vegetarian diet?", { maxChars: 400 });
    expect(block).toContain("strict vegetarian diet");
    expect(block?.length).toBeLessThanOrEqual(400);
    expect(memory.inspect(id)).toMatchObject({ waitingMarks: 0, fact: { accessCount: 0 } });
  });

  test("a peer gets their own, and a stranger gets nothing of anybody's", () => {
    const { memory } = newMemory();
    memory.add(fact("I keep a strict vegetarian diet."));
    memory.as(PEER).add(fact("Anna keeps a strict vegan diet."));
    const ask = (origin: unknown) => memory.beforeTurn("strict diet", { origin: origin as never });
    expect(ask(PEER)).toContain("vegan");
    expect(ask(PEER)).not.toContain("vegetarian");
    for (const stranger of [{ ...PEER, conversationId: "eve" }, { channel: "chat" }, "somebody", null, ""])
      expect(ask(stranger)).toBeUndefined();
    const peer = memory.as(PEER);
    expect(peer.beforeTurn("strict diet", { origin: "owner" })).toBeUndefined();
    expect(peer.beforeTurn("strict diet", { origin: { ...PEER, sessionKey: "2" } })).toBeUndefined();
  });
});
