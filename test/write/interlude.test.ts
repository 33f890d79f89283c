/** Is history right, in whatever order it is told: A, then B for a while, then A again? */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AddInput, MemoryStore, type SyncTideline, Tideline } from "../../src/index.ts";
import { MAX_INTERLUDES } from "../../src/limits.ts";
import { rounds } from "../support/campaign.ts";
import { DAY, endorse, FakeClock, fact, newMemory, START } from "../support/memory.ts";

const day = (n: number) => START + n * DAY;
const city = (value: string, from: number, to?: number, more: Partial<AddInput> = {}): AddInput =>
  fact(`I live in ${value}.`, {
    ...{ subject: "me", attribute: "city", validFrom: day(from) },
    ...(to === undefined ? {} : { validTo: day(to) }),
    ...more,
  });
const livedIn = (memory: SyncTideline, at: number) =>
  memory
    .recall("where do I live", { asOf: day(at) })
    .map((hit) => hit.fact.content.replace(/^I live in |\.$/g, ""));
const holding = (memory: SyncTideline, time: number) =>
  memory
    .list({ lifecycle: "any", limit: 1000 })
    .filter((one) => one.validity === "valid" || one.validity === "superseded")
    .filter(
      (one) => (one.validFrom ?? one.createdAt) <= time && time < (one.validTo ?? Number.POSITIVE_INFINITY),
    )
    .filter((one) => !one.interludes?.some(([from, to]) => from <= time && time < to))
    .map((one) => one.content);

test.each(["Bonn", "Rome"])(
  "a value that holds now and is told to have begun earlier goes on after %s, which ended when it was first said",
  (between) => {
    const { memory, clock } = newMemory();
    const undated = { subject: "me", attribute: "city" };
    memory.add(fact("I live in Bonn.", undated));
    clock.pass(2 * DAY);
    memory.add(city(between, -7, 0));
    memory.add(city("Bonn", -8, 3));
    expect([-7.5, -3, 1].map((at) => holding(memory, day(at)))).toEqual([
      ["I live in Bonn."],
      [`I live in ${between}.`],
      ["I live in Bonn."],
    ]);
  },
);

