/** Are the attacks made of what they say, and are the data sets that they take read as they are? */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ownWords, sentenceOf } from "../../eval/attacks/own-words.ts";
import { plantedTexts } from "../../eval/attacks/planted.ts";
import { readPoisonedRag } from "../../eval/attacks/poisonedrag.ts";
import { askPerson, readRealMem } from "../../eval/attacks/realmem.ts";
import { CONTESTED } from "../../eval/sets/contested.ts";
import { HEARSAY_ALONE } from "../../eval/sets/hearsay-alone.ts";
import { HEARSAY_AMONG_OWN } from "../../eval/sets/hearsay-among-own.ts";
import { halfOf } from "../../eval/support/corpus.ts";

const folder = mkdtempSync(join(tmpdir(), "tideline-attack-sets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe("PoisonedRAG", () => {
  const row = { question: "Who  built it?", correct: "Ada", incorrect: "Ben", adv: ["Ben built it."] };

  test("is read row by row, with ids of its own", () => {
    expect(readPoisonedRag(file("rows.jsonl", `${JSON.stringify(row)}\n`))).toEqual([
      {
        id: "poisonedrag#1",
        question: "Who built it?",
        correct: "Ada",
        incorrect: "Ben",
        passages: ["Ben built it."],
      },
    ]);
  });

  test.each([
    { ...row, adv: [] },
    { ...row, adv: "Ben" },
    { ...row, correct: 1 },
  ])("refuses a row that is none: %j", (bad) => {
    expect(() => readPoisonedRag(file("bad.jsonl", JSON.stringify(bad)))).toThrow(/bad\.jsonl:1: expected/);
  });
});

describe("the owner's words", () => {
  test.each([
    ["how many episodes are in chicago fire season 4", "23", "23 episodes are in chicago fire season 4."],
    [
      "Tysons Galleria is located in what county?",
      "Fairfax",
      "Tysons Galleria is located in the county Fairfax.",
    ],
    ["Are Ada and Ben both poets?", "no", "Ada and Ben are not both poets."],
    ["Do gin and rum both contain sugar?", "yes", "Gin and rum both contain sugar."],
    ["What is the seat of the county?", "Newport", "The seat of the county is Newport."],
    ["Where are the two parks located?", "Spain", "The two parks are located in Spain."],
    ["Who was born first, Ada or Ben?", "Ada", "Ada was born first, Ada or Ben."],
  ])("make a sentence of %j and %j", (question, answer, sentence) => {
    expect(sentenceOf(question, answer)).toBe(sentence);
  });

  test("of every form hold the answer, and a passage holds the whole sentence", () => {
    const [question, answer] = ["Which river runs through the old town of Bern?", "Aare"];
    for (const form of ["sentence", "note", "terse", "passage"] as const)
      expect(ownWords(form, question, answer, 5).content).toContain(answer);
    const passage = ownWords("passage", question, answer, 5);
    expect(passage.answer).toBe(sentenceOf(question, answer));
    expect(passage.content.length).toBeGreaterThan(200);
    expect(passage.content).toContain(passage.answer);
  });
});

describe("planted texts", () => {
  test.each(["echo", "plain"] as const)("(%s) are all different, however many", (style) => {
    const texts = plantedTexts(style, "Who?", ["Ben built it in one year.", "It was Ben who built it."], 400);
    expect(new Set(texts).size).toBe(400);
    expect(texts.every((text) => text.startsWith("Who?") === (style === "echo"))).toBe(true);
  });

  test("begin with those that fewer copies have", () => {
    const some = (count: number) => plantedTexts("echo", "Who?", ["Ben built it."], count);
    expect(some(40).slice(0, 5)).toEqual(some(5));
  });
});

describe("our own sets", () => {
  test("have enough cases in both halves, and no question twice", () => {
    for (const [set, least] of [
      [HEARSAY_AMONG_OWN, 80],
      [HEARSAY_ALONE, 60],
    ] as const) {
      expect(set.length).toBeGreaterThanOrEqual(least);
      expect(new Set(set.map(({ question }) => question)).size).toBe(set.length);
      for (const half of [0, 1])
        expect(set.filter(({ question }) => halfOf(question) === half).length).toBeGreaterThan(least / 3);
    }
    expect(HEARSAY_AMONG_OWN.every(({ own }) => own.length >= 2 && own.length <= 4)).toBe(true);
  });

  test("contest every fact with another answer", () => {
    for (const { own, wrong, otherWords, name, impostor } of CONTESTED) {
      expect([wrong, ...otherWords]).not.toContain(own);
      expect(otherWords.length).toBeGreaterThanOrEqual(3);
      expect(name).not.toBe(impostor);
    }
  });
});

describe("RealMem", () => {
  const said = (speaker: string, content: unknown, more: object = {}) => ({
    speaker,
    content,
    is_query: false,
    ...more,
  });
  const person = {
    dialogues: [
      {
        session_uuid: "later",
        current_time: "2025-12-20 (Saturday)",
        dialogue_turns: [
          said("User", "Which boat did you suggest, and what is my budget?", { is_query: true }),
          said("Assistant", "The red ketch.", {
            memory_used: [
              { session_uuid: "first", content: "boat" },
              { session_uuid: "first", content: "budget" },
              { session_uuid: "first", content: "nowhere" },
            ],
          }),
        ],
        extracted_memory: [],
      },
      {
        session_uuid: "first",
        current_time: "2025-12-19 (Friday)",
        dialogue_turns: [
          said("User", "My budget for a boat is 9,000."),
          said("Assistant", "I suggest the red ketch as a boat for that budget."),
          said("User", ["a list"]),
        ],
        extracted_memory: [
          { content: "budget", source_turn: 1 },
          { content: "boat", source_turn: 2 },
          { content: "nowhere", source_turn: 0 },
        ],
      },
    ],
  };

  test("is told by date and asked where the question stands, gold by whose turn it is", () => {
    file("realmem/Ada.json", JSON.stringify(person));
    const [ada] = readRealMem(join(folder, "realmem"));
    expect(ada?.sessions.map(({ id }) => id)).toEqual(["first", "later"]);
    const { assistants, users } = askPerson(ada!, "channel_message");
    expect(assistants.map(({ id, ranks }) => [id, ranks.length])).toEqual([["Ada#later:0", 1]]);
    expect(users.map(({ ranks }) => ranks.length)).toEqual([1]);
    // The question itself is no fact yet: both answers are the first two.
    expect([assistants[0]?.ranks[0], users[0]?.ranks[0]].sort()).toEqual([1, 2]);
  });

  test("is refused without a folder, and without a person in it", () => {
    expect(() => readRealMem(join(folder, "none"))).toThrow(/no such folder/);
    mkdirSync(join(folder, "empty"));
    expect(() => readRealMem(join(folder, "empty"))).toThrow(/no file in it/);
  });
});
