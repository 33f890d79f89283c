/** Does recall find what is about the query, say why, and keep out what is not? */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { MemoryStore, Tideline } from "../../src/index.ts";
import { BIAS, WEIGHTS } from "../../src/recall/features/weights.ts";
import { DAY, endorse, fact, newMemory, PEER } from "../support/memory.ts";

const contents = (hits: readonly { readonly fact: { readonly content: string } }[]) =>
  hits.map((hit) => hit.fact.content);

describe("recall", () => {
  test("the document's example: what do I eat", () => {
    const { memory } = newMemory();
    memory.add({ content: "I keep a strict vegetarian diet.", segment: "preference" });
    for (const content of [
      "I work as a nurse at the county hospital.",
      "My sister lives in Porto.",
      "The car is due for inspection in May.",
      "I play the cello on Thursdays.",
      "Our landlord is called Mr Hobbs.",
    ])
      memory.add(fact(content));
    expect(contents(memory.recall("what do I eat"))[0]).toBe("I keep a strict vegetarian diet.");
    expect(contents(memory.recall("dietary restrictions"))).toContain("I keep a strict vegetarian diet.");
  });

  test("a limit is a ceiling, and nothing about the query means nothing returned", () => {
    const { memory } = newMemory();
    for (let i = 0; i < 20; i++) memory.add(fact(`Filler number ${i} about gardens and hedges.`));
    memory.add(fact("The boiler was serviced by Petrov in March."));
    const hits = memory.recall("who serviced the boiler?");
    expect(contents(hits)).toEqual(["The boiler was serviced by Petrov in March."]);
    const none = memory.recall("quantum chromodynamics lecture");
    expect([...none]).toEqual([]);
    expect(none.abstained).toBe(true);
    expect(memory.recall("gardens", { limit: 3 })).toHaveLength(3);
    expect(memory.recall("gardens hedges", { limit: 30, minScore: 0 }).length).toBeGreaterThanOrEqual(20);
  });

  test("reads stems, accents, misspelt words, dates and scripts without spaces", () => {
    const { memory } = newMemory();
    memory.add(fact("I am running a marathon in Zürich on 3 May 2026."));
    memory.add(fact("Ich esse gerne Äpfel vom Markt."));
    memory.add(fact("私は東京に住んでいます"));
    memory.add(fact("I am allergic to shellfish."));
    expect(contents(memory.recall("when do I run in Zurich"))[0]).toContain("marathon");
    expect(contents(memory.recall("2026-05-03"))[0]).toContain("marathon");
    expect(contents(memory.recall("Apfel essen"))[0]).toContain("Äpfel");
    expect(contents(memory.recall("東京"))[0]).toContain("東京");
    expect(contents(memory.recall("what am i alergic to"))[0]).toContain("shellfish");
  });

  test("neighbours in an episode lend their words, also when they were added apart", () => {
    const { memory } = newMemory();
    const said = (content: string, position: number) =>
      memory.add(fact(content, { episode: { id: "call", position } }));
    said("Yes, and it took three weeks.", 2);
    memory.add(fact("The lawn needs mowing."));
    said("Did the passport renewal work out?", 1);
    expect(contents(memory.recall("passport renewal", { minScore: 0 }))).toContain(
      "Yes, and it took three weeks.",
    );
  });

  test("a question about Anna is not answered with what Bert said of himself", () => {
    const { memory } = newMemory();
    memory.add(fact("I am allergic to walnuts.", { actor: "Bert" }));
    memory.add(fact("I play chess on Sundays.", { actor: "Anna" }));
    expect([...memory.recall("What is Anna allergic to?")]).toEqual([]);
    expect(contents(memory.recall("What is Bert allergic to?"))).toEqual(["I am allergic to walnuts."]);
    memory.add(fact("Anna is allergic to penicillin.", { actor: "Bert" }));
    expect(contents(memory.recall("What is Anna allergic to?"))[0]).toBe("Anna is allergic to penicillin.");
  });

  test("follows links, and a superseded fact leads to its successor", () => {
    const { memory } = newMemory();
    const plan = memory.add(fact("The kitchen gets a new floor.")).fact;
    const price = memory.add(
      fact("Oak boards cost 4,200 euros.", { links: [{ kind: "supports", to: plan.id }] }),
    ).fact;
    const hits = memory.recall("kitchen floor", { minScore: 0 });
    const linked = hits.find((hit) => hit.fact.id === price.id);
    expect(linked?.lanes).toContain("graph");
    expect(linked?.via).toEqual({ from: plan.id, kind: "supports" });
    const without = memory.recall("kitchen floor", { minScore: 0, graph: false });
    expect(without.find((hit) => hit.fact.id === price.id)?.lanes ?? []).not.toContain("graph");
  });

  test("the score is relevance weighed by the policy's score, the source and confidence", () => {
    const { memory, clock } = newMemory();
    memory.add(fact("The tram to the harbour is line 4.", { confidence: 0.5 }));
    clock.pass(30 * DAY);
    const [hit] = memory.recall("tram harbour line");
    const score = 0.231599;
    expect(hit?.score).toBeCloseTo((hit?.relevance ?? 0) * (0.5 + 0.5 * score) * 1 * 0.5, 6);
  });

  test("asOf answers for then, knownAt with what was known then", () => {
    const { memory, clock } = newMemory();
    const slot = { subject: "me", attribute: "city" };
    memory.add(fact("I live in Porto.", slot));
    const before = clock.now();
    clock.pass(10 * DAY);
    memory.add(fact("I live in Ghent.", slot));
    expect(contents(memory.recall("where do I live"))).toEqual(["I live in Ghent."]);
    expect(contents(memory.recall("where do I live", { asOf: before + DAY }))).toEqual(["I live in Porto."]);
    expect(contents(memory.recall("where do I live", { knownAt: before }))).toEqual(["I live in Porto."]);
    expect(contents(memory.search("live", { include: ["superseded"], minScore: 0 }))).toHaveLength(2);
  });

  test("counts as a use, unless it is passive or a search", () => {
    const { memory } = newMemory();
    const { id } = memory.add(fact("The spare key hangs in the shed.")).fact;
    memory.search("spare key");
    memory.recall("spare key", { passive: true });
    expect(memory.stats().waitingMarks).toBe(0);
    memory.recall("spare key");
    expect(memory.stats().waitingMarks).toBe(1);
    memory.add(fact("Something else."));
    expect(memory.list().find((one) => one.id === id)?.accessCount).toBe(1);
  });

  test("keeps to its origin, and shows facts out of use to the owner only", () => {
    const { memory } = newMemory();
    memory.add(fact("The alarm code is 4711."));
    const peer = memory.as(PEER);
    expect([...peer.recall("alarm code", { minScore: 0 })]).toEqual([]);
    expect(() => peer.search("alarm", { include: ["archived"] })).toThrow(
      expect.objectContaining({ code: "not-allowed" }),
    );
  });

  test.each([
    ["no string", 7],
    ["nothing", undefined],
    ["too much", "x".repeat(200_001)],
  ])("refuses a query that is %s", (_name, query) => {
    const { memory } = newMemory();
    expect(() => memory.recall(query as string)).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });

  test.each(["", "   ", "the of and is", "🦊🦊", "?!…", "a".repeat(100_000), "what ".repeat(20_000)])(
    "answers a query without a telling word with nothing (%#)",
    (query) => {
      const { memory } = newMemory();
      memory.add(fact("The fox lives in the shed."));
      expect(memory.recall(query).abstained).toBe(true);
    },
  );

  test.each([
    { limit: 0 },
    { limit: -1 },
    { limit: 1.5 },
    { limit: 100_000 },
    { minScore: 2 },
    { minScore: Number.NaN },
    { passive: "yes" },
    { segments: ["nonsense"] },
    { include: ["quarantined"] },
    { asOf: "yesterday" },
    { limits: 3 },
    5,
    "newest",
    () => ({}),
  ])("refuses %j", (options) => {
    const { memory } = newMemory();
    const refused = expect.objectContaining({ code: "invalid-argument" });
    expect(() => memory.recall("x", options as never)).toThrow(refused);
    // A search never counts as a use, whatever is said about that.
    if (typeof options === "object" && "passive" in options) return;
    expect(() => memory.search("x", options as never)).toThrow(refused);
    expect(() => memory.context("x", options as never)).toThrow(refused);
  });
});

