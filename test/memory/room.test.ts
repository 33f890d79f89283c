/** What stays in memory, what leaves it, and is anything lost when it does? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FactStore, MemoryStore, type Origin, Tideline, TidelineError } from "../../src/index.ts";
import type { Engine } from "../../src/memory/engine.ts";
import { DelayedStore } from "../../src/testing/delayed-store.ts";
import { DAY, FakeClock, fact } from "../support/memory.ts";
import { newWorkspace } from "../support/workspace.ts";

const USERS = ["anna", "bert", "cleo", "dora", "emil"] as const;

function engineOf(memory: Tideline): Engine {
  return (memory as unknown as { memory: { engine: Engine } }).memory.engine;
}

function inMemory(memory: Tideline): readonly string[] {
  const { origins } = engineOf(memory) as unknown as { origins: Map<string, { inMemory: unknown }> };
  return [...origins].flatMap(([key, open]) => (open.inMemory === undefined ? [] : [key]));
}

describe("origins beyond the bound", () => {
  test("leave memory, the one first that was used longest ago, and are read again when they are asked", () => {
    const memory = Tideline.over(new MemoryStore(), { clock: new FakeClock(), maxOpenOrigins: 3 });
    const handles = USERS.map((name) => memory.user(name));
    for (const [i, one] of handles.entries()) one.add(fact(`I live in house ${i}.`));
    memory.user("cleo").list();
    expect(inMemory(memory)).not.toContain('["anna"]');
    expect(inMemory(memory).length).toBeLessThanOrEqual(4);
    for (const [i, one] of handles.entries())
      expect(one.recall("which house?")[0]?.fact.content).toBe(`I live in house ${i}.`);
  });

  test("take their waiting uses with them into the log", () => {
    const store = new MemoryStore();
    const clock = new FakeClock();
    const memory = Tideline.over(store, { clock, maxOpenOrigins: 1 });
    const { id } = memory.user("anna").add(fact("I live in Berlin.")).fact;
    clock.pass(DAY);
    memory.user("anna").recall("where do I live?");
    for (const name of USERS.slice(1)) memory.user(name).add(fact("I live in Oslo."));
    memory.user("emil").list();
    expect(inMemory(memory)).not.toContain('["anna"]');
    // Another process sees it.
    expect(Tideline.over(store, { clock }).user("anna").peek(id)?.accessCount).toBe(1);
  });

  test("and where nothing can be written, what waits goes on waiting", () => {
    const store = new MemoryStore();
    const clock = new FakeClock();
    const memory = Tideline.over(store, { clock, maxOpenOrigins: 1 });
    const { id } = memory.user("anna").add(fact("I live in Berlin.")).fact;
    for (const name of USERS.slice(1)) memory.user(name).add(fact("I live in Oslo."));
    memory.user("anna").recall("where do I live?");
    const append = store.append.bind(store);
    store.append = () => {
      throw new TidelineError("not-writable", "The disk is read-only.");
    };
    for (const name of USERS.slice(1)) memory.user(name).list();
    expect(inMemory(memory)).not.toContain('["anna"]');
    store.append = append;
    memory.user("anna").add(fact("I work in Bonn."));
    expect(memory.user("anna").stats().waitingMarks + (memory.user("anna").peek(id)?.accessCount ?? 0)).toBe(
      1,
    );
  });

  test("a pass that began before its origin left goes on", async () => {
    const memory = await Tideline.connect(new DelayedStore(new MemoryStore(), () => Promise.resolve()), {
      clock: new FakeClock(),
      maxOpenOrigins: 1,
    });
    const anna = memory.user("anna");
    for (let i = 0; i < 40; i++) await anna.add(fact(`I live in house number ${i} of the lane.`));
    const dream = anna.dream();
    for (const name of USERS.slice(1)) await memory.user(name).add(fact("I live in Oslo."));
    const { pass } = await dream;
    expect((await anna.verify()).ok).toBe(true);
    expect((await anna.passes()).map(({ id, endedAt }) => [id, endedAt === undefined])).toEqual(
      pass === undefined ? [] : [[pass, false]],
    );
    await memory.close();
  });

  test("answer the same as if they had stayed, whatever is done in between", () => {
    const step = fc.tuple(
      fc.constantFrom(...USERS),
      fc.constantFrom("add", "again", "slot", "recall", "archive", "purge", "deny"),
      fc.nat(5),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const [a, b] = [run(steps, 1), run(steps, 1_000)];
        expect(a).toEqual(b);
      }),
      { numRuns: 25 },
    );
  });

  function run(steps: readonly (readonly [string, string, number])[], maxOpenOrigins: number): unknown {
    const clock = new FakeClock();
    const memory = Tideline.over(new MemoryStore(), { clock, maxOpenOrigins });
    const answers: unknown[] = [];
    for (const [user, what, i] of steps) {
      clock.pass(60_000);
      const mine = memory.user(user);
      const ids = mine.list().map(({ id }) => id);
      const id = ids[i % Math.max(1, ids.length)];
      if (what === "add") answers.push(mine.add(fact(`I know ${i} songs of the sea.`)).outcome);
      if (what === "again") answers.push(mine.add(fact(`i know ${i} songs of the sea!`)).outcome);
      if (what === "deny") answers.push(mine.add(fact(`I no longer know ${i} songs of the sea.`)).outcome);
      if (what === "slot")
        answers.push(mine.add(fact(`I live in town ${i}.`, { subject: "me", attribute: "home" })).outcome);
      if (what === "recall")
        answers.push([...mine.recall("which songs do I know?")].map((hit) => hit.fact.content).sort());
      if (what === "archive" && id !== undefined) mine.archive(id);
      if (what === "purge" && id !== undefined) answers.push(mine.purge(id).facts.length);
    }
    // Leaving writes the uses that wait, so what is compared is those that are written and those that wait.
    const told = USERS.map((user) => {
      const mine = memory.user(user);
      const uses = mine
        .list({ lifecycle: "any" })
        .reduce((sum, { accessCount }) => sum + accessCount, mine.stats().waitingMarks);
      const facts = mine
        .list()
        .map(({ content, validity, lifecycle, observationCount }) => [
          ...[content, validity, lifecycle, observationCount],
        ]);
      return { uses, facts };
    });
    return { answers, told };
  }
});

test("a folder of files serves more origins than it keeps open", () => {
  const dir = newWorkspace("room");
  const store = new FactStore(dir, { durability: "os", maxOpenFolders: 3 });
  const memory = Tideline.over(store, { maxOpenOrigins: 2 });
  const all: readonly Origin[] = USERS.flatMap((user) => [
    { user },
    { channel: "chat", conversationId: user },
  ]);
  for (const round of [1, 2])
    for (const origin of all)
      if (origin !== "owner")
        memory.as(origin).add(fact(`Round ${round} is over.`, { source: "user_instruction" }));
  for (const origin of all) if (origin !== "owner") expect(memory.as(origin).list().length).toBe(2);
  memory.close();
});
