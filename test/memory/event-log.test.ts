/** Is every change in the log, and can it be read there? */
import { expect, test } from "vitest";
import { MemoryEventLog } from "../../src/advanced.ts";
import { fact, newMemory, PEER } from "../support/memory.ts";

test("the event log tells of every change, in order, and of one fact alone", () => {
  const { memory, store } = newMemory();
  const { fact: one } = memory.add(fact("one"));
  memory.add(fact("two", { links: [{ kind: "relates", to: one.id }] }));
  memory.pin(one.id);
  memory.archive(one.id, "enough");
  memory.purge(one.id);
  const log = new MemoryEventLog(store);
  expect([...log].map(({ event }) => event.type)).toEqual(["added", "added", "pinned", "archived", "erased"]);
  expect([...log.about(one.id)].map(({ seq }) => seq)).toEqual([1, 3, 4, 5]);
  expect([...log.since(3)].map(({ seq }) => seq)).toEqual([4, 5]);
  expect(log.verify().ok).toBe(true);
  expect([...new MemoryEventLog(store, PEER)]).toEqual([]);
});
