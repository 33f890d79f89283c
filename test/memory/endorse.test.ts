/** What follows when the principal adopts what somebody else said? What would have followed had they said it. */
import { describe, expect, test } from "vitest";
import { type AddInput, isTidelineError } from "../../src/index.ts";
import { DAY, endorse, fact, newMemory, START, type TestMemory } from "../support/memory.ts";

const city = (value: string, more: Partial<AddInput> = {}): AddInput =>
  fact(`I live in ${value}.`, { subject: "me", attribute: "home city", ...more });
const agent = { source: "agent" } as const;
const YEAR = 365 * DAY;

/** What is in force now, in the slot. */
function current({ memory, clock }: TestMemory): readonly string[] {
  return memory
    .list()
    .filter((one) => one.validity === "valid" && (one.validTo ?? Number.POSITIVE_INFINITY) > clock.now())
    .filter((one) => (one.validFrom ?? 0) <= clock.now())
    .map((one) => one.content);
}

/** The principal lives in Berlin; a day later an agent says Paris. */
function claimed() {
  const test = newMemory();
  test.memory.add(city("Berlin"));
  test.clock.pass(DAY);
  return { test, paris: test.memory.add(city("Paris", agent)).fact };
}

describe("endorsing", () => {
  test("what was superseded is refused with a code, and changes nothing", () => {
    const test = newMemory();
    const { fact: paris } = test.memory.add(city("Paris", agent));
    const { fact: rome } = test.memory.add(city("Rome", agent));
    expect(() => endorse(test.memory, paris.id)).toThrow(
      expect.toSatisfy(
        (error) => isTidelineError(error, "invalid-argument") && /superseded/.test(`${error}`),
      ),
    );
    expect(current(test)).toEqual(["I live in Rome."]);
    expect(endorse(test.memory, rome.id)).toMatchObject({ authority: 3, validity: "valid" });
    expect(current(test)).toEqual(["I live in Rome."]);
  });

  test("one of several values ends none of the others", () => {
    const { memory } = newMemory({ multiValued: ["email"] });
    const email = (content: string, more: Partial<AddInput> = {}) =>
      fact(content, { subject: "me", attribute: "email", ...more });
    memory.add(email("email a@x.org"));
    memory.add(email("email b@x.org"));
    const { fact: third } = memory.add(email("email c@x.org", agent));
    endorse(memory, third.id);
    expect(memory.list({ validity: "valid" })).toHaveLength(3);
  });

  test("history never supersedes the present", () => {
    const test = newMemory();
    test.memory.add(city("Berlin", { validFrom: START - YEAR }));
    const { fact: paris } = test.memory.add(
      city("Paris", { ...agent, validFrom: START - 5 * YEAR, validTo: START - 3 * YEAR }),
    );
    expect(endorse(test.memory, paris.id)).toMatchObject({ authority: 3, validTo: START - 3 * YEAR });
    expect(current(test)).toEqual(["I live in Berlin."]);
    const { fact: rome } = test.memory.add(city("Rome", { ...agent, validFrom: START - 2 * YEAR }));
    expect(endorse(test.memory, rome.id)).toMatchObject({ validity: "superseded", validTo: START - YEAR });
    expect(current(test)).toEqual(["I live in Berlin."]);
  });

  test("what is archived ends nothing; once it is back and endorsed again, it does", () => {
    const { test, paris } = claimed();
    test.memory.archive(paris.id);
    expect(endorse(test.memory, paris.id)).toMatchObject({ authority: 3, lifecycle: "archived" });
    expect(current(test)).toEqual(["I live in Berlin."]);
    test.memory.restore(paris.id);
    expect(current(test)).toEqual(["I live in Berlin."]);
    endorse(test.memory, paris.id);
    expect(current(test)).toEqual(["I live in Paris."]);
  });

  test("what is planned leaves the present value until then", () => {
    const test = newMemory();
    const { fact: berlin } = test.memory.add(city("Berlin"));
    const { fact: paris } = test.memory.add(city("Paris", { ...agent, validFrom: START + 10 * DAY }));
    endorse(test.memory, paris.id);
    expect(current(test)).toEqual(["I live in Berlin."]);
    expect(test.memory.get(berlin.id)?.validTo).toBe(START + 10 * DAY);
    test.clock.pass(11 * DAY);
    expect(current(test)).toEqual(["I live in Paris."]);
  });

  test("an undated value is the principal's latest word, whatever they said in between", () => {
    const { test, paris } = claimed();
    test.clock.pass(DAY);
    const { fact: rome } = test.memory.add(city("Rome"));
    test.clock.pass(DAY);
    expect(endorse(test.memory, paris.id)).toMatchObject({ validity: "valid", validFrom: START + 3 * DAY });
    expect(test.memory.get(rome.id)).toMatchObject({ validity: "superseded", validTo: START + 3 * DAY });
    expect(current(test)).toEqual(["I live in Paris."]);
  });

  test("a denial ends what it denies", () => {
    const test = newMemory();
    const { fact: job } = test.memory.add(fact("I work at Acme."));
    test.clock.pass(DAY);
    const { fact: denial } = test.memory.add(fact("I no longer work at Acme.", { source: "tool_output" }));
    expect(endorse(test.memory, denial.id)).toMatchObject({ validity: "valid", authority: 3 });
    expect(test.memory.get(job.id)).toMatchObject({
      validity: "superseded",
      supersededBy: denial.id,
      validTo: START + DAY,
    });
    expect(current(test)).toEqual(["I no longer work at Acme."]);
  });

  test("twice is as good as once", () => {
    const { test, paris } = claimed();
    const once = endorse(test.memory, paris.id);
    expect(endorse(test.memory, paris.id)).toEqual(once);
  });

  test("what the principal has said already makes no second fact", () => {
    const test = newMemory({ threatScan: { scan: () => true } });
    const { fact: own } = test.memory.add(fact("The door code is 12"));
    const { fact: held } = test.memory.add(fact("The door code is 12", agent));
    expect(endorse(test.memory, held.id)).toMatchObject({ validity: "merged", supersededBy: own.id });
    expect(current(test)).toHaveLength(1);
  });
});
