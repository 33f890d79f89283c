/** Are lists fused by rank as the figures say, and can recall be run on a bare store? */
import { describe, expect, test } from "vitest";
import { fuseRanks, recallByRanks, recallHybrid, recallWithGraph } from "../../src/advanced.ts";
import { DelayedStore } from "../../src/testing.ts";
import { fact, newMemory } from "../support/memory.ts";

describe("reciprocal rank fusion", () => {
  test("gives w / (60 + rank)", () => {
    const [[, alone]] = fuseRanks([{ ids: ["a"] }]) as [[string, number]];
    expect(alone).toBeCloseTo(0.016393, 6);
    const both = new Map(fuseRanks([{ ids: ["a", "b"] }, { ids: ["b", "a"] }]));
    expect(both.get("a")).toBeCloseTo(0.032522, 6);
    expect(fuseRanks([{ ids: ["b", "a"] }, { ids: ["a", "b"] }]).map(([id]) => id)).toEqual(["a", "b"]);
    expect(fuseRanks([{ ids: ["a"] }, { ids: ["b"], weight: 2 }])[0]?.[0]).toBe("b");
  });
});

describe("recall on a store", () => {
  test("gives what a handle's search gives, with and without links, and counts as no use", () => {
    const { memory, store, clock } = newMemory();
    const floor = memory.add(fact("The kitchen gets a new floor.")).fact;
    memory.add(fact("Oak boards cost 4,200 euros.", { links: [{ kind: "supports", to: floor.id }] }));
    const now = clock.now();
    const plain = recallHybrid(store, "kitchen floor", { now, minScore: 0 });
    expect([...plain]).toEqual([...memory.search("kitchen floor", { graph: false, minScore: 0 })]);
    expect(plain.lanes).toEqual(["lexical", "vector"]);
    const linked = recallWithGraph(memory, "kitchen floor", { minScore: 0 });
    expect(linked.map((hit) => hit.fact.content)).toContain("Oak boards cost 4,200 euros.");
    expect(memory.stats().waitingMarks).toBe(0);
    const shown = memory.inspect(floor.id).shown;
    const then = recallHybrid(memory, "kitchen floor", { now, minScore: 0 });
    expect([...then]).toEqual([...plain]);
    const years = recallHybrid(memory, "kitchen floor", { now: now + 5 * 365 * 86_400_000, minScore: 0 });
    expect(years[0]?.score).toBeLessThan(plain[0]?.score ?? 0);
    expect(years.receipt.at).toBe(now + 5 * 365 * 86_400_000);
    expect([...memory.replay(years.receipt)]).toEqual([...years]);
    expect(memory.inspect(floor.id).shown).toEqual(shown);
    expect(() => recallHybrid(memory, "x", { now: "noon" as never })).toThrow(/now must be/i);
    expect(() =>
      recallHybrid(memory, "x", { origin: { channel: "c", conversationId: "d", sessionKey: "e" } }),
    ).toThrow(expect.objectContaining({ code: "invalid-argument" }));
    expect(() => recallHybrid({} as never, "x")).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });

  test("ranks by the policy that was chosen in its workspace, of a store that answers later, too", async () => {
    const { memory, store, clock } = newMemory({ policy: "layered" });
    memory.add(fact("The kitchen gets a new floor."));
    const now = clock.now();
    const [hit] = recallHybrid(store, "kitchen floor", { now, minScore: 0 });
    expect(hit).toEqual(memory.search("kitchen floor", { graph: false, minScore: 0 })[0]);
    const later = new DelayedStore(store, () => Promise.resolve());
    expect((await recallHybrid(later, "kitchen floor", { now, minScore: 0 }))[0]).toEqual(hit);
    expect((await recallWithGraph(later, "kitchen floor", { now, minScore: 0 }))[0]).toMatchObject({
      fact: hit?.fact,
    });
  });

  test("by ranks: both lanes' lists, fused", () => {
    const { memory, clock } = newMemory();
    memory.add(fact("I keep a strict vegetarian diet."));
    memory.add(fact("The diet plan is in the blue folder."));
    const hits = recallByRanks(memory.list(), "vegetarian diet", { now: clock.now() });
    expect(hits[0]?.fact.content).toBe("I keep a strict vegetarian diet.");
    expect(hits[0]?.score).toBeCloseTo(2 / 61, 9);
  });
});
