/** Do recurring events come back to mind when they are near? */
import { describe, expect, test } from "vitest";
import { daysToNearest, freshnessPolicy, parseRecurrence } from "../../src/advanced.ts";
import { at, sample, six } from "../support/aged.ts";
import { DAY, fact, newMemory, START } from "../support/memory.ts";

const time = (text: string) => Date.parse(text);

function days(rule: string, start: string, now: string): number | undefined {
  const recurrence = parseRecurrence(rule);
  if (recurrence === undefined) throw new Error(`cannot read ${rule}`);
  return daysToNearest(recurrence, time(start), time(now));
}

describe("the nearest time", () => {
  test.each([
    ["yearly", "1990-05-03T00:00:00Z", "2026-05-03T00:00:00Z", 0],
    ["FREQ=YEARLY", "1990-05-03T00:00:00Z", "2026-04-26T00:00:00Z", 7],
    ["FREQ=YEARLY", "1990-05-03T00:00:00Z", "2026-05-10T00:00:00Z", 7],
    ["FREQ=YEARLY;INTERVAL=4", "2024-11-05T00:00:00Z", "2026-11-05T00:00:00Z", 730],
    ["weekly", "2026-01-05T10:00:00Z", "2026-03-11T10:00:00Z", 2],
    ["RRULE:FREQ=WEEKLY;BYDAY=MO,TH", "2026-01-05T10:00:00Z", "2026-03-11T10:00:00Z", 1],
    ["FREQ=WEEKLY;INTERVAL=2", "2026-01-05T10:00:00Z", "2026-01-12T10:00:00Z", 7],
    ["FREQ=DAILY", "2026-01-01T08:00:00Z", "2026-06-01T20:00:00Z", 0.5],
    ["monthly", "2026-01-31T00:00:00Z", "2026-02-28T00:00:00Z", 0],
    ["monthly", "2026-01-31T00:00:00Z", "2026-04-30T00:00:00Z", 0],
  ])("%s from %s, on %s: %d days", (rule, start, now, expected) => {
    expect(days(rule, start, now)).toBe(expected);
  });

  test("a leap day is kept on the 28th in other years", () => {
    expect(days("yearly", "2000-02-29T00:00:00Z", "2026-02-28T00:00:00Z")).toBe(0);
    expect(days("yearly", "2000-02-29T00:00:00Z", "2028-02-29T00:00:00Z")).toBe(0);
  });

  test("nine o'clock stays nine o'clock through summer time", () => {
    const rule = "FREQ=WEEKLY;TZID=Europe/Berlin";
    // Monday 09:00 in Berlin: 08:00 UTC in winter, 07:00 in summer.
    expect(days(rule, "2026-03-23T08:00:00Z", "2026-03-30T07:00:00Z")).toBe(0);
    expect(days("weekly", "2026-03-23T08:00:00Z", "2026-03-30T07:00:00Z")).toBeCloseTo(1 / 24);
  });

  test("the day is the day in its zone, not in Greenwich", () => {
    // 1 January 01:00 in Auckland is 31 December in Greenwich.
    expect(days("FREQ=YEARLY;TZID=Pacific/Auckland", "2019-12-31T12:00:00Z", "2025-12-31T12:00:00Z")).toBe(0);
  });

  test("it ends where it says", () => {
    expect(days("FREQ=WEEKLY;UNTIL=20260201", "2026-01-05T10:00:00Z", "2026-03-02T10:00:00Z")).toBe(35);
    expect(days("FREQ=WEEKLY;COUNT=2", "2026-01-05T10:00:00Z", "2026-01-26T10:00:00Z")).toBe(14);
    // From a Wednesday on: Friday the 9th and Monday the 12th. The Monday before the start counts for nothing.
    const twice = "FREQ=WEEKLY;BYDAY=MO,FR;COUNT=2";
    expect(days(twice, "2026-01-07T10:00:00Z", "2026-01-12T10:00:00Z")).toBe(0);
    expect(days(twice, "2026-01-07T10:00:00Z", "2026-01-16T10:00:00Z")).toBe(4);
    expect(days("FREQ=WEEKLY;BYDAY=MO,FR;COUNT=10", "2026-01-05T10:00:00Z", "2026-03-06T10:00:00Z")).toBe(28);
    expect(days("FREQ=WEEKLY;COUNT=2", "2026-01-05T10:00:00Z", "2030-01-01T00:00:00Z")).toBeGreaterThan(1000);
  });

  test("never before it began", () => {
    expect(days("yearly", "2030-01-01T00:00:00Z", "2026-01-01T00:00:00Z")).toBe(1461);
  });

  test.each([
    "",
    "sometimes",
    "FREQ=HOURLY",
    "FREQ=WEEKLY;BYDAY=XX",
    "FREQ=YEARLY;BYDAY=MO",
    "FREQ=DAILY;INTERVAL=0",
    "FREQ=DAILY;UNTIL=soon",
    "FREQ=DAILY;TZID=Mars/Base",
    "FREQ=DAILY;;",
    "FREQ",
  ])("%j cannot be read", (rule) => {
    expect(parseRecurrence(rule)).toBeUndefined();
  });
});

describe("under the freshness policy", () => {
  const policy = freshnessPolicy();
  const birthday = sample({}, { kind: "event", recurrence: "yearly" });
  const freshness = (day: number) => six(policy.score(birthday, at(day)).parts.freshness);

  test("a birthday fades, and is fresh again around every recurrence", () => {
    expect(freshness(180)).toBeLessThan(0.02);
    expect([freshness(365 * 2 - 7), freshness(365 * 2)]).toEqual([0.5, 1]);
    expect(freshness(365 * 2 + 7)).toBeCloseTo(0.5);
  });

  test("it is not taken out of ranking while it still comes round, and is once it has ended", () => {
    expect(policy.decide(birthday, at(1000)).rule).toBe("freshness/recurring");
    const ended = { ...birthday, recurrence: "FREQ=YEARLY;UNTIL=20270101" };
    expect(policy.decide(ended, at(1000)).action).toBe("suppress");
  });

  test("one that cannot be read is ignored, and inspect says so", () => {
    const { memory } = newMemory({ policy: "freshness" });
    const { id } = memory.add(fact("The club meets.", { recurrence: "now and then" })).fact;
    expect(memory.inspect(id).text).toContain('Its recurrence ("now and then") cannot be read');
  });

  test("an event that recurs ranks higher near its day than one that does not", () => {
    const { memory, clock } = newMemory({ policy: "freshness" });
    const add = (content: string, more: object) =>
      memory.add(fact(content, { segment: "context", occurredAt: START, ...more })).fact.id;
    const once = add("Party for Paul.", {});
    const yearly = add("Party for Lena.", { recurrence: "yearly" });
    clock.pass(365 * DAY);
    expect(memory.recall("party", { passive: true }).map((hit) => hit.fact.id)).toEqual([yearly, once]);
  });
});
