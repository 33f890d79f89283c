/** What does memory think about at night, and what may a model never do there? */

import { describe, expect, test } from "vitest";
import type { Fact, LlmRequest, Pass, PassEvent, Tideline, TidelineOptions } from "../../src/index.ts";
import { isFounded } from "../../src/upkeep/think/derive.ts";
import { FakeLlm, type Said } from "../support/llm.ts";
import { DAY, fact, newMemory } from "../support/memory.ts";

/** The number by which the question shows the fact that says so. */
function numberOf({ messages }: LlmRequest, says: string): number {
  const lines = (messages[0]?.text ?? "").split("\n").filter((line) => line.startsWith("{"));
  const line = lines
    .map((one) => JSON.parse(one) as { number: number; says: string })
    .find((one) => one.says === says);
  if (line === undefined) throw new Error(`not shown: ${says}`);
  return line.number;
}

function thinking(replies: readonly Said[] = [], options: TidelineOptions = {}) {
  const llm = new FakeLlm(replies, '{"reply":[]}');
  return { ...newMemory({ llm, ...options }), llm };
}

function addAll(memory: Tideline, texts: readonly string[], more: object = {}): readonly Fact[] {
  return texts.map((text) => memory.add(fact(text, more)).fact);
}

/** As the engine's own pass would: the owner's words, unchanged, at class 2. */
async function distil(
  memory: Tideline,
  texts: readonly string[],
  more: object = {},
): Promise<readonly Fact[]> {
  const said = addAll(memory, texts, { importance: 0.5 });
  const pass: Pass<string> = {
    name: "distil",
    *pieces() {
      yield* texts;
    },
    decide: (content, { newId, now }) => {
      const event: PassEvent = {
        ...({ type: "added", fact: newId(), segment: "knowledge", tier: "long", kind: "fact" } as const),
        ...({
          layer: "semantic",
          importance: 0.5,
          decayRate: 0,
          source: "extraction",
          authority: 2,
        } as const),
        ...{
          confidence: 1,
          createdAt: now,
          evidence: said.filter((one) => one.content === content).map(({ id }) => id),
          body: { content },
          ...more,
        },
      };
      return [{ rule: "test", event }];
    },
  };
  await memory.run(pass);
  return memory.list().filter(({ authority, content }) => authority === 2 && texts.includes(content));
}

const merging =
  (keep: string, drop: string, reason = "duplicate", what = "merge") =>
  (request: LlmRequest) =>
    JSON.stringify({
      reply: [{ do: what, keep: numberOf(request, keep), drop: numberOf(request, drop), reason }],
    });

const TEA = ["The office kitchen has green tea.", "The office kitchen has green tea in the office."] as const;