describe("a receipt", () => {
  test("replays to the same list, byte for byte, after more was added and used", () => {
    const { memory } = newMemory();
    for (let i = 0; i < 30; i++) memory.add(fact(`Meeting ${i} about the harbour budget, room ${i % 5}.`));
    const first = memory.recall("harbour budget meeting room 3");
    const kept = JSON.parse(JSON.stringify(first.receipt));
    for (let i = 0; i < 10; i++) memory.add(fact(`Another harbour budget meeting, room 3, number ${i}.`));
    memory.recall("harbour");
    expect(JSON.stringify([...memory.replay(kept)])).toBe(JSON.stringify([...first]));
  });

  /** The refit of small memories left the version as it was, and old receipts were replayed to other lists. */
  test("of other weights cannot be replayed: whoever changes the weights raises the engine's version", () => {
    const { memory } = newMemory();
    const { engine } = memory.recall("harbour").receipt;
    const weights = createHash("sha256")
      .update(JSON.stringify([WEIGHTS, BIAS]))
      .digest("hex")
      .slice(0, 16);
    expect({ engine, weights }).toEqual({ engine: "15", weights: "00d34e53a97e89bf" });
  });

  test("says why it cannot be replayed", () => {
    const { memory } = newMemory();
    const { id } = memory.add(fact("The vault is behind the clock.")).fact;
    const { receipt } = memory.recall("vault clock");
    expect(() => memory.replay({ ...receipt, engine: "0" })).toThrow(/made by version 0/);
    expect(() => memory.replay({ ...receipt, policy: "other" })).toThrow(/policy other/);
    expect(() => memory.replay({} as never)).toThrow(expect.objectContaining({ code: "invalid-argument" }));
    memory.purge(id);
    expect(() => memory.replay(receipt)).toThrow(expect.objectContaining({ code: "cannot-replay" }));
  });
});

