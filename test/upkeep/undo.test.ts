/** Does undoing a pass lead back to where it began, fact by fact, and leave alone what others have changed? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Change, Fact, Pass, PassEvent, Tideline } from "../../src/index.ts";
import { LINK_KINDS } from "../../src/index.ts";
import { DAY, fact, newMemory } from "../support/memory.ts";

/** A pass that does what it is told, two events at a time, as if a person had asked for it. */
function scripted(events: readonly PassEvent[], name = "scripted"): Pass<readonly PassEvent[]> {
  return {
    name,
    explicit: true,
    *pieces() {
      for (let at = 0; at < events.length; at += 2) yield events.slice(at, at + 2);
    },
    decide: (piece) => piece.map((event): Change => ({ event, rule: "test" })),
  };
}

async function ran(memory: Tideline, events: readonly PassEvent[], name?: string): Promise<string> {
  return (await memory.run(scripted(events, name))).pass ?? "";
}

const all = (memory: Tideline) => memory.list({ lifecycle: "any", limit: 1000 });

/** All but use, what was said, and where words stand in the log. */
function story(facts: readonly Fact[]): unknown {
  return facts.map(
    ({ accessCount, accessTimes, lastAccessedAt, observations, observationCount, texts, ...rest }) =>
      JSON.parse(
        JSON.stringify({
          ...rest,
          confirmedAt: rest.confirmedAt !== undefined,
          links: sorted(rest.links),
          backlinks: sorted(rest.backlinks),
        }),
      ),
  );
}

function sorted(links: readonly object[]): readonly string[] {
  return links.map((link) => JSON.stringify(link)).sort();
}

test("a sweep undone: everything is back, also what was pruned", async () => {
  const { memory, clock } = newMemory();
  memory.add(fact("Long."));
  memory.add(fact("Short.", { segment: "context" }));
  const before = story(all(memory));
  clock.pass(60 * DAY);
  const { pass } = await memory.sweep();
  expect(memory.list()).toEqual([]);
  const report = await memory.undo(pass ?? "");
  expect(report).toMatchObject({ pass, name: "sweep", skipped: [], cascaded: [] });
  expect(report.undone).toHaveLength(2);
  expect(story(all(memory))).toEqual(before);
  expect(memory.passes()[0]?.undoneAt).toBeDefined();
});

test("undone twice, the second time there is nothing to do and nothing is written", async () => {
  const { memory, clock } = newMemory();
  memory.add(fact("Long."));
  clock.pass(60 * DAY);
  const { pass } = await memory.sweep();
  await memory.undo(pass ?? "");
  const { events } = memory.stats();
  expect((await memory.undo(pass ?? "")).undone).toEqual([]);
  expect(memory.stats().events).toBe(events);
});

test("a fact that was changed since is left alone and named; uses do not count as changes", async () => {
  const { memory, clock } = newMemory();
  const [used, pinned, said] = ["Used.", "Pinned.", "Said."].map(
    (text) => memory.add(fact(text)).fact.id,
  ) as [string, string, string];
  clock.pass(60 * DAY);
  const { pass } = await memory.sweep();
  memory.get(used);
  memory.pin(pinned);
  memory.add(fact("Said."));
  const report = await memory.undo(pass ?? "");
  expect(report.undone).toEqual([used]);
  expect(report.skipped.map((one) => one.fact).sort()).toEqual([pinned, said].sort());
  expect(report.text).toContain("by pinned");
  expect(memory.inspect(pinned).fact?.lifecycle).toBe("archived");
  expect(memory.inspect(said).fact?.lifecycle).toBe("active");
});

test("what was pruned comes back until its text is erased", async () => {
  const { memory, clock } = newMemory();
  const id = memory.add(fact("Short.", { segment: "context" })).fact.id;
  clock.pass(60 * DAY);
  const { pass } = await memory.sweep();
  clock.pass(31 * DAY);
  await memory.sweep();
  const report = await memory.undo(pass ?? "");
  expect(report.skipped).toEqual([{ fact: id, because: "its text was erased", passes: [] }]);
});

describe("a later pass", () => {
  async function twice() {
    const { memory } = newMemory();
    const [a, b] = ["A.", "B."].map((text) => memory.add(fact(text)).fact.id) as [string, string];
    const first = await ran(memory, [
      { type: "revised", fact: a, importance: 0.1 },
      { type: "revised", fact: b, importance: 0.2 },
    ]);
    const second = await ran(memory, [{ type: "revised", fact: a, importance: 0.9 }], "other");
    const importance = () => [a, b].map((id) => memory.inspect(id).fact?.importance);
    return { memory, a, b, first, second, importance };
  }

  test("stands in the way of what it changed", async () => {
    const { memory, a, b, first, second, importance } = await twice();
    const report = await memory.undo(first);
    expect([report.undone, report.skipped[0]?.passes]).toEqual([[b], [second]]);
    expect(report.skipped[0]?.fact).toBe(a);
    expect(importance()).toEqual([0.9, 0.6]);
  });

  test("is taken back first with cascade, and the dry run says so", async () => {
    const { memory, first, second, importance } = await twice();
    const dry = await memory.undo(first, { cascade: true, dryRun: true });
    expect(importance()).toEqual([0.9, 0.2]);
    const report = await memory.undo(first, { cascade: true });
    expect(report.cascaded.map((one) => one.pass)).toEqual([second]);
    expect(importance()).toEqual([0.6, 0.6]);
    expect([dry.undone, dry.skipped]).toEqual([report.undone, report.skipped]);
  });

  test("that was undone on its own is not in the way any more", async () => {
    const { memory, first, second, importance } = await twice();
    await memory.undo(second);
    expect((await memory.undo(first)).skipped).toEqual([]);
    expect(importance()).toEqual([0.6, 0.6]);
  });
});

