/**
 * Does a text look English? Rules about English words (articles, number words) ask this first, because "a" is an
 * article in English but means "to" in Spanish and "has" in French.
 *
 * It counts common small words of English and of other languages. Without evidence for English the answer is no: a rule
 * that is not applied costs a missed restatement, but a rule applied to another language can merge two statements.
 */
import type { Token } from "./token.ts";
import { listWords } from "./word-lists.ts";

const ENGLISH = new Set(
  `the is are am was were my and of to i you he she we they it not has have had do does did with for that this
  on at his her our their your from by be been will would can could should must there who what when where
  because but if than about every likes like loves love prefers prefer wants want needs need works work lives
  live uses use hates hate knows owns speaks plays eats drinks enjoys reads leads reports moved met bought
  lived worked used never always no without two three four five seven eight nine twelve twenty thirty forty
  fifty hundred thousand percent`.split(/\s+/),
);

const ENGLISH_WORDS = listWords(ENGLISH);
const OTHER_WORDS = listWords(
  `der das und ist nicht ich ein eine einen einem einer mein meine meinen wir sie er es mit auf von zu zum den
  dem des fur für hat haben habe bin sind wird wurde kein keine uns ihr sein seine vom zur nach bei
  le la les un une et est je tu il elle nous vous ne pas du mon ma mes dans avec pour sur au aux qui que ai suis
  sont ses leur chez cette
  el los las una y yo mi mis con por para en del al se su soy está esta tiene tengo muy como
  o os um uma é meu minha não nao em com eu ele ela dos das na
  lo gli di che è sono mio mia non per ho sei ha nel della
  de het een ik mijn niet van op zijn hij zij wij heeft ben
  jag och är det att inte med på han hon min
  ja nie się jest w z na i to`
    .split(/\s+/)
    .filter((word) => !ENGLISH.has(word)),
);

export function looksEnglish(tokens: readonly Token[]): boolean {
  let english = 0;
  let other = 0;
  for (const { lists } of tokens) {
    if ((lists & ENGLISH_WORDS) !== 0) english++;
    else if ((lists & OTHER_WORDS) !== 0) other++;
  }
  return english > other;
}
