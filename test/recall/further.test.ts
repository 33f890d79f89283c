/** What may other wordings of a question change? Neither the first place nor the cut. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryStore, Tideline } from "../../src/index.ts";
import type { RewriteQuery } from "../../src/ports/rewrite.ts";
import { LIKELY } from "../../src/recall/cut.ts";
import { FakeClock, fact, newMemory } from "../support/memory.ts";

const NOTES = [
  "The boiler was serviced in October by Haller.",
  "The heating engineer is Haller, phone 4411.",
  "Marta plays the cello in Bergen.",
  "The rent is 1,400 euros.",
];

function filled(rewrite?: RewriteQuery) {
  const clock = new FakeClock();
  return Tideline.connect(new MemoryStore(), { clock, rewrite }).then(async (memory) => {
    for (const note of NOTES) await memory.add(fact(note));
    return memory;
  });
}

const textsOf = (hits: Iterable<{ readonly fact: { readonly content: string } }>) =>
  [...hits].map((hit) => hit.fact.content);

describe("other wordings", () => {
  test("add facts behind the first, and a receipt holds them", () => {
    const { memory } = newMemory();
    for (const note of NOTES) memory.add(fact(note));
    const alone = memory.search("boiler serviced");
    const both = memory.search("boiler serviced", { also: ["heating engineer phone"] });
    expect(textsOf(alone)).toEqual([NOTES[0]]);
    expect(textsOf(both)).toEqual([NOTES[0], NOTES[1]]);
    expect(both[0]?.score).toBe(alone[0]?.score);
    expect(both[1]?.score).toBeLessThanOrEqual(both[0]?.score ?? 0);
    expect(memory.replay(both.receipt)).toEqual(both);
    const id = both[1]?.fact.id as string;
    expect(memory.explain("boiler serviced", id, { also: ["heating engineer phone"] }).fate).toBe("returned");
  });

  test("what only they find where the question finds nothing is marked as uncertain, also in a block", () => {
    const { memory } = newMemory();
    for (const note of NOTES) memory.add(fact(note));
    expect(memory.search("qwzrtk")).toHaveLength(0);
    const [hit] = memory.search("qwzrtk", { also: ["rent euros"] });
    expect([hit?.fact.content, hit?.uncertain]).toEqual([NOTES[3], true]);
    expect(memory.context("qwzrtk", { also: ["rent euros"] })).toContain("- [perhaps unrelated] The rent");
  });

  test("never change the first place, or the list and figures of the question's own class 3", () => {
    const words = ["boiler", "rent", "cello", "heating", "Bergen", "Haller", "zeppelin"];
    const wording = fc
      .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
      .map((some) => some.join(" "));
    fc.assert(
      fc.property(
        wording,
        fc.array(wording, { maxLength: 4 }),
        fc.integer({ min: 1, max: 8 }),
        (query, also, limit) => {
          const { memory } = newMemory();
          for (const [i, note] of NOTES.entries())
            memory.add(fact(note, i === 2 ? { source: "tool_output" } : {}));
          const alone = memory.search(query, { limit });
          const both = memory.search(query, { limit, also });
          expect(both[0]?.fact.id ?? "none").toBe(alone[0]?.fact.id ?? both[0]?.fact.id ?? "none");
          expect(both.length).toBeLessThanOrEqual(limit);
          const again = new Map(both.map((hit) => [hit.fact.id, hit]));
          for (const { fact: asked, score, relevance } of alone) {
            const hit = again.get(asked.id);
            if (hit === undefined) continue;
            expect(hit.relevance).toBe(relevance);
            // What others said may move behind what a wording finds of the principal's.
            if (asked.authority === 3) expect(hit.score).toBe(score);
            else expect(hit.score).toBeLessThanOrEqual(score);
          }
          // A guess is never surer than the question.
          const isSure = ({ fact: { authority } }: (typeof both)[number]) =>
            alone.some((hit) => !hit.uncertain && hit.fact.authority >= authority);
          const marks = new Map(alone.map((hit) => [hit.fact.id, hit.uncertain]));
          for (const hit of both) {
            expect(hit.uncertain).toBe(marks.get(hit.fact.id) ?? (!isSure(hit) || hit.relevance < LIKELY));
            if (!isSure(hit)) expect(hit.uncertain).toBe(true);
          }
          const strict = memory.search(query, { limit, also, strict: true });
          for (const hit of strict) expect([hit.uncertain, isSure(hit)]).toEqual([false, true]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("move what an agent says behind what they find of the principal's, with the score of its place", () => {
    const { memory } = newMemory();
    for (const [i, note] of NOTES.entries()) memory.add(fact(note, i === 2 ? { source: "agent" } : {}));
    const [question, also] = ["Bergen boiler zeppelin", ["rent Haller heating"]];
    const [alone, both] = [memory.search(question), memory.search(question, { also, limit: 3 })];
    expect(textsOf(alone)).toEqual([NOTES[0], NOTES[2]]);
    expect(textsOf(both)).toEqual([NOTES[0], NOTES[1], NOTES[2]]);
    expect([both[1]?.uncertain, both[2]?.uncertain]).toEqual([false, alone[1]?.uncertain]);
    expect(both[2]?.relevance).toBe(alone[1]?.relevance);
    expect(both[2]?.score).toBe(both[1]?.score);
    expect(both[2]?.score).toBeLessThan(alone[1]?.score ?? 0);
  });

  test("leave the principal's own facts in the order and with the marks that they have by themselves", () => {
    const tell = (withAgent: boolean) => {
      const { memory } = newMemory();
      memory.add(fact("I bank with Sparda in Essen."));
      memory.add(fact("I ordered a new espresso machine from Ferrante."));
      if (withAgent) memory.confined().add(fact("The espresso machine has the tracking number QX 4471."));
      const question = "What is the tracking number of the espresso machine?";
      const hits = memory.search(question, { also: ["Do I bank with Sparda in Essen?"] });
      return [...hits]
        .filter((hit) => hit.fact.authority === 3)
        .map(({ fact: { content }, uncertain, score }) => [content, uncertain, score]);
    };
    expect(tell(false)).toHaveLength(2);
    expect(tell(true)).toEqual(tell(false));
  });

  test("count the principal's facts as used whose places others took", () => {
    const { memory } = newMemory();
    const own = memory.add(fact("I ordered a new espresso machine from Ferrante.")).fact.id;
    const agent = memory.confined();
    agent.add(fact("The tracking number of the parcel is QX 4471."));
    agent.add(fact("The espresso machine shipped with tracking number QX 4472."));
    const options = { limit: 1, also: ["which espresso machine was ordered from Ferrante"] };
    const question = "What is the tracking number of the parcel?";
    expect(memory.search(question, options).map((hit) => hit.fact.id)).not.toContain(own);
    expect(memory.search(question, { ...options, limit: 8 }).map((hit) => hit.fact.id)).toContain(own);
    memory.recall(question, options);
    expect(memory.inspect(own).waitingMarks).toBe(1);
  });

  test("are refused if they are too many or no texts", () => {
    const { memory } = newMemory();
    const invalid = expect.objectContaining({ code: "invalid-argument" });
    expect(() => memory.recall("rent", { also: ["a", "b", "c", "d", "e"] })).toThrow(invalid);
    expect(() => memory.recall("rent", { also: [7 as never] })).toThrow(invalid);
  });
});

describe("rewrite", () => {
  test("gets the conversation of the people and the assistant, and neither tools nor blocks", async () => {
    const seen: unknown[] = [];
    const memory = await filled((query, { messages }) => {
      seen.push([query, messages]);
      return ["heating engineer phone"];
    });
    const block = await memory.beforeTurn([
      { role: "system", content: "secret system words" },
      { role: "assistant", content: "Which one? <memory>\n- recalled words\n</memory>" },
      { role: "tool", content: [{ type: "text", text: "tool words" }] },
      { role: "user", content: [{ type: "text", text: "When was the boiler serviced last?" }] },
    ]);
    expect(block).toContain("phone 4411");
    expect(seen).toEqual([
      [
        "When was the boiler serviced last?",
        [
          { role: "assistant", text: "Which one?" },
          { role: "user", text: "When was the boiler serviced last?" },
        ],
      ],
    ]);
    expect(textsOf(await memory.recall("boiler serviced"))).toEqual([NOTES[0], NOTES[1]]);
    await memory.explain("boiler serviced", (await memory.list())[0]?.id as string);
    expect(seen).toHaveLength(2);
  });

  test.each<[string, RewriteQuery, string]>([
    ["throws", () => Promise.reject(new Error("no model")), "no model"],
    ["returns no list", () => "rent" as never, "must return a list"],
  ])("that %s leaves the question as it stands, and the answer says so", async (_, rewrite, reason) => {
    const memory = await filled(rewrite);
    const hits = await memory.recall("rent");
    expect(textsOf(hits)).toEqual([NOTES[3]]);
    expect(hits.degraded).toEqual([
      { lane: "rewrite", code: expect.any(String), reason: expect.stringContaining(reason) },
    ]);
    expect((await memory.turnContext("rent")).degraded).toHaveLength(1);
    expect(await memory.context("rent")).toContain("1,400");
  });

  test("is bounded: at most four wordings, none too long, none empty", async () => {
    const memory = await filled(() => [
      "",
      "x".repeat(401),
      "a",
      "b",
      "c",
      "d",
      "heating engineer",
      7 as never,
    ]);
    const hits = await memory.recall("boiler serviced");
    expect(hits.receipt.options.also).toEqual(["a", "b", "c", "d"]);
  });

  test("is refused where nothing may wait", () => {
    const rewrite = () => [];
    expect(() => Tideline.over(new MemoryStore(), { rewrite })).toThrow(
      expect.objectContaining({ code: "needs-connect", message: expect.stringContaining("also") }),
    );
  });
});

describe("a turn that must not wait", () => {
  test("gets the profile, and says that memory was not asked", async () => {
    let answer: (texts: readonly string[]) => void = () => {};
    const memory = await filled(() => new Promise((resolve) => (answer = resolve)));
    await memory.add(fact("Always round to two decimals."));
    const { text, profile, facts, degraded } = await memory.turnContext("What is the rent?", {
      timeoutMs: 5,
    });
    expect(profile).toContain("two decimals");
    expect(text).toBe(`${profile}\n<memory>\n(not asked: no time was left)\n</memory>`);
    expect([facts.length, degraded[0]?.code]).toEqual([1, "timed-out"]);
    answer([]);
    expect(await memory.beforeTurn("What is the rent?", { maxChars: 40, timeoutMs: 5 })).toBeUndefined();
    answer([]);
  });

  test("does not search after its time, on a memory that answers at once", () => {
    const clock = { time: 0, now: () => (clock.time += 40) };
    const memory = Tideline.over(new MemoryStore(), { clock });
    memory.add(fact("The rent is 1,400 euros."));
    expect(memory.beforeTurn("rent", { timeoutMs: 1_000 })).toContain("1,400");
    expect(memory.turnContext("rent", { timeoutMs: 10 }).degraded[0]?.code).toBe("timed-out");
  });
});
