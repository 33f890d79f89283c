/** What does a newer value do to an older one, in a slot and by words that deny it? */
import { describe, expect, test } from "vitest";
import { type AddInput, Tideline } from "../../src/index.ts";
import { DAY, fact, newMemory, START } from "../support/memory.ts";

describe("a slot", () => {
  const city = (value: string, more: Partial<AddInput> = {}): AddInput =>
    fact(`I live in ${value}.`, { subject: "me", attribute: "home city", ...more });
  const current = (memory: ReturnType<typeof newMemory>["memory"]) =>
    memory
      .list()
      .filter((one) => one.validity === "valid")
      .map((one) => one.content);

  test("holds one current value; the old one keeps its history", () => {
    const { memory, clock } = newMemory();
    const { fact: berlin } = memory.add(city("Berlin"));
    clock.pass(DAY);
    const paris = memory.add(city("Paris", { subject: "Me", attribute: "Home City" }));
    expect(paris.outcome).toBe("superseded");
    expect(current(memory)).toEqual(["I live in Paris."]);
    expect(memory.get(berlin.id)).toMatchObject({
      validity: "superseded",
      supersededBy: paris.fact.id,
      validTo: START + DAY,
    });
    expect(paris.fact.links).toEqual([{ kind: "supersedes", to: berlin.id }]);
  });

  test("takes A, then B, then A again", () => {
    const { memory, clock } = newMemory();
    for (const value of ["Berlin", "Paris", "Berlin"]) {
      memory.add(city(value));
      clock.pass(DAY);
    }
    expect(current(memory)).toEqual(["I live in Berlin."]);
    expect(memory.list()).toHaveLength(3);
  });

  test("holds one current value also when one is said again with other dates", () => {
    const { memory, clock } = newMemory();
    memory.add(city("Rome"));
    clock.pass(10 * DAY);
    memory.add(city("Oslo", { validFrom: START + 3 * DAY, validTo: START + 6 * DAY }));
    clock.pass(2 * DAY);
    memory.add(city("Oslo", { validFrom: START + 5 * DAY, validTo: START + 20 * DAY }));
    clock.pass(DAY);
    expect(memory.recall("where do I live").map((hit) => hit.fact.content)).toEqual(["I live in Oslo."]);
    expect(current(memory)).toEqual(["I live in Oslo."]);
  });

  test("is the principal's from when they say so, also if they had said it of a later time", () => {
    const { memory, clock } = newMemory();
    memory.add(city("Rome", { source: "tool_output" }));
    clock.pass(DAY);
    memory.add(city("Oslo", { validFrom: START + 7 * DAY }));
    clock.pass(DAY);
    memory.add(city("Oslo"));
    expect(memory.recall("where do I live").map((hit) => hit.fact.content)).toEqual(["I live in Oslo."]);
    expect(current(memory)).toEqual(["I live in Oslo."]);
  });

  test("holds one value at any time of its history", () => {
    const { memory, clock } = newMemory();
    memory.add(city("Dover"));
    clock.pass(2 * DAY);
    memory.add(city("Bern", { validTo: START + 4 * DAY }));
    clock.pass(5 * DAY);
    memory.add(city("Essen", { validFrom: START + DAY }));
    const then = (day: number) =>
      memory
        .recall("where do I live", { asOf: START + day * DAY, passive: true })
        .map((hit) => hit.fact.content);
    expect(then(0.5)).toEqual(["I live in Dover."]);
    expect(then(1.5)).toEqual(["I live in Essen."]);
    expect(then(3)).toEqual(["I live in Bern."]);
    expect(then(5)).toEqual(["I live in Essen."]);
  });

  test("takes history filled in afterwards without touching the present", () => {
    const { memory } = newMemory();
    const { fact: paris } = memory.add(city("Paris", { validFrom: START - 10 * DAY }));
    const rome = memory.add(city("Rome", { validFrom: START - 100 * DAY }));
    expect(rome.outcome).toBe("added");
    expect(memory.get(rome.fact.id)).toMatchObject({
      validity: "superseded",
      validTo: START - 10 * DAY,
      supersededBy: paris.id,
    });
    const oslo = memory.add(city("Oslo", { validFrom: START - 50 * DAY }));
    expect(memory.get(rome.fact.id)?.validTo).toBe(START - 50 * DAY);
    expect(memory.get(oslo.fact.id)?.validTo).toBe(START - 10 * DAY);
    const past = memory.add(city("Bern", { validFrom: START - 5 * DAY, validTo: START - 4 * DAY }));
    expect(past.fact.validity).toBe("valid");
    expect(current(memory)).toContain("I live in Paris.");
  });

  test("takes B, and an earlier A, filled in behind a later A", () => {
    const { memory } = newMemory();
    const ago = (days: number) => ({ validFrom: START - days * DAY });
    const last = memory.add(city("Paris", ago(100))).fact;
    const rome = memory.add(city("Rome", ago(200))).fact;
    const first = memory.add(city("Paris", ago(300)));
    expect(first.outcome).toBe("added");
    expect(first.fact).toMatchObject({
      validity: "superseded",
      supersededBy: rome.id,
      validTo: START - 200 * DAY,
    });
    expect(memory.get(last.id)).toMatchObject({ validity: "valid", observationCount: 1 });
    expect(memory.recall("where do I live", { asOf: START - 250 * DAY })[0]?.fact.id).toBe(first.fact.id);
  });

  test("takes the same history twice without a second copy", () => {
    const { memory } = newMemory();
    for (let round = 0; round < 2; round++)
      for (const [value, days] of [
        ["Paris", 300],
        ["Rome", 200],
        ["Paris", 100],
      ] as const)
        memory.add(city(value, { occurredAt: START - days * DAY }));
    expect(memory.list().map((one) => [one.content, one.observationCount])).toEqual([
      ["I live in Paris.", 2],
      ["I live in Rome.", 2],
      ["I live in Paris.", 2],
    ]);
    expect(current(memory)).toEqual(["I live in Paris."]);
  });

  test("lets a value of tomorrow end today's only then", () => {
    const { memory } = newMemory();
    const { fact: paris } = memory.add(city("Paris"));
    memory.add(city("Lima", { validFrom: START + DAY }));
    expect(memory.get(paris.id)).toMatchObject({ validity: "valid", validTo: START + DAY });
  });

  test("keeps a value of today until the planned one begins", () => {
    const { memory, clock } = newMemory();
    const { fact: rome } = memory.add(city("Rome"));
    const { fact: oslo } = memory.add(city("Oslo", { validFrom: START + 10 * DAY }));
    clock.pass(DAY);
    const bonn = memory.add(city("Bonn"));
    expect(bonn.outcome).toBe("superseded");
    expect(bonn.fact).toMatchObject({ validity: "valid", validTo: START + 10 * DAY });
    expect(memory.get(rome.id)).toMatchObject({ validity: "superseded", supersededBy: bonn.fact.id });
    const found = () => memory.recall("where do I live").map((hit) => hit.fact.content);
    expect(found()).toEqual(["I live in Bonn."]);
    clock.pass(10 * DAY);
    expect(found()).toEqual(["I live in Oslo."]);
    expect(memory.get(oslo.id)).toMatchObject({ validity: "valid", validTo: undefined });
  });

  test("takes a plan before a plan without ending today's value now", () => {
    const { memory } = newMemory();
    const { fact: rome } = memory.add(city("Rome"));
    memory.add(city("Oslo", { validFrom: START + 10 * DAY }));
    const { fact: bonn } = memory.add(city("Bonn", { validFrom: START + 5 * DAY }));
    expect(memory.get(rome.id)).toMatchObject({ validity: "valid", validTo: START + 5 * DAY });
    expect(memory.get(bonn.id)).toMatchObject({ validity: "valid", validTo: START + 10 * DAY });
  });

  test("never lets a lower class become current where a higher one ever stood, until endorsed", () => {
    const { memory, clock } = newMemory();
    const { fact: berlin } = memory.add(city("Berlin"));
    clock.pass(DAY);
    const claim = memory.add(city("Minsk", { source: "tool_output", validFrom: START + DAY }));
    expect(claim.outcome).toBe("added");
    expect(claim.fact).toMatchObject({ validity: "challenged", review: "conflict" });
    expect(claim.fact.links).toEqual([{ kind: "contradicts", to: berlin.id }]);
    expect(memory.get(berlin.id)).toMatchObject({ validity: "valid", validTo: undefined });
    expect(memory.review().map((one) => one.id)).toEqual([claim.fact.id]);
    clock.pass(DAY);
    expect(memory.endorse(claim.fact.id)).toMatchObject({
      validity: "valid",
      authority: 3,
      review: undefined,
    });
    expect(memory.get(berlin.id)).toMatchObject({ validity: "superseded", supersededBy: claim.fact.id });
    expect(memory.review()).toEqual([]);
  });

  test("is taken by the principal from whoever held it", () => {
    const { memory, clock } = newMemory();
    const low = memory.add(city("Minsk", { source: "agent" }));
    const newer = memory.add(city("Kyiv", { source: "agent", validFrom: START + 300 * DAY }));
    clock.pass(DAY);
    const high = memory.add(city("Berlin"));
    expect(high.fact.validity).toBe("valid");
    expect(memory.get(low.fact.id)?.validity).toBe("superseded");
    expect(memory.get(newer.fact.id)?.validity).toBe("challenged");
  });

  test("holds several values where that was declared, and remembers the declaration", () => {
    const { memory, store } = newMemory({ multiValued: ["hobby"] });
    for (const hobby of ["chess", "rowing"])
      memory.add(fact(`I like ${hobby}.`, { subject: "me", attribute: "hobby" }));
    expect(current(memory)).toHaveLength(2);
    expect(store.read("workspace", 0).events.map((one) => one.event.type)).toContain("slots-declared");
  });

  test("holds several values as soon as another process has declared it", () => {
    const { memory, store } = newMemory();
    const hobby = (content: string) => fact(content, { subject: "me", attribute: "hobby" });
    memory.add(hobby("I like chess."));
    Tideline.over(store, { multiValued: ["hobby"] }).add(fact("Rome is in Italy."));
    expect(memory.add(hobby("I like rowing.")).outcome).toBe("added");
  });
});