describe("a value that held for a while, inside the time of another", () => {
  const ROME = city("Rome", -300);
  const OSLO = city("Oslo", -200, -150);
  const BONN = city("Bonn", -100);

  test.each([
    ["last", [ROME, BONN, OSLO]],
    ["first", [OSLO, ROME, BONN]],
    ["in between", [BONN, OSLO, ROME]],
  ])("leaves the other true before and after it, if it is told %s", (_, told) => {
    const { memory } = newMemory();
    for (const one of told) memory.add(one);
    expect([-250, -175, -125, -50].map((at) => livedIn(memory, at))).toEqual([
      ["Rome"],
      ["Oslo"],
      ["Rome"],
      ["Bonn"],
    ]);
    expect(memory.recall("where do I live").map((hit) => hit.fact.content)).toEqual(["I live in Bonn."]);
  });

  test("does not change what holds now, and is the value of its own time", () => {
    const { memory } = newMemory();
    const { fact: rome } = memory.add(ROME);
    const oslo = memory.add(OSLO);
    expect(oslo.outcome).toBe("added");
    expect(memory.get(rome.id)).toMatchObject({
      validity: "valid",
      validTo: undefined,
      interludes: [[day(-200), day(-150)]],
    });
    expect([-175, -125].map((at) => livedIn(memory, at))).toEqual([["Oslo"], ["Rome"]]);
    expect(memory.inspect(rome.id).text).toMatch(
      /another value held from 2025-06-15 12:00 to 2025-08-04 12:00/,
    );
    expect(memory.explain("where do I live", rome.id, { asOf: day(-175) }).remedy).toMatch(/asOf/);
  });

  test("said again is the same, and the older value said of afterwards too", () => {
    const { memory } = newMemory();
    for (const one of [ROME, BONN, OSLO]) memory.add(one);
    for (const one of [OSLO, city("Rome", -140)]) expect(memory.add(one).outcome).toBe("reinforced");
    expect(livedIn(memory, -175)).toEqual(["Oslo"]);
  });

  test("comes through a purge, an export and a reopening", () => {
    const { memory, store, clock } = newMemory();
    for (const one of [ROME, BONN]) memory.add(one);
    const { fact: oslo } = memory.add(OSLO);
    const fresh = Tideline.over(new MemoryStore(), { clock });
    fresh.import(memory.export());
    for (const handle of [Tideline.over(store, { clock }), fresh]) {
      expect(livedIn(handle, -125)).toEqual(["Rome"]);
      handle.purge(oslo.id);
      expect(livedIn(handle, -175)).toEqual([]);
    }
  });

  test("of a lower class touches nothing of the principal's", () => {
    const { memory } = newMemory();
    for (const one of [ROME, BONN]) memory.add(one);
    const { fact: claim } = memory.add({ ...OSLO, source: "tool_output" });
    expect(claim.validity).toBe("challenged");
    expect(holding(memory, day(-175))).toEqual(["I live in Rome."]);
    endorse(memory, claim.id);
    expect(holding(memory, day(-175))).toEqual(["I live in Oslo."]);
    expect(holding(memory, day(-125))).toEqual(["I live in Rome."]);
  });

  test("that ended with its denial leaves the other true, too, whichever is told first", () => {
    const { memory } = newMemory();
    const berlin = memory.add(city("Berlin", -1000)).fact.id;
    memory.add(fact("I no longer live in Paris.", { validFrom: day(-100) }));
    expect(memory.add(city("Paris", -200)).fact).toMatchObject({
      validity: "superseded",
      validTo: day(-100),
    });
    expect(memory.get(berlin)).toMatchObject({ validity: "valid", interludes: [[day(-200), day(-100)]] });
    memory.add(city("Madrid", -500));
    expect([-700, -400, -150].map((at) => livedIn(memory, at)[0])).toEqual(["Berlin", "Madrid", "Paris"]);
    expect(memory.recall("where do I live").map((hit) => hit.fact.content)).toContain("I live in Madrid.");
  });

  test("is one of so many, and one more is refused with nothing written", () => {
    const { memory } = newMemory();
    memory.add(ROME);
    const short = (n: number) => city(`Town ${n}`, -290 + 2 * n, -289 + 2 * n);
    memory.addMany(Array.from({ length: MAX_INTERLUDES }, (_, n) => short(n)));
    const before = memory.stats().events;
    expect(() => memory.add(short(MAX_INTERLUDES))).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
    expect(memory.stats().events).toBe(before);
  });
});

test("at any time the value that began last and had not ended holds, in whatever order it is told", () => {
  const claims = fc.uniqueArray(
    fc.record({ from: fc.integer({ min: 1, max: 40 }), days: fc.option(fc.integer({ min: 1, max: 25 })) }),
    { selector: ({ from }) => from, maxLength: 8 },
  );
  fc.assert(
    fc.property(claims, (told) => {
      const memory = Tideline.over(new MemoryStore(), { clock: new FakeClock() });
      const all = told.map(({ from, days }, i) => ({
        name: `Town ${i}`,
        from: from - 70,
        to: days === null ? undefined : from + days - 70,
      }));
      for (const { name, from, to } of all) memory.add(city(name, from, to));
      const days = Array.from({ length: 141 }, (_, i) => -70 + i / 2);
      const inForce = (at: number) =>
        all.filter(({ from, to }) => from <= at && at < (to ?? Number.POSITIVE_INFINITY));
      const expected = days.map((at) => {
        const [last] = inForce(at).sort((a, b) => b.from - a.from);
        return [at, last === undefined ? [] : [`I live in ${last.name}.`]];
      });
      // One comparison: vitest takes longer for each than memory for its answer.
      expect(days.map((at) => [at, holding(memory, day(at))])).toEqual(expected);
    }),
    { numRuns: rounds({ sample: 200, full: 5000 }) },
  );
});