describe("consolidating", () => {
  test("merges what a model finds to say the same, and the richer fact survives", async () => {
    const { memory } = thinking([merging(TEA[0], TEA[1])]);
    const [poor, rich] = addAll(memory, TEA, { source: "agent" }) as [Fact, Fact];
    const report = await memory.consolidate();
    expect(report).toMatchObject({ counts: { merged: 1 }, model: "fake", usage: { calls: 1 } });
    expect(memory.peek(poor.id)).toMatchObject({ validity: "merged", supersededBy: rich.id });
    await memory.undo(report.pass as string);
    expect(memory.peek(poor.id)).toEqual(poor);
  });

  test.each([["too old"], ["too specific"], ["because"]])("never for the reason %s", async (reason) => {
    const { memory } = thinking([merging(TEA[0], TEA[1], reason)]);
    addAll(memory, TEA, { source: "agent" });
    expect(await memory.consolidate()).toMatchObject({ counts: {}, dropped: { reason: 1 } });
  });

  test("a reply that names what was not shown is refused as a whole", async () => {
    const { memory } = thinking([
      (request) =>
        JSON.stringify({
          reply: [
            {
              do: "merge",
              keep: numberOf(request, TEA[0]),
              drop: numberOf(request, TEA[1]),
              reason: "duplicate",
            },
            { do: "merge", keep: 1, drop: 99, reason: "duplicate" },
          ],
        }),
    ]);
    addAll(memory, TEA, { source: "agent" });
    expect(await memory.consolidate()).toMatchObject({ counts: {}, troubles: { "not-shown": 1 } });
  });

  test("values that differ are never merged, whatever the model says", async () => {
    const texts = ["The rent of the flat is 900 euros.", "The rent of the flat is 950 euros."] as const;
    const { memory } = thinking([merging(texts[0], texts[1])]);
    addAll(memory, texts, { source: "agent" });
    expect(await memory.consolidate()).toMatchObject({ counts: {}, dropped: { values: 1 } });
  });

  test("no name is lost by it, whatever the model says", async () => {
    const texts = [
      "The garden tools are kept tidy in the old wooden shed by the river.",
      "The garden tools are kept in the old shed by the river in Bergen.",
    ] as const;
    const { memory } = thinking([merging(texts[0], texts[1])]);
    addAll(memory, texts, { source: "agent" });
    expect(await memory.consolidate()).toMatchObject({ counts: {}, dropped: { words: 1 } });
  });

  test("what was distilled from the owner's words loses no word by it either", async () => {
    const texts = [
      "The boat trip starts at the old harbour.",
      "The boat trip leaves from the old harbour pier.",
    ] as const;
    const { memory } = thinking(['{"reply":[]}', merging(texts[1], texts[0])]);
    await distil(memory, texts);
    expect((await memory.consolidate()).counts).toEqual({ linked: 1, revised: 1 });
  });

  test("what the owner said loses no word by it: the owner is asked", async () => {
    const texts = [
      "The boat trip starts at the old harbour.",
      "The boat trip leaves from the old harbour pier.",
    ] as const;
    const { memory } = thinking([merging(texts[1], texts[0])]);
    const facts = addAll(memory, texts);
    const report = await memory.consolidate();
    expect(report.counts).toEqual({ linked: 1, revised: 1 });
    for (const { id } of facts) expect(memory.peek(id)?.validity).toBe("valid");
    expect(memory.review().map(({ review }) => review)).toEqual(["near-duplicate"]);
  });

  test("asks once in half an hour, and not again about what has not changed", async () => {
    const { memory, llm, clock } = thinking();
    addAll(memory, TEA, { source: "agent" });
    await memory.consolidate();
    expect(await memory.consolidate()).toMatchObject({ skipped: "too-soon" });
    clock.pass(31 * 60_000);
    expect(await memory.consolidate()).toMatchObject({ skipped: undefined });
    expect(llm.requests).toHaveLength(1);
  });

  test("without a model the rules do what they can, and the report says what was left", async () => {
    const { memory } = newMemory();
    addAll(memory, [
      "The boat trip starts at the old harbour.",
      "The boat trip leaves from the old harbour pier.",
    ]);
    const report = await memory.consolidate();
    expect(report).toMatchObject({ model: undefined, left: { merge: 1 }, rules: { name: "dream" } });
    expect(report.text).toContain("No language model");
  });

  test("what a class says is shown beside no other class", async () => {
    const { memory, llm } = thinking();
    addAll(memory, TEA);
    addAll(memory, ["The harbour office has black tea.", "The harbour office has black tea there."], {
      source: "tool_output",
    });
    await memory.consolidate();
    expect(llm.requests).toHaveLength(2);
    expect(llm.asked(0)).not.toContain("harbour");
    expect(llm.asked(1)).not.toContain("kitchen");
  });
});

const BIKES = ["red", "blue", "green", "white", "black", "yellow"].map(
  (colour) => `The bike shed by the river holds a ${colour} bike.`,
);
const SUMMARY = "The bike shed by the river holds bikes: red, blue, green, white, black and yellow.";

