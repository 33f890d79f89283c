// Words that count from the day of the turn become the day, so that they are still true later.
import { describe, expect, test } from "vitest";
import { check } from "../../../src/converse/check.ts";
import { dated } from "../../../src/converse/rules/dated.ts";
import { proposeByRules } from "../../../src/converse/rules/rules.ts";
import type { Turn } from "../../../src/converse/turn.ts";

const WEDNESDAY = Date.UTC(2026, 5, 10, 12);

describe("what names one day, week or month is put in full", () => {
  test.each([
    ["I have an exam tomorrow.", "I have an exam on 11 June 2026."],
    ["I see the dentist the day after tomorrow.", "I see the dentist on 12 June 2026."],
    ["I fly to Oslo next Tuesday.", "I fly to Oslo on 16 June 2026."],
    ["I move in two weeks.", "I move in the week of 22 June 2026."],
    ["My lease ends in three months.", "My lease ends in September 2026."],
    ["I'm starting at Acme in four days.", "I'm starting at Acme on 14 June 2026."],
    ["I moved here last March.", "I moved here in March 2026."],
    ["I moved here last November.", "I moved here in November 2025."],
    ["We marry next May.", "We marry in May 2027."],
    ["We met three days ago.", "We met on 7 June 2026."],
    ["We hiked last weekend.", "We hiked on the weekend of 6 June 2026."],
    ["I tried the wine this weekend.", "I tried the wine on the weekend of 6 June 2026."],
    ["I'm moving this weekend.", "I'm moving on the weekend of 13 June 2026."],
    ["I dread thinking about tomorrow.", "I dread thinking about 11 June 2026."],
  ])("%s", (said, put) => {
    expect(dated(said, WEDNESDAY, true).content).toBe(put);
  });

  test.each([
    ["Ich fliege morgen nach Oslo.", "Ich fliege am 2026-06-11 nach Oslo."],
    ["Gestern habe ich gekündigt.", "Am 2026-06-09 habe ich gekündigt."],
    ["Mañana vuelo a Oslo.", "El 2026-06-11 vuelo a Oslo."],
    ["Hier j'ai acheté un vélo.", "Le 2026-06-09 j'ai acheté un vélo."],
    ["Je pars après-demain.", "Je pars le 2026-06-12."],
  ])("%s", (said, put) => {
    expect(dated(said, WEDNESDAY, false).content).toBe(put);
  });
});

describe("what may be several days stays as it was said", () => {
  test.each([
    "I fly to Oslo next Friday.",
    "I start on Monday.",
    "I lost six pounds in two weeks.",
    "I finished the course in three months.",
    "We met two years ago.",
    "I saw her the other day.",
    "I need the roles sorted yesterday.",
    "Ich jogge jeden Morgen.",
    "Corro por la mañana.",
    "Seit gestern wohne ich hier.",
    "J'habite ici depuis hier.",
  ])("%s", (said) => {
    const isEnglish = !/[ñ]|Ich|ich|J'/.test(said);
    expect(dated(said, WEDNESDAY, isEnglish).content).toBe(said);
  });
});

test.each([
  ["I'm moving to Utrecht next month.", "I'm moving to Utrecht in July 2026."],
  ["I start a new job at Acme in two weeks.", "I start a new job at Acme in the week of 22 June 2026."],
  ["My sister moves to Oslo next Tuesday.", "My sister moves to Oslo on 16 June 2026."],
  ["I moved to Bern last March.", "I moved to Bern in March 2026."],
  ["Ich ziehe morgen nach Oslo.", "Ich ziehe am 2026-06-11 nach Oslo."],
])("a fact with the day passes the check as the principal's word: %s", (content, fact) => {
  const turn: Turn = {
    ...{ number: 1, id: "T1", session: "s", role: "user", content, at: WEDNESDAY },
    ...{ actor: undefined, authority: 3, attachments: [] },
  };
  const batch = { turns: [turn], known: [] };
  const { facts } = check(proposeByRules(batch), batch);
  expect(facts.map(({ content: put, authority }) => [put, authority])).toEqual([[fact, 2]]);
});
