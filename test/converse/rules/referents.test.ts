// Whom or what does a sentence mean, if the one before it says so for certain?
import { describe, expect, test } from "vitest";
import { check } from "../../../src/converse/check.ts";
import { named } from "../../../src/converse/rules/referents.ts";
import { proposeByRules } from "../../../src/converse/rules/rules.ts";
import type { Turn } from "../../../src/converse/turn.ts";

test.each([
  ["My sister Ella lives in Bergen.", "She works as a nurse.", "My sister Ella works as a nurse."],
  [
    "My brother is allergic to nuts.",
    "He's been in Oslo since 2019.",
    "My brother has been in Oslo since 2019.",
  ],
  ["My boss moved to Rome.", "He's a keen sailor.", "My boss is a keen sailor."],
  ["My parents live in Ghent.", "They're retired.", "My parents are retired."],
  ["My wife works nights.", "Her name is Oriane.", "My wife's name is Oriane."],
  ["I submitted my thesis draft.", "The draft is 80 pages long.", "My thesis draft is 80 pages long."],
  ["We bought a blue Volvo van.", "I parked the van in Ghent.", "I parked the blue Volvo van in Ghent."],
])("%s %s", (before, sentence, put) => {
  expect(named(sentence, before)).toBe(put);
});

test.each([
  ["two people", "My sister met Anna in Rome.", "She works as a nurse."],
  ["the wrong sex", "My brother lives in Bergen.", "She works as a nurse."],
  ["one for several", "My sons live in Bergen.", "He works as a nurse."],
  ["a pronoun before it", "She told my mother.", "She works as a nurse."],
  ["two things of the noun", "My old van died, so I bought a new van.", "The van needs new brakes."],
  ["a thing that is not there", "I don't have a blue van.", "The van needs new brakes."],
  ["a condition", "If my sister Ella comes, we cook.", "She works as a nurse."],
  ["a question", "Have I told you of my sister Ella?", "She works as a nurse."],
  ["nothing to say which", "I bought a van.", "The van needs new brakes."],
])("not with %s: %s %s", (_, before, sentence) => {
  expect(named(sentence, before)).toBeUndefined();
});

describe("a fact in other words has the sentence that names it as further evidence, and passes the check", () => {
  const checked = (content: string) => {
    const turn: Turn = {
      ...{ number: 1, id: "T1", session: "s", role: "user", content, at: Date.UTC(2026, 5, 10) },
      ...{ actor: undefined, authority: 3, attachments: [] },
    };
    const batch = { turns: [turn], known: [] };
    return check(proposeByRules(batch), batch);
  };

  test.each([
    ["My sister Ella lives in Bergen. She works as a nurse.", "My sister Ella works as a nurse."],
    ["I sold my old red car. The car is now in Ghent.", "My old red car is now in Ghent."],
  ])("%s", (text, put) => {
    const { facts, dropped } = checked(text);
    const [before, sentence] = text.split(/(?<=\.) /);
    expect(dropped).toEqual([]);
    expect(facts.at(-1)).toMatchObject({ content: put, authority: 2 });
    expect(facts.at(-1)?.quotes.map((quote) => quote.text)).toEqual([sentence, before]);
  });

  test("who is not named for certain is in no fact", () => {
    const { facts } = checked("My sister met Anna in Rome. She works as a nurse there.");
    expect(facts.filter(({ content }) => content.includes("nurse"))).toEqual([]);
  });
});
