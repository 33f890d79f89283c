/** Does a flood of refused writes leave a bounded trace, and a true count? */
import { expect, test, vi } from "vitest";
import { MemoryStore, Tideline } from "../../src/index.ts";
import { FakeClock, fact, newMemory } from "../support/memory.ts";

vi.mock(import("../../src/limits.ts"), async (original) => ({
  ...(await original()),
  MAX_REFUSALS_LOGGED: 3 as never,
}));

const HOUR = 60 * 60_000;
const AGENT = { source: "agent", segment: "identity" } as const;

function refused(memory: Tideline, source: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => {
    try {
      memory.add(fact(`My name is Anna ${n}.`, { ...AGENT, source }));
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error("It was not refused.");
  });
}

function logged(store: MemoryStore) {
  return store.read("owner", 0).events.flatMap(({ event }) => (event.type === "refused" ? [event] : []));
}

test("an hour has room for so many of a class; the others are counted, and told so", () => {
  const { memory, store } = newMemory();
  const told = refused(memory, "agent", 10);
  expect(told.slice(0, 3).every((message) => !message.includes("not logged"))).toBe(true);
  expect(told.slice(3).every((message) => message.includes("not logged"))).toBe(true);
  expect(logged(store)).toHaveLength(3);
  expect(memory.stats().refused).toBe(10);
});

test("one class takes no room of another", () => {
  const { memory, store } = newMemory();
  refused(memory, "agent", 5);
  refused(memory, "tool_output", 5);
  expect(logged(store).map(({ authority }) => authority)).toEqual([1, 1, 1, 0, 0, 0]);
});

test("the first refusal of the next hour says how many were not logged, once, and the count stays", () => {
  const { memory, store, clock } = newMemory();
  refused(memory, "agent", 10);
  clock.pass(HOUR);
  refused(memory, "agent", 2);
  expect(logged(store).map(({ further }) => further)).toEqual([...Array(3), 7, undefined]);
  expect(memory.stats().refused).toBe(12);
  expect(Tideline.over(store, { clock }).stats().refused).toBe(12);
});

test("of many in one write, too", () => {
  const { memory, store, clock } = newMemory();
  const many = () => memory.addMany(Array.from({ length: 5 }, (_, n) => fact(`My name is ${n}.`, AGENT)));
  expect(many().every(({ outcome }) => outcome === "refused")).toBe(true);
  clock.pass(HOUR);
  many();
  expect(logged(store).map(({ further }) => further)).toEqual([...Array(3), 2, undefined, undefined]);
  expect(memory.stats().refused).toBe(10);
});

test("who opens the memory again within the hour finds no more room", () => {
  const [store, clock] = [new MemoryStore(), new FakeClock()];
  refused(Tideline.over(store, { clock }), "agent", 2);
  refused(Tideline.over(store, { clock }), "agent", 5);
  expect(logged(store)).toHaveLength(3);
});