describe("corrections and negations", () => {
  test("end what they deny, if they can name it", () => {
    const { memory, clock } = newMemory();
    const { fact: job } = memory.add(fact("I work at Acme."));
    clock.pass(DAY);
    const denial = memory.add(fact("I no longer work at Acme."));
    expect(denial.outcome).toBe("superseded");
    expect(memory.get(job.id)).toMatchObject({
      validity: "superseded",
      supersededBy: denial.fact.id,
      validTo: START + DAY,
    });
  });

  test("end the one fact with the same frame and another value", () => {
    const { memory } = newMemory();
    const { fact: rent } = memory.add(fact("The rent is 1,400 euros."));
    memory.add(fact("The deposit is 1,400 euros."));
    const correction = memory.add({ content: "Actually, the rent is 1,450 euros.", segment: "correction" });
    expect(correction.outcome).toBe("superseded");
    expect(memory.get(rent.id)?.supersededBy).toBe(correction.fact.id);
    expect(correction.fact.links).toEqual([{ kind: "corrects", to: rent.id }]);
  });

  test("that name nothing are kept and listed for review", () => {
    const { memory } = newMemory();
    const { fact: open } = memory.add(fact("I no longer work at Initech."));
    expect(memory.review().map((one) => [one.id, one.review])).toEqual([[open.id, "denial-unmatched"]]);
  });

  test("from a lower class leave the higher fact current, with a contradiction to look at", () => {
    const { memory } = newMemory();
    const { fact: job } = memory.add(fact("I work at Acme."));
    const claim = memory.add(fact("I no longer work at Acme.", { source: "retrieved_document" }));
    expect(claim.fact).toMatchObject({ validity: "challenged", review: "conflict" });
    expect(memory.get(job.id)?.validity).toBe("valid");
  });

  test("are listed for review when they name nothing of their own class, whatever lower classes said", () => {
    for (const planted of [false, true]) {
      const { memory } = newMemory();
      const claim = fact("The rent is 900 euros", { source: "tool_output" });
      const tool = planted ? memory.add(claim).fact : undefined;
      const { fact: rent } = memory.add(fact("Actually, the rent is 1,450 euros"));
      expect(rent).toMatchObject({ validity: "valid", review: "denial-unmatched" });
      if (tool !== undefined) expect(memory.get(tool.id)?.validity).toBe("superseded");
    }
  });

  test("find what the principal said, though a lower class said what they name", () => {
    const { memory } = newMemory();
    const { fact: rent } = memory.add(fact("The rent is 1,400 euros"));
    memory.add(fact("The rent is 1,300 euros", { source: "tool_output" }));
    const words = "The rent is 1,450 euros instead of 1,300 euros";
    const alone = newMemory().memory;
    const { fact: sole } = alone.add(fact("The rent is 1,400 euros"));
    alone.add(fact(words));
    memory.add(fact(words));
    expect(memory.get(rent.id)?.validity).toBe(alone.get(sole.id)?.validity);
  });

  test("of the past end nothing that began since", () => {
    const { memory } = newMemory();
    const { fact: job } = memory.add(fact("I work at Acme.", { validFrom: START - 10 * DAY }));
    memory.add(fact("I no longer work at Acme.", { occurredAt: START - 100 * DAY }));
    expect(memory.get(job.id)).toMatchObject({ validity: "valid", validTo: undefined });
  });

  test("of tomorrow end what they deny only then", () => {
    const { memory } = newMemory();
    const { fact: job } = memory.add(fact("I work at Acme."));
    memory.add(fact("I no longer work at Acme.", { validFrom: START + DAY }));
    expect(memory.get(job.id)).toMatchObject({ validity: "valid", validTo: START + DAY });
  });

  const standing = (memory: ReturnType<typeof newMemory>["memory"]) =>
    memory.list({ validity: "valid" }).map((one) => one.content);

  test.each([
    ["I work at Acme.", "I no longer work at Acme."],
    ["The rent is 1,400 euros.", "Actually, the rent is 1,450 euros."],
  ])("and what they deny follow each other, as often as they are said: %j, %j", (plain, denial) => {
    const { memory, clock } = newMemory();
    for (const said of [plain, denial, plain, denial, plain]) {
      expect(memory.add(fact(said)).outcome).not.toBe("reinforced");
      expect(standing(memory)).toEqual([said]);
      clock.pass(DAY);
    }
  });

  test("end what was said since, also when they were said before it", () => {
    const { memory, clock } = newMemory();
    const { fact: first } = memory.add(fact("I no longer work at Acme."));
    clock.pass(DAY);
    const { fact: job } = memory.add(fact("I work at Acme."));
    clock.pass(DAY);
    const { fact: again } = memory.add(fact("I no longer work at Acme."));
    expect(standing(memory)).toEqual(["I no longer work at Acme."]);
    expect(memory.get(job.id)).toMatchObject({ validity: "superseded", supersededBy: again.id });
    expect(memory.get(first.id)).toMatchObject({ validity: "superseded", validTo: START + DAY });
  });

  test("that were said already end what a tool said against them", () => {
    const { memory } = newMemory();
    const { fact: denial } = memory.add(fact("I no longer work at Acme."));
    const { fact: claim } = memory.add(fact("I work at Acme.", { source: "tool_output" }));
    expect(memory.add(fact("I no longer work at Acme.")).fact.id).toBe(denial.id);
    expect(memory.get(claim.id)).toMatchObject({ validity: "superseded", supersededBy: denial.id });
  });

  test("of the principal stand against a lower class that says again what they ended", () => {
    const { memory } = newMemory();
    memory.add(fact("I work at Acme."));
    memory.add(fact("I no longer work at Acme."));
    const { fact: claim } = memory.add(fact("I work at Acme.", { source: "agent" }));
    expect(claim).toMatchObject({ validity: "challenged", review: "conflict" });
    expect(standing(memory)).toEqual(["I no longer work at Acme."]);
    memory.endorse(claim.id);
    expect(standing(memory)).toEqual(["I work at Acme."]);
  });
});

