/** Which sentences ask, and which only begin like a question? */
import { describe, expect, test } from "vitest";
import { statementsOf } from "../../src/text/words/questions.ts";

describe("a text that only asks states nothing", () => {
  test.each([
    "What is important to me?",
    "what is the capital of france",
    "What is important to me",
    "what's for dinner",
    "What is Anna saying is wrong with the car",
    "What is new since the shop is closed",
    "what is wrong, is it the tone",
    "What is my sister's name",
    "what is there to do when it is raining",
    "who is my dentist",
    "where else can I park",
    "when in May is Anna's birthday",
    "Which bank do I use",
    "what colour is my car",
    "what bus is the fastest",
    "what breed is my dog",
    "What does Anna do",
    "how old is my son",
    "how much do I pay for rent",
    "how much the rent is",
    "How long did I say the project is going to take",
    "how many of you think our costs are too high",
    "what are three reasons markets are free",
    "When and where should we meet",
  ])("%s", (text) => expect(statementsOf(text)).toBe(""));
});

describe("a clause that begins with a question word states something, alone and beside others", () => {
  test.each([
    "What is important to me is quiet.",
    "What's important to me is quiet.",
    "What is most annoying about the flat is the noise.",
    "What is left are two eggs.",
    "What has helped me was the cold.",
    "What would be nice is a garden.",
    "What I like is quiet.",
    "What I want is the blue one.",
    "What my doctor said is the truth.",
    "What helps is the cold.",
    "What helped was my coat.",
    "What hurt was my knee.",
    "What Anna wants is the blue one.",
    "What Anna said was the truth.",
    "What Anna can do is sing.",
    "Where I live is Oslo.",
    "Why I left is the noise.",
    "When Anna is in Oslo, she stays at the Grand.",
    "How much I pay is 900 euros.",
  ])("%s", (text) => {
    expect(statementsOf(text)).toBe(text);
    expect(statementsOf(`I moved. ${text}`)).toBe(`I moved. ${text}`);
  });
});

test("a question beside a statement is left out", () => {
  expect(statementsOf("What is important to me? Quiet.").trim()).toBe("Quiet.");
  expect(statementsOf("what colour is Anna's car. It is red.").trim()).toBe("It is red.");
  expect(statementsOf("What events is Anna planning. A fair.").trim()).toBe("A fair.");
});

test("a mark inside a number or a name ends no sentence", () => {
  expect(statementsOf("It costs 3.5 euros. Is that much?").trim()).toBe("It costs 3.5 euros.");
  expect(statementsOf("See example.com for it. What is it?").trim()).toBe("See example.com for it.");
});

// The pattern once tried every end of every beginning: 16,000 characters took seconds, and held up a server. This many
// would take half an hour.
test("a text of 400,000 characters with a mark at its end is read to its end", () => {
  const text = `${"a".repeat(400_000)}0.5x`;
  expect(statementsOf(`What is it? ${text}`)).toBe(` ${text}`);
});
