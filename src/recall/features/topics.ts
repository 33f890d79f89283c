/**
 * Does a question ask about several things? "The API and the holidays", "my thesis: topic, supervisor and hand-in date".
 *
 * Its parts stand between "and", "or" and commas. A part without a telling word is no topic. Nothing is decided here:
 * the cut judges what has words of one topic among what has words of the same (`cut.ts`).
 */
import { foldForms } from "../../text/words/words.ts";

/** "Delia and I" are one. */
const BETWEEN = /[,;:&]|(?<!\b(?:i|me) )\b(?:and|or|und|oder|et|ou|y|e)\b(?! (?:i|me)\b)/u;
/** Each topic has a bit. */
const MOST_TOPICS = 8;

/** The bit of the topic of each word; empty if the question has only one topic. */
export function topicsOf(question: string, words: readonly string[]): ReadonlyMap<string, number> {
  const topics = new Map<string, number>();
  const parts = foldForms(question).toLowerCase().split(BETWEEN);
  if (parts.length === 1) return topics;
  let count = 0;
  for (const part of parts) {
    const own = words.filter((word) => !topics.has(word) && part.includes(word));
    if (own.length === 0 || count === MOST_TOPICS) continue;
    for (const word of own) topics.set(word, 1 << count);
    count++;
  }
  return count > 1 ? topics : new Map();
}
