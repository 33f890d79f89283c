/** Does each class have its own room in an origin, and is what it takes counted right? */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { MemoryStore, Tideline } from "../../src/index.ts";
import { emptyState, fold } from "../../src/log/fold.ts";
import { EMPTY_TOTALS, TotalsCount } from "../../src/log/quota.ts";
import { anyEvent } from "../support/events.ts";
import { endorse, fact, newMemory, PEER } from "../support/memory.ts";

vi.mock(import("../../src/limits.ts"), async (original) => ({
  ...(await original()),
  MAX_FACTS_BY_CLASS: [3, 3, 3, 5] as never,
  MAX_CHARS_BY_CLASS: [1_000, 1_000, 1_000, Number.POSITIVE_INFINITY] as never,
}));

const FULL = expect.objectContaining({ code: "origin-full" });
const locker = (n: number, source: string) => fact(`Locker ${n} is free.`, { source });

test("what is counted is what a count of all facts gives, after any events", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      const recorded = events.map((event, i) => ({ seq: i + 1, hash: `h${i}`, event, bodyGone: false }));
      const { facts, totals } = fold(emptyState("owner"), recorded);
      const count = new TotalsCount(EMPTY_TOTALS);
      for (const one of facts.values()) count.replace(undefined, one);
      expect(totals).toEqual(count.totals);
    }),
  );
});

test("a class that is full refuses its own, and nobody else: above all not the owner", () => {
  const { memory } = newMemory();
  for (const source of ["tool_output", "agent"]) {
    for (let n = 0; n < 3; n++) memory.add(locker(n + source.length * 10, source));
    expect(() => memory.add(locker(99, source))).toThrow(FULL);
  }
  for (let n = 0; n < 5; n++) memory.add(locker(n + 1_000, "owner_message"));
  expect(() => memory.add(locker(2_000, "owner_message"))).toThrow(FULL);
  expect(memory.stats().facts).toBe(11);
});

test("the error names the class and what to do, and saying a thing again needs no room", () => {
  const { memory } = newMemory();
  for (let n = 0; n < 3; n++) memory.add(locker(n, "agent"));
  expect(() => memory.add(locker(9, "agent"))).toThrow(
    /3 facts of class 1, and the limit is 3\. Nothing was written\. Purge/,
  );
  expect(memory.add(locker(1, "agent")).outcome).toBe("reinforced");
});

test("words have their room, also those in tags and metadata; the owner's are not counted", () => {
  const { memory } = newMemory();
  memory.add(fact("x".repeat(600), { source: "agent" }));
  const beside = { tags: ["y".repeat(300)], metadata: { room: "z".repeat(300) } };
  expect(() => memory.add(fact("Locker 1 is free.", { source: "agent", ...beside }))).toThrow(FULL);
  memory.add(fact("Locker 1 is free.", { source: "tool_output", ...beside }));
  memory.add(fact("Locker 2 is free.", { source: "owner_message", metadata: { room: "z".repeat(5_000) } }));
});

test("what is purged, or adopted by the owner, makes room", () => {
  const { memory } = newMemory();
  const [first, second] = [0, 1, 2].map((n) => memory.add(locker(n, "agent")).fact.id);
  memory.purge(first as string);
  memory.add(locker(3, "agent"));
  endorse(memory, second as string);
  memory.add(locker(4, "agent"));
  expect(() => memory.add(locker(5, "agent"))).toThrow(FULL);
});

test("each origin has its own, also after it was closed and opened", () => {
  const { memory, store } = newMemory();
  for (let n = 0; n < 3; n++) memory.add(locker(n, "agent"));
  for (let n = 0; n < 3; n++) memory.as(PEER).add(locker(n, "agent"));
  expect(() => Tideline.over(store).add(locker(9, "agent"))).toThrow(FULL);
});

test("of many in one commit, those that have room are written and the other is told", async () => {
  const memory = await Tideline.connect(new MemoryStore());
  const adds = [0, 1, 2, 3].map((n) => memory.addTogether(locker(n, "agent")));
  const owners = memory.addTogether(locker(7, "owner_message"));
  const outcomes = await Promise.allSettled(adds);
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect((await owners).outcome).toBe("added");
  await memory.close();
});
