/** Do writes that come at one time share a commit, and only the commit? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TidelineError } from "../../src/errors.ts";
import { MemoryStore, Tideline } from "../../src/index.ts";
import { Together } from "../../src/log/together.ts";
import type { MemoryEvent } from "../../src/model/event.ts";
import type { Stream } from "../../src/model/stream.ts";
import { DelayedStore } from "../../src/testing.ts";
import { FakeClock, fact } from "../support/memory.ts";

class CountingStore extends MemoryStore {
  commits = 0;
  fails = false;

  override append(stream: Stream, expectedSeq: number, events: readonly MemoryEvent[]) {
    if (stream === "owner") this.commits++;
    if (this.fails) throw new TidelineError("disk-full", "No space is left.");
    return super.append(stream, expectedSeq, events);
  }
}

async function open() {
  const store = new CountingStore();
  return { store, memory: await Tideline.connect(store) };
}

describe("adds of many callers", () => {
  test("that arrive one after the other while the event loop comes round share one commit, too", async () => {
    const { store, memory } = await open();
    const first = memory.addTogether(fact("The first one asks for access."));
    for (let i = 0; i < 50; i++) await Promise.resolve();
    await Promise.all([first, memory.addTogether(fact("The second one goes with it."))]);
    expect(store.commits).toBe(1);
  });

  test("share one commit, and each gets its own answer", async () => {
    const { store, memory } = await open();
    const contents = Array.from({ length: 40 }, (_, i) => `Locker ${i} belongs to team ${i}.`);
    const answers = await Promise.all(contents.map((content) => memory.addTogether(fact(content))));
    expect(answers.map((one) => one.fact.content)).toEqual(contents);
    expect(new Set(answers.map((one) => one.fact.id)).size).toBe(40);
    expect(store.commits).toBe(1);
    await memory.addTogether(fact("Somebody alone waits for nobody."));
    expect(store.commits).toBe(2);
  });

  test("write down uses that have waited a while, and leave young ones to wait for company", async () => {
    const clock = new FakeClock();
    const memory = await Tideline.connect(new MemoryStore(), { clock });
    const { fact: tea } = await memory.addTogether(fact("I drink green tea."));
    const waiting = async () => (await memory.stats()).waitingMarks;
    await memory.recall("green tea");
    clock.pass(999);
    await memory.addTogether(fact("The boiler is in the cellar."));
    expect(await waiting()).toBe(1);
    clock.pass(1);
    await memory.addTogether(fact("The fuse box is in the hall."));
    expect(await waiting()).toBe(0);
    expect((await memory.inspect(tea.id)).fact?.accessCount).toBe(1);
  });

  test("what is wrong with one is told to that one alone", async () => {
    const { memory } = await open();
    const inputs = fc.array(fc.constantFrom("good", "empty", "evidence", "gate"), {
      minLength: 1,
      maxLength: 12,
    });
    let n = 0;
    const make = {
      good: () => fact(`Fact number ${n++} stands.`),
      empty: () => fact(""),
      evidence: () => fact(`Derived ${n++}.`, { source: "dream", evidence: ["nobody"] }),
      gate: () => fact(`I am number ${n++}.`, { segment: "identity", source: "tool_output" }),
    };
    const code = { good: undefined, empty: "invalid-argument", evidence: "no-such-fact", gate: "write-gate" };
    await fc.assert(
      fc.asyncProperty(inputs, async (kinds) => {
        const before = (await memory.stats()).facts;
        const settled = await Promise.allSettled(
          kinds.map((kind) => memory.addTogether(make[kind as keyof typeof make]() as never)),
        );
        const got = settled.map((one) => (one.status === "rejected" ? one.reason.code : undefined));
        expect(got).toEqual(kinds.map((kind) => code[kind as keyof typeof code]));
        expect((await memory.stats()).facts - before).toBe(kinds.filter((kind) => kind === "good").length);
      }),
      { numRuns: 30 },
    );
  });

  test("if the disk fails, nobody is told that it was written; afterwards it goes on", async () => {
    const { store, memory } = await open();
    await memory.add(fact("The first fact."));
    store.fails = true;
    const failed = await Promise.allSettled(
      [1, 2, 3].map((i) => memory.addTogether(fact(`Fact ${i} is lost.`))),
    );
    expect(failed.map((one) => one.status === "rejected" && one.reason.code)).toEqual(
      Array(3).fill("disk-full"),
    );
    store.fails = false;
    await memory.addTogether(fact("It goes on."));
    expect((await memory.list()).map(({ content }) => content)).toEqual(["The first fact.", "It goes on."]);
  });

  test("more than fit into one commit come in several, none is lost, also on a slow store", async () => {
    const memory = await Tideline.connect(
      new DelayedStore(new MemoryStore(), () => new Promise((resolve) => setImmediate(resolve))),
    );
    const count = 600;
    const answers = await Promise.all(
      Array.from({ length: count }, (_, i) => memory.addTogether(fact(`Box ${i} holds part ${i}.`))),
    );
    expect(new Set(answers.map((one) => one.fact.id)).size).toBe(count);
    expect((await memory.stats()).facts).toBe(count);
    await memory.close();
    await expect(memory.addTogether(fact("Too late."))).rejects.toMatchObject({ code: "closed" });
  });

  test("where exclusive access is refused, everybody who waits is told, and nobody waits for ever", async () => {
    const together = new Together<number, number>({
      exclusively: () => Promise.reject(new TidelineError("closed", "It is closed.")),
      breathe: async () => undefined,
      commit: () => {
        throw new Error("nobody has access");
      },
      isRefusal: () => false,
    });
    const told = await Promise.allSettled([together.add(1), together.add(2)]);
    expect(told.map((one) => one.status === "rejected" && one.reason.code)).toEqual(["closed", "closed"]);
    await expect(together.add(3)).rejects.toMatchObject({ code: "closed" });
  });
});
