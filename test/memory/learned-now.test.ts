/** Is what was learned now fresh now, whenever it happened? */
import { describe, expect, test } from "vitest";
import { DAY, fact, newMemory, START } from "../support/memory.ts";

const LAST_MARCH = START - 300 * DAY;

describe("told today about last March", () => {
  const told = (more: object) => {
    const { memory, clock } = newMemory();
    const added = memory.add(fact("The bakery on the corner closed down.", more)).fact;
    return { memory, clock, added };
  };

  test("it ages from today on, and the first sweep leaves it", async () => {
    const { memory, added } = told({ occurredAt: LAST_MARCH, segment: "context" });
    expect(added).toMatchObject({ createdAt: START, occurredAt: LAST_MARCH, lastAccessedAt: START });
    await memory.sweep();
    expect(memory.peek(added.id)?.lifecycle).toBe("active");
  });

  test("it is of last March where a question asks for a time", () => {
    const { memory, added } = told({ occurredAt: LAST_MARCH });
    memory.add(fact("The bakery on the square closed down."));
    const asked = memory.recall("which bakery closed down in March 2025?", { passive: true });
    expect(asked[0]?.fact.id).toBe(added.id);
    const then = memory.recall("bakery", { passive: true, asOf: LAST_MARCH + DAY });
    expect(then.map((hit) => hit.fact.id)).toEqual([added.id]);
  });

  test("as a turn or an import it was heard then, and is not fresh", async () => {
    for (const more of [{ heardAt: LAST_MARCH }, { occurredAt: LAST_MARCH, source: "import" }]) {
      const { memory, added, clock } = told({ ...more, segment: "context" });
      expect([added.createdAt, added.lastAccessedAt]).toEqual([LAST_MARCH, LAST_MARCH]);
      // What is imported stays for thirty days, so that people can ask.
      if (added.source === "import") {
        await memory.sweep();
        expect(memory.peek(added.id)?.lifecycle).toBe("active");
        clock.pass(31 * DAY);
      }
      await memory.sweep();
      expect(memory.peek(added.id)?.lifecycle).toBe("pruned");
    }
  });

  test("nothing was heard in the future", () => {
    expect(() => told({ heardAt: START + 1 })).toThrow("heardAt is in the future");
    expect(told({ occurredAt: START + DAY, source: "import" }).added.createdAt).toBe(START);
  });
});
