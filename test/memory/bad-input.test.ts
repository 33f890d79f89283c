/** What cannot be remembered is refused with a code, and nothing is written. */
import { describe, expect, test } from "vitest";
import type { AddInput } from "../../src/index.ts";
import { fact, newMemory } from "../support/memory.ts";

describe("bad input", () => {
  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["an empty string", "  \n "],
    ["no content", { segment: "knowledge" }],
    ["empty content", fact("  \n ")],
    ["oversized content", fact("x".repeat(20_000))],
    ["content that is no text", { content: 5, segment: "knowledge" }],
    ["an unknown segment", { content: "x", segment: "stuff" }],
    ["an unknown option", fact("x", { importence: 1 } as never)],
    ["importance out of range", fact("x", { importance: 2 })],
    ["importance NaN", fact("x", { importance: Number.NaN })],
    ["a date that is none", fact("x", { occurredAt: new Date("never") })],
    ["an end before the beginning", fact("x", { validFrom: 2, validTo: 1 })],
    ["a subject without attribute", fact("x", { subject: "me" })],
    ["tags that are no list", fact("x", { tags: "a" as never })],
    // biome-ignore-start lint/suspicious/noSparseArray: a list from a careless host may have holes.
    ["tags with a hole", fact("x", { tags: [, "a"] as never })],
    ["aliases with a hole", fact("x", { aliases: ["b", ,] as never })],
    ["evidence with a hole", fact("x", { evidence: [,] as never })],
    ["links with a hole", fact("x", { links: [,] as never })],
    // biome-ignore-end lint/suspicious/noSparseArray: as above.
    ["a subject that nobody sees", fact("x", { subject: "\u200b\u2060", attribute: "city" })],
    ["a link without kind", fact("x", { links: [{ to: "y" } as never] })],
    ["metadata with a cycle", fact("x", { metadata: cyclic() as never })],
    ["metadata with a hole in a list", fact("x", { metadata: { a: [undefined, 1] } as never })],
    ...[33, 2_000, 4_000, 100_000].map((depth): [string, unknown] => [
      `metadata ${depth} deep`,
      fact("x", { metadata: nested(depth) }),
    ]),
    ["metadata that is a date", fact("x", { metadata: new Date(0) as never })],
    ["an episode with surplus", fact("x", { episode: { id: "e", what: 1 } as never })],
  ])("%s is refused with a code, and nothing is written", (_what, input) => {
    const { memory, store } = newMemory();
    expect(() => memory.add(input as AddInput)).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
    expect(store.read("owner", 0).events).toEqual([]);
    expect(() => memory.addMany([fact("good"), input as AddInput])).toThrow();
    expect(store.read("owner", 0).events).toEqual([]);
  });

  test("a list of facts with a hole in it is refused, and nothing is written", () => {
    const { memory, store } = newMemory();
    expect(() => memory.addMany(Array(2))).toThrow(expect.objectContaining({ code: "invalid-argument" }));
    expect(() => memory.list({ tags: Array(1) })).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
    expect(store.read("owner", 0).events).toEqual([]);
  });

  test("an event with a hole in a list is refused by the store: read back it would be damage", () => {
    const { memory, store } = newMemory();
    const { events } = memory.add(fact("x"));
    const event = { ...events[0], body: { content: "y", tags: Array(1) } } as never;
    expect(() => store.append("owner", events.length, [event])).toThrow(
      expect.objectContaining({ code: "invalid-event" }),
    );
  });

  test("an event that inherits fields is refused by the store: they are not written, and read back it would be damage", () => {
    const { memory, store } = newMemory();
    const { events } = memory.add(fact("x"));
    const [event] = events;
    for (const heir of [Object.create(event as object), { ...event, body: Object.create({ content: "y" }) }])
      expect(() => store.append("owner", events.length, [heir])).toThrow(
        expect.objectContaining({ code: "invalid-event" }),
      );
    expect(() => store.append("owner", events.length, [{ ...event, fact: "other" } as never])).not.toThrow();
  });

  test("that names facts which are not there is refused", () => {
    const { memory } = newMemory();
    for (const more of [{ evidence: ["nope"] }, { links: [{ kind: "relates" as const, to: "nope" }] }]) {
      expect(() => memory.add(fact("x", more))).toThrow(expect.objectContaining({ code: "no-such-fact" }));
    }
    expect(() => memory.archive("nope")).toThrow(expect.objectContaining({ code: "no-such-fact" }));
    expect(() => memory.inspect("nope")).toThrow(expect.objectContaining({ code: "no-such-fact" }));
    expect(memory.get("nope")).toBeUndefined();
  });

  function cyclic() {
    const metadata: Record<string, unknown> = {};
    metadata.self = metadata;
    return metadata;
  }

  function nested(depth: number): NonNullable<AddInput["metadata"]> {
    let value: NonNullable<AddInput["metadata"]> = {};
    for (let i = 1; i < depth; i++) value = { in: value };
    return { in: value };
  }
});
