/** Which value of a slot is current, and when did the others hold? */
import { describe, expect, test } from "vitest";
import { type AddInput, Tideline } from "../../src/index.ts";
import { DAY, endorse, fact, newMemory, START } from "../support/memory.ts";

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

  test("gives way to no value that was replaced in the moment in which it was said", () => {
    const { memory } = newMemory();
    memory.add(city("Rome"));
    memory.add(city("Oslo"));
    memory.add(city("Oslo", { validFrom: START - DAY, validTo: START + DAY }));
    const [oslo] = memory.list().filter((one) => one.validity === "valid");
    expect(oslo).toMatchObject({ content: "I live in Oslo.", validFrom: START - DAY, validTo: START + DAY });
    expect(memory.recall("where do I live").map((hit) => hit.fact.content)).toEqual(["I live in Oslo."]);
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
    expect(claim.outcome).toBe("disputed");
    expect(claim.fact).toMatchObject({ validity: "challenged", review: "conflict" });
    expect(claim.fact.links).toEqual([{ kind: "contradicts", to: berlin.id }]);
    expect(memory.get(berlin.id)).toMatchObject({ validity: "valid", validTo: undefined });
    expect(memory.review().map((one) => one.id)).toEqual([claim.fact.id]);
    clock.pass(DAY);
    expect(endorse(memory, claim.fact.id)).toMatchObject({
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
