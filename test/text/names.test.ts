/** Whom does a text name, and when is a word with a capital no name? */
import { expect, test } from "vitest";
import { analyse } from "../../src/text/words/analyse.ts";

test.each([
  ["Will has a dog called Rex.", ["will", "rex"]],
  ["What is Will's dog called?", ["will"]],
  ["Does Will like tea?", ["will"]],
  ["Mum says Will will come.", ["mum", "will"]],
  ["When is May's birthday?", ["may"]],
  ["May turns 30 on 3 May.", ["may"]],
  ["Mia is allergic to nuts.", ["mia"]],
  ["Mia's birthday", ["mia"]],
  ["Ella likes tea.", ["ella"]],
])("a name may be a function word, or a month: %s", (text, names) => {
  expect(analyse(text)).toMatchObject({ names, isFirstPerson: false });
});

test.each([
  "Will you call?",
  "May we have a dog?",
  "The kids will swim in May.",
  "From 3 May it rains.",
  "May be late",
])("and is mostly what it is otherwise: %s", (text) => {
  expect(analyse(text).names).toEqual([]);
});

test("a month alone has the term of the month in a date", () => {
  const terms = (text: string) => analyse(text).terms.map((term) => term.text);
  expect(terms("The fair on 3 May")).toEqual(expect.arrayContaining(terms("fair in May")));
});

test("a title is no name, and who stands between commas is spoken about", () => {
  expect(analyse("Dr. Sandhu has me in every month.").names).toEqual(["sandhu"]);
  expect(analyse("My dentist is Dr. Okonjo.").names).toEqual(["okonjo"]);
  expect(analyse("Delia, my wife, teaches chemistry.").names).toEqual(["delia"]);
  expect(analyse("Thanks, Anna! I fixed it.").names).toEqual([]);
  expect(analyse("Anna, my laptop is broken.").names).toEqual([]);
});

test("a salt mine is nobody's own", () => {
  expect(analyse("The salt mine stays cold.").isFirstPerson).toBe(false);
  expect(analyse("The mine is closed.").isFirstPerson).toBe(false);
  expect(analyse("That book is mine.").isFirstPerson).toBe(true);
  expect(analyse("Tom borrowed mine.").isFirstPerson).toBe(true);
});
