/** Until when is it still to come what a text tells of? */
import { describe, expect, test } from "vitest";
import { timeToCome } from "../../src/text/values/time-to-come.ts";

const TOLD = Date.UTC(2026, 3, 1, 12);
const lastDay = (text: string) => {
  const end = timeToCome(text, TOLD);
  return end === undefined ? undefined : new Date(end - 1).toISOString().slice(0, 10);
};

describe("told on 1 April 2026", () => {
  test.each([
    ["The chimney sweep comes in September.", "2026-09-30"],
    ["The flight is booked for 14 August.", "2026-08-14"],
    ["Ana's thesis is due on May 3rd.", "2026-05-03"],
    ["The lease ends in March.", "2027-03-31"],
    ["My passport expires on 12 March 2031.", "2031-03-12"],
    ["The viewing was moved to 2026-07-09.", "2026-07-09"],
    ["We are in Lisbon from 2 June until 19 June.", "2026-06-19"],
    ["I start at Globex next month.", "2026-05-31"],
    ["We get the keys next summer.", "2026-08-31"],
    ["I need the car back by October.", "2026-10-31"],
  ])("%s", (text, day) => {
    expect(lastDay(text)).toBe(day);
  });

  test.each([
    "The chimney sweep came in September.",
    "We moved house in June.",
    "The boiler was serviced on 3 May.",
    "I have lived here since August.",
    "Ben broke his arm last October, on a Monday.",
    "The bridge opened on 2019-05-04.",
    "We may march on.",
    "The sauna is behind the boathouse.",
    "Version 2.5 needs 2048 MB.",
    "",
  ])("nothing: %s", (text) => {
    expect(lastDay(text)).toBeUndefined();
  });
});
