/** Is somebody told that what they ask for has only faded, and nobody else? */
import { describe, expect, test } from "vitest";
import { DAY, fact, newMemory } from "../support/memory.ts";

const ASKED = "When was the boiler serviced?";

async function faded(more: object = {}) {
  const made = newMemory();
  const { id } = made.memory.add(fact("The boiler was serviced on 30 July.", more)).fact;
  made.memory.add(fact("I am allergic to peanuts."));
  made.clock.pass(60 * DAY);
  await made.memory.sweep();
  return { ...made, id };
}

describe("faded", () => {
  test("counts the archived facts that match, and include shows them", async () => {
    const { memory, id } = await faded();
    const found = memory.recall(ASKED);
    expect([[...found], found.faded]).toEqual([[], 1]);
    const archived = memory.recall(ASKED, { include: ["archived"] });
    expect([archived.map((hit) => hit.fact.id), archived.faded]).toEqual([[id], 0]);
    memory.restore(id);
    expect(memory.recall(ASKED)).toMatchObject({ length: 1, faded: 0 });
  });

  test("is 0 where something good is found, and where nothing archived matches", async () => {
    const { memory } = await faded();
    expect(memory.recall("Am I allergic to peanuts?").faded).toBe(0);
    expect(memory.recall("Who plays the trombone?").faded).toBe(0);
  });

  test("does not count what a person archived", async () => {
    const { memory } = newMemory();
    const { id } = memory.add(fact("The boiler was serviced on 30 July.")).fact;
    memory.archive(id);
    expect(memory.recall(ASKED).faded).toBe(0);
  });

  test("an agent learns nothing of it", async () => {
    const { memory } = await faded();
    expect(memory.confined({ client: "agent" }).recall(ASKED).faded).toBe(0);
  });

  test("beforeTurn and context never show it", async () => {
    const { memory, id } = await faded();
    expect(memory.inspect(id).fact?.lifecycle).toBe("archived");
    // What stands there is the profile and nothing else.
    const profile = memory.profile();
    expect(profile?.match(/^- .*$/gm)).toEqual(["- I am allergic to peanuts."]);
    expect([memory.beforeTurn(ASKED), memory.context(ASKED)]).toEqual([profile, profile]);
  });
});
