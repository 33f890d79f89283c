/** Which words of a text would one search by? Letters and digits, but for what English is held together by. */
import { isStopWord } from "../../src/text/words/stop-words.ts";

export function tellingWords(text: string): readonly string[] {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !isStopWord(word.toLowerCase(), "en"));
}
