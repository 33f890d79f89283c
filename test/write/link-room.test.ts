/** How many links may a fact have, and whose? */
import { expect, test } from "vitest";
import { MAX_LINKS_PER_FACT } from "../../src/limits.ts";
import { noRoomBetween } from "../../src/write/link-room.ts";
import { DAY, fact, newMemory } from "../support/memory.ts";

const full = expect.objectContaining({
  code: "invalid-argument",
  message: expect.stringContaining("no room"),
});

const SLOT = { subject: "harbour", attribute: "side" };

/** A memory in which as many tool facts as may be are linked to one fact of the owner's. */
function crowded() {
  const made = newMemory();
  const { memory } = made;
  const hub = memory.add(fact("The harbour is in the north.", SLOT)).fact.id;
  const links = [{ kind: "relates", to: hub }] as const;
  memory.addMany(
    Array.from({ length: MAX_LINKS_PER_FACT }, (_, i) =>
      fact(`Note ${i} speaks of crane ${i}.`, { source: "tool_output", links }),
    ),
  );
  return { ...made, hub, links };
}

test("a crowd of lower facts fills its own places and none of the owner's", async () => {
  const { memory, hub, links } = crowded();
  expect(() => memory.add(fact("One more.", { source: "tool_output", links }))).toThrow(full);
  const tool = memory.add(fact("A stray note.", { source: "tool_output" })).fact.id;
  expect(() => memory.link(tool, "relates", hub)).toThrow(full);
  const own = memory.add(fact("Ships wait there.", { links })).fact.id;
  const { backlinks } = memory.inspect(hub).fact ?? { backlinks: [] };
  expect(backlinks).toHaveLength(MAX_LINKS_PER_FACT + 1);
  expect(backlinks.at(-1)).toEqual({ kind: "relates", from: own });

  const linking = await memory.run({
    name: "links",
    *pieces() {
      yield tool;
    },
    decide: () => [{ event: { type: "linked", fact: tool, kind: "supports", to: hub }, rule: "test" }],
  });
  expect(linking.spared).toMatchObject([
    { fact: tool, because: expect.stringContaining("as many as may be") },
  ]);
});

test("a write that only wants to tell of a conflict goes in without the link", () => {
  const { memory, clock, hub } = crowded();
  clock.pass(DAY);
  const said = memory.add(fact("The harbour is in the south.", { ...SLOT, source: "tool_output" })).fact;
  expect(said).toMatchObject({ review: "conflict", links: [] });
  expect(memory.inspect(hub).fact).toMatchObject({ validity: "valid" });
  expect(memory.inspect(hub).fact?.backlinks).toHaveLength(MAX_LINKS_PER_FACT);
});

test("out of a fact go as many, and no more", () => {
  const from = { authority: 3, links: { length: MAX_LINKS_PER_FACT } } as const;
  expect(noRoomBetween(from, { id: "b", backlinks: [] }, () => undefined)).toContain(
    "as many as a fact may have",
  );
  const less = { authority: 3, links: { length: MAX_LINKS_PER_FACT - 1 } } as const;
  expect(noRoomBetween(less, { id: "b", backlinks: [] }, () => undefined)).toBeUndefined();
});
