/** Does the freshness policy give the figures of its document? */
import { describe, expect, test } from "vitest";
import { freshnessPolicy } from "../../src/advanced.ts";
import type { Fact, Kind } from "../../src/index.ts";
import { at, sample, six } from "../support/aged.ts";
import { DAY, fact, newMemory, START } from "../support/memory.ts";

/** 0.707…, after half a half-life. */
const ROOT_HALF = six(Math.SQRT1_2);
const policy = freshnessPolicy();
const of = (kind: Kind, accessCount = 0, more: Partial<Fact> = {}) =>
  sample({}, { kind, accessCount, ...more });
const part = (one: Fact, days: number, name: string) => six(policy.score(one, at(days)).parts[name]);

test("a fact's freshness over two years", () => {
  expect([30, 90, 180, 360, 540, 720].map((days) => part(of("fact"), days, "freshness"))).toEqual([
    0.890899,
    ROOT_HALF,
    0.5,
    0.25,
    0.125,
    0.0625,
  ]);
});

test("the boost of uses", () => {
  expect([1, 5, 7, 8, 10, 100, 1000].map((n) => part(of("fact", n), 0, "boost"))).toEqual([
    1.693147, 2.791759, 3.079442, 3.197225, 3.397895, 5.615121, 7.908755,
  ]);
});

test("the combined weight: a fact of 200 days that was of use outranks a new one that was not", () => {
  const used = of("fact", 7);
  expect([part(used, 200, "freshness"), part(used, 200, "effective")]).toEqual([0.462937, 1.425589]);
  expect(six(policy.rank(used, 0.015, at(200)))).toBe(0.021384);
  expect(six(policy.rank(of("fact"), 0.015, at(10)))).toBe(0.014433);
});

test("preferences, events and entities", () => {
  expect([part(of("preference"), 120, "freshness"), part(of("preference", 8), 120, "effective")]).toEqual([
    0.39685, 1.268819,
  ]);
  expect([part(of("preference"), 270, "freshness"), part(of("preference", 8), 270, "effective")]).toEqual([
    0.125, 0.399653,
  ]);
  expect(part(of("preference", 5), 240, "effective")).toBe(0.439675);
  expect(part(of("event"), 120, "freshness")).toBe(0.0625);
  expect(six(policy.rank(of("event"), 0.015, at(120)))).toBe(0.0015);
  expect(part(of("entity"), 1095, "freshness")).toBe(0.125);
});

test.each<[Kind, number]>([
  ["fact", 597.947],
  ["preference", 298.974],
  ["event", 99.658],
  ["entity", 1212.504],
])("%s crosses the floor after %s days", (kind, days) => {
  expect(policy.score(of(kind), at(days - 0.001)).parts.freshness).toBeGreaterThan(0.1);
  expect(policy.score(of(kind), at(days + 0.001)).parts.freshness).toBeLessThan(0.1);
});

test("a permanent fact weighs its base times its boost, at any age", () => {
  const name = of("fact", 5, { tier: "permanent" });
  expect(six(policy.rank(name, 0.015, at(36_500)))).toBe(six(0.015 * 2.791759));
});

test("age counts from creation: a recent use boosts, and makes nothing younger", () => {
  const used = of("fact", 1, { lastAccessedAt: START + 170 * DAY });
  expect(part(used, 180, "freshness")).toBe(0.5);
});

