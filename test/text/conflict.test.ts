/** Do two sentences that are nearly alike differ in something that matters? */
import { describe, expect, test } from "vitest";
import { conflict } from "../../src/text/sameness/conflict.ts";
import { areOpposite, differInTense } from "../../src/text/values/antonyms.ts";

describe("a conflict, in both orders", () => {
  test.each([
    ["negation", "I am allergic to peanuts", "I am not allergic to peanuts"],
    ["negation", "I drink tea with milk", "I drink tea without milk"],
    ["number", "The rent is 1,400 euros", "The rent is 1,450 euros"],
    ["number", "We use version 1.2", "We use version 12"],
    ["number", "It was -5 degrees", "It was 5 degrees"],
    ["unit", "I run 5 km", "I run 5 miles"],
    ["unit", "I owe 100 USD", "I owe 100 EUR"],
    ["date", "The launch is on 3 May", "The launch is on 13 May"],
    ["date", "The launch is on 2026-05-03", "Our launch is on 4 May 2026"],
    ["time", "The call is at 3 pm", "The call is at 16:00"],
    ["antonym", "He prefers dark mode", "He prefers light mode"],
    ["antonym", "Call me before lunch", "Call me after lunch"],
    ["antonym", "The standup is on Monday", "The standup is on Tuesday"],
    ["antonym", "I moved to Rome", "I moved from Rome"],
    ["modality", "You must pay", "You may pay"],
    ["tense", "She lives in Rome", "She lived in Rome"],
    ["tense", "She is a doctor", "She was a doctor"],
    ["name", "Anna leads the team", "Hanna leads the team"],
    ["name", "I work at Acme", "I work at Initech"],
    ["identifier", "Mail me at anna@example.com", "Mail me at bob@example.com"],
    ["identifier", "The locker code is XyZ9", "The locker code is xyz9 by now"],
    ["unit", "The laser has 5 mW", "The new laser has 5 MW"],
    ["roles", "The dog bit the man", "The man bit the dog"],
    ["roles", "Mara reports to Bob", "Bob reports to Mara"],
  ])("%s: %s / %s", (kind, a, b) => {
    expect(conflict(a, b)?.kind).toBe(kind);
    expect(conflict(b, a)?.kind).toBe(kind);
  });

  test("says what differs, each side's own", () => {
    const [a, b] = ["The rent is 1,400 euros", "The rent is 1,450 euros"];
    expect(conflict(a, b)).toEqual({ kind: "number", a: ["1400 eur"], b: ["1450 eur"] });
    expect(conflict(b, a)).toEqual({ kind: "number", a: ["1450 eur"], b: ["1400 eur"] });
  });
});

describe("no conflict", () => {
  test.each([
    ["The rent is 1,400 euros", "Rent: 1400 EUR"],
    ["I don't eat meat", "I do not eat any meat"],
    ["I moved to Rome in May", "In May I moved to Rome"],
    ["I have a dog", "I have a brown dog"],
    ["Kids play outside", "Children play outside"],
    ["The launch is on 3 May", "The launch is in spring on May 3rd"],
    ["I like pears and apples", "I like apples and pears"],
  ])("%s / %s", (a, b) => {
    expect(conflict(a, b)).toBeUndefined();
    expect(conflict(b, a)).toBeUndefined();
  });
});

test("opposites and tenses hold both ways, and of no word with itself", () => {
  expect(areOpposite("hot", "cold") && areOpposite("cold", "hot")).toBe(true);
  expect(areOpposite("red", "blue") && areOpposite("blue", "red")).toBe(true);
  expect(areOpposite("monday", "blue") || areOpposite("red", "red")).toBe(false);
  expect(differInTense("study", "studied") && differInTense("stopped", "stops")).toBe(true);
  expect(differInTense("need", "needs") || differInTense("bed", "b")).toBe(false);
});
