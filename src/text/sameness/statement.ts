/**
 * What does a sentence say, word by word, once its spelling is uniform?
 *
 * The stages in order: words, "&" and "/" joined, short forms written out, fillers removed from both ends, articles
 * dropped and number words read (in English text only), numbers, dates. The order of the words stays, and so does their
 * case in `raw`; frames and conflicts rely on both.
 */

import { readDates } from "../values/dates.ts";
import { readNumberWords } from "../values/number-words.ts";
import { readNumbers } from "../values/numbers.ts";
import { expandContractions } from "../words/contractions.ts";
import { looksEnglish } from "../words/language.ts";
import { joinSlashes } from "../words/slashes.ts";
import type { Token } from "../words/token.ts";
import { tokenize } from "../words/words.ts";
import { dropArticles } from "./articles.ts";
import { stripFillers } from "./fillers.ts";

export function readStatement(text: string): readonly Token[] {
  const tokens = stripFillers(expandContractions(joinSlashes(tokenize(text))));
  const isEnglish = looksEnglish(tokens);
  const named = isEnglish ? readNumberWords(dropArticles(tokens)) : tokens;
  return readDates(readNumbers(named));
}
