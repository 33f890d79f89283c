/** Which sentences cannot both hold? */
import { expect, test } from "vitest";
import { contradiction } from "../../src/text/claims/contradiction.ts";

const EXCLUDE: readonly (readonly [string, string, string])[] = [
  ["negation", "I am allergic to peanuts.", "I am not allergic to peanuts."],
  ["negation", "I work at Acme.", "I don't work at Acme anymore."],
  ["negation", "I smoke.", "I used to smoke."],
  ["negation", "I like golf.", "I dislike golf."],
  ["negation", "I dislike golf.", "I no longer dislike golf."],
  ["negation", "The API uses JWT tokens.", "The API does not use JWT tokens."],
  ["negation", "A man is fishing in the river.", "Nobody is fishing in the river."],
  ["negation", "I have four different pets.", "I don't have any pets."],
  ["number", "The rent is 1,400 euros.", "The rent is 1,450 euros."],
  ["number", "I have two cats.", "I have three cats."],
  ["number", "Die Miete ist 1400 Euro.", "Die Miete ist 1450 Euro."],
  ["date", "The launch is on 3 May 2026.", "The launch is on 13 May 2026."],
  ["time", "The standup is at 9:30.", "The standup is at 10:00."],
  ["name", "I live in Berlin.", "I live in Munich with my wife."],
  ["name", "I was born in Rome.", "I was born in Milan."],
  ["value", "My favourite colour is blue.", "My favourite colour is green."],
  ["value", "My manager is Anna.", "Ben is my manager."],
  ["antonym", "The office is open on Sundays.", "The office is closed on Sundays."],
  ["antonym", "The meeting is on Monday.", "The meeting is on Tuesday."],
];

test.each(EXCLUDE)("by %s: %s / %s", (kind, a, b) => {
  expect(contradiction(a, b)?.kind).toBe(kind);
  expect(contradiction(b, a)?.kind).toBe(kind);
});

const BOTH_HOLD: readonly (readonly [string, string])[] = [
  ["I like cats.", "I like dogs."],
  ["I like fishing.", "I do not like fish."],
  ["I do not eat meat.", "I eat meat substitutes."],
  ["I live in Berlin.", "I live in Germany."],
  ["My name is Sam.", "My name is Sam Smith."],
  ["I ran 5 km.", "I ran 6 km."],
  ["Room 12 is free.", "Room 14 is free."],
  ["My sister has 2 kids.", "My brother has 3 kids."],
  ["I did not like the movie.", "I like the movie."],
  ["I do not work.", "I am busy at work."],
  ["He is tall.", "He is short."],
  ["A man is tall.", "A man is short."],
  ["I have a dog named Toto.", "I have a dog named Socks."],
  ["Maybe I am not allergic to peanuts.", "I am allergic to peanuts."],
  ["Is the office closed?", "The office is open."],
  ["There is no man fishing in the river.", "A man is fishing."],
  ["I buy books.", "I sell books."],
  ["I like hot coffee.", "I like cold coffee."],
];

test.each(BOTH_HOLD)("both hold: %s / %s", (a, b) => {
  expect(contradiction(a, b)).toBeUndefined();
  expect(contradiction(b, a)).toBeUndefined();
});

test("nothing contradicts itself, and long or strange text is no trouble", () => {
  for (const [, a] of EXCLUDE) expect(contradiction(a, a)).toBeUndefined();
  expect(contradiction("", "")).toBeUndefined();
  expect(contradiction("not ".repeat(5_000), "no ".repeat(5_000))).toBeUndefined();
});
