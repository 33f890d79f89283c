/** How does a fact age, so far and from now on? The forecast is held against the sweeps that then really run. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AddInput, PolicyAgeing, PolicyName, Tideline } from "../../src/index.ts";
import { DAY, type FakeClock, fact, newMemory, START } from "../support/memory.ts";

function ageingUnder(memory: Tideline, id: string, policy: PolicyName): PolicyAgeing {
  const found = memory.ageing(id).policies.find((one) => one.policy === policy);
  return found as PolicyAgeing;
}

/** Sweeps every day until it is gone: what became of it, and on which day. */
async function livedThrough(
  memory: Tideline,
  clock: FakeClock,
  id: string,
  days: number,
): Promise<readonly (readonly [number, string])[]> {
  const seen: [number, string][] = [];
  for (let day = 0; day <= days; day++) {
    const { changes } = await memory.sweep();
    for (const change of changes)
      if (change.fact === id) seen.push([day, change.what === "revised" ? "promoted" : change.what]);
    clock.pass(DAY);
  }
  return seen;
}

describe("the forecast", () => {
  test("has the days of the documents", () => {
    const { memory } = newMemory();
    const expected = [
      ["knowledge", [[44, "archived"]]],
      ["project", [[48, "archived"]]],
      ["correction", [[61, "archived"]]],
      [
        "context",
        [
          [26, "archived"],
          [55, "pruned"],
          [85, "erased"],
        ],
      ],
    ] as const;
    for (const [segment, days] of expected) {
      const { id } = memory.add(fact(`Something of ${segment}.`, { segment })).fact;
      const { outlook } = ageingUnder(memory, id, "tideline");
      expect(outlook.map(({ at, what }) => [(at - START) / DAY, what])).toEqual(days);
    }
    const { id } = memory.add(fact("I was born in Ulm.", { segment: "identity" })).fact;
    expect(ageingUnder(memory, id, "tideline").outlook).toEqual([]);
  });

  test("says it in words", () => {
    const { memory } = newMemory();
    const { id } = memory.add(fact("The canteen closes at two.")).fact;
    expect(ageingUnder(memory, id, "tideline").text).toBe("Archived on about 14 February 2026, unless used.");
    memory.pin(id);
    expect(ageingUnder(memory, id, "tideline").text).toBe("It stays: it is pinned.");
    memory.unpin(id);
    memory.archive(id);
    expect(ageingUnder(memory, id, "tideline").text).toBe("It is archived, and nothing more is due.");
  });

  test("is what the sweeps then do, under any policy", async () => {
    const draft = fc.record({
      segment: fc.constantFrom("knowledge", "project", "context", "relationship"),
      importance: fc.double({ min: 0.05, max: 1, noNaN: true }),
      source: fc.constantFrom("owner_message", "agent", "tool_output"),
    }) as fc.Arbitrary<Partial<AddInput>>;
    const policy = fc.constantFrom<PolicyName[]>("tideline", "layered", "freshness");
    await fc.assert(
      fc.asyncProperty(draft, policy, fc.nat(5), async (more, name, uses) => {
        const { forecast, lived } = await foretoldAndLived(more, name, uses);
        expect(forecast).toEqual(lived);
      }),
      { numRuns: 12 },
    );
  });

  test("tells two promotions of one sweep on one day", async () => {
    const used = { segment: "context", importance: 0.7, source: "owner_message" } as const;
    const { forecast, lived } = await foretoldAndLived(used, "layered", 5);
    expect(lived).toEqual([
      [0, "promoted"],
      [0, "promoted"],
    ]);
    expect(forecast).toEqual(lived);
  });
});

/** What the forecast says of a fact that was used a few times, and what the sweeps of 130 days then do. */
async function foretoldAndLived(more: Partial<AddInput>, policy: PolicyName, uses: number) {
  const { memory, clock } = newMemory({ policy });
  const { id } = memory.add(fact("The north gate opens at seven.", more)).fact;
  for (let use = 0; use < uses; use++) memory.get(id);
  memory.add(fact("Writes down the uses that wait."));
  clock.pass(DAY);
  const { outlook } = ageingUnder(memory, id, policy);
  const begun = clock.now();
  const lived = await livedThrough(memory, clock, id, 130);
  const forecast = outlook.map(({ at, what }) => [(at - begun) / DAY, what] as const);
  return { forecast: forecast.filter(([day]) => day <= 130), lived };
}

describe("the past", () => {
  test("is the score that the fact had then, with each use as a step", () => {
    const { memory, clock } = newMemory();
    const { id } = memory.add(fact("The bakery opens at six.", { segment: "project" })).fact;
    const noted = new Map<number, number>();
    const note = () => noted.set(clock.now(), memory.inspect(id).score?.value ?? -1);
    for (let week = 0; week < 6; week++) {
      clock.pass(7 * DAY);
      if (week % 2 === 0) {
        memory.recall("bakery");
        memory.add(fact(`Week ${week} passed.`)); // Writes the use down.
      }
      if (week === 3) memory.feedback(id, "up");
      note();
    }
    const { past, left } = ageingUnder(memory, id, "tideline");
    for (const [at, value] of noted) {
      const point = past.find(([time]) => time === at);
      expect(point?.[1]).toBeCloseTo(value, 4);
    }
    expect(left).toBeCloseTo(memory.inspect(id).score?.value ?? -1, 4);
    const { uses, useCount, events } = memory.ageing(id);
    expect(uses.map((at) => (at - START) / DAY)).toEqual([7, 21, 35]);
    expect(useCount).toBe(3);
    expect(events.map(({ type }) => type)).toEqual(["added", "revised"]);
  });

  test("three policies, the one in force first, each from 0 to 1 and in order of time", () => {
    const { memory, clock } = newMemory({ policy: "layered" });
    const { id } = memory.add(fact("We met on the ferry.", { segment: "context" })).fact;
    clock.pass(100 * DAY);
    const { policies, horizon } = memory.ageing(id, { days: 60 });
    expect(policies.map(({ policy, isInForce }) => [policy, isInForce])).toEqual([
      ["layered", true],
      ["tideline", false],
      ["freshness", false],
    ]);
    for (const { past, forecast } of policies) {
      expect([past[0]?.[0], past.at(-1)?.[0]]).toEqual([START, clock.now()]);
      expect([forecast[0]?.[0], forecast.at(-1)?.[0]]).toEqual([clock.now(), horizon]);
      for (const curve of [past, forecast]) {
        expect(curve.every(([, left]) => left >= 0 && left <= 1)).toBe(true);
        expect(curve.every(([at], i) => i === 0 || at > (curve[i - 1]?.[0] ?? 0))).toBe(true);
      }
    }
    expect(horizon).toBe(clock.now() + 60 * DAY);
  });

  test("asking changes nothing, and what is wrong is refused", () => {
    const { memory } = newMemory();
    const { id } = memory.add(fact("Rain is wet.")).fact;
    const before = JSON.stringify([memory.export(), memory.inspect(id)]);
    memory.ageing(id);
    expect(JSON.stringify([memory.export(), memory.inspect(id)])).toBe(before);
    expect(() => memory.ageing("nobody")).toThrow("There is no fact");
    expect(() => memory.ageing(id, { days: 0 })).toThrow("above 0");
    expect(() => memory.ageing(id, { day: 1 } as never)).toThrow('"day"');
  });
});
