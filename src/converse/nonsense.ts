/**
 * What in a model's reply is no fact at all? A refusal, the prompt or the schema given back, and the same words over and
 * over. A quote could still be found for some of it, so it is left out before quotes are looked at.
 *
 * It says nothing about what people write: a turn may well say "I am sorry, I cannot come".
 */

/** What models call themselves. An AI engineer is a person. */
const AI =
  "(?:ai|artificial intelligence|(?:large )?language model|chatbot)(?: (?:language )?(?:model|assistant))?";
/** A model that speaks of itself instead of the conversation. */
const REFUSALS = [
  new RegExp(`\\bas an? ${AI}(?=\\s*[,.;:]|\\s+(?:i|my|it)\\b)`, "i"),
  new RegExp(
    `\\bi(?:'m| am) (?:just |only )?an? ${AI}(?=\\s*(?:[,.;!]|$)|\\s+(?:and|so|created|developed|trained|designed|without)\\b)`,
    "i",
  ),
  /\bi(?:'m| am)? (?:can't|cannot|won't|unable to|not able to|sorry,? (?:but )?i can(?:'t|not)) (?:assist|help|comply|engage|fulfil)\b(?: you)?(?: with)? (?:that|this|your|the)(?: request| task| question| query| conversation)?\s*(?:[.!]|$)/i,
  /\b(?:violates?|against) (?:my|our) (?:guidelines|policy|policies|programming)\b/i,
  /^(?:there (?:is|are|were) )?no (?:durable )?(?:facts|statements|information) (?:(?:were |was |is |are )?(?:found|stated|available|provided|given)|to (?:note|keep|extract|report))\b/i,
] as const;

export function isRefusal(text: string): boolean {
  const plain = text.replaceAll("’", "'");
  return REFUSALS.some((refusal) => refusal.test(plain));
}

/** Words in a row that a text must share with the prompt to count as taken from it. */
const RUN = 5;
const SHARE = 0.5;

/** Tells whether a text is made of the prompt's or the schema's own words. */
export function echoOf(prompt: string): (text: string) => boolean {
  const known = new Set(runsOf(wordsIn(prompt)));
  return (text) => {
    if (/"(?:additionalProperties|properties|required|type)"\s*:/.test(text)) return true;
    const words = wordsIn(text);
    // All of a text of fewer words could be a coincidence.
    if (words.length < RUN) return false;
    const runs = runsOf(words);
    return runs.filter((run) => known.has(run)).length >= SHARE * runs.length;
  };
}

function runsOf(words: readonly string[]): readonly string[] {
  return words.slice(0, Math.max(0, words.length - RUN + 1)).map((_, i) => words.slice(i, i + RUN).join(" "));
}

/** The same words over and over: what a model falls into when it does not come to an end. */
export function isRepetition(text: string): boolean {
  const words = wordsIn(text);
  if (/(.)\1{15,}/u.test(text)) return true;
  if (words.some((word, i) => i >= 3 && [1, 2, 3].every((back) => words[i - back] === word))) return true;
  if (words.length < 12) return false;
  return new Set(words).size < MIN_DISTINCT * words.length || repeatsItself(words);
}

const MIN_DISTINCT = 0.34;

/** Is it one stretch of words, three times or more in a row? */
function repeatsItself(words: readonly string[]): boolean {
  const most = Math.min(40, Math.floor(words.length / 3));
  for (let length = 2; length <= most; length++) {
    let matches = 0;
    for (let at = length; at < words.length; at++) {
      matches = words[at] === words[at - length] ? matches + 1 : 0;
      if (matches >= 2 * length) return true;
    }
  }
  return false;
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
