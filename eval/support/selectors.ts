/**
 * Which turns, and which of their sentences, would somebody keep who does not read them? The trivial selectors that
 * rules have to beat.
 */
import { sentencesOf } from "../../src/text/words/sentences.ts";

export interface Selector {
  readonly name: string;
  readonly takes: (content: string) => boolean;
}

const FIRST_PERSON = /\b(?:I|I['’]\p{L}+|my|me|mine|we|our|us)\b/u;
const LONG_CHARS = 300;
/** What a quick regex would look for. */
const FRAMES =
  /\b(?:my \p{L}+(?: \p{L}+)? (?:is|are|was|has)|i(?:'m| am) (?:a|an|from|in|on|going|planning)|i (?:live|work|have|need|want|prefer|like|love|hate|decided|chose|usually|always|never)|i(?:'ve| have) (?:\p{L}+ed|been|got)|let's (?:go|stick|lock)|i'll|we'll|we(?:'re| are))\b/iu;

export function firstPersonSentences(content: string): readonly string[] {
  return sentencesOf(content)
    .map(({ from, to }) => content.slice(from, to))
    .filter((sentence) => !sentence.includes("?") && FIRST_PERSON.test(sentence));
}

export const SELECTORS: readonly Selector[] = [
  { name: "all turns", takes: () => true },
  { name: "first person, no question", takes: (content) => firstPersonSentences(content).length > 0 },
  { name: "from 300 characters", takes: (content) => content.length >= LONG_CHARS },
  {
    name: "frames by regex",
    takes: (content) =>
      sentencesOf(content).some(({ from, to }) => {
        const sentence = content.slice(from, to);
        return !sentence.includes("?") && FRAMES.test(sentence.replaceAll("’", "'"));
      }),
  },
];
