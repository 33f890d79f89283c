// Which sentences are still so months later, and say by themselves what they say?
import { describe, expect, test } from "vitest";
import { isLasting } from "../../../src/converse/rules/lasting.ts";
import { proposeByRules } from "../../../src/converse/rules/rules.ts";
import type { Turn } from "../../../src/converse/turn.ts";

test.each([
  "I'm a nurse in Bern.",
  "I work as a bricklayer for my uncle.",
  "I'm Nora, I work as a nurse in Ghent.",
  "I'm Nora de Wit, 34, and I live in Ghent.",
  "My sister Ella lives in Bergen.",
  "My wife is allergic to shellfish.",
  "I always get up at five.",
  "I run ten kilometres every Sunday.",
  "I prefer trains to planes.",
  "I can't eat gluten.",
  "I have two dogs and a parrot.",
  "We moved to Utrecht in 2019.",
  "I want to become a pilot.",
  "My goal is a weight of 78 kg.",
  "I've never used any citation software.",
  "Saturday morning is for surfing with the kids, non-negotiable.",
  "I have a dentist appointment on 11 June 2026.",
  "For the past few years, I've been able to live without a car.",
])("lasts: %s", (text) => {
  expect(isLasting(text)).toBe(true);
});

test.each([
  ["a mood", "I feel so tired of my job."],
  ["a mood that is no name", "I'm Happy, I love that song."],
  ["the state of the body", "My head is pounding like crazy."],
  ["a request", "I need the drafts right now."],
  ["a step of a task", "I've finished the card for the treaty."],
  ["a choice among what was offered", "Let's go with Option 2."],
  ["what is going on", "I'm looking for the link."],
  ["what points to another sentence", "I like that approach."],
  ["a person who is not named", "She lives in Bergen with them."],
  ["a thing that is not named", "I have decided to change the plan."],
  ["a day that is not named", "I have a meeting on Friday."],
  ["a doubt", "I might move to Oslo."],
  ["a condition", "If I win, I want to buy a boat."],
  ["what everybody is", "We all have bad days."],
  ["a thing for the moment", "I have a question about my rent."],
  ["a proverb without a speaker", "The sooner, the better."],
])("%s does not: %s (%s)", (_, text) => {
  expect(isLasting(text)).toBe(false);
});

describe("what is proposed", () => {
  const segmentOf = (content: string) => {
    const turn: Turn = {
      ...{ number: 1, id: "T1", session: "s", role: "user", content, at: Date.UTC(2026, 5, 10) },
      ...{ actor: undefined, authority: 3, attachments: [] },
    };
    return proposeByRules({ turns: [turn], known: [] }).map(({ segment }) => segment);
  };

  test.each([
    ["I have two dogs and a parrot.", "knowledge"],
    ["I've booked the Jucy Condo for the trip.", "context"],
    ["Remember that I've booked the Jucy Condo for the trip.", "knowledge"],
    ["Always include version numbers when I ask about libraries.", "preference"],
  ])("%s is filed under %s", (content, segment) => {
    expect(segmentOf(content)).toEqual([segment]);
  });
});