describe("summing up", () => {
  const only = { merge: false, cards: false, probe: false } as const;

  test("a cluster gets one summary of class 1, whose facts stay; ten nights add no more", async () => {
    const { memory, clock, llm } = thinking([JSON.stringify({ reply: SUMMARY })]);
    addAll(memory, BIKES);
    const counts: number[] = [];
    for (let night = 0; night < 10; night++) {
      await memory.think({ stages: only });
      counts.push(memory.stats().facts);
      clock.pass(DAY);
    }
    expect(new Set(counts)).toEqual(new Set([BIKES.length + 1]));
    expect(llm.requests).toHaveLength(1);
    const [summary] = memory.list().filter(({ derived }) => derived !== undefined);
    expect(summary).toMatchObject({ derived: "summary", authority: 1, source: "dream", content: SUMMARY });
    expect(summary?.evidence).toHaveLength(BIKES.length);
  });

  test("recall shows the summary or its facts; the owner's own words are shown themselves", async () => {
    for (const [source, shows] of [
      ["owner_message", "facts"],
      ["agent", "summary"],
    ] as const) {
      const { memory } = thinking([JSON.stringify({ reply: SUMMARY })]);
      addAll(memory, BIKES, { source });
      await memory.think({ stages: only });
      const hits = memory.search("what is in the bike shed by the river?", { limit: 10 });
      const kinds = new Set(hits.map(({ fact: hit }) => hit.derived ?? "fact"));
      expect([source, [...kinds]]).toEqual([source, [shows === "facts" ? "fact" : "summary"]]);
    }
  });

  test("it protects none of its facts, and no name or number of the model's own comes in", async () => {
    const invented = JSON.stringify({
      reply: "The shed by the river belongs to Bernard and holds 42 bikes.",
    });
    const { memory } = thinking([invented]);
    addAll(memory, BIKES);
    expect(await memory.think({ stages: only })).toMatchObject({ counts: {}, dropped: { unfounded: 1 } });
  });
});

const NORA = [
  "My sister Nora works as a nurse.",
  "My sister Nora lives in Bergen.",
  "My sister Nora plays the cello.",
  "My sister Nora likes hiking.",
  "My sister Nora drives an old van.",
];

describe("cards", () => {
  const only = { merge: false, summarise: false, probe: false } as const;
  const worded = (request: LlmRequest) =>
    JSON.stringify({ reply: [{ says: "Nora is a nurse.", facts: [numberOf(request, NORA[0] as string)] }] });

  test("one composed, of class 2, and one worded, of class 1; each sentence names its facts", async () => {
    const { memory } = thinking([worded]);
    const facts = addAll(memory, NORA);
    await memory.think({ stages: only });
    const card = memory.card("Nora");
    expect(card?.cards.map(({ made, authority, of }) => [made, authority, of])).toEqual([
      ["composed", 2, 3],
      ["worded", 1, 3],
    ]);
    expect(card?.cards[1]?.sentences).toEqual([{ says: "Nora is a nurse.", facts: [facts[0]?.id] }]);
    expect(new Set(card?.cards[0]?.sentences.map(({ says }) => says))).toEqual(new Set(NORA));
  });

  test("made anew only when their facts changed; never recalled, and evidence for nothing", async () => {
    const { memory, llm, clock } = thinking([worded]);
    const facts = addAll(memory, NORA);
    await memory.think({ stages: only });
    clock.pass(DAY);
    expect((await memory.think({ stages: only })).counts).toEqual({});
    expect(llm.requests).toHaveLength(1);
    expect(memory.search("Nora", { limit: 20 }).every(({ fact: hit }) => hit.derived === undefined)).toBe(
      true,
    );
    const id = memory.card("Nora")?.cards[0]?.id as string;
    const event: PassEvent = {
      ...({ type: "added", fact: "f-new", segment: "knowledge", tier: "long", kind: "fact" } as const),
      ...({ layer: "semantic", importance: 0.5, decayRate: 0, source: "dream", authority: 1 } as const),
      ...{ confidence: 1, createdAt: 1, evidence: [id], body: { content: "Nora is a nurse." } },
    };
    const pass: Pass = {
      name: "cites",
      *pieces() {
        yield [id];
      },
      decide: () => [{ rule: "test", event }],
    };
    expect(await memory.run(pass)).toMatchObject({ counts: {}, spared: [{ rule: "class" }] });
    memory.archive(facts[0]?.id as string);
    const [card] = memory.card("Nora")?.cards ?? [];
    expect(card?.sentences.map(({ says }) => says)).not.toContain(NORA[0]);
  });

  test("without a model the best facts are the card, at any time", () => {
    const { memory } = newMemory();
    addAll(memory, NORA.slice(0, 2));
    expect(memory.card("nora")?.cards).toMatchObject([{ made: "composed", id: undefined, of: 3 }]);
  });

  test("a lower class enters no card of a higher one", async () => {
    const { memory } = thinking();
    addAll(memory, NORA);
    addAll(memory, ["Nora was seen in Oslo by a tool.", "My sister Nora is a spy."], {
      source: "tool_output",
    });
    await memory.think({ stages: only });
    for (const { of, sentences } of memory.card("Nora")?.cards ?? [])
      for (const { facts } of sentences) for (const id of facts) expect(memory.peek(id)?.authority).toBe(of);
  });
});

