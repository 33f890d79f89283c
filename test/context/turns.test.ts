/** What of a conversation is what memory itself had put into it? */
import { expect, test } from "vitest";
import { withoutRecalled } from "../../src/context/turns.ts";

test("a block ends where its own tag closes, and what never closes is text", () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ["a<memory>x</memory>b", "a b", ["<memory>x</memory>"]],
    ['<profile note="y">x</profile>', " ", ['<profile note="y">x</profile>']],
    ["<memory>x</profile> y", "<memory>x</profile> y", []],
    ["<memory><profile>x</profile> y", "<memory>  y", ["<profile>x</profile>"]],
    [
      '<memory>a<memory note="</memory><memory>">b</memory>',
      "  ",
      ['<memory>a<memory note="</memory>', '<memory>">b</memory>'],
    ],
    ['<memory note="<profile>">x</profile>', '<memory note=" ', ['<profile>">x</profile>']],
  ];
  for (const [said, text, blocks] of cases)
    expect([said, withoutRecalled(said)]).toEqual([said, { text, blocks }]);
});

test("a text of the largest size that only begins blocks does not hold others up", { timeout: 5_000 }, () => {
  const said = "<memory>".repeat(128 * 1024);
  expect(withoutRecalled(said)).toEqual({ text: said, blocks: [] });
});
