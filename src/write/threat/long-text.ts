/**
 * Which rules apply somewhere in a long text? It is read two sentences at a time, by the rules that say enough on so
 * little room. In the whole of a page of honest advice the signs of the other rules meet by chance.
 */
import type { Found, Grammar } from "./grammar.ts";
import type { Rule } from "./rules.ts";

/** Behind a mark with a space after it, or without one in scripts that write none; behind each line. */
const SENTENCE_END =
  /(?<=[.!?])(?=\s)|(?<=[.!?。！？])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|(?<=\n)/u;

/** The first place of each rule that applies, in the text. */
export function findInLongText(grammar: Grammar, text: string): readonly Found[] {
  const found = new Map<Rule, number>();
  let before: { readonly start: number; readonly text: string } | undefined;
  let start = 0;
  for (const sentence of text.split(SENTENCE_END)) {
    if (sentence.trim() !== "") {
      const two = before ?? { start, text: "" };
      for (const { rule, at } of grammar.find(two.text + sentence) ?? [])
        if (!found.has(rule)) found.set(rule, two.start + at);
      before = { start, text: sentence };
    } else if (before !== undefined) before = { ...before, text: before.text + sentence };
    start += sentence.length;
  }
  return [...found].map(([rule, at]) => ({ rule, at }));
}