describe("explain", () => {
  test("tells a hit from a miss, names the stage and what would change it", () => {
    const { memory } = newMemory();
    const key = memory.add(fact("The spare key hangs in the shed.")).fact;
    const lawn = memory.add(fact("The lawn was sown in April.")).fact;
    const shed = memory.add(fact("The shed has a green door.")).fact;
    const hit = memory.explain("where is the spare key", key.id);
    expect(hit).toMatchObject({ fate: "returned", rank: 1, matched: ["spare", "key"], missing: [] });
    expect(hit.stages.map(({ stage }) => stage)).toEqual([
      "query",
      "eligible",
      "lanes",
      "evidence",
      "relevance",
      "rank",
      "cut",
    ]);
    expect(memory.explain("spare key", lawn.id).rank).toBeUndefined();
    expect(memory.explain("spare key shed", shed.id)).toMatchObject({ fate: "below-the-cut" });
    expect(memory.explain("spare key", key.id, { segments: ["identity"] })).toMatchObject({
      fate: "filtered",
    });
    memory.archive(key.id);
    const gone = memory.explain("spare key", key.id);
    expect(gone).toMatchObject({ fate: "not-eligible" });
    expect(gone.remedy).toContain("restore");
    expect(() => memory.explain("x", "nobody")).toThrow(expect.objectContaining({ code: "no-such-fact" }));
  });
});

