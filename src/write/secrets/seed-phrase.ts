/**
 * Does the text hold the words from which a crypto wallet can be restored? Twelve or more short words in a row,
 * introduced as a seed or recovery phrase. A sentence about such a phrase is recognised by its function words ("the",
 * "and"), which no list of wallet words holds.
 */
import type { Finder } from "./kind.ts";

const INTRODUCED =
  /(?:seed[ -]?(?:phrase|words?)|(?:recovery|backup|secret)[ -]?(?:phrase|words?)|mnemonic(?: phrase)?|(?:12|24|twelve|twenty-four)[ -]words?|wiederherstellungs(?:phrase|worter)|frase (?:semilla|semente|seed|de recuperacion|de recuperacao|di recupero)|phrase (?:de recuperation|secrete|mnemonique)|frase mnemonica)/gi;
const MIN_WORDS = 12;
const LEAD_CHARS = 60;
const PHRASE_CHARS = 500;

/** Words of a sentence. They end the row of words. */
const SENTENCE_WORD =
  /^(?:the|and|for|was|are|has|his|her|our|its|not|but|from|into|two|kept|mit|und|der|die|das|con|los|las|que|les|des|dans|avec|per|che|com|uma)$/;
const WORDS = /[a-z]+|[^a-z\s,;0-9.)"'`-]/g;

export const findSeedPhrase: Finder = (text) => {
  for (const match of text.matchAll(INTRODUCED)) {
    const behind = text.slice(match.index + match[0].length, match.index + PHRASE_CHARS).toLowerCase();
    const sign = /[:=]|\b(?:is|are|was|ist|lautet|lauten|es|est|son|sont|sao)\b/.exec(
      behind.slice(0, LEAD_CHARS),
    );
    if (sign !== null && wordsIn(behind.slice(sign.index + sign[0].length)) >= MIN_WORDS)
      return { kind: "seed-phrase", what: "the seed phrase of a wallet" };
  }
  return undefined;
};

/** How many words of three to eight letters stand in a row at the beginning? */
function wordsIn(text: string): number {
  let count = 0;
  for (const [word] of text.matchAll(WORDS)) {
    if (word === ":" && count === 0) continue;
    if (word.length < 3 || word.length > 8 || SENTENCE_WORD.test(word)) break;
    count += 1;
  }
  return count;
}
