/**
 * What does a sentence say, word by word, once its spelling is made uniform?
 *
 * The stages in order: words, short forms written out, fillers off the edges, articles dropped, numbers, dates.
 * The order of the words stays, and so does their case in `raw`: frames and conflicts read them here.
 */
import { dropArticles } from "./articles.ts";
import { expandContractions } from "./contractions.ts";
import { readDates } from "./dates.ts";
import { stripFillers } from "./fillers.ts";
import { looksEnglish } from "./language.ts";
import { readNumberWords } from "./number-words.ts";
import { readNumbers } from "./numbers.ts";
import { joinSlashes } from "./slashes.ts";
import type { Token } from "./token.ts";
import { tokenize } from "./words.ts";

export function readStatement(text: string): readonly Token[] {
  const tokens = stripFillers(expandContractions(joinSlashes(tokenize(text))));
  const isEnglish = looksEnglish(tokens);
  const named = isEnglish ? readNumberWords(dropArticles(tokens)) : tokens;
  return readDates(readNumbers(named));
}
