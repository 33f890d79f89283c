import { describe, expect, test } from "vitest";
import { parseReply } from "../../src/converse/proposal.ts";

describe("a model's reply", () => {
  test("gives proposals; null counts as not given", () => {
    const [one] = parseReply({
      facts: [
        {
          content: "Anna lives in Graz",
          segment: "relationship",
          kind: null,
          subject: "Anna",
          attribute: null,
          occurredAt: "2026-03-01",
          quotes: [{ turn: 2, text: "Anna lives in Graz" }],
          relations: [{ type: "relates", of: "known", to: 1 }],
        },
      ],
    });
    expect(one).toMatchObject({
      content: "Anna lives in Graz",
      segment: "relationship",
      kind: undefined,
      subject: undefined,
      occurredAt: Date.UTC(2026, 2, 1),
      quotes: [{ turn: 2, text: "Anna lives in Graz" }],
      relations: [{ type: "relates", of: "known", to: 1 }],
    });
  });

  test.each([
    ["no list of facts", {}, "facts must be a list"],
    ["another field", { facts: [], note: "done" }, 'no option "note"'],
    ["an unknown segment", { facts: [{ content: "x", segment: "secret" }] }, "facts[0].segment"],
    ["a turn that is no number", { facts: [{ content: "x", quotes: [{ turn: "1", text: "x" }] }] }, "turn"],
    [
      "an id instead of a number",
      { facts: [{ content: "x", relations: [{ type: "relates", of: "known", to: "01J" }] }] },
      "to",
    ],
    ["content without a word", { facts: [{ content: " " }] }, "facts[0].content"],
    ["a text", "I am sorry, but as an AI…", "needs an object"],
  ])("is refused with what is wrong: %s", (_, reply, complaint) => {
    expect(() => parseReply(reply)).toThrow(complaint);
  });
});