test("what a pass added goes out of sight, and its links with it", async () => {
  const { memory, clock } = newMemory();
  const { id } = memory.add(fact("Base.")).fact;
  const pass = await memory.run({
    name: "adds",
    *pieces() {
      yield id;
    },
    decide: (_piece, view) => [
      {
        rule: "test",
        event: {
          type: "added",
          fact: view.newId(),
          segment: "knowledge",
          tier: "long",
          kind: "fact",
          layer: "semantic",
          source: "dream",
          authority: 1,
          importance: 0.5,
          decayRate: 0.03,
          confidence: 1,
          createdAt: clock.now(),
          evidence: [id],
          links: [{ kind: "derived_from", to: id }],
          body: { content: "Derived." },
        },
      },
    ],
  });
  expect(memory.list()).toHaveLength(2);
  await memory.undo(pass.pass ?? "");
  expect(memory.list().map((one) => one.id)).toEqual([id]);
});

const index = fc.integer({ min: 0, max: 4 });
const onFact = <T extends object>(more: fc.Arbitrary<T>) => fc.tuple(index, more);
const anyStep = onFact(
  fc.oneof(
    fc
      .constantFrom(
        ...(["archived", "restored", "pruned", "suppressed", "unsuppressed", "pinned", "unpinned"] as const),
        ...([
          "quarantined",
          "released",
          "challenged",
          "invalidated",
          "revalidated",
          "confirmed",
          "unconfirmed",
        ] as const),
      )
      .map((type) => ({ type })),
    fc.record({ type: fc.constantFrom("superseded", "merged"), successor: index }),
    fc.record({
      type: fc.constantFrom("linked", "unlinked"),
      kind: fc.constantFrom(...LINK_KINDS),
      to: index,
    }),
    fc.record({
      type: fc.constant("revised"),
      importance: fc.double({ min: 0, max: 1, noNaN: true }),
      validTo: fc.constantFrom(null, 5_000),
    }),
    fc.record({
      type: fc.constant("revised"),
      layer: fc.constantFrom("working", "semantic"),
      body: fc.record({
        subject: fc.constantFrom(null, "s"),
        attribute: fc.constantFrom(null, "t"),
        tags: fc.constant(["x"]),
      }),
    }),
  ),
);

function eventOf(ids: readonly string[], [at, more]: [number, object]): PassEvent {
  const named = Object.fromEntries(
    Object.entries(more).map(([name, value]) => [
      name,
      name === "to" || name === "successor" ? ids[value as number] : value,
    ]),
  );
  return { fact: ids[at], ...named } as unknown as PassEvent;
}

test("whatever a pass did, undone it is as if it had not run", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { maxLength: 8 }),
      fc.array(anyStep, { minLength: 1, maxLength: 12 }),
      async (earlier, steps) => {
        const { memory } = newMemory();
        const ids = ["a", "b", "c", "d", "e"].map((name) => memory.add(fact(`Fact ${name}.`)).fact.id);
        await ran(
          memory,
          earlier.map((step) => eventOf(ids, step)),
          "earlier",
        );
        const before = story(all(memory));
        const pass = await ran(
          memory,
          steps.map((step) => eventOf(ids, step)),
        );
        if (pass === "") return;
        const report = await memory.undo(pass);
        expect(report.skipped).toEqual([]);
        expect(story(all(memory))).toEqual(before);
      },
    ),
    { examples: [[REPLACED_AND_IN_DOUBT, [[4, { type: "superseded", successor: 0 }]]]] },
  );
});

/** What had replaced it is known even then. */
const REPLACED_AND_IN_DOUBT: [number, object][] = [
  [4, { type: "superseded", successor: 0 }],
  [4, { type: "challenged" }],
];

test("what is changed while a large pass is being taken back stays as it was changed, and is named", async () => {
  const { memory, clock } = newMemory();
  const ids = memory
    .addMany(Array.from({ length: 600 }, (_, i) => fact(`Fact number ${i}.`)))
    .map((one) => (one.outcome === "refused" ? "" : one.fact.id));
  clock.pass(60 * DAY);
  const { pass } = await memory.sweep();
  const undoing = memory.undo(pass ?? "");
  await new Promise((resolve) => setImmediate(resolve));
  const last = ids.at(-1) as string;
  memory.pin(last);
  const report = await undoing;
  expect(report.undone).toHaveLength(599);
  expect(report.skipped.map((one) => one.fact)).toEqual([last]);
  expect(memory.inspect(last).fact).toMatchObject({ pinned: true, lifecycle: "archived" });
});
