// Which sentences tell by themselves something that one may want to know some weeks later?
import { expect, test } from "vitest";
import { leavesOut } from "../../../src/converse/rules/alone.ts";
import { isTold } from "../../../src/converse/rules/told.ts";

test.each([
  "I just signed the contract with Harlow & Sons.",
  "I've created the Anki card for the Treaty of Ghent.",
  "We booked the cottage in Brecon for August.",
  "I have a dentist appointment on Friday.",
  "I haven't finished the verification for my bank account.",
  "Let's go with the blue tiles for the bathroom.",
  "My boss just assigned me an urgent trip to Osaka.",
  "The new boiler is costing us about 2,400 euros.",
  "I need to check in at the Hilton on 1 March 2027.",
  "I'm exploring a shift from television to digital streaming, with jobs at Netflix in mind.",
  "I'm Crystal Wilson, a film producer based in Leeds.",
  "I bought a van and I painted it.",
  "I had a call with Alexis on 1 May and she mentioned that metrics are valued by studios.",
  "I can't swim.",
])("told: %s", (text) => {
  expect(isTold(text, text)).toBe(true);
});

test.each([
  ["names no thing", "I finished it."],
  ["a pronoun for a person who is not named", "She lives in Bergen with my brother."],
  ["one of something", "I haven't studied in one since school."],
  ["a part of something that is not named", "I finished the second half of the evening."],
  ["a thing of the talk without a name", "I looked at the template."],
  ["goes on from something else", "I went to the cinema in Ghent instead."],
  ["what happens next", "I'm going to run that circuit."],
  ["a mood", "I'm so tired of my commute to Leeds."],
  ["a request", "I need a list of hotels in Oslo."],
  ["a choice among what was offered", "Let's go with option two."],
  ["praise", "I like the outline of the article about Bern."],
  ["a piece of a sentence", "Our key features of the platform in Ghent are."],
  ["a doubt", "I might paint my bathroom in Ghent."],
  ["a program's trouble", "I'm having trouble with my Cypress tests for the navigation."],
  ["nothing of its own", "I decided to do something."],
])("%s: not %s", (_, text) => {
  expect(isTold(text, text)).toBe(false);
});

test("a plan for the day itself is not told, what was done that day is", () => {
  expect(
    isTold(
      "I need to finish the emergency plan for 10 June 2026.",
      "I need to finish the emergency plan for today.",
    ),
  ).toBe(false);
  expect(
    isTold(
      "I mailed the postcard for Saiho-ji on 10 June 2026.",
      "I mailed the postcard for Saiho-ji today.",
    ),
  ).toBe(true);
});

test.each([
  ["the exam", "I passed the exam.", false],
  ["a name after it", "I located the resources for the Treaty of Ghent.", false],
  ["two words of its own", "I set up the job alerts.", false],
  ["a thing of the talk", "I put the notes in my bag.", true],
  ["named before in the sentence", "I sold a boat and miss it.", false],
  ["somebody named before", "My sister Ella says she likes Oslo.", false],
  ["nobody named", "I told her.", true],
])("%s: %s leaves something out: %s", (_, text, expected) => {
  expect(leavesOut(text)).toBe(expected);
});