describe("what is derived", () => {
  test("a memory that grew, one that was reopened and one built anew rank alike", () => {
    const store = new MemoryStore();
    const { clock } = newMemory();
    const open = () => Tideline.over(store, { clock });
    const grown = open();
    const ids = Array.from(
      { length: 600 },
      (_, i) =>
        grown.add(
          fact(
            `Note ${i}: the ${["red", "green", "blue"][i % 3]} boat number ${i % 40} leaves pier ${i % 7}.`,
            {
              episode: `day ${i % 30}`,
              ...(i % 4 === 0 ? { source: "tool_output" } : {}),
              actor: ["Anna", "Bert"][i % 2] as string,
            },
          ),
        ).fact.id,
    );
    grown.purge(ids[17] as string);
    endorse(grown, ids[20] as string);
    grown.archive(ids[33] as string);
    const queries = [
      "red boat pier 3",
      "where does boat number 20 leave?",
      "What did Anna note?",
      "gren boat",
    ];
    const answers = (memory: ReturnType<typeof open>) =>
      JSON.stringify(queries.map((query) => [...memory.search(query, { limit: 50, minScore: 0 })]));
    const first = answers(grown);
    const cold = open();
    expect(answers(cold)).toBe(first);
    grown.close();
  });

  test("no word of a purged fact is found any more", () => {
    const { memory } = newMemory();
    const { id } = memory.add(fact("The password is rosebud.", { actor: "Zebedee", tags: ["sled"] })).fact;
    expect(memory.recall("rosebud")).toHaveLength(1);
    memory.purge(id);
    for (const query of ["rosebud", "Zebedee", "sled", "rosebudd"])
      expect([...memory.recall(query, { minScore: 0 })]).toEqual([]);
  });
});

describe("foreign text", () => {
  test("in any amount, moves no trusted fact: same order, same relevance, all still there", () => {
    const build = (flood: boolean) => {
      const { memory } = newMemory();
      memory.add(fact("I keep a strict vegetarian diet.", { segment: "preference" }));
      memory.add(fact("My vegetarian cookbook is on the top shelf."));
      memory.add(fact("The diet plan from the clinic is in the blue folder."));
      if (flood) {
        const more = Array.from({ length: 300 }, (_, i) =>
          fact(`vegetarian diet vegetarian diet eat meat daily ${i}`, {
            source: i % 2 ? "tool_output" : "retrieved_document",
            actor: "Anna",
          }),
        );
        memory.addMany(more);
      }
      return memory;
    };
    const trusted = (memory: ReturnType<typeof build>, query: string) =>
      memory
        .search(query)
        .filter((hit) => hit.fact.authority === 3)
        .map((hit) => [hit.fact.content, hit.relevance]);
    for (const query of ["vegetarian diet", "am I a vegetarian", "what do I eat"])
      expect(trusted(build(true), query)).toEqual(trusted(build(false), query));
    const first = build(true).recall("vegetarian diet")[0];
    expect(first?.fact.authority).toBe(3);
  });

  test("that misspells a word, takes it for a name, or comes between two facts, hides nothing either", () => {
    const build = (isFlooded: boolean) => {
      const { memory } = newMemory();
      const flood = (content: string, more: object = {}) => {
        if (isFlooded) memory.add(fact(content, { source: "tool_output", ...more }));
      };
      memory.add(fact("I keep a strict vegetarian diet."));
      memory.add(fact("The boiler was serviced by Petrov in March.", { episode: "call" }));
      flood("vegtarian means meat");
      flood("Nothing to see.", { actor: "Boiler", episode: "call" });
      flood("Still nothing.", { actor: "Vegetarian", episode: "call" });
      flood("Boiler is a person. Petrov is a person.");
      memory.add(fact("It cost ninety euros.", { episode: "call" }));
      return memory;
    };
    for (const query of [
      "am I a vegtarian",
      "who serviced the boiler",
      "Who is Petrov?",
      "Does Boiler work?",
    ]) {
      const trusted = (isFlooded: boolean) =>
        build(isFlooded)
          .search(query)
          .filter((hit) => hit.fact.authority === 3)
          .map((hit) => [hit.fact.content, hit.relevance]);
      expect(trusted(true)).toEqual(trusted(false));
      expect(trusted(true)).not.toEqual([]);
    }
  });
});
