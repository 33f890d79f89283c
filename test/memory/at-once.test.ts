/** What runs at the same time in an asynchronous memory, and what must wait? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AddInput, MemoryStore, Tideline } from "../../src/index.ts";
import { AsyncTideline } from "../../src/memory/async.ts";
import { openMemory } from "../../src/memory/memory.ts";
import { streamKey } from "../../src/model/stream.ts";
import type { StorageAdapter } from "../../src/ports/storage.ts";
import { FactStore } from "../../src/stores/file/fact-store.ts";
import { nodePause, nodePorts } from "../../src/stores/node-ports.ts";
import { fact } from "../support/memory.ts";
import { newWorkspace } from "../support/workspace.ts";

const ANNA = { user: "anna" };

/** Long work lets others run wherever it may. */
function restless(store: StorageAdapter): AsyncTideline {
  const pause = { breathe: nodePause.breathe, rest: nodePause.breathe };
  return new AsyncTideline(openMemory(store, { ...nodePorts, pause }, {}));
}

function many(count: number, from = 0): readonly AddInput[] {
  return Array.from({ length: count }, (_, i) => fact(`My locker number is ${from + i}.`));
}

/** The names of these promises in the order in which they are fulfilled. */
async function orderOf(all: Readonly<Record<string, Promise<unknown>>>): Promise<readonly string[]> {
  const order: string[] = [];
  await Promise.all(Object.entries(all).map(([name, one]) => one.then(() => order.push(name))));
  return order;
}

describe("while long work on one origin goes on", () => {
  test("another origin's verbs are answered", async () => {
    const memory = restless(new FactStore(newWorkspace("at-once"), { durability: "os" }));
    const [anna, bert] = [memory.user("anna"), memory.user("bert")];
    const source = Tideline.over(new MemoryStore()).user("anna");
    source.addMany(many(300));
    expect(await orderOf({ import: anna.import(source.export()), bert: bert.add(fact("I row.")) })).toEqual([
      "bert",
      "import",
    ]);
    expect(await orderOf({ add: anna.addMany(many(300, 300)), bert: bert.recall("what do I do?") })).toEqual([
      "bert",
      "add",
    ]);
    expect(await orderOf({ export: anna.export(), bert: bert.list() })).toEqual(["bert", "export"]);
    await memory.close();
  });

  test("its own verbs wait, in the order of the calls", async () => {
    const memory = restless(new MemoryStore());
    const anna = memory.user("anna");
    const [added, listed, late] = await Promise.all([
      anna.addMany(many(50)),
      anna.list({ limit: 1_000 }),
      anna.add(fact("My locker number is 7.")),
    ]);
    expect(added).toHaveLength(50);
    expect(listed).toHaveLength(50);
    expect(late.outcome).toBe("reinforced");
  });

  test("a list of all origins waits for nobody", async () => {
    const memory = restless(new MemoryStore());
    await memory.user("anna").add(fact("I sail."));
    const work = { add: memory.user("anna").addMany(many(100)), origins: memory.origins() };
    expect(await orderOf(work)).toEqual(["origins", "add"]);
    expect((await work.origins).origins).toMatchObject([{ origin: ANNA, facts: 1 }]);
    expect((await memory.origins()).origins).toMatchObject([{ origin: ANNA, facts: 101 }]);
  });

  test("forgetting the origin waits for it, and what comes later finds an empty memory", async () => {
    const memory = restless(new MemoryStore());
    const anna = memory.user("anna");
    const [, forgotten, later] = await Promise.all([
      anna.addMany(many(50)),
      memory.forgetOrigin(ANNA),
      anna.list(),
    ]);
    expect(forgotten.facts).toBe(50);
    expect(later).toEqual([]);
  });

  test("closing waits for it, and everything is there afterwards", async () => {
    const dir = newWorkspace("at-once");
    const memory = restless(new FactStore(dir, { durability: "os" }));
    const work = { add: memory.user("anna").addMany(many(600)), close: memory.close() };
    expect(await orderOf(work)).toEqual(["add", "close"]);
    const again = Tideline.open(dir);
    expect(again.user("anna").stats().facts).toBe(600);
    again.close();
  });
});

test("verbs of many origins at once leave what they leave one after the other", async () => {
  const names = ["anna", "bert", "cleo"] as const;
  const step = fc.record({
    who: fc.constantFrom(...names),
    from: fc.nat({ max: 5 }),
    count: fc.integer({ min: 1, max: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const oracle = Tideline.over(new MemoryStore());
      for (const { who, from, count } of steps) oracle.user(who).addMany(many(count, from));
      const memory = restless(new FactStore(newWorkspace("at-once"), { durability: "os" }));
      await Promise.all(steps.map(({ who, from, count }) => memory.user(who).addMany(many(count, from))));
      for (const name of names) {
        const told = (await memory.user(name).list()).map((one) => [one.content, one.observations.length]);
        expect(told).toEqual(
          oracle
            .user(name)
            .list()
            .map((one) => [one.content, one.observations.length]),
        );
      }
      await memory.close();
    }),
    { numRuns: 15 },
  );
});

test("a question reads its log once, and knows what another process has just acknowledged", async () => {
  const reads: string[] = [];
  class Counting extends MemoryStore {
    override read(...args: Parameters<MemoryStore["read"]>) {
      reads.push(streamKey(args[0]));
      return super.read(...args);
    }
  }
  const store = new Counting();
  const here = await Tideline.connect(store);
  await here.add("The boathouse key hangs by the door.");
  const there = Tideline.over(store);
  there.add("The spare key lies under the third pot.");
  reads.length = 0;
  expect((await here.recall("where is the spare key"))[0]?.fact.content).toContain("third pot");
  expect(reads.filter((key) => key === streamKey("owner"))).toHaveLength(1);
  // A call that is refused leaves nothing behind that a later one would take for the present.
  await expect(here.recall("key", { limit: -1 })).rejects.toThrow("limit");
  there.add("The lost key was found in the cellar.");
  expect((await here.recall("which key was found in the cellar"))[0]?.fact.content).toContain("cellar");
});
