/** Does a text get the token ids that the model was trained with? */
import { describe, expect, test } from "vitest";
import { WordPiece } from "../../src/embedders/local/word-piece.ts";
import { TOKENIZER, VOCABULARY } from "../support/local-encoder.ts";

const tokens = new WordPiece(TOKENIZER);
const named = (text: string, most = 64) =>
  tokens
    .idsOf(text, most)
    .map((id) => Object.entries(VOCABULARY).find(([, known]) => known === id)?.[0])
    .join(" ");

describe("tokens of a text", () => {
  test("are the known ids, between the marks of a beginning and an end", () => {
    expect(tokens.idsOf("What do I eat?", 64)).toEqual([101, 2054, 2079, 1045, 4521, 1029, 102]);
    expect(tokens.idsOf("", 64)).toEqual([101, 102]);
  });

  test("fold case and accents, and set punctuation apart", () => {
    expect(named("Ålesund's café: 50 mg/day!")).toBe("[CLS] ale ##sund ' s cafe : 50 mg / day ! [SEP]");
  });

  test("are the longest pieces that the vocabulary has, or unknown", () => {
    expect(named("unbelievableness")).toBe("[CLS] unbelievable ##ness [SEP]");
    expect(named("eat zebras")).toBe("[CLS] eat [UNK] [SEP]");
    expect(named("a".repeat(101))).toBe("[CLS] [UNK] [SEP]");
  });

  test("are single characters where a script has no spaces", () => {
    expect(named("eat北京eat")).toBe("[CLS] eat 北 京 eat [SEP]");
  });

  test("ignore what cannot be seen, and count any space as one", () => {
    expect(named("do\u0000 \u200beat\u00a0\t\nmg\ufffd")).toBe("[CLS] do eat mg [SEP]");
  });

  test("end where there is room, and never by what a text says", () => {
    expect(named("what do i eat", 4)).toBe("[CLS] what do [SEP]");
    expect(named("[SEP]")).not.toBe("[CLS] [SEP] [SEP]");
  });

  test("need a tokenizer of this kind", () => {
    for (const bad of ["{", "{}", TOKENIZER.replace("WordPiece", "BPE"), TOKENIZER.replace("[CLS]", "<s>")])
      expect(() => new WordPiece(bad)).toThrow(expect.objectContaining({ code: "bad-model" }));
  });
});
