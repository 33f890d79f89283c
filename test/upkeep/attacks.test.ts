/** What can text from tools and pages do to what the owner said, through any sequence of passes? Nothing. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AddInput, Fact, PassReport, SyncTideline, Tideline } from "../../src/index.ts";
import { isLive } from "../../src/recall/eligible.ts";
import { DAY, type FakeClock, fact, newMemory, PEER } from "../support/memory.ts";
import { roguePass } from "../support/rogue.ts";

const CONTENTS = [
  "I live in Rome.",
  "I live in Berlin.",
  "The deploy pipeline runs on Friday at noon",
  "The deploy pipelines run on Friday at noon",
  "The deploy pipeline runs on Friday evening",
  "I work at Acme.",
  "Acme was renamed to Globex.",
  "I am allergic to peanuts.",
  "I am not allergic to peanuts.",
  "The wifi is slow today.",
] as const;
const POLICIES = ["tideline", "freshness", "layered"] as const;
const LOWER = ["tool_output", "retrieved_document", "agent", "extraction", "web"] as const;

const said = fc.record({
  do: fc.constant("add" as const),
  content: fc.constantFrom(...CONTENTS),
  source: fc.oneof(fc.constant("owner_message"), fc.constantFrom(...LOWER)),
  segment: fc.constantFrom("knowledge", "context", "project" as const),
});
const passed = fc.record({
  do: fc.constantFrom("dream", "sweep", "contradictions" as const),
  days: fc.constantFrom(0, 1, 40, 400),
});
/** Many at once from a tool: near the owner's sentences, and linked to nothing. */
const flooded = fc.record({
  do: fc.constant("flood" as const),
  content: fc.constantFrom(...CONTENTS),
  count: fc.constantFrom(12, 40),
});
const undone = fc.record({ do: fc.constant("undo" as const) });
/** A pass that knows no restraint: only what the mechanism forbids stands in its way. */
const rogue = fc.record({ do: fc.constant("rogue" as const) });
/** What others said is used again and again; what the owner said is not. */
const used = fc.record({ do: fc.constant("use" as const) });
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: said },
    { weight: 3, arbitrary: passed },
    { weight: 1, arbitrary: flooded },
    { weight: 1, arbitrary: undone },
    { weight: 2, arbitrary: rogue },
    { weight: 1, arbitrary: used },
  ),
  { maxLength: 18 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

/** A pass, as far as it is told here. */
type Told = Pick<PassReport, "pass" | "spared"> | undefined;

/** One step; the pass that it led to, if it was one. */
async function act(memory: SyncTideline, clock: FakeClock, step: Step): Promise<Told> {
  clock.pass("days" in step ? step.days * DAY : DAY);
  switch (step.do) {
    case "add": {
      const { content, source, segment } = step;
      memory.add(fact(content, { source, segment } as Partial<AddInput>));
      return undefined;
    }
    case "flood":
      memory.addMany(
        Array.from({ length: step.count }, (_, i) =>
          fact(`${step.content} (${i})`, { source: "tool_output" }),
        ),
      );
      return undefined;
    case "dream":
      return await memory.dream({ related: 0.5, stages: { cluster: true } });
    case "sweep":
      return await memory.sweep();
    case "rogue":
      return await memory.run(roguePass());
    case "contradictions":
      await (memory as Tideline).keeper({ intervalMs: 1 }).runDue();
      return undefined;
    case "use":
      for (const { id, authority } of memory.list())
        for (let times = 0; authority < 3 && times < 30; times++) memory.get(id);
      return undefined;
    case "undo":
      return undefined;
  }
}

/** All steps; the latest pass is taken back where that is a step. Says whether a dispute has kept a fact. */
async function live(
  memory: SyncTideline,
  clock: FakeClock,
  some: readonly Step[],
  isIn: (step: Step) => boolean,
): Promise<boolean> {
  let latest: string | undefined;
  let isDisputed = false;
  for (const step of some) {
    if (!isIn(step)) clock.pass(DAY);
    else {
      const told = await act(memory, clock, step);
      if (step.do === "dream" || step.do === "sweep" || step.do === "rogue") latest = told?.pass;
      isDisputed ||= told?.spared.some(({ rule }) => rule === "immunity/disputed") ?? false;
      isDisputed ||= step.do === "contradictions" && hasDispute(memory);
    }
    if (step.do !== "undo" || latest === undefined) continue;
    await memory.undo(latest);
    latest = undefined;
  }
  return isDisputed;
}

/** The keeper's sweep tells nobody here what it spared: does anything stand against what the owner said? */
function hasDispute(memory: SyncTideline): boolean {
  const facts = memory.list({ lifecycle: "any", limit: 1_000 });
  const own = new Set(facts.filter((one) => one.authority === 3).map(({ id }) => id));
  const isAgainst = ({ authority, links }: Fact) =>
    authority < 3 && links.some(({ kind, to }) => kind === "contradicts" && own.has(to));
  return facts.some(isAgainst);
}

const isOwn = (step: Step) => (step.do === "add" ? step.source === "owner_message" : step.do !== "flood");

/** What a fact is, but for its id: ids by their content. */
function told(memory: SyncTideline): unknown {
  const facts = memory.list({ lifecycle: "any", limit: 1_000 });
  const own = facts.filter((one) => one.authority === 3);
  const names = new Map(own.map((one) => [one.id, `${one.content} ${one.segment} ${one.createdAt}`]));
  return own.map(({ content, lifecycle, validity, suppressed, review, supersededBy, links, ...rest }) => ({
    content,
    lifecycle,
    validity,
    suppressed,
    review,
    by: supersededBy === undefined ? undefined : names.get(supersededBy),
    links: links.map(({ kind, to }) => `${kind} ${names.get(to)}`).sort(),
    confirmed: rest.confirmedAt !== undefined,
    importance: rest.importance,
    confidence: rest.confidence,
    standing: [rest.segment, rest.tier, rest.layer, rest.pinned, rest.observationCount],
  }));
}

const QUESTIONS = ["Where do I live?", "When does the deploy pipeline run?", "peanuts", "Acme"] as const;

/** The owner's facts as recall ranks them; and nothing of a lower class above one that is as relevant. */
function ranked(memory: SyncTideline): unknown {
  return QUESTIONS.map((question) => {
    const hits = memory.search(question, { minScore: 0, limit: 500, graph: true });
    for (const [i, hit] of hits.entries())
      for (const below of hits.slice(i + 1))
        if (below.fact.authority > hit.fact.authority) expect(hit.relevance).toBeGreaterThan(below.relevance);
    return hits
      .filter(({ fact: { authority } }) => authority === 3)
      .map(({ fact: { content, createdAt }, relevance }) => [content, createdAt, relevance]);
  });
}

/** Of the owner's words, those that recall can find. */
function inSight(memory: SyncTideline): ReadonlySet<string> {
  const own = memory.list({ limit: 1_000 }).filter((one) => one.authority === 3 && isLive(one));
  return new Set(own.map(({ content }) => content));
}

/** What no lower class may come to have. */
function expectNoFavours(memory: SyncTideline): void {
  for (const one of memory.list({ lifecycle: "any", limit: 1_000 })) {
    if (one.authority === 3) expect(one.source).toBe("owner_message");
    else {
      expect([one.pinned, one.tier === "permanent"]).toEqual([false, false]);
      expect(["knowledge", "context", "project"]).toContain(one.segment);
      expect(one.observations.filter((seen) => seen.authority > one.authority)).toEqual([]);
    }
    if (one.authority < 2) expect(one.confirmedAt).toBeUndefined();
  }
}

describe.each(POLICIES)("under the policy %s", (policy) => {
  test("no sequence of passes lets a lower class change, archive, re-link or hide what the owner said", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (some) => {
        const [whole, pure] = [newMemory({ policy }), newMemory({ policy })];
        const isDisputed = await live(whole.memory, whole.clock, some, () => true);
        await live(pure.memory, pure.clock, some, isOwn);
        // What is disputed stays, where it would have gone otherwise: that is the one difference others can make.
        if (isDisputed)
          expect([...inSight(whole.memory)]).toEqual(expect.arrayContaining([...inSight(pure.memory)]));
        else {
          expect(told(whole.memory)).toEqual(told(pure.memory));
          expect(ranked(whole.memory)).toEqual(ranked(pure.memory));
        }
        expectNoFavours(whole.memory);
      }),
      { numRuns: 40 },
    );
  });
});

