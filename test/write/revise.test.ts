/** Can what was filed wrongly be corrected, by those who may, and is a missing segment filled in with care? */
import { describe, expect, test } from "vitest";
import { DAY, fact, newMemory, START } from "../support/memory.ts";

const code = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return (error as { readonly code?: string }).code;
  }
  return undefined;
};

describe("a segment that nobody gave", () => {
  test.each([
    ["My name is Priya Raman.", "identity"],
    ["I prefer aisle seats.", "preference"],
    ["My sister Kasia lives in Bristol.", "relationship"],
    ["The boiler was serviced on 30 July.", "knowledge"],
  ] as const)("%s is %s", (content, segment) => {
    const result = newMemory().memory.add({ content });
    expect([result.fact.segment, result.guessed]).toEqual([segment, segment]);
  });

  test("a text alone is enough", () => {
    const { fact: kept, guessed } = newMemory().memory.add("I prefer aisle seats.");
    expect([kept.content, guessed]).toEqual(["I prefer aisle seats.", "preference"]);
  });

  test("one that was given is not guessed at", () => {
    const { fact: kept, guessed } = newMemory().memory.add(fact("I prefer aisle seats."));
    expect([kept.segment, guessed]).toEqual(["knowledge", undefined]);
  });

  test.each(["agent", "channel_message", "tool_output"] as const)(
    "from %s it is knowledge, and never refused",
    (source) => {
      const { memory } = newMemory();
      for (const content of ["My name is Priya Raman.", "I prefer aisle seats.", "My sister is Kasia."])
        expect(memory.add({ content, source }).fact.segment).toBe("knowledge");
    },
  );

  test("saying it again without one leaves the one it has", () => {
    const { memory } = newMemory();
    memory.add(fact("I prefer aisle seats.", { segment: "project" }));
    expect(memory.add("I prefer aisle seats.").fact.segment).toBe("project");
  });
});

describe("revise", () => {
  test("labels that came with the segment follow the new one, and the history says who did it", () => {
    const { memory } = newMemory();
    const { id } = memory.add(fact("I prefer aisle seats.", { segment: "context", tags: ["travel"] })).fact;
    const revised = memory.revise(id, { segment: "preference", tags: ["flights"], validTo: START + DAY });
    expect(revised).toMatchObject({
      ...{ segment: "preference", tier: "long", kind: "preference", layer: "semantic", importance: 0.7 },
      ...{ tags: ["flights"], validTo: START + DAY },
    });
    expect(memory.revise(id, { validTo: null }).validTo).toBeUndefined();
    const changes = memory.history(id).map(({ event }) => event.type);
    expect(changes).toEqual(["added", "revised", "revised"]);
  });

  test("inspect says what was changed", () => {
    const { memory } = newMemory();
    const { id } = memory.add(fact("The gate is green.")).fact;
    memory.revise(id, { segment: "project", tags: ["garden"], validTo: START + DAY });
    memory.revise(id, { validTo: null });
    const { text } = memory.inspect(id);
    expect(text).toMatch(/changed \(rule by-hand\): segment project, .*validTo, tags\. /);
    expect(text).toContain("kind fact, validTo was removed. ");
  });

  test("what somebody set stays", () => {
    const { memory } = newMemory();
    const { id } = memory.add(fact("I prefer aisle seats.", { importance: 0.9 })).fact;
    expect(memory.revise(id, { segment: "preference" }).importance).toBe(0.9);
  });

  test("the label of what must not be forgotten can be taken off and given", () => {
    const { memory } = newMemory();
    const { id } = memory.add(fact("I am allergic to peanuts.")).fact;
    expect(memory.revise(id, { essential: null })).toMatchObject({ essential: undefined, tier: "long" });
    expect(memory.inspect(id).immunity).toBeUndefined();
    expect(memory.revise(id, { essential: "harm" })).toMatchObject({ essential: "harm", tier: "permanent" });
  });

  test("what does not say who somebody is ages again, unless it is to stay where it is filed", () => {
    const { memory } = newMemory();
    const { id, ...made } = memory.add("I live in Vienna.").fact;
    expect(made).toMatchObject({ essential: "identity", segment: "identity", tier: "permanent" });
    const off = { essential: undefined, segment: "knowledge", tier: "long", importance: 0.6 };
    expect(memory.revise(id, { essential: null })).toMatchObject(off);
    expect(memory.inspect(id).immunity).toBeUndefined();
    memory.revise(id, { essential: "identity", segment: "identity" });
    const kept = memory.revise(id, { essential: null, segment: "identity" });
    expect(kept).toMatchObject({ essential: undefined, segment: "identity", tier: "permanent" });
  });

  test("writes nothing if everything is so already", () => {
    const { memory } = newMemory();
    const { id } = memory.add(fact("The gate is green.")).fact;
    memory.revise(id, { segment: "knowledge" });
    expect(memory.history(id)).toHaveLength(1);
  });

  test.each([
    [{}],
    [{ content: "The gate is red." }],
    [{ segment: null }],
    [{ tags: null }],
    [{ importance: 2 }],
    [{ validFrom: START, validTo: START - 1 }],
  ])("refuses %j", (changes) => {
    const { memory } = newMemory();
    const { id } = memory.add(fact("The gate is green.")).fact;
    expect(code(() => memory.revise(id, changes as never))).toBe("invalid-argument");
  });

  test("gives a lower class nothing that only the principal's words have, whoever asks", () => {
    const { memory } = newMemory();
    const { id } = memory.add(fact("The gate is green.", { source: "agent" })).fact;
    for (const changes of [{ segment: "preference" }, { tier: "permanent" }, { essential: "harm" }] as const)
      expect(code(() => memory.revise(id, changes))).toBe("write-gate");
    expect(memory.revise(id, { tags: ["garden"] }).tags).toEqual(["garden"]);
  });

  test("is not for an agent, on the owner's words or its own", () => {
    const { memory } = newMemory();
    const agent = memory.confined({ client: "agent" });
    const owned = memory.add(fact("I live in Leeds.")).fact.id;
    const own = agent.add(fact("The gate is green.")).fact.id;
    expect(code(() => agent.revise(owned, { validTo: START }))).toBe("write-gate");
    expect(code(() => agent.revise(own, { importance: 1 }))).toBe("write-gate");
  });

  test("lets no credential in by a tag", () => {
    const { memory } = newMemory();
    const { id } = memory.add(fact("The gate is green.")).fact;
    expect(code(() => memory.revise(id, { tags: ["password: hunter2Tr0ub4dor"] }))).toBe("secret-refused");
  });
});
