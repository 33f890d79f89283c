/** Do facts weigh what their sources are worth, and are the sweep's own scores the documents'? */
import { expect, test } from "vitest";
import { effectiveScore, layeredPolicy, retentionOf } from "../../src/advanced.ts";
import { type AddInput, type Fact, SEGMENT_DEFAULTS, SOURCES, type Tideline } from "../../src/index.ts";
import { at, sample, six } from "../support/aged.ts";
import { DAY, fact, newMemory } from "../support/memory.ts";

/** As the table of sources has them: class, trust, decay multiplier, rank weight. */
const FIGURES: Readonly<Record<string, readonly [number, number, number, number]>> = {
  user_instruction: [3, 1, 1, 1],
  owner_message: [3, 1, 1, 1],
  extraction: [1, 0.5, 2, 0.75],
  compaction: [1, 0.5, 2, 0.75],
  agent: [1, 0.7, 1.6, 0.85],
  channel_message: [1, 0.7, 1.6, 0.8],
  import: [1, 0.5, 2, 0.75],
  tool_output: [0, 0.5, 2, 0.65],
  retrieved_document: [0, 0.5, 2, 0.6],
  "a page": [0, 0.5, 2, 0.5],
};

/** What a fact of this source is worth in ranking, in trust and in time, as they show. */
function worth(memory: Tideline, input: AddInput): readonly number[] {
  return worthOf(memory, memory.add(input).fact);
}

function worthOf(memory: Tideline, one: Fact): readonly number[] {
  const { rankWeight } = memory.explain(one.content, one.id, { minScore: 0 }).figures;
  const { parts } = layeredPolicy({}).score(one, at(0));
  // Half of an episode is left after thirty days, divided by the multiplier.
  const episode = { ...one, layer: "episodic" as const, lastAccessedAt: 0 };
  const kept = retentionOf(episode, 3 * DAY);
  return [one.authority, parts.trust ?? 9, six((-Math.log2(kept) * 30) / 3), rankWeight ?? 9];
}

/** What a pass of the engine adds. */
async function derived(
  memory: Tideline,
  content: string,
  source: "extraction" | "compaction" | "dream",
  authority: 1 | 2,
  evidence: string,
): Promise<Fact> {
  await memory.run({
    name: "derives",
    *pieces() {
      yield evidence;
    },
    decide: (_piece, { newId, now }) => [
      {
        rule: "test",
        event: {
          type: "added",
          fact: newId(),
          ...{ segment: "knowledge", tier: "long", kind: "fact", layer: "semantic" },
          ...{ importance: 0.5, decayRate: 0.03, confidence: 1, createdAt: now },
          ...{ source, authority, evidence: [evidence], body: { content } },
        },
      },
    ],
  });
  const [latest] = memory.list({ order: "newest" });
  if (latest === undefined) throw new Error("nothing was derived");
  return latest;
}

test("what a pass derives in quotes takes the class of its evidence, up to 2, and weighs 0.85", async () => {
  const { memory } = newMemory();
  const { id, content } = memory.add(fact("The ferry was late on Monday.")).fact;
  expect(worthOf(memory, await derived(memory, content, "dream", 2, id))).toEqual([2, 0.7, 1.6, 0.85]);
});

test.each(Object.entries(FIGURES))("what %s says", (source, figures) => {
  const { memory } = newMemory();
  expect(worth(memory, fact("The harbour pilot is called Henrik.", { source }))).toEqual(figures);
});

test("every known source has a line, but for what is derived", () => {
  expect(Object.keys(FIGURES).slice(0, -1).sort()).toEqual(SOURCES.filter((one) => one !== "dream").sort());
});

test("what a pass distils from the principal's own turn, word for word; and what a caller claims to have distilled", async () => {
  const { memory } = newMemory();
  const turn = memory.add(fact("I moved the boat to Solva.")).fact;
  for (const source of ["extraction", "compaction"] as const) {
    const distilled = await derived(memory, `"${turn.content}"`, source, 2, turn.id);
    expect(worthOf(memory, distilled)).toEqual([2, 0.7, 3, 0.9]);
    const claimed = fact(`The boat of ${source} is in Solva.`, { source, evidence: [turn.id] });
    expect(worth(memory, claimed)).toEqual([1, 0.5, 2, 0.75]);
  }
});

test("what is derived weighs 0.85 at most, and never more than its evidence", () => {
  for (const [source, figures] of Object.entries(FIGURES)) {
    const { memory } = newMemory();
    const base = memory.add(fact("The ferry was late on Monday.", { source })).fact.id;
    const claimed = fact("Ferries tend to be late.", { source: "dream", evidence: [base] });
    const [authority, trust, multiplier, weight] = worth(memory, claimed);
    expect([authority, multiplier]).toEqual([Math.min(1, figures[0]), 1.6]);
    expect(trust).toBeLessThanOrEqual(Math.min(0.7, figures[1]));
    expect(weight).toBeLessThanOrEqual(Math.min(0.85, figures[3]));
  }
});

test("the scores that the sweep decides by", () => {
  const score = (days: number) =>
    six(effectiveScore(sample({}, { ...SEGMENT_DEFAULTS.context, lastAccessedAt: 0 }), { now: days * DAY }));
  expect([25, 26, 54, 55].map(score)).toEqual([0.154603, 0.148835, 0.051324, 0.049409]);
});

test("an archived short fact that sinks further is pruned by a later sweep", async () => {
  const { memory, clock } = newMemory();
  const { id } = memory.add(fact("The kettle is in box nine.", { segment: "context" })).fact;
  clock.pass(30 * DAY);
  expect((await memory.sweep()).counts).toEqual({ archived: 1 });
  clock.pass(30 * DAY);
  expect((await memory.sweep()).counts).toEqual({ pruned: 1 });
  expect(memory.inspect(id).fact?.lifecycle).toBe("pruned");
});
