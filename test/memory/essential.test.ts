/** Does what must not be forgotten stay, for those whose word counts, and can a person see why? */
import { describe, expect, test } from "vitest";
import { DAY, endorse, fact, newMemory } from "../support/memory.ts";

const ALLERGY = "I am allergic to peanuts.";

describe("from class 3", () => {
  test("it is labelled when it is written, and does not age", () => {
    const { fact: kept } = newMemory().memory.add(fact(ALLERGY));
    expect([kept.essential, kept.tier]).toEqual(["harm", "permanent"]);
  });

  test.each(["tideline", "freshness", "layered"] as const)("no sweep under %s takes it", async (policy) => {
    const { memory, clock } = newMemory({ policy });
    const { fact: kept } = memory.add(fact(ALLERGY, { segment: "context" }));
    for (let year = 0; year < 5; year++) {
      clock.pass(365 * DAY);
      await memory.sweep();
    }
    expect(memory.peek(kept.id)).toMatchObject({ lifecycle: "active", suppressed: false });
  });

  test("a tier that was given stays, and the veto holds all the same", async () => {
    const { memory, clock } = newMemory();
    const { fact: kept } = memory.add(fact(ALLERGY, { tier: "short" }));
    expect([kept.essential, kept.tier]).toEqual(["harm", "short"]);
    clock.pass(400 * DAY);
    await memory.sweep();
    expect(memory.peek(kept.id)?.lifecycle).toBe("active");
  });

  test("the owner may declare it: a record from a calendar, for example", () => {
    const { memory } = newMemory();
    const { fact: kept } = memory.add(fact("Ada, 23 November", { essential: "identity" }));
    expect([kept.essential, kept.tier]).toEqual(["identity", "permanent"]);
    const plain = memory.add(fact("Grace, 9 December")).fact;
    expect([plain.essential, plain.tier]).toEqual([undefined, "long"]);
    const again = memory.add(fact("Grace, 9 December", { essential: "identity" })).fact;
    expect([again.essential, again.tier]).toEqual(["identity", "permanent"]);
  });

  test("inspect and explain say why it stays", () => {
    const { memory } = newMemory();
    const { id } = memory.add(fact(ALLERGY)).fact;
    expect(memory.inspect(id).immunity).toEqual({
      reason: "essential",
      text: "forgetting it could do harm",
    });
    expect(memory.inspect(id).text).toContain(
      'It stays: forgetting it could do harm (essential "harm"; revise takes the label off).',
    );
    expect(memory.explain("allergic to peanuts", id).stages).toContainEqual({
      stage: "essential",
      says: "kept for good: forgetting it could do harm",
    });
  });
});

describe("below class 3", () => {
  test.each(["agent", "channel_message", "tool_output", "retrieved_document", "import"])(
    "%s never gets the label",
    (source) => {
      const { fact: kept } = newMemory().memory.add(fact(ALLERGY, { source }));
      expect([kept.essential, kept.tier]).toEqual([undefined, "long"]);
    },
  );

  test("nor may it be asked for", () => {
    const { memory } = newMemory();
    expect(() => memory.add(fact("The gate is green.", { source: "agent", essential: "harm" }))).toThrow(
      expect.objectContaining({ code: "write-gate", details: { rule: "gate/permanent" } }),
    );
  });

  test("an endorsement brings it", () => {
    const { memory } = newMemory();
    const { id } = memory.add(fact(ALLERGY, { source: "agent" })).fact;
    const adopted = endorse(memory, id);
    expect([adopted.essential, adopted.tier]).toEqual(["harm", "permanent"]);
  });
});
