// From whose day does "tomorrow" count? From that of the speaker's wall clock, where the host names his time zone.
import { describe, expect, test } from "vitest";
import { promptFor } from "../../src/converse/prompt.ts";
import type { Turn } from "../../src/converse/turn.ts";
import { MemoryStore, type ObserveInput, Tideline, type TidelineOptions } from "../../src/index.ts";
import { offsetMinutesAt } from "../../src/text/values/time-zone.ts";

/** In Los Angeles it is Thursday the 19th, 18:30; in Auckland Friday the 20th, 15:30. */
const AT = Date.UTC(2026, 10, 20, 2, 30);

async function factOf(content: string, turn: Partial<ObserveInput> = {}, options: TidelineOptions = {}) {
  const now = Number(turn.at ?? AT);
  const memory = Tideline.over(new MemoryStore(), { clock: { now: () => now }, ...options });
  memory.observe({ session: "s", role: "user", content, ...turn });
  await memory.distil();
  return memory.list()[0];
}

describe("a turn counts from the day of the speaker's clock", () => {
  test.each([
    ["UTC", "21 November 2026"],
    ["America/Los_Angeles", "20 November 2026"],
    ["Pacific/Auckland", "21 November 2026"],
  ])("in %s tomorrow is %s", async (timeZone, day) => {
    const said = "I have an interview at Kestrel Labs tomorrow.";
    const there = `I have an interview at Kestrel Labs on ${day}.`;
    expect((await factOf(said, { timeZone }))?.content).toBe(there);
    expect((await factOf(said, {}, { distilling: { timeZone } }))?.content).toBe(there);
  });

  test("the turn's zone comes before the memory's, and without either days are in UTC", async () => {
    const said = "I have an interview at Kestrel Labs tomorrow.";
    const options = { distilling: { timeZone: "Pacific/Auckland" } };
    expect((await factOf(said, { timeZone: "America/Los_Angeles" }, options))?.content).toContain("20 Nov");
    expect((await factOf(said))?.content).toContain("21 Nov");
  });

  test("a month begins where the speaker is, too", async () => {
    const at = Date.UTC(2026, 10, 30, 23, 30);
    const said = "I have an interview at Kestrel Labs next month.";
    expect((await factOf(said, { at, timeZone: "Asia/Tokyo" }))?.content).toContain("January 2027");
    expect((await factOf(said, { at }))?.content).toContain("December 2026");
  });

  test("a day that has begun only where the speaker is does not lie ahead of the turn", async () => {
    const at = Date.UTC(2026, 10, 18, 14);
    const fact = await factOf("I got married today.", { timeZone: "Pacific/Auckland", at });
    expect(fact?.content).toBe("I got married on 19 November 2026.");
    expect(fact?.occurredAt).toBe(at);
  });

  test("another process distils by the same day", async () => {
    const store = new MemoryStore();
    const clock = { now: () => AT };
    const first = Tideline.over(store, { clock });
    first.observe({
      ...{ session: "s", role: "user", timeZone: "America/Los_Angeles" },
      content: "I have an interview at Kestrel Labs tomorrow.",
    });
    const second = Tideline.over(store, { clock, distilling: { timeZone: "Asia/Tokyo" } });
    await second.distil();
    expect(second.list()[0]?.content).toContain("20 November 2026");
  });
});

test("a model is shown the speaker's day", () => {
  const turn: Turn = {
    ...{ number: 1, id: "t", session: "s", role: "user", content: "Tomorrow.", at: AT, offsetMinutes: -480 },
    ...{ actor: undefined, authority: 3, attachments: [] },
  };
  expect(promptFor({ known: [] }, [turn])).toContain("2026-11-19 Thursday");
});

test("the offset knows summer time, half hours and zones behind UTC", () => {
  expect(offsetMinutesAt("Europe/Vienna", Date.UTC(2026, 6, 1))).toBe(120);
  expect(offsetMinutesAt("Europe/Vienna", Date.UTC(2026, 11, 1))).toBe(60);
  expect(offsetMinutesAt("Asia/Kolkata", AT)).toBe(330);
  expect(offsetMinutesAt("America/St_Johns", AT)).toBe(-210);
  expect(offsetMinutesAt("UTC", 0)).toBe(0);
});

test.each([["Mars/Olympus"], [""], [5], [null]])("%j is no time zone, and nothing is stored", (timeZone) => {
  const memory = Tideline.over(new MemoryStore());
  const bad = { session: "s", role: "user", content: "I live in Bern.", timeZone } as unknown as ObserveInput;
  expect(() => memory.observe(bad)).toThrow(/timeZone/);
  expect(memory.inbox().waiting).toBe(0);
  const distilling = { timeZone } as unknown as { timeZone: string };
  expect(() => Tideline.over(new MemoryStore(), { distilling })).toThrow(/timeZone/);
});