describe("doubting", () => {
  const only = { merge: false, summarise: false, cards: false } as const;
  const BELIEF = "The archive server stands in the cellar.";
  const LATER = "The archive server was moved out of the cellar.";
  const doubtful = (request: LlmRequest) =>
    JSON.stringify({
      reply: [
        { belief: numberOf(request, BELIEF), verdict: "doubtful", against: [numberOf(request, LATER)] },
      ],
    });

  test.each([
    ["agent", { validity: "challenged", importance: 0.4 }],
    ["owner_message", { validity: "valid", importance: 0.8, review: "doubted" }],
  ] as const)("a belief of %s", async (source, becomes) => {
    const { memory, clock } = thinking([doubtful]);
    const { id } = memory.add(fact(BELIEF, { source, importance: 0.8 })).fact;
    clock.pass(100 * DAY);
    memory.add(fact(LATER, { source, importance: 0.5 }));
    const before = memory.peek(id);
    const report = await memory.think({ stages: only });
    expect(memory.peek(id)).toMatchObject({ ...becomes, lifecycle: "active" });
    await memory.undo(report.pass as string);
    expect(memory.peek(id)).toEqual(before);
  });
});

test.each([
  [
    "The rent of the flat is 900 euros.",
    "The rent of the flat is 950 euros.",
    { validity: "challenged", importance: 0.4, review: undefined },
  ],
  [
    "The archive server stands in the cellar.",
    "The archive server was moved out of the cellar.",
    { validity: "valid", importance: 0.8, review: "doubted" },
  ],
])(
  "what was distilled is doubted only if code sees the contradiction, too: %s",
  async (old, later, becomes) => {
    const { memory, clock } = thinking([
      (request) =>
        JSON.stringify({
          reply: [
            { belief: numberOf(request, old), verdict: "doubtful", against: [numberOf(request, later)] },
          ],
        }),
    ]);
    const [belief] = await distil(memory, [old], { importance: 0.8 });
    clock.pass(100 * DAY);
    await distil(memory, [later]);
    await memory.think({ stages: { merge: false, summarise: false, cards: false } });
    expect(memory.peek(belief?.id as string)).toMatchObject(becomes);
  },
);

test("a card or a summary that says what no fact says is not taken", async () => {
  const said = NORA.map((content) => ({ content }) as Fact);
  expect(isFounded("Nora is a nurse.", said)).toBe(true);
  expect(isFounded("Nora allows agents to delete files.", said)).toBe(false);
  expect(isFounded("Nora is a nurse, so agents may delete files.", said)).toBe(false);
});

test('a summary or a card that drops a "not" is not taken', async () => {
  const texts = ["red", "blue", "green", "white", "black"].map(
    (colour) => `The bike shed by the river does not hold a ${colour} bike.`,
  );
  const { memory } = thinking([
    JSON.stringify({ reply: "The bike shed by the river holds bikes of several colours." }),
  ]);
  addAll(memory, texts);
  const report = await memory.think({ stages: { merge: false, cards: false, probe: false } });
  expect(report).toMatchObject({ counts: {}, dropped: { unfounded: 1 } });
});

describe("bridges", () => {
  const on = { merge: false, summarise: false, cards: false, probe: false, synthesise: true } as const;
  const PAIR = ["My neighbour Ines works at Halden.", "My cousin Piet consults for Halden."] as const;
  const confirmed = JSON.stringify({
    reply: [{ pair: 1, verdict: "confirmed", says: "Ines and Piet both have to do with Halden." }],
  });

  test("off unless switched on; confirmed ones are guesses of class 1 that wait for review, and undo takes all back", async () => {
    const { memory, llm } = thinking([confirmed]);
    const facts = addAll(memory, PAIR);
    await memory.think({ stages: { ...on, synthesise: undefined } });
    expect(llm.requests).toHaveLength(0);
    const report = await memory.think({ stages: on });
    const [bridge] = memory.review();
    expect(bridge).toMatchObject({ derived: "bridge", authority: 1, review: "bridge" });
    expect(bridge?.links.map(({ kind, to }) => [kind, to])).toEqual(facts.map(({ id }) => ["relates", id]));
    await memory.undo(report.pass as string);
    expect(facts.map(({ id }) => memory.peek(id))).toEqual(facts);
  });
});
