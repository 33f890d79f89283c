/** Does what a lower class said ever stand above what a higher class said, if that is as relevant? */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Authority } from "../../src/model/source.ts";
import { ANSWER_LEAVES_OPEN, inPrecedence } from "../../src/recall/precedence.ts";
import { sample } from "../support/aged.ts";
import { DAY, fact, newMemory } from "../support/memory.ts";

test("never, whatever the policy weighs; and nothing else changes", () => {
  const base = sample();
  const candidate = fc
    .record({
      authority: fc.constantFrom(0, 1, 2, 3),
      relevance: fc.constantFrom(0.2, 0.5, 0.9),
      standing: fc.constantFrom(0.2, 0.5, 0.9),
      open: fc.constantFrom(0, ANSWER_LEAVES_OPEN, 2 * ANSWER_LEAVES_OPEN),
      score: fc.double({ min: 0, max: 8, noNaN: true }),
    })
    .map(({ authority, ...rest }) => ({
      ...rest,
      fact: { ...base, authority: authority as Authority },
      lanes: [],
      via: undefined,
    }));
  fc.assert(
    fc.property(fc.array(candidate, { maxLength: 12 }), fc.constantFrom(0, 0.5, 2), (candidates, least) => {
      const kept = inPrecedence(candidates, least, 0);
      expect(kept).toHaveLength(candidates.length);
      for (const low of kept)
        for (const high of kept)
          if (high.fact.authority > low.fact.authority && high.relevance >= low.relevance)
            expect(low.score).toBeLessThanOrEqual(high.score);
      const top = Math.max(...candidates.map((one) => one.fact.authority));
      const scores = (some: typeof candidates) =>
        some
          .filter((one) => one.fact.authority === top)
          .map((one) => one.score)
          .sort();
      expect(scores([...kept])).toEqual(scores(candidates));
      const isAnswer = (one: (typeof candidates)[number]) =>
        one.fact.authority === 3 && one.open <= ANSWER_LEAVES_OPEN && one.relevance >= least;
      if (candidates.some(isAnswer)) expect(kept[0]?.fact.authority).toBe(3);
    }),
  );
});

test("what neighbours lend counts half beside the principal's first fact alone", () => {
  const base = sample();
  const candidate = (
    id: string,
    authority: Authority,
    relevance: number,
    standing: number,
    score: number,
  ) => ({
    ...{ fact: { ...base, id, authority }, relevance, standing, score, open: 1, isDoubtful: false },
    ...{ lanes: [], via: undefined },
  });
  const first = candidate("first", 3, 0.03, 0.03, 0.03);
  const old = candidate("old", 3, 0.025, 0.025, 0.001);
  const order = (lower: number) =>
    inPrecedence([first, old, candidate("lower", 1, lower, 0.02, lower)], 0, 0).map(({ fact }) => fact.id);
  expect(order(0.028)).toEqual(["first", "lower", "old"]);
  expect(order(0.04)).toEqual(["first", "lower", "old"]);
  expect(order(0.024)).toEqual(["first", "old", "lower"]);
});

test.each(["tideline", "freshness", "layered"] as const)(
  "%s: an old word of the owner's stays above a fresh page that says as much",
  (policy) => {
    const { memory, clock } = newMemory({ policy });
    const own = memory.add(fact("The harbour pilot is called Henrik.")).fact.id;
    clock.pass(40 * DAY);
    const page = memory.add(fact("The harbour pilot is called Gustav.", { source: "retrieved_document" }))
      .fact.id;
    for (let i = 0; i < 20; i++) memory.get(page);
    expect(memory.recall("harbour pilot called", { minScore: 0 }).map((hit) => hit.fact.id)).toEqual([
      own,
      page,
    ]);
  },
);

test.each(["tideline", "freshness", "layered"] as const)(
  "%s: what is challenged stands below what is valid, of its class and slot, however fresh and sure it is",
  (policy) => {
    const { memory, clock } = newMemory({ policy });
    const slot = { subject: "harbour", attribute: "pilot" };
    const honest = memory
      .confined({ client: "honest" })
      .add(fact("The harbour pilot is called Henrik.", { ...slot, importance: 0.2, confidence: 0.5 })).fact;
    clock.pass(40 * DAY);
    const rogue = memory.confined({ client: "rogue" });
    const sure = { importance: 1, confidence: 1, decayRate: 0, tier: "long" } as const;
    const disputed = rogue.add(fact("The harbour pilot is called Gustav.", { ...slot, ...sure })).fact;
    for (let i = 0; i < 20; i++) memory.get(disputed.id);
    expect([honest.validity, disputed.validity]).toEqual(["valid", "challenged"]);
    const order = memory.recall("harbour pilot called", { minScore: 0 }).map((hit) => hit.fact.id);
    expect(order).toEqual([honest.id, disputed.id]);
  },
);

test("what is challenged stands below what it contradicts without a slot, and above what has nothing to do with it", () => {
  const { memory, clock } = newMemory();
  const honest = memory
    .confined({ client: "honest" })
    .add(fact("The ferry to Kessel is running.", { importance: 0.1, confidence: 0.4 })).fact.id;
  clock.pass(DAY);
  const rogue = memory.confined({ client: "rogue" });
  const disputed = rogue.add(fact("The ferry to Kessel is no longer running.", { importance: 1 })).fact;
  const aside = rogue.add(fact("The ferry was painted.", { importance: 0.1, confidence: 0.1 })).fact.id;
  expect(disputed.validity).toBe("challenged");
  const order = memory.recall("Is the ferry to Kessel running?", { minScore: 0 }).map((hit) => hit.fact.id);
  expect(order).toEqual([honest, disputed.id, aside]);
});
