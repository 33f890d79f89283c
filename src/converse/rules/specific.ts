/** How much of a sentence says something of its own: names, numbers, and words that not every conversation has. */
import { readStatement } from "../../text/sameness/statement.ts";
import { isAnyStopWord } from "../../text/words/stop-words.ts";
import type { Token } from "../../text/words/token.ts";
import { isGeneric } from "./generic.ts";

/** By how many words that say something of their own, names and numbers among them. */
const WORTH = [Number.NEGATIVE_INFINITY, -2, 0, 0.8, 1.4, 1.8, 2.2];
const MAX_BY_NAMES = 1.5;
const CAPITAL = /^\p{Lu}/u;
const SPEAKER = /^I(?:'|$)/;

interface Specific {
  readonly names: number;
  readonly numbers: number;
  readonly others: number;
}

function specificIn(tokens: readonly Token[]): Specific {
  const isWord = ({ kind }: Token) => kind === "word";
  const isName = (token: Token, i: number) =>
    i > 0 && CAPITAL.test(token.raw) && !SPEAKER.test(token.raw) && token.before !== ".";
  const words = tokens.map((token, i) => ({ token, i })).filter(({ token }) => isWord(token));
  return {
    names: words.filter(({ token, i }) => isName(token, i)).length,
    numbers: tokens.length - words.length,
    others: words.filter(
      ({ token, i }) =>
        (i === 0 || !CAPITAL.test(token.raw)) && !isAnyStopWord(token.text) && !isGeneric(token.text),
    ).length,
  };
}

export function bySpecificWords(text: string): number {
  const { names, numbers, others } = specificIn(readStatement(text));
  const specific = Math.min(WORTH.length - 1, names + numbers + others);
  return (
    (WORTH[specific] as number) + Math.min(MAX_BY_NAMES, names / 2) + Math.min(MAX_BY_NAMES, numbers / 2)
  );
}

export function specificWords(text: string): number {
  const { names, numbers, others } = specificIn(readStatement(text));
  return names + numbers + others;
}
