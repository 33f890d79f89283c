/** Is somebody told that what they ask for has only faded, and nobody else? */
import { describe, expect, test } from "vitest";
import { Tideline } from "../../src/index.ts";
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

  test("is told also if a rewriter of the question fails", async () => {
    const { store, clock } = await faded();
    const rewrite = () => {
      throw new Error("the model is away");
    };
    const later = await Tideline.connect(store, { clock, rewrite });
    const found = await later.recall(ASKED);
    expect([found.degraded.map(({ lane }) => lane), found.faded]).toEqual([["rewrite"], 1]);
  });

  test("counts no guesses: what shares little with the question has not been asked for", async () => {
    const { memory, clock } = newMemory();
    for (const told of ["I like my tea without milk.", "Our car is grey.", "Wren plays the cello."])
      memory.add(fact(told));
    clock.pass(60 * DAY);
    await memory.sweep();
    for (const asked of ["How do I boil an egg?", "How many calories are in a banana?"]) {
      expect(memory.recall(asked, { include: ["archived"], passive: true }).length).toBeGreaterThan(0);
      expect(memory.recall(asked, { passive: true }).faded).toBe(0);
    }
  });

  test("is told beside the block of a turn, and the block says nothing of it", async () => {
    const { memory } = await faded();
    const { faded: count, text } = memory.turnContext(ASKED);
    expect(count).toBe(1);
    expect(text).not.toContain("boiler");
    expect(memory.confined({ client: "agent" }).turnContext(ASKED).faded).toBe(0);
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
