/** Does each class have its own room in an origin, and is what it takes counted right? */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { MemoryStore, Tideline } from "../../src/index.ts";
import { emptyState, fold } from "../../src/log/fold.ts";
import { EMPTY_TOTALS, TotalsCount } from "../../src/log/quota.ts";
import type { MemoryEvent } from "../../src/model/event.ts";
import { anyEvent } from "../support/events.ts";
import { endorse, fact, newMemory, PEER } from "../support/memory.ts";

vi.mock(import("../../src/limits.ts"), async (original) => ({
  ...(await original()),
  MAX_FACTS_BY_CLASS: [3, 3, 3, 5] as never,
  MAX_CHARS_BY_CLASS: [1_000, 1_000, 1_000, Number.POSITIVE_INFINITY] as never,
  MAX_CHANGES_BY_CLASS: [60, 60, 60, Number.POSITIVE_INFINITY] as never,
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
      expect(totals).toEqual({ ...count.totals, changes: totals.changes });
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

test("a lower class cannot fill the log by saying the same again; the owner and who says it first can go on", () => {
  const { memory, store } = newMemory();
  const { id } = memory.add(fact("My barber is Luigi.")).fact;
  memory.add(locker(1, "agent"));
  const written = () => store.read("owner", 0).events.length;
  const repeat = () => {
    for (let n = 0; n < 200; n++) {
      expect(memory.add(locker(1, "agent")).outcome).toBe("reinforced");
      expect(memory.add(fact("My barber is Luigi.", { source: "agent" })).outcome).toBe("reinforced");
    }
  };
  repeat();
  expect(written()).toBeLessThan(70);
  const before = written();
  repeat();
  expect(written()).toBe(before);
  // What is no repetition is refused, and says why.
  expect(() => memory.add({ ...locker(1, "agent"), tags: ["red"] })).toThrow(
    /holds \d+ changes of class 1, and the limit is 60/,
  );
  // Another writer of the same words is noted, so that the first one alone cannot take them back.
  const other = memory.confined({ client: "other" });
  expect(other.add({ content: "Locker 1 is free." }).fact.shared).toBe(true);
  expect(memory.add(fact("My barber is Luigi.")).fact).toMatchObject({ id, observationCount: 2 });
  expect(Tideline.over(store).add(locker(1, "agent")).events).toEqual([]);
});

test("a change with words takes the room of several without, whether or not the words are still there", () => {
  const by = { source: "agent", authority: 1 } as const;
  const change = { type: "archived", v: 1, at: 1, by, fact: "f" } as const;
  const changes = (event: MemoryEvent, bodyGone: boolean) =>
    fold(emptyState("owner"), [{ seq: 1, hash: "h", event, bodyGone }]).totals.changes;
  expect(changes(change, false)).toEqual([0, 1, 0, 0]);
  expect(changes({ ...change, body: { why: "x" } } as MemoryEvent, false)).toEqual([0, 10, 0, 0]);
  expect(changes(change, true)).toEqual([0, 10, 0, 0]);
  expect(changes({ ...change, by: { source: "owner_message", authority: 3 } }, true)).toEqual([0, 0, 0, 0]);
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
