import { expect, it } from "vitest";
import { parseTime } from "../../src/model/arguments.ts";

const NINE = Date.UTC(2026, 2, 1, 9);

it.each([
  ["2026-03-01T09:00:00Z", NINE],
  ["2026-03-01T10:00:00+01:00", NINE],
  ["2026-03-01T09:00", NINE],
  ["2026-03-01", Date.UTC(2026, 2, 1)],
  ["2026", Date.UTC(2026, 0, 1)],
])("reads the time %s, in UTC if it names no zone", (text, expected) => {
  expect(parseTime(text, "asOf")).toBe(expected);
});

it.each(["soon", "2026-13-01", "01/03/2026", "", "2026-03-01T25:00", Number.NaN, 9e15, null, {}])(
  "refuses %s as a time, and names the argument",
  (value) => {
    expect(() => parseTime(value, "asOf")).toThrow("asOf must be a time");
  },
);
