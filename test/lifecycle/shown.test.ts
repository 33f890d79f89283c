/** Is a fact that is only ever shown in passing counted, kept apart from uses, and told of before it goes? */
import { describe, expect, test, vi } from "vitest";
import {
  type AddResult,
  type Fact,
  MemoryStore,
  POLICY_NAMES,
  Tideline,
  TidelineError,
} from "../../src/index.ts";
import { Workspace } from "../../src/serve/workspace.ts";
import { DAY, fact, newMemory } from "../support/memory.ts";

const ASKED = "What about my vegetarian diet?";

function known(options: Parameters<typeof newMemory>[0] = {}) {
  const made = newMemory(options);
  const id = made.memory.add(fact("I keep a strict vegetarian diet.")).fact.id;
  return { ...made, id };
}

const plain = (one: Fact | undefined) => one;

describe("shown in passing", () => {
  test("is counted by beforeTurn, context, search and passive recall, and by nothing else", () => {
    const { memory, clock, id } = known();
    expect(memory.inspect(id).shown).toBeUndefined();
    memory.beforeTurn(ASKED);
    memory.context(ASKED);
    memory.search(ASKED);
    clock.pass(DAY);
    memory.recall(ASKED, { passive: true });
    expect(memory.inspect(id).shown).toMatchObject({ count: 4, lastAt: clock.now() });
    memory.recall(ASKED);
    memory.get(id);
    memory.list();
    memory.explain(ASKED, id);
    expect(memory.inspect(id)).toMatchObject({ shown: { count: 4 }, waitingMarks: 2 });
  });

  test("is what stands in a block, and not what had no room in it", () => {
    const { memory, id } = known();
    expect(memory.context(ASKED, { maxChars: 20 })).toBeUndefined();
    expect(memory.inspect(id).shown).toBeUndefined();
    expect(memory.context(ASKED, { maxChars: 200 })).toBeDefined();
    expect(memory.inspect(id).shown).toMatchObject({ count: 1 });
  });

  test.each(POLICY_NAMES)("strengthens nothing under %s, and inspect says so", async (policy) => {
    const [often, never] = [known({ policy }), known({ policy })];
    for (let i = 0; i < 50; i++) often.memory.beforeTurn(ASKED);
    for (const { memory, clock } of [often, never]) {
      clock.pass(40 * DAY);
      await memory.dream();
      await memory.sweep();
    }
    const [a, b] = [often, never].map(({ memory, id }) => memory.inspect(id));
    expect({ ...plain(a?.fact), id: "", texts: [] }).toEqual({ ...plain(b?.fact), id: "", texts: [] });
    expect(a?.score).toEqual(b?.score);
    expect(a?.text).toContain("shown in passing 50 times");
    expect(a?.text).toContain("under this policy");
    expect(b?.text).not.toContain("shown in passing 50 times");
  });

  test("survives a restart, and the folding of old marks", async () => {
    const { memory, store, clock, id } = known();
    const other = memory.add(fact("I like green tea.")).fact.id;
    for (let i = 0; i < 3; i++) memory.beforeTurn(ASKED);
    for (let i = 0; i < 70; i++) {
      memory.recall("green tea");
      await memory.sweep();
    }
    const { marksFolded } = await memory.dream();
    expect(marksFolded).toBeGreaterThan(64);
    memory.beforeTurn(ASKED);
    await memory.sweep({ dryRun: true });
    const seen = memory.inspect(id).shown;
    expect(seen?.count).toBe(4);
    await memory.sweep();
    const later = Tideline.over(store, { clock });
    expect(later.inspect(id).shown).toEqual(seen);
    expect(later.inspect(other).fact?.accessCount).toBe(70);
  });

  test("what is purged takes its count with it, waiting or written", async () => {
    const { memory, store, id } = known();
    memory.beforeTurn(ASKED);
    await memory.sweep();
    memory.beforeTurn(ASKED);
    memory.purge(id);
    await memory.sweep();
    const later = Tideline.over(store);
    expect(() => later.inspect(id)).not.toThrow();
    expect(later.inspect(id).shown).toBeUndefined();
  });
});

test("a sweep's dry run lists what is about to go, the most used and shown first", async () => {
  const { memory, clock } = newMemory();
  const ids = ["The ferry leaves at nine.", "I keep a strict vegetarian diet.", "The wifi is slow."].map(
    (content) => memory.add(fact(content)).fact.id,
  );
  memory.recall("ferry");
  for (let i = 0; i < 5; i++) memory.beforeTurn(ASKED);
  clock.pass(60 * DAY);
  const { changes, text } = await memory.sweep({ dryRun: true });
  expect(changes.map((one) => one.fact)).toEqual([ids[1], ids[0], ids[2]]);
  expect(changes[0]).toMatchObject({ accessCount: 0, shownCount: 5, what: "archived" });
  expect(text).toContain("never used, shown in passing 5 times, last on 2026-01-01");
});

test("a store that cannot be written is still read and closed, without the count", () => {
  const { store, clock } = known();
  const memory = Tideline.over(
    new Proxy(store, {
      get: (target, name) => {
        if (name === "append")
          return () => {
            throw new TidelineError("not-writable", "The disk can only be read.");
          };
        const value = Reflect.get(target, name) as unknown;
        return typeof value === "function" ? value.bind(target) : value;
      },
    }),
    { clock },
  );
  expect(memory.search(ASKED)).toHaveLength(1);
  memory.close();
});

describe("on a disk that only lets us read", () => {
  const unwritable = async () => {
    const store = new MemoryStore();
    const notes = Array.from({ length: 1_000 }, (_, n) => fact(`Locker ${n} is empty.`));
    const added = Tideline.over(store).addMany(notes) as readonly AddResult[];
    const shown = added.map((one) => [one.fact.id, { count: 1, lastAt: 0 }] as const);
    const append = vi.spyOn(store, "append").mockImplementation(() => {
      throw new TidelineError("not-writable", "The disk can only be read.");
    });
    return { workspace: await Workspace.over(store, "memory"), append, shown };
  };

  test("what readers showed in passing is let go, and no answer after that tries to write it", async () => {
    const { workspace, append, shown: all } = await unwritable();
    for (const shown of [all, all.slice(1)]) await workspace.noteMarks("owner", { used: [], shown });
    expect(append).toHaveBeenCalledTimes(1);
  });

  test("a use that waits beside it is reported once, and goes on waiting", async () => {
    const { workspace, append, shown } = await unwritable();
    const used = [{ fact: shown[1]?.[0] as string, at: 0, how: "recall", voice: 3 }] as const;
    await expect(workspace.noteMarks("owner", { used, shown })).rejects.toThrow("only be read");
    await workspace.noteMarks("owner", { used, shown: shown.slice(1) });
    expect(append).toHaveBeenCalledTimes(1);
    expect((await workspace.memory("owner").stats()).waitingMarks).toBe(2);
  });
});
