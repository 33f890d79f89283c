/**
 * What if memory changes while the model thinks? The reply is about what was, so it is decided again on what is: what a
 * fact was merged, summed up, quoted or doubted for must still hold.
 */
import { describe, expect, test } from "vitest";
import { type Fact, type LlmAdapter, type LlmRequest, MemoryStore, Tideline } from "../../src/index.ts";
import { DAY, FakeClock, fact } from "../support/memory.ts";

/** Writes before it replies, as somebody else would while the call is open. */
class SlowModel implements LlmAdapter {
  readonly model = "slow";
  meanwhile: () => void = () => undefined;
  asked = 0;
  private readonly reply: (request: LlmRequest) => unknown;

  constructor(reply: (request: LlmRequest) => unknown) {
    this.reply = reply;
  }

  async complete(request: LlmRequest) {
    this.asked++;
    await new Promise((resolve) => setImmediate(resolve));
    this.meanwhile();
    const usage = { inputTokens: 100, outputTokens: 10 };
    return { text: JSON.stringify({ reply: this.reply(request) }), usage };
  }
}

function scene(texts: readonly string[], reply: (request: LlmRequest) => unknown, more: object = {}) {
  const llm = new SlowModel(reply);
  const clock = new FakeClock();
  const memory = Tideline.over(new MemoryStore(), { llm, clock });
  const facts = texts.map((text) => memory.add(fact(text, { source: "agent", ...more })).fact);
  return { memory, llm, clock, facts, ids: facts.map(({ id }) => id) };
}

const only = (stage: "merge" | "summarise" | "cards" | "probe") => ({
  ...{ merge: false, summarise: false, cards: false, probe: false },
  [stage]: true,
});

describe("merging", () => {
  const TEA = ["The office kitchen has green tea.", "The office kitchen has green tea in the office."];
  const merge = () => [{ do: "merge", keep: 2, drop: 1, reason: "duplicate" }];

  test("nothing happens to what was archived, or has become somebody's choice, in the meantime", async () => {
    const archived = scene(TEA, merge);
    archived.llm.meanwhile = () => void archived.memory.archive(archived.ids[1] as string);
    expect(await archived.memory.consolidate()).toMatchObject({ counts: {}, dropped: { changed: 1 } });

    const pinned = scene(TEA, merge);
    pinned.llm.meanwhile = () => void pinned.memory.pin(pinned.ids[0] as string);
    await pinned.memory.consolidate();
    expect(pinned.memory.peek(pinned.ids[0] as string)).toMatchObject({ validity: "valid", pinned: true });
  });

  test("what was written meanwhile stays, and the rest goes on", async () => {
    const { memory, llm, ids } = scene(TEA, merge);
    let late: Fact | undefined;
    llm.meanwhile = () => {
      late ??= memory.add(fact("The office kitchen has no green tea.", { source: "agent" })).fact;
    };
    expect((await memory.consolidate()).counts).toEqual({ merged: 1 });
    expect(memory.peek(late?.id as string)).toMatchObject({ validity: "valid", lifecycle: "active" });
    expect(memory.peek(ids[0] as string)).toMatchObject({ validity: "merged", supersededBy: ids[1] });
  });
});

describe("summing up and cards", () => {
  const BIKES = ["red", "blue", "green", "white", "black", "yellow"].map(
    (colour) => `The bike shed by the river holds a ${colour} bike.`,
  );
  const NORA = ["works as a nurse", "lives in Bergen", "plays the cello", "likes hiking", "drives a van"].map(
    (does) => `My sister Nora ${does}.`,
  );

  test("no summary stands on a fact that has gone meanwhile", async () => {
    const { memory, llm, ids } = scene(BIKES, () => "The bike shed by the river holds bikes.");
    llm.meanwhile = () => void memory.archive(ids[2] as string);
    expect(await memory.think({ stages: only("summarise") })).toMatchObject({
      counts: {},
      dropped: { changed: 1 },
    });
  });

  test("no card quotes what was corrected meanwhile", async () => {
    const { memory, llm, ids } = scene(NORA, () => [{ says: "Nora lives in Bergen.", facts: [1] }]);
    llm.meanwhile = () => void memory.correct(ids[1] as string, "My sister Nora lives in Oslo.");
    const report = await memory.think({ stages: only("cards") });
    expect(report).toMatchObject({ counts: {}, dropped: { changed: 1 } });
    expect(JSON.stringify(memory.card("Nora")?.cards)).not.toContain("Bergen");
  });
});

describe("doubting", () => {
  const OLD = "The archive server stands in the cellar.";
  const LATER = "The archive server was moved out of the cellar.";
  const doubtful = () => [{ belief: 1, verdict: "doubtful", against: [2] }];

  test.each([
    ["the belief was confirmed by a pin", "belief"],
    ["what spoke against it has gone", "against"],
  ] as const)("nothing is doubted if %s meanwhile", async (_, which) => {
    const { memory, llm, clock, ids } = scene([OLD], doubtful, { importance: 0.8 });
    clock.pass(100 * DAY);
    const later = memory.add(fact(LATER, { source: "agent", importance: 0.5 })).fact;
    llm.meanwhile = () => void (which === "belief" ? memory.pin(ids[0] as string) : memory.archive(later.id));
    const report = await memory.think({ stages: only("probe") });
    expect(llm.asked).toBe(1);
    expect(report).toMatchObject({ counts: {}, dropped: { changed: 1 } });
    expect(memory.peek(ids[0] as string)).toMatchObject({ validity: "valid", importance: 0.8 });
  });
});

test("ten nights in a row end with no more facts than the second", async () => {
  const agreed = ({ system }: LlmRequest): unknown => {
    if (system.includes('"the summary"')) return "The bike shed by the river holds bikes.";
    if (system.includes('"do"')) return [{ do: "merge", keep: 1, drop: 2, reason: "duplicate" }];
    if (system.includes('"belief"')) return [{ belief: 1, verdict: "doubtful", against: [2] }];
    if (system.includes('"pair"'))
      return [{ pair: 1, verdict: "confirmed", says: "Ines and Piet both have to do with Halden." }];
    return [{ says: "She is my sister Nora.", facts: [1] }];
  };
  const llm = new SlowModel(agreed);
  const clock = new FakeClock();
  const memory = Tideline.over(new MemoryStore(), { llm, clock, thinking: { synthesise: true } });
  const texts = [
    ...["red", "blue", "green", "white", "black", "yellow"].map(
      (colour) => `The bike shed by the river holds a ${colour} bike.`,
    ),
    ...["works as a nurse", "lives in Bergen", "plays the cello", "likes hiking", "drives a van"].map(
      (does) => `My sister Nora ${does}.`,
    ),
    "My neighbour Ines works at Halden.",
    "My cousin Piet consults for Halden.",
  ];
  for (const source of ["owner_message", "agent", "tool_output"] as const)
    for (const text of texts) memory.add(fact(text, { source, importance: 0.8 }));
  const counts: number[] = [];
  for (let night = 0; night < 10; night++) {
    await memory.night();
    counts.push(
      memory.list().filter(({ lifecycle, validity }) => lifecycle === "active" && validity !== "superseded")
        .length,
    );
    clock.pass(DAY);
  }
  expect(memory.list().some(({ derived }) => derived === "summary")).toBe(true);
  expect(memory.list().some(({ derived }) => derived === "card")).toBe(true);
  expect(memory.list().some(({ derived }) => derived === "bridge")).toBe(true);
  expect(Math.max(...counts.slice(2))).toBeLessThanOrEqual(counts[1] as number);
});