describe("the five conditions", () => {
  const stale = of("fact");
  const action = (one: Fact, days: number, others: readonly Fact[] = []) =>
    policy.decide(one, at(days, others)).action;

  test("598 days unread: suppressed; a day earlier not yet", () => {
    expect(part(stale, 598, "effective")).toBe(0.09998);
    expect([action(stale, 598), action(stale, 597)]).toEqual(["suppress", "keep"]);
  });

  test("cited as evidence by an active relation: kept; by an archived one, or by a tool's: not", () => {
    const relation = sample({}, { kind: "relation", evidence: [stale.id], id: "r" });
    expect(action(stale, 598, [relation])).toBe("keep");
    expect(action(stale, 598, [{ ...relation, lifecycle: "archived" }])).toBe("suppress");
    expect(action(stale, 598, [{ ...relation, authority: 0 }])).toBe("suppress");
  });

  test("used and current: kept, however old; used and superseded over a year ago: suppressed", () => {
    const used = of("fact", 1);
    expect(action(used, 2_000)).toBe("keep");
    expect(action({ ...used, validity: "superseded" }, 2_000)).toBe("suppress");
  });

  test("used in the last 180 days: kept even if superseded", () => {
    const recent = of("fact", 1, { validity: "superseded", lastAccessedAt: START + 1900 * DAY });
    expect([action(recent, 2_080), action(recent, 2_081)]).toEqual(["keep", "suppress"]);
  });

  test("an event is far below the floor after four months, and still kept for a year", () => {
    expect([action(of("event"), 120), action(of("event"), 365), action(of("event"), 366)]).toEqual([
      "keep",
      "keep",
      "suppress",
    ]);
  });
});

describe("the nightly worker", () => {
  test("takes a stale fact out of ranking, and one direct look-up puts it back for good", async () => {
    const { memory, clock } = newMemory({ policy: "freshness" });
    const { id } = memory.add(fact("The old office was in Hall 7.")).fact;
    clock.pass(597 * DAY);
    expect((await memory.sweep()).counts).toEqual({});
    clock.pass(DAY);
    expect((await memory.sweep()).counts).toEqual({ suppressed: 1 });
    expect(memory.recall("old office hall")).toHaveLength(0);
    expect(memory.inspect(id).text).toContain("get(");
    expect(memory.get(id)?.suppressed).toBe(false);
    expect(memory.recall("old office hall")).toHaveLength(1);
    expect((await memory.sweep()).counts).toEqual({});
  });

  test("does not touch what a person took out of ranking", async () => {
    const { memory } = newMemory({ policy: "freshness" });
    const { id } = memory.add(fact("Not this one.")).fact;
    memory.suppress(id);
    await memory.sweep();
    expect(memory.get(id)?.suppressed).toBe(true);
    expect(memory.unsuppress(id).suppressed).toBe(false);
  });

  test("a superseded fact is out of recall at once, and its chain can be walked", () => {
    const { memory, clock } = newMemory({ policy: "freshness" });
    const lead = (who: string) => {
      clock.pass(DAY);
      return memory.add(
        fact(`${who} leads the platform team.`, { subject: "platform team", attribute: "lead" }),
      ).fact.id;
    };
    const ids = ["Alice", "Bob", "Carol"].map(lead);
    expect(memory.recall("who leads the platform team").map((hit) => hit.fact.id)).toEqual([ids[2]]);
    for (const id of ids) expect(memory.inspect(id).chain.map((link) => link.id)).toEqual(ids);
  });
});

test("presets", () => {
  const params = (preset: string) => freshnessPolicy({ preset }).params;
  expect(params("medical")).toMatchObject({ factDays: 365, floor: 0.2, eventDays: 30 });
  expect(params("news")).toMatchObject({ factDays: 5, eventDays: 2, boost: 0.5 });
  expect(params("support")).toMatchObject({ factDays: 90, preferenceDays: 45 });
  expect(params("pkm")).toMatchObject({ entityDays: 730, factDays: 180 });
  expect(params("general")).toMatchObject({ factDays: 180 });
  expect(freshnessPolicy({ preset: "news", factDays: 3 }).params.factDays).toBe(3);
});

test.each([
  [{ preset: "weather" }],
  [{ factDays: 0 }],
  [{ floor: 2 }],
  [{ halfLife: 3 }],
  [{ floor: "0.1" }],
])("refuses %j", (params) => {
  expect(() => newMemory({ policy: "freshness", policyParams: params as never })).toThrow(
    expect.objectContaining({ code: "invalid-argument" }),
  );
});

test("feedback: up counts as a use, down makes it less believed", () => {
  const { memory } = newMemory({ policy: "freshness" });
  const { id } = memory.add(fact("It rains.")).fact;
  memory.feedback(id, "up");
  expect(memory.inspect(id).waitingMarks).toBe(1);
  expect(memory.feedback(id, "down").confidence).toBeCloseTo(0.9);
});