describe("a denial that was said before what it denies is told", () => {
  const DENIAL = "I no longer eat meat.";
  const EATS = "I eat meat.";
  const ago = (days: number) => ({ occurredAt: START - days * DAY });
  const told = (denial: Partial<AddInput>, plain: Partial<AddInput>) => {
    const test = newMemory();
    const first = test.memory.add(fact(DENIAL, denial));
    const then = test.memory.add(fact(EATS, plain));
    return { ...test, denial: first.fact.id, plain: then.fact.id, outcome: then.outcome };
  };

  test.each([
    ["said then", ago(100)],
    ["valid then", { validFrom: START - 100 * DAY }],
  ])("makes it history at once: %s", (_, when) => {
    const { memory, denial, plain, outcome } = told({}, when);
    expect(outcome).toBe("added");
    expect(memory.get(plain)).toMatchObject({ validity: "superseded", supersededBy: denial, validTo: START });
    expect(memory.get(denial)).toMatchObject({ validity: "valid", review: undefined });
    expect(memory.recall("do I eat meat").map((hit) => hit.fact.id)).toEqual([denial]);
    const before = memory.recall("do I eat meat", { asOf: START - 50 * DAY }).map((hit) => hit.fact.id);
    expect(before).toEqual([plain]);
    expect(memory.inspect(plain).text).toMatch(/superseded by \S+ \(rule denied\/before-said\)/);
  });

  test("does so too from a store that was opened again, and within one batch", () => {
    const { memory, store } = newMemory();
    memory.add(fact(DENIAL));
    const again = Tideline.over(store, { clock: { now: () => START } });
    expect(again.add(fact(EATS, ago(100))).fact.validity).toBe("superseded");
    const batch = newMemory().memory.addMany([fact(DENIAL), fact(EATS, ago(100))]);
    expect(batch.map((one) => one.outcome !== "refused" && one.fact.validity)).toEqual([
      "valid",
      "superseded",
    ]);
  });

  test("of a higher class does so, and takes no trace of what a lower class said", () => {
    const { memory, denial, plain } = told({}, { ...ago(100), source: "agent" });
    expect(memory.get(plain)).toMatchObject({ validity: "superseded", supersededBy: denial });
    expect(memory.get(denial)).toMatchObject({ review: "denial-unmatched", links: [], backlinks: [] });
  });

  test.each(["agent", "tool_output", "nobody knows"])("of a lower class never does: %s", (source) => {
    const { memory, plain } = told({ source }, ago(100));
    expect(memory.get(plain)).toMatchObject({ validity: "valid", validTo: undefined, authority: 3 });
    expect(memory.recall("do I eat meat")[0]?.fact.id).toBe(plain);
  });

  test("does nothing while it is in quarantine, to what came later, or to what was over before it", () => {
    const threatScan = { scan: (content: string) => content === DENIAL };
    const held = newMemory({ threatScan }).memory;
    held.add(fact(DENIAL, { source: "agent" }));
    expect(held.add(fact(EATS, { ...ago(100), source: "agent" })).fact.validity).toBe("valid");
    const over = told({}, { validFrom: START - 100 * DAY, validTo: START - 50 * DAY });
    expect(over.memory.get(over.plain)).toMatchObject({ validity: "valid", validTo: START - 50 * DAY });
    const later = told(ago(100), {});
    expect(later.outcome).toBe("superseded");
    expect(later.memory.get(later.denial)).toMatchObject({
      validity: "superseded",
      supersededBy: later.plain,
    });
  });

  test("of tomorrow lets it hold until then", () => {
    const { memory, plain } = told({ validFrom: START + DAY }, {});
    expect(memory.get(plain)).toMatchObject({ validity: "valid", validTo: START + DAY });
  });

  test("is ended by what the principal adopts, though it was held back when the denial was said", () => {
    const { memory, clock } = newMemory({ threatScan: { scan: (content) => content === EATS } });
    const { fact: held } = memory.add(fact(EATS, { source: "agent" }));
    clock.pass(DAY);
    const { fact: denial } = memory.add(fact(DENIAL));
    clock.pass(DAY);
    expect(memory.endorse(held.id)).toMatchObject({ validity: "valid", validFrom: START + 2 * DAY });
    expect(memory.get(denial.id)).toMatchObject({ validity: "superseded", supersededBy: held.id });
  });

  test("as a correction means what has its frame, as long as it has found nothing else", () => {
    const { memory } = newMemory();
    const { fact: right } = memory.add(fact("Actually, the rent is 1,450 euros"));
    const first = memory.add(fact("The rent is 1,400 euros", ago(100))).fact;
    const second = memory.add(fact("The rent is 1,300 euros", ago(200))).fact;
    expect(first).toMatchObject({ validity: "superseded", supersededBy: right.id });
    expect(second.validity).toBe("valid");
  });
});
