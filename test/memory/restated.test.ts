/** The same is said again: what does it bring, and from whom does it bring nothing? */
import { describe, expect, test } from "vitest";
import { Tideline } from "../../src/index.ts";
import { MAX_TEXTS_RESTATED } from "../../src/limits.ts";
import { DAY, endorse, fact, newMemory, START } from "../support/memory.ts";

describe("what a restatement brings", () => {
  const CLOSED = "The shop is closed";
  const FIGURES = {
    validTo: START + 30 * DAY,
    pinned: true,
    importance: 0.9,
    tier: "permanent",
    valence: -0.5,
  } as const;
  const imported = (from: Tideline) => {
    const { memory } = newMemory();
    memory.import(from.export());
    return memory;
  };

  test("is kept: names are joined, figures and dates set, links and a pin added", () => {
    const { memory, clock } = newMemory();
    const { fact: other } = memory.add(fact("The shop is in Main Street"));
    const first = memory.add(
      fact(CLOSED, { tags: ["shop"], metadata: { a: 1, b: 1 }, validTo: START + DAY, aliases: ["store"] }),
    );
    const again = memory.add(
      fact("The shop is closed.", {
        tags: ["town", "shop"],
        aliases: ["kiosk"],
        metadata: { b: 2 },
        links: [{ kind: "relates", to: other.id }],
        ...FIGURES,
      }),
    );
    expect(again.outcome).toBe("reinforced");
    expect(again.fact).toMatchObject({
      id: first.fact.id,
      tags: ["shop", "town"],
      aliases: ["store", "kiosk"],
      metadata: { a: 1, b: 2 },
      links: [{ kind: "relates", to: other.id }],
      ...FIGURES,
      observationCount: 2,
    });
    clock.pass(2 * DAY);
    expect(memory.recall("closed shop").map((hit) => hit.fact.id)).toContain(first.fact.id);
    expect(memory.recall("kiosk").map((hit) => hit.fact.id)).toContain(first.fact.id);
  });

  test("on the strength of other facts is an observation that names them", () => {
    const { memory, store } = newMemory();
    const { fact: note } = memory.add(fact("Anna saw the shutters down"));
    const { fact: other } = memory.add(fact("Ben saw the shutters down"));
    const { fact: shop } = memory.add(fact(CLOSED));
    memory.add(fact(CLOSED, { evidence: [note.id, shop.id] }));
    const again = memory.add(fact(CLOSED, { evidence: [other.id] }));
    expect(again.fact.observations.map((one) => one.evidence)).toEqual([undefined, [note.id], [other.id]]);
    expect(again.fact.evidence).toEqual([]);
    expect(memory.inspect(shop.id).text).toContain(`on the evidence of ${note.id}, ${other.id}.`);
    // It stood without them, and does not go with them.
    expect(memory.purge(note.id).facts.map((one) => one.id)).toEqual([note.id]);
    for (const handle of [memory, Tideline.over(store), imported(memory)]) {
      const { fact: left, text } = handle.inspect(shop.id);
      expect(left?.observations.map((one) => one.evidence)).toEqual([undefined, undefined, [other.id]]);
      expect(text).toContain(other.id);
    }
    expect(memory.inspect(shop.id).text).toContain(`${note.id} (purged since), ${other.id}`);
  });

  test("on the strength of what a lower class said, or from one, names no evidence", () => {
    const { memory } = newMemory();
    const { fact: rumour } = memory.add(fact("The shutters are down", { source: "tool_output" }));
    const { fact: shop } = memory.add(fact(CLOSED));
    memory.add(fact(CLOSED, { source: "agent", evidence: [rumour.id] }));
    memory.add(fact(CLOSED, { source: "extraction", evidence: [rumour.id] }));
    expect(memory.get(shop.id)).toMatchObject({ observationCount: 1, evidence: [] });
    expect(memory.inspect(shop.id).text).not.toContain(rumour.id);
  });

  test("is nothing where nothing is given", () => {
    const { memory } = newMemory();
    memory.add(fact(CLOSED, { tags: ["shop"], importance: 0.9, validTo: START + DAY }));
    const plain = memory.add(fact(CLOSED));
    const same = memory.add(fact(CLOSED, { tags: ["shop"], importance: 0.9, validTo: START + DAY }));
    for (const { events } of [plain, same]) expect(events.map((event) => event.type)).toEqual(["observed"]);
  });

  test("from a lower class is nothing", () => {
    const { memory } = newMemory();
    const { fact: own } = memory.add(fact(CLOSED, { tags: ["shop"] }));
    const more = { tags: ["town"], importance: 0, validTo: START + 1, metadata: { a: 1 } };
    expect(memory.add(fact(CLOSED, { source: "agent", ...more })).fact).toEqual(own);
  });

  test("is never a shorter life, for being filed elsewhere", () => {
    const { memory } = newMemory();
    const { fact: name } = memory.add({ content: "My name is Ada", segment: "identity" });
    const { fact: again } = memory.add({ content: "My name is Ada", segment: "context" });
    expect(again).toMatchObject({ segment: "identity", tier: "permanent", importance: name.importance });
    const { fact: kept } = memory.add(fact("The code is 5", { tier: "permanent", importance: 0.99 }));
    const { fact: moved } = memory.add({ content: "The code is 5", segment: "project" });
    expect(moved).toMatchObject({ id: kept.id, segment: "project", tier: "permanent", importance: 0.99 });
  });

  test("is an earlier beginning, and never an end of what is planned to follow", () => {
    const { memory } = newMemory();
    const home = { subject: "me", attribute: "city" };
    const { fact: rome } = memory.add(fact("I live in Rome", home));
    memory.add(fact("I live in Oslo", { ...home, validFrom: START + 10 * DAY }));
    const more = { ...home, validFrom: START - 100 * DAY, validTo: START + 99 * DAY };
    expect(memory.add(fact("I live in Rome", more)).fact).toMatchObject({
      id: rome.id,
      validFrom: START - 100 * DAY,
      validTo: START + 10 * DAY,
    });
  });

  test("of another time is a fact of its own", () => {
    const { memory } = newMemory();
    const { fact: now } = memory.add(fact("I work at Acme", { validFrom: START - DAY }));
    const before = { validFrom: START - 100 * DAY, validTo: START - 50 * DAY };
    expect(memory.add(fact("I work at Acme", before)).outcome).toBe("added");
    expect(memory.get(now.id)).toMatchObject({ validity: "valid", validTo: undefined });
    const { fact: longer } = memory.add(
      fact("I work at Acme", { validFrom: START - 2 * DAY, validTo: START - 1 }),
    );
    expect(longer).toMatchObject({ id: now.id, validFrom: START - 2 * DAY, validTo: undefined });
  });

  test("of earlier belongs to what holds now, not to what is planned", () => {
    const { memory } = newMemory();
    const rome = { subject: "me", attribute: "city" };
    const { fact: planned } = memory.add(fact("My place is Rome", { ...rome, validFrom: START + DAY }));
    const { fact: now } = memory.add(fact("My place is Rome", { ...rome, validTo: START + DAY }));
    memory.add(fact("My place is Rome", { ...rome, validFrom: START - DAY }));
    expect(memory.get(now.id)).toMatchObject({ validFrom: START - DAY, validTo: START + DAY });
    expect(memory.get(planned.id)).toMatchObject({ validFrom: START + DAY, validTo: undefined });
  });

  test("by the principal is their latest word, though the same was in doubt", () => {
    const { memory } = newMemory();
    const city = { subject: "me", attribute: "city" };
    const { fact: bonn } = memory.add(fact("My place is Bonn", city));
    const { fact: heard } = memory.add(fact("My place is Rome", { ...city, source: "tool_output" }));
    memory.archive(heard.id);
    endorse(memory, heard.id);
    expect(memory.get(heard.id)).toMatchObject({ authority: 3, validity: "challenged" });
    const { fact: said } = memory.add(fact("My place is Rome", { ...city, validTo: START + DAY }));
    expect(said).toMatchObject({ validity: "valid", lifecycle: "active", validTo: START + DAY });
    expect(memory.get(bonn.id)).toMatchObject({ validity: "superseded", supersededBy: said.id });
    expect(memory.get(heard.id)).toMatchObject({ validity: "merged", supersededBy: said.id });
  });

  test("that is too much is refused, and nothing is written", () => {
    const { memory, store } = newMemory();
    const tags = (from: number) => Array.from({ length: 60 }, (_, i) => `t${from + i}`);
    const { fact: first } = memory.add(fact(CLOSED, { tags: tags(0) }));
    const { length } = store.read("owner", 0).events;
    for (const more of [{ tags: tags(60) }, { links: [{ kind: "relates" as const, to: first.id }] }])
      expect(() => memory.add(fact(CLOSED, more))).toThrow(
        expect.objectContaining({ code: "invalid-argument" }),
      );
    expect(store.read("owner", 0).events).toHaveLength(length);
  });
});

test("an agent that repeats the owner's words without end does not make the owner's fact grow without end", () => {
  const { memory } = newMemory();
  const { id } = memory.add(fact("My barber is Luigi.")).fact;
  const agent = memory.confined({ client: "parrot" });
  const said = (n: number) => ({ content: "My barber is Luigi.", idempotencyKey: `again ${n}` });
  for (let n = 0; n < 3; n++) agent.addMany(Array.from({ length: 500 }, (_, i) => said(n * 500 + i)));
  expect(memory.peek(id)?.texts.length).toBe(MAX_TEXTS_RESTATED);
  expect(agent.add(said(0))).toMatchObject({ outcome: "reinforced", events: [], fact: { id } });
  expect(memory.add({ ...fact("My barber is Luigi."), tags: ["hair"] }).fact.tags).toEqual(["hair"]);
});