test("taking the latest dream back restores every fact that it changed", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (some) => {
      const { memory, clock } = newMemory();
      await live(memory, clock, some, () => true);
      clock.pass(40 * DAY);
      // What earlier passes pruned is past its grace, and erased here: nothing would bring that back.
      await memory.sweep();
      const before = memory.list({ lifecycle: "any", limit: 1_000 });
      const { pass } = await memory.dream({ related: 0.5, stages: { cluster: true, forget: true } });
      if (pass === undefined) return;
      const { skipped } = await memory.undo(pass);
      expect(skipped).toEqual([]);
      const plain = (facts: readonly Fact[]) => facts.map(({ texts: _, ...one }) => one);
      expect(plain(memory.list({ lifecycle: "any", limit: 1_000 }))).toEqual(plain(before));
    }),
    { numRuns: 25 },
  );
});

/** Sentences that are near each other in many ways, the same ones for the same number. */
function sentence(i: number): string {
  const [who, what, where] = [i % 7, Math.floor(i / 7) % 9, Math.floor(i / 63) % 5];
  const people = ["Anna", "Ben", "Carla", "Dmitri", "Eva", "Farid", "Greta"];
  const things = [
    "invoices",
    "tickets",
    "reports",
    "backups",
    "drawings",
    "orders",
    "visas",
    "leases",
    "tests",
  ];
  const places = ["the harbour office", "the old mill", "the north depot", "the clinic", "the town hall"];
  return `${people[who]} checks the ${things[what]} at ${places[where]} every week`;
}

test("which of the owner's facts are near each other does not depend on how much others say", async () => {
  const [whole, pure] = [newMemory(), newMemory()];
  for (const { memory, clock } of [whole, pure])
    for (let i = 0; i < 120; i++) {
      clock.pass(1_000);
      memory.add(fact(sentence(2 * i)));
    }
  whole.memory.addMany(
    Array.from({ length: 600 }, (_, i) =>
      fact(`${sentence(i)}, take ${i}, harbour harbour`, { source: "tool_output" }),
    ),
  );
  for (const { memory } of [whole, pure]) await memory.dream({ related: 0.6, stages: { cluster: true } });
  expect(told(whole.memory)).toEqual(told(pure.memory));
  expect(JSON.stringify(told(pure.memory))).toContain("relates");
});

test("one origin's flood changes nothing about another's night", async () => {
  const [alone, beside] = [newMemory(), newMemory()];
  const peer = beside.memory.as(PEER);
  peer.addMany(
    Array.from({ length: 300 }, (_, i) => fact(`The deploy pipeline runs on Friday at noon, take ${i}`)),
  );
  for (const { memory, clock } of [alone, beside])
    for (const content of CONTENTS) {
      clock.pass(DAY);
      memory.add(fact(content));
    }
  const [one, two] = [await alone.memory.dream(), await beside.memory.dream()];
  expect({ counts: two.counts, looked: two.looked }).toEqual({ counts: one.counts, looked: one.looked });
  expect(told(beside.memory)).toEqual(told(alone.memory));
});
