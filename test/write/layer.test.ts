/** May a writer put a fact into a layer in which it does not fade? */
import { describe, expect, test } from "vitest";
import { DAY, fact, newMemory } from "../support/memory.ts";

const LASTING = ["semantic", "procedural", "codebase"] as const;
const SAID = "The vendor's page says that the old price holds.";

describe("a layer that was chosen", () => {
  test.each(LASTING)("counts for the owner: %s", (layer) => {
    const result = newMemory().memory.add(fact(SAID, { layer }));
    expect(result.fact.layer).toBe(layer);
    expect(result.note).toBeUndefined();
  });

  test.each([
    ["agent", "semantic"],
    ["import", "semantic"],
    ["tool_output", "semantic"],
    ["tool_output", "procedural"],
    ["retrieved_document", "codebase"],
  ] as const)("does not make what %s says %s, and the answer says so", (source, layer) => {
    const { fact: made, note } = newMemory().memory.add(fact(SAID, { source, layer }));
    expect(made.layer).toBe("episodic");
    expect(note).toContain(`not put into the layer "${layer}"`);
  });

  test.each(["procedural", "codebase", "episodic", "working"] as const)(
    "counts for an agent that says what the fact is about: %s",
    (layer) => {
      const result = newMemory().memory.confined({ client: "coder" }).add(fact(SAID, { layer }));
      expect(result).toMatchObject({ outcome: "added", fact: { layer } });
      expect(result.note).toBeUndefined();
    },
  );

  test("is not slipped in by saying the same again", () => {
    const { memory } = newMemory();
    const agent = memory.confined({ client: "coder" });
    const { id } = agent.add(fact(SAID, { source: "tool_output" })).fact;
    agent.add(fact(SAID, { source: "tool_output", layer: "semantic", importance: 0.2 }));
    expect(memory.peek(id)?.layer).toBe("episodic");
  });
});

test("under the layered policy a page does not stay by calling itself lasting knowledge", async () => {
  const { memory, clock } = newMemory({ policy: "layered" });
  const agent = memory.confined({ client: "browser" });
  const input = { segment: "knowledge", layer: "semantic", importance: 0.1 } as const;
  const page = agent.add({ content: SAID, source: "tool_output", ...input }).fact;
  const own = memory.add({ content: "The tarpaulin hangs in the garage.", ...input }).fact;
  clock.pass(200 * DAY);
  await memory.sweep();
  expect(memory.peek(page.id)?.lifecycle).toBe("archived");
  expect(memory.peek(own.id)?.lifecycle).toBe("active");
});
