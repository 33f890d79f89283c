import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MemoryStore, Tideline } from "../../src/index.ts";
import { newMemory } from "../support/memory.ts";
import { everySentence, ScriptedDistiller } from "../support/scripted-distiller.ts";

const SECOND = 1_000;

describe("distilling in the background", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  function conversing(distiller = everySentence(), options: object = {}) {
    const made = newMemory({ distiller, ...options });
    const say = (content: string) => made.memory.observe({ session: "monday", role: "user", content });
    const wait = async (seconds: number) => {
      for (let i = 0; i < seconds; i++) {
        made.clock.pass(SECOND);
        await vi.advanceTimersByTimeAsync(SECOND);
      }
      // Passes let other work run in between.
      for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
    };
    return { ...made, distiller, say, wait };
  }

  test("turns are distilled in one batch once nothing was observed for 45 seconds", async () => {
    const { memory, say, wait, distiller } = conversing();
    say("I live in Bern.");
    await wait(30);
    say("I have two cats.");
    await wait(44);
    expect(distiller.batches).toHaveLength(0);
    await wait(2);
    expect(distiller.batches.map(({ turns }) => turns.length)).toEqual([2]);
    expect(memory.list()).toHaveLength(2);
  });

  test("a conversation that never pauses is distilled all the same", async () => {
    const { say, wait, distiller } = conversing();
    for (let i = 0; i < 8; i++) {
      say(`I have ${i + 2} cats.`);
      await wait(30);
    }
    expect(distiller.batches.length).toBeGreaterThan(0);
  });

  test("a failure is told, and tried again after a longer wait", async () => {
    const { memory, say, wait, distiller } = conversing(
      new ScriptedDistiller(({ turns }, call) => {
        if (call === 1) throw new Error("no route to host");
        return turns.map(({ number, content }) => ({ content, quotes: [{ turn: number, text: content }] }));
      }),
    );
    say("I live in Bern.");
    await wait(46);
    expect(memory.inbox()).toMatchObject({ waiting: 1, trouble: { code: "distiller-failed" } });
    await wait(60);
    expect(distiller.batches).toHaveLength(1);
    await wait(60);
    expect(memory.inbox()).toMatchObject({ waiting: 0, trouble: undefined });
  });

  test("words of an agent that make the distiller fail hold up neither the principal nor another agent", async () => {
    const { memory, say, wait } = conversing(
      new ScriptedDistiller(({ turns }) => {
        if (turns.some(({ content }) => content.includes("poison"))) throw new Error("refused");
        return turns.map(({ number, content }) => ({ content, quotes: [{ turn: number, text: content }] }));
      }),
    );
    const hear = (client: string, content: string) =>
      memory.confined({ client }).observe({ session: "s", role: "user", content });
    hear("a", "Here is poison.");
    hear("b", "The museum opens at nine.");
    await wait(46);
    expect(memory.list().map(({ content }) => content)).toEqual(["The museum opens at nine."]);
    expect(memory.inbox()).toMatchObject({ waiting: 1, trouble: { code: "distiller-failed" } });
    await wait(600);
    say("I live in Bern.");
    await wait(46);
    expect(memory.list().some(({ content }) => content === "I live in Bern.")).toBe(true);
  });

  test("a memory that is closed distils nothing more, and the next process does", async () => {
    const store = new MemoryStore();
    const first = everySentence();
    const memory = Tideline.over(Object.assign(store, { close: () => undefined }), { distiller: first });
    memory.observe({ session: "monday", role: "user", content: "I live in Bern." });
    memory.close();
    await vi.advanceTimersByTimeAsync(600 * SECOND);
    expect(first.batches).toHaveLength(0);
    const next = Tideline.over(store, { distiller: everySentence() });
    next.observe({ session: "tuesday", role: "user", content: "I have two cats." });
    await vi.advanceTimersByTimeAsync(46 * SECOND);
    for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
    expect(
      next
        .list()
        .map(({ content }) => content)
        .sort(),
    ).toEqual(["I have two cats.", "I live in Bern."]);
  });

  test("what another process has left is distilled once the origin is opened, without a new turn", async () => {
    const store = Object.assign(new MemoryStore(), { close: () => undefined });
    const dead = Tideline.over(store, { distiller: everySentence() });
    dead.observe({ session: "monday", role: "user", content: "I live in Bern." });
    dead.user("anna").observe({ session: "monday", role: "user", content: "I have two cats." });
    dead.close();
    const next = Tideline.over(store, { distiller: everySentence() });
    const settled = async () => {
      await vi.advanceTimersByTimeAsync(46 * SECOND);
      for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
    };
    await settled();
    expect(next.list().map(({ content }) => content)).toEqual(["I live in Bern."]);
    const anna = next.user("anna");
    await settled();
    expect(anna.list().map(({ content }) => content)).toEqual(["I have two cats."]);
    next.close();
  });

  test("an origin without conversations is not distilled when it is opened", async () => {
    const distiller = everySentence();
    const { memory, wait } = conversing(distiller);
    memory.add({ content: "I live in Bern." });
    await wait(46);
    expect(distiller.batches).toEqual([]);
    expect(memory.passes()).toEqual([]);
  });

  test("before a conversation is shortened, its turns are distilled and waited for", async () => {
    const { memory } = conversing();
    const result = await memory.beforeCompaction({
      session: "monday",
      turns: [{ role: "user", content: "I live in Bern.", id: "t1" }],
    });
    expect(result).toMatchObject({ outcome: "distilled", observed: [{ outcome: "observed" }] });
    expect(memory.list()).toHaveLength(1);
  });

  test("a confined handle has its own session distilled, not the owner's of the same name, and hears nothing of facts", async () => {
    const { memory, say, distiller } = conversing();
    say("I live in Bern.");
    const agent = memory.confined({ client: "agent" });
    const nothing = await agent.beforeCompaction({ session: "monday", turns: [] });
    expect([nothing.outcome, nothing.report, distiller.batches]).toEqual(["distilled", undefined, []]);
    const result = await agent.beforeCompaction({
      session: "monday",
      turns: [{ role: "user", content: "The museum opens at nine." }],
    });
    expect(result).toMatchObject({ outcome: "distilled", report: undefined });
    expect(memory.list().map(({ content, authority }) => [content, authority])).toEqual([
      ["The museum opens at nine.", 1],
    ]);
    expect(memory.inbox().waiting).toBe(1);
  });

  test("it waits no longer than it may, and the turns are safe", async () => {
    let reply: (() => void) | undefined;
    const { memory, wait } = conversing(
      new ScriptedDistiller(async () => {
        await new Promise<void>((resolve) => {
          reply = resolve;
        });
        return [];
      }),
    );
    const waiting = memory.beforeCompaction({
      session: "monday",
      turns: [{ role: "user", content: "I live in Bern." }],
      timeoutMs: 5_000,
    });
    await wait(6);
    expect(await waiting).toMatchObject({ outcome: "later", because: "timed-out" });
    expect(memory.inbox().waiting).toBe(1);
    reply?.();
  });
});

test("a clock that gives no time leaves no rejection behind", async () => {
  vi.useFakeTimers();
  try {
    Tideline.over(new MemoryStore(), { clock: { now: () => Number.NaN } });
    // An unhandled rejection would fail the run.
    await vi.advanceTimersByTimeAsync(60_000);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
