/** Does the forecast say what the coming sweeps then do? */
import { describe, expect, test } from "vitest";
import { DAY, fact, newMemory } from "../support/memory.ts";

function household(options: Parameters<typeof newMemory>[0] = {}) {
  const made = newMemory(options);
  const add = (content: string, more = {}) => made.memory.add(fact(content, more)).fact.id;
  const ids = {
    lift: add("The lift is stuck again.", { segment: "context" }),
    boiler: add("The boiler was serviced by Glen."),
    allergy: add("I am allergic to peanuts."),
    rent: add("The rent is 1,150 pounds.", { subject: "flat", attribute: "rent" }),
  };
  return { ...made, ids };
}

describe("a forecast", () => {
  test("says which facts leave, when, and by which rule, and what is kept", () => {
    const { memory, ids } = household();
    const { leaving, kept, text } = memory.forecast({ days: 90 });
    expect(leaving.map(({ fact, what, rule }) => [fact, what, rule])).toEqual([
      [ids.lift, "archived", "tideline/archive"],
      [ids.boiler, "archived", "tideline/archive"],
      [ids.lift, "pruned", "tideline/prune"],
      [ids.lift, "erased", "sweep/grace-over"],
    ]);
    expect(kept).toMatchObject([{ fact: ids.rent, rule: "immunity/current-value" }]);
    expect(text).toContain('27 January 2026: "The lift is stuck again."');
    expect(text).toContain("unless it is used");
  });

  test.each([1, 40, 60, 120])("is what the sweeps of the next %i days do", async (days) => {
    const { memory, clock } = household();
    const told = memory.forecast({ days });
    const done: unknown[] = [];
    for (let day = 0; day <= days; day++) {
      for (const { fact: id, what, rule } of (await memory.sweep()).changes)
        done.push({ fact: id, what, rule, at: clock.now() });
      clock.pass(DAY);
    }
    expect(told.leaving.map(({ fact: id, what, rule, at }) => ({ fact: id, what, rule, at }))).toEqual(done);
    expect(told.leavingCount).toBe(done.length);
  });

  test("changes with use", () => {
    const { memory, ids } = household();
    memory.recall("Who serviced the boiler?");
    for (let n = 0; n < 3; n++) memory.get(ids.boiler);
    const then = memory.forecast({ days: 44 }).leaving.map(({ fact: id }) => id);
    expect(then).toEqual([ids.lift]);
  });

  test.each([0, 366, 1.5, "soon"])("refuses %j days", (days) => {
    expect(() => household().memory.forecast({ days } as never)).toThrow("days must be a whole number");
  });
});
