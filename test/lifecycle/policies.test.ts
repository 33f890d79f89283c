/** Are all policies sound, can one be chosen and changed, and does history suggest half-lives? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  freshnessPolicy,
  layeredPolicy,
  MemoryEventLog,
  runDecayGc,
  tidelinePolicyWith,
} from "../../src/advanced.ts";
import {
  AUTHORITIES,
  type Fact,
  KINDS,
  LAYERS,
  type LifecyclePolicy,
  MemoryStore,
  SEGMENTS,
  TIERS,
  Tideline,
} from "../../src/index.ts";
import { policySuite } from "../../src/testing.ts";
import { at, sample } from "../support/aged.ts";
import { DAY, FakeClock, fact, newMemory, PEER, START } from "../support/memory.ts";

const NEVER: LifecyclePolicy = {
  ...tidelinePolicyWith(),
  id: "never",
  decide: () => ({ action: "keep", rule: "never/keep", why: "nothing is forgotten" }),
};
const POLICIES: readonly (readonly [string, LifecyclePolicy])[] = [
  ["tideline", tidelinePolicyWith()],
  ["tideline, other figures", tidelinePolicyWith({ keepFrom: 0.9, pruneBelow: 0.8, halfLifeDays: 1 })],
  ["freshness", freshnessPolicy()],
  ...(["medical", "news", "support", "pkm"] as const).map(
    (preset) => [`freshness for ${preset}`, freshnessPolicy({ preset })] as const,
  ),
  ...(["l2", "huber", "elastic"] as const).map(
    (retentionMode) => [`layered, ${retentionMode}`, layeredPolicy({ retentionMode })] as const,
  ),
  ["one of our own", NEVER],
];

describe.each(POLICIES)("%s", (_name, policy) => {
  for (const { name, run } of policySuite(policy)) test(name, run);

  test("any fact at any time: no NaN, in range, never younger by waiting, the same twice", () => {
    const time = fc.integer({ min: -8.64e15, max: 8.64e15 });
    const anyFact = fc.record({
      tier: fc.constantFrom(...TIERS),
      kind: fc.constantFrom(...KINDS),
      layer: fc.constantFrom(...LAYERS),
      segment: fc.constantFrom(...SEGMENTS),
      authority: fc.constantFrom(...AUTHORITIES),
      importance: fc.double({ min: 0, max: 1, noNaN: true }),
      decayRate: fc.double({ min: 0, max: 1000, noNaN: true }),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      accessCount: fc.oneof(fc.nat(), fc.constant(Number.MAX_SAFE_INTEGER)),
      accessTimes: fc.array(time, { maxLength: 16 }),
      createdAt: time,
      lastAccessedAt: time,
    });
    const base = sample();
    fc.assert(
      fc.property(anyFact, time, fc.nat(1e12), (figures, now, later) => {
        const one: Fact = { ...base, ...figures };
        const context = { ...at(0), now };
        const { value, parts } = policy.score(one, context);
        expect(value >= 0 && value <= 1 && Object.values(parts).every(Number.isFinite)).toBe(true);
        expect(policy.score(one, { ...context, now: now + later }).value).toBeLessThanOrEqual(value + 1e-12);
        expect(Number.isFinite(policy.rank(one, 1, context))).toBe(true);
        expect(policy.decide(one, context)).toEqual(policy.decide(one, context));
      }),
    );
  });
});

test("the suite finds fault: a score out of range, one that rises, a rule with spaces, a tool's text on top", async () => {
  const faults: readonly [string, Partial<LifecyclePolicy>][] = [
    ["scores between", { score: () => ({ value: 1.1, parts: {} }) }],
    ["scores between", { score: () => ({ value: 0.5, parts: { x: Number.NaN } }) }],
    ["never scores", { score: (_fact, { now }) => ({ value: now > START + 50 * DAY ? 1 : 0, parts: {} }) }],
    ["decides one", { decide: () => ({ action: "keep", rule: "two words", why: "x" }) }],
    ["ranks what a tool", { rank: (_fact, relevance) => relevance }],
    ["takes feedback", { feedback: () => ({ importance: 2, touches: false }) }],
  ];
  for (const [begins, fault] of faults) {
    const cases = policySuite({ ...NEVER, ...fault });
    const found = cases.find(({ name }) => name.startsWith(begins));
    await expect(found?.run()).rejects.toThrow();
  }
});

describe("choosing a policy", () => {
  const chosen = (store: MemoryStore) =>
    store.read("workspace", 0).events.flatMap(({ event }) => (event.type === "policy-chosen" ? [event] : []));

  test("is logged, with its figures, once; and migrates nothing", async () => {
    const store = new MemoryStore();
    const clock = new FakeClock();
    const facts = (memory: Tideline) =>
      memory.list().map(({ accessCount, accessTimes, lastAccessedAt, ...rest }) => rest);
    const first = Tideline.over(store, { clock });
    first.add(fact("One."));
    expect(chosen(store)).toEqual([]);
    const before = facts(first);
    const second = Tideline.over(store, { clock, policy: "freshness", policyParams: { preset: "news" } });
    await second.sweep();
    expect(chosen(store)).toMatchObject([{ policy: "freshness", params: { preset: "news", factDays: 5 } }]);
    expect(facts(second)).toEqual(before);
    await Tideline.over(store, { clock, policy: "freshness", policyParams: { preset: "news" } }).sweep();
    expect(chosen(store)).toHaveLength(1);
    await Tideline.over(store, { clock, policy: "freshness" }).sweep();
    await Tideline.over(store, { clock }).sweep();
    expect(chosen(store).map((event) => event.policy)).toEqual(["freshness", "freshness", "tideline"]);
  });

  test("what another policy took out of ranking comes back if this one would not have", async () => {
    const store = new MemoryStore();
    const clock = new FakeClock();
    const memory = Tideline.over(store, { clock, policy: "freshness" });
    const { id } = memory.add(fact("Old.")).fact;
    clock.pass(600 * DAY);
    expect((await memory.sweep()).counts).toEqual({ suppressed: 1 });
    const layered = Tideline.over(store, { clock, policy: "layered" });
    expect((await layered.sweep()).counts).toEqual({ unsuppressed: 1 });
    expect(layered.inspect(id).fact?.suppressed).toBe(false);
  });

  test("a policy of one's own rules", async () => {
    const { memory, clock } = newMemory({ policy: NEVER });
    memory.add(fact("For ever."));
    clock.pass(3000 * DAY);
    expect((await memory.sweep()).counts).toEqual({});
  });

  test.each([
    ["an unknown name", { policy: "forgetful" }],
    ["no object", { policy: 7 }],
    ["an id with spaces", { policy: { ...NEVER, id: "My policy" } }],
    ["a missing function", { policy: { ...NEVER, decide: undefined } }],
    ["figures for one's own", { policy: NEVER, policyParams: { a: 1 } }],
    ["unknown figures", { policyParams: { halfLife: 3 } }],
  ])("refuses %s", (_what, options) => {
    expect(() => newMemory(options as never)).toThrow(expect.objectContaining({ code: "invalid-argument" }));
  });
});

describe("feedback", () => {
  test("up: importance 0.75 and the clock starts again; down: 0.6, clock untouched", () => {
    const { memory, clock } = newMemory();
    const add = (content: string) => memory.add({ content, segment: "preference" }).fact.id;
    const [liked, disliked] = [add("Tea."), add("Coffee.")];
    clock.pass(10 * DAY);
    expect(memory.feedback(liked, "up").importance).toBeCloseTo(0.75, 12);
    expect(memory.feedback(disliked, "down").importance).toBeCloseTo(0.6, 12);
    expect(memory.inspect(liked).score?.value).toBeCloseTo(0.75, 6);
    expect(memory.inspect(disliked).score?.value).toBeCloseTo(0.438212, 6);
    expect(memory.inspect(liked).history.at(-1)?.event).toMatchObject({
      why: { rule: "feedback/up", policy: "tideline" },
    });
    expect(() => memory.feedback(liked, "maybe" as never)).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });
});

describe("tune", () => {
  test("suggests twice the median interval between changes, per kind, and changes nothing", () => {
    const { memory, clock } = newMemory({ policy: "freshness" });
    const phone = (model: string) =>
      memory.add(fact(`My phone is a ${model}.`, { subject: "me", attribute: "phone" }));
    for (const [days, model] of [
      [0, "A1"],
      [100, "B2"],
      [300, "C3"],
      [400, "D4"],
    ] as const) {
      clock.pass(days * DAY);
      phone(model);
    }
    const { events } = memory.stats();
    const tuning = memory.tune();
    expect(tuning.kinds.find((one) => one.kind === "fact")).toEqual({
      kind: "fact",
      changes: 3,
      medianDays: 300,
      halfLifeDays: 180,
      suggestedDays: 600,
    });
    expect(tuning.params).toEqual({ factDays: 600 });
    expect(tuning.text).toContain(
      "fact: 3 changes, 300.0 days apart in the middle; half-life would go from 180 to 600 days",
    );
    expect(tuning.text).toContain("event: no change seen; half-life stays at 30 days");
    expect(memory.stats().events).toBe(events);
  });
});

describe("inspect", () => {
  test('answers "why did this fact disappear?" and says how to bring it back', async () => {
    const { memory, clock } = newMemory();
    const { id } = memory.add(fact("The API uses JWT tokens.")).fact;
    clock.pass(50 * DAY);
    expect(memory.inspect(id).text).toContain("The next sweep will archive it: its score is 0.123.");
    const { pass } = await memory.sweep();
    const { text } = memory.inspect(id);
    expect(text).toContain(
      `it was archived (rule tideline/archive, policy tideline, score 0.123, pass ${pass}).`,
    );
    expect(text).toContain(
      `restore("${id}") brings it back, and undo("${pass}") takes back all that this pass did.`,
    );
    expect(text).toContain("being recalled and being looked up counts; being shown in passing does not");
    memory.restore(id);
    memory.pin(id);
    clock.pass(400 * DAY);
    expect(memory.inspect(id).text).toContain(
      "A sweep would archive it, but it is pinned (rule immunity/pinned).",
    );
  });
});

describe("runDecayGc", () => {
  test("sweeps every origin of a store, each by itself, as of the time it is told", async () => {
    const { memory, store } = newMemory();
    memory.add(fact("Mine."));
    memory.as(PEER).add(fact("Hers."));
    const now = START + 60 * DAY;
    const dry = await runDecayGc(store, { now, dryRun: true });
    const report = await runDecayGc(store, { now });
    expect([dry.archived, report.archived, report.pruned, report.kept]).toEqual([2, 2, 0, 0]);
    expect(report.reports.map((one) => one.origin)).toEqual(["owner", PEER]);
    const [last] = [...new MemoryEventLog(store)].slice(-1);
    expect(last?.event.at).toBe(now);
    expect((await runDecayGc(store, { now, origin: PEER })).looked).toBe(1);
  });

  test("over a memory sweeps its own origin", async () => {
    const { memory, clock } = newMemory();
    memory.add(fact("Mine."));
    clock.pass(60 * DAY);
    expect((await runDecayGc(memory)).archived).toBe(1);
    await expect(runDecayGc(memory, { origin: "owner" })).rejects.toMatchObject({ code: "invalid-argument" });
    await expect(runDecayGc({} as never)).rejects.toMatchObject({ code: "invalid-argument" });
  });
});
