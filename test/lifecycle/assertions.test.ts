/** When does saying it again count? */
import { expect, test } from "vitest";
import { independentAssertions } from "../../src/advanced.ts";
import { DAY, fact, newMemory } from "../support/memory.ts";

test("assertions count once per episode and day, and from class 2 on", () => {
  const { memory, clock } = newMemory();
  const said = (more: object) => independentAssertions(memory.add(fact("The door code is 12.", more)).fact);
  expect(said({ episode: "a" })).toBe(1);
  expect(said({ episode: "a" })).toBe(1);
  expect(said({ episode: "b" })).toBe(2);
  expect(said({ episode: "b", source: "tool_output" })).toBe(2);
  clock.pass(DAY);
  expect(said({ episode: "b" })).toBe(3);
});

test("what only tools say is never asserted", () => {
  const { memory, clock } = newMemory();
  for (let i = 0; i < 5; i++) {
    clock.pass(DAY);
    const { fact: heard } = memory.add(fact("Buy now.", { source: "tool_output", episode: `e${i}` }));
    expect([independentAssertions(heard), heard.observationCount]).toEqual([0, i + 1]);
  }
});
