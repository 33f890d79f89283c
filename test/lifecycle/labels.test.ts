/** As what does a new fact begin? */
import { describe, expect, test } from "vitest";
import { labelsOf } from "../../src/lifecycle/labels.ts";
import type { Segment } from "../../src/model/segment.ts";

const kindOf = (content: string, segment: Segment = "project") =>
  labelsOf({ content, segment, authority: 3, dated: false }).kind;

describe("a project's fact", () => {
  test.each([
    "The launch is on 3 May 2025",
    "The launch is on 2025-05-03",
    "The launch is on the third of May",
    "The launch is on May 3rd",
    "The launch was in May 2025",
    "The launch is on 03.05.2025 at 15:00",
  ])("is an event if it names a day, or a month and its year: %s", (content) => {
    expect(kindOf(content)).toBe("event");
  });

  test.each([
    "The launch is late",
    "The launch may take 3 weeks",
    "The launch is in May",
    "The launch is in 2025",
    "The launch is at 15:00",
    "We march 5 km a day",
    "The launch has 3 steps, of which 2025 users know",
  ])("is a fact otherwise: %s", (content) => {
    expect(kindOf(content)).toBe("fact");
  });

  test("is an event if it was given a time", () => {
    const draft = { content: "The launch", segment: "project", authority: 3, dated: true } as const;
    expect(labelsOf(draft).kind).toBe("event");
  });
});

test("in other segments a date makes no event", () => {
  expect(kindOf("I was born on 3 May 1990", "identity")).toBe("fact");
  expect(kindOf("Rome was founded on 21 April", "knowledge")).toBe("fact");
});
