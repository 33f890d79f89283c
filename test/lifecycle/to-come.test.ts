/** Does a fact stay until its time has come, under every policy, and for whom? */
import { describe, expect, test } from "vitest";
import { POLICY_NAMES } from "../../src/index.ts";
import { DAY, fact, newMemory, START } from "../support/memory.ts";

const TIME = START + 90 * DAY;

/** On which day a daily sweep takes the fact out of sight; undefined if it never does. */
async function dayOfLeaving(more: object, policy: (typeof POLICY_NAMES)[number] = "tideline") {
  const { memory, clock } = newMemory({ policy });
  const { id } = memory.add(fact("The boat is put into the water.", more)).fact;
  for (let day = 0; day < 150; day++) {
    await memory.sweep();
    if (memory.peek(id)?.lifecycle !== "active" || memory.peek(id)?.suppressed) return day;
    clock.pass(DAY);
  }
  return undefined;
}

describe("what is still to come", () => {
  test.each(POLICY_NAMES)("stays under %s until its time, and 30 days longer", async (policy) => {
    for (const more of [{ validFrom: TIME }, { occurredAt: TIME }, { occurredAt: TIME, segment: "context" }])
      expect((await dayOfLeaving(more, policy)) ?? 150).toBeGreaterThanOrEqual(120);
  });

  test("leaves then, as any other", async () => {
    expect(await dayOfLeaving({ validFrom: TIME })).toBe(120);
    expect(await dayOfLeaving({ occurredAt: TIME, segment: "context" })).toBe(120);
  });

  test("stays as long as it happens again, and no longer", async () => {
    expect(await dayOfLeaving({ recurrence: "yearly" })).toBeUndefined();
    expect(await dayOfLeaving({ recurrence: "FREQ=DAILY;UNTIL=20260301T000000Z" })).toBe(59);
    expect(await dayOfLeaving({ recurrence: "whenever" })).toBe(44);
  });

  test("does not mean what has happened, nor what is over", async () => {
    expect(await dayOfLeaving({ occurredAt: START - DAY })).toBe(44);
    const { memory, clock } = newMemory();
    const { id } = memory.add(
      fact("The boat is put into the water.", { validFrom: TIME, validTo: TIME }),
    ).fact;
    clock.pass(91 * DAY);
    expect(memory.inspect(id).immunity).toBeUndefined();
  });

  test("is nothing that a lower class may say of its own text", async () => {
    for (const source of ["agent", "tool_output"])
      for (const more of [{ validFrom: TIME }, { recurrence: "yearly" }, { occurredAt: TIME }])
        expect(await dayOfLeaving({ ...more, source })).toBe(44);
  });

  test("is read from the words", async () => {
    const said = async (content: string, more: object = {}) => await dayOfLeaving({ content, ...more });
    expect(await said("The chimney sweep comes in May.")).toBeUndefined();
    expect(await said("The chimney sweep comes on 2026-03-15.")).toBe(104);
    expect(await said("The chimney sweep came in May.")).toBe(44);
    expect(await said("The chimney sweep comes in May.", { source: "agent" })).toBe(44);
  });

  test("is said in the report, the forecast and inspect", async () => {
    const { memory, clock } = newMemory();
    const { id } = memory.add(fact("The boat is put into the water.", { occurredAt: TIME })).fact;
    clock.pass(60 * DAY);
    expect((await memory.sweep()).text).toContain(
      "kept: its time is still to come, on 2026-04-01 (immunity/to-come)",
    );
    expect(memory.inspect(id).text).toContain("but its time is still to come");
    expect(memory.forecast({ days: 90 }).leaving).toMatchObject([{ fact: id, at: START + 120 * DAY }]);
  });
});
