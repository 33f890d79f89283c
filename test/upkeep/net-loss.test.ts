/** Can a pass that is wrong about everything take everything? It stops, and a person decides. */
import { describe, expect, test } from "vitest";
import type { Change, Fact, Pass, Tideline } from "../../src/index.ts";
import { fact, newMemory } from "../support/memory.ts";

const THINGS =
  "lamp chair table mirror carpet kettle basket ladder hammer bucket candle pillow blanket curtain".split(
    " ",
  );

function filled(source: "owner_message" | "agent", count = THINGS.length) {
  const { memory } = newMemory();
  for (const thing of THINGS.slice(0, count)) memory.add(fact(`The attic holds a ${thing}.`, { source }));
  return memory;
}

/** Wants to archive everything. */
function greedy(memory: Tideline): Pass<readonly Fact[]> {
  return {
    name: "greedy",
    guarded: true,
    *pieces() {
      for (const one of memory.list()) yield [one];
    },
    decide: (facts) =>
      facts.map(({ id }): Change => ({ event: { type: "archived", fact: id }, rule: "test" })),
  };
}

const inRecall = (memory: Tideline) => memory.list().filter(({ lifecycle }) => lifecycle === "active").length;

test("takes its share, then stops; no later run takes more until a person has allowed it", async () => {
  const memory = filled("owner_message");
  const first = await memory.run(greedy(memory));
  expect(first).toMatchObject({ counts: { archived: 8 }, halted: { "class-3": 6 } });
  expect(first.text).toContain("It stopped");
  expect((await memory.run(greedy(memory))).counts).toEqual({});
  expect(memory.morning({ since: 0 }).waits.halted.map(({ name }) => name)).toEqual(["greedy"]);
  const told = memory.review({ grouped: true }).halted;
  expect(told).toMatchObject([{ name: "greedy", halted: { "class-3": 6 } }]);
  expect(memory.review({ grouped: true, after: memory.list()[0]?.id as string }).halted).toEqual([]);
  const allowed = await memory.run(greedy(memory), { allowLoss: true });
  expect(allowed).toMatchObject({ counts: { archived: 6 }, halted: undefined });
  expect(memory.morning({ since: 0 }).waits.halted).toEqual([]);
  expect(memory.review({ grouped: true }).halted).toEqual([]);
});

test("is in the log with the piece that it withheld: a run that is cut off afterwards has stopped, too", async () => {
  const memory = filled("owner_message");
  const all = memory.list();
  const cutOff: Pass<readonly Fact[]> = {
    ...greedy(memory),
    *pieces() {
      for (const one of all.slice(0, 9)) yield [one];
      throw new Error("the process is gone");
    },
  };
  await expect(memory.run(cutOff)).rejects.toThrow("the process is gone");
  expect(memory.review({ grouped: true }).halted).toMatchObject([{ halted: { "class-3": 1 } }]);
  expect((await memory.run(greedy(memory))).counts).toEqual({});
});

test("whoever undoes it while it runs has answered", async () => {
  const memory = filled("owner_message");
  const all = memory.list();
  const undone: Pass<readonly Fact[]> = {
    ...greedy(memory),
    async *pieces() {
      for (const one of all.slice(0, 12)) yield [one];
      await memory.undo(memory.passes()[0]?.id as string);
      for (const one of all.slice(12)) yield [one];
    },
  };
  await memory.run(undone);
  expect(memory.review({ grouped: true }).halted).toEqual([]);
  expect(inRecall(memory)).toBe(THINGS.length);
});

test("an undo answers, too, and brings everything back", async () => {
  const memory = filled("owner_message");
  const { pass } = await memory.run(greedy(memory));
  await memory.undo(pass as string);
  expect(inRecall(memory)).toBe(THINGS.length);
  // What was just brought back is immune for a while.
  expect((await memory.run(greedy(memory))).counts).toEqual({ archived: 6 });
});

test("never takes all facts of an origin, however few there are", async () => {
  const memory = filled("owner_message", 4);
  await memory.run(greedy(memory));
  expect(inRecall(memory)).toBe(1);
});

test("a flood of a lower class neither widens what may be taken of the owner's, nor closes it", async () => {
  const memory = filled("owner_message");
  for (let i = 0; i < 60; i++)
    memory.add(fact(`Shelf ${i} of the archive is empty.`, { source: "tool_output" }));
  const { halted } = await memory.run(greedy(memory));
  expect(halted).toEqual({ "class-3": 6, "class-0": 45 });
});

test("only the owner's own voice allows more", async () => {
  const memory = filled("owner_message");
  const manager = memory.confined({ manages: true, voice: 2 });
  await expect(manager.run(greedy(memory), { allowLoss: true })).rejects.toThrow(/Only the owner in person/);
});

test("a dry run says that it would stop, and writes nothing", async () => {
  const memory = filled("owner_message");
  const { events } = memory.stats();
  expect(await memory.run(greedy(memory), { dryRun: true })).toMatchObject({ halted: { "class-3": 6 } });
  expect(memory.stats().events).toBe(events);
});

describe("several nights", () => {
  /** Takes four facts a run. */
  function patient(memory: Tideline): Pass<readonly Fact[]> {
    return {
      ...greedy(memory),
      *pieces() {
        const left = memory.list().filter(({ lifecycle }) => lifecycle === "active");
        for (const one of left.slice(0, 4)) yield [one];
      },
    };
  }

  async function nights(memory: Tideline, count: number): Promise<number[]> {
    const left: number[] = [];
    for (let night = 0; night < count; night++) {
      await memory.run(patient(memory));
      left.push(inRecall(memory));
    }
    return left;
  }

  test.each(["owner_message", "agent"] as const)("take no more than half together (%s)", async (source) => {
    const memory = filled(source);
    expect(await nights(memory, 5)).toEqual([10, 6, 6, 6, 6]);
    expect(memory.morning({ since: 0 }).waits.halted).toHaveLength(1);
  });

  test("under several names, too", async () => {
    const memory = filled("owner_message");
    for (const name of ["first", "second", "third", "fourth"]) await memory.run({ ...patient(memory), name });
    expect(inRecall(memory)).toBe(6);
  });

  test("allowing one pass more is no answer for another one that stopped", async () => {
    const memory = filled("owner_message");
    await memory.run(greedy(memory));
    await memory.run({ ...patient(memory), name: "other" }, { allowLoss: true });
    expect(memory.morning({ since: 0 }).waits.halted.map(({ name }) => name)).toEqual(["greedy"]);
  });

  test("what a person allowed is not counted, and what was undone is back", async () => {
    const memory = filled("owner_message");
    await nights(memory, 3);
    await memory.run(patient(memory), { allowLoss: true });
    expect(inRecall(memory)).toBe(2);
    expect(memory.passes().map(({ taken }) => taken)).toEqual([{}, {}, {}, {}]);

    const other = filled("owner_message");
    await nights(other, 2);
    for (const { id } of other.passes()) await other.undo(id);
    expect(inRecall(other)).toBe(THINGS.length);
  });

  test("after a week they may take again", async () => {
    const { memory, clock } = newMemory();
    for (const thing of THINGS) memory.add(fact(`The attic holds a ${thing}.`, { source: "agent" }));
    expect(await nights(memory, 2)).toEqual([10, 6]);
    clock.pass(8 * 86_400_000);
    expect(await nights(memory, 1)).toEqual([2]);
  });
});
