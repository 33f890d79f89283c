/** What is a sentence about, apart from its values? */
import { describe, expect, test } from "vitest";
import { frame } from "../../src/text/claims/frame.ts";

describe("one frame, two values", () => {
  test.each([
    ["The rent is 1,400 euros", "Actually the rent is 1,450 euros", ["1400 eur"], ["1450 eur"]],
    ["The rent is 1,400 euros", "the rent is $1,400", ["1400 eur"], ["1400 usd"]],
    ["The launch is on 3 May", "No, the launch is on 13 May 2026", ["may 3"], ["2026-05-13"]],
    ["The call is at 3 pm", "The call is at 16:30", ["15:00"], ["16:30"]],
    ["I have 3 cats", "I have two cats", ["3"], ["2"]],
    ["I work at Acme", "I work at Initech Labs", ["acme"], ["initech labs"]],
    ["My favourite colour is blue", "My favourite colour is dark green", ["blue"], ["dark green"]],
    ["My manager is Anna", "Correction: my manager is hanna", ["anna"], ["hanna"]],
    ["The name of my dog is Rex", "The name of my dog is Max", ["rex"], ["max"]],
    ["The database is Postgres", "The database is mysql", ["postgres"], ["mysql"]],
  ])("%s / %s", (a, b, valuesOfA, valuesOfB) => {
    expect(frame(a).key).toBe(frame(b).key);
    expect(frame(a).values).toEqual(valuesOfA);
    expect(frame(b).values).toEqual(valuesOfB);
  });
});

describe("two frames", () => {
  test.each([
    ["The rent is 1,400 euros", "The deposit is 1,400 euros"],
    ["The rent is 1,400 euros", "The rent is on 3 May"],
    ["The rent is 1,400 euros", "The rent is not 1,400 euros"],
    ["The rent is 1,400 euros", "The rent is high"],
    ["I run 5 km", "I run 5 hours"],
    ["I work at Acme", "I work for Acme"],
    ["The dog is black", "The dog is asleep"],
    ["My name is Bob", "My name is not Bob"],
    ["My phone is broken because it fell", "My phone is old"],
    ["Anna leads the team", "Hanna leads the team"],
    ["3 May 2026", "4 May 2026"],
  ])("%s / %s", (a, b) => {
    expect(frame(a).key).not.toBe(frame(b).key);
  });
});

test("a sentence without values is its own frame", () => {
  expect(frame("I prefer dark mode")).toEqual({ key: "i prefer dark mode", values: [] });
  expect(frame("👍")).toEqual({ key: "👍", values: [] });
});

test("capitals that say nothing hide no names", () => {
  expect(frame("I WORK AT ACME").values).toEqual([]);
  expect(frame("Dogs like me. Cats do not").values).toEqual([]);
});
