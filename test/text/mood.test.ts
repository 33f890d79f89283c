/** Is a text that was made of others true to what they deny, and to what they only hold possible? */
import { expect, test } from "vitest";
import { keepsMood } from "../../src/text/claims/mood.ts";

const SAID = ["Nora does not eat cheese.", "Nora lives in Bergen.", "Nora may move to Oslo."];

test.each([
  ["Nora lives in Bergen.", true],
  ["Nora lives in Bergen. She does not eat cheese.", true],
  ["Nora never eats cheese.", true],
  ["She may move to Oslo.", true],
  ["Perhaps Nora moves to Oslo.", true],
  ["Nora eats cheese.", false],
  ["Nora lives in Bergen and eats cheese.", false],
  ["Nora does not live in Bergen.", false],
  ["Nora lives in Bergen, not with cheese.", false],
  ["Nora moves to Oslo.", false],
  ["Nora will not move to Oslo.", false],
])("%s %s", (text, isKept) => {
  expect(keepsMood(text, SAID)).toBe(isKept);
});

test.each([
  [["Karl no longer smokes."], "Karl smokes.", false],
  [["Karl stopped smoking."], "Karl is smoking.", false],
  [["Karl no longer smokes."], "Karl stopped smoking.", true],
  [["Karl can't swim."], "Karl can swim.", false],
  [["Karl hates olives."], "Karl loves olives.", false],
  [["Karl detests olives."], "Karl enjoys olives.", false],
  [["Karl hates olives."], "Karl hates olives.", true],
  [["The cellar is closed."], "The cellar is open.", false],
  [["Karl isst kein Fleisch."], "Karl isst Fleisch.", false],
  [["If it rains, Karl takes the bus."], "Karl takes the bus.", false],
] as const)("%s: %s %s", (said, text, isKept) => {
  expect(keepsMood(text, said)).toBe(isKept);
});
