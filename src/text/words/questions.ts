/**
 * Which sentences of a text ask instead of stating?
 *
 * Those with a question mark, and those that begin like a question, with a question word and a verb: a text that
 * repeats a question need not end it with the mark.
 */

/** A longer question states something before it asks. */
const MAX_QUESTION_CHARS = 160;
const SENTENCE = /[^.!?\n]+(?:[.!?]+(?=\s|$)|\n|$)|[.!?\n]+/g;
const BEGINS_AS_QUESTION =
  /^\s*(?:(?:who|whom|whose|what|where|when|which|why)(?:['’]s| (?:[\p{L}\p{N}'’-]+ ){0,2}?(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should))\b|how (?:many|much|long|old|far|often|tall|big|do|does|did|is|are|was|were|can|could|should|would)\b|(?:is|are|was|were|do|does|did|has|have|can|could|will|would|should) (?:i|you|he|she|it|we|they|the|my|your|his|her|there|this|that)\b)/iu;

/**
 * Without the mark, only this word order asks for sure: "When Anna is in Oslo, she skis." and "Do the dishes." begin
 * like questions too.
 */
const ASKS_FOR_SURE =
  /^\s*(?:(?:who|whom|whose|what|where|when|which|why)(?:['’]s| (?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should))\b|(?:what|which|whose) (?:[\p{L}\p{N}'’-]+ ){1,2}?(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should) (?:i|you|he|she|it|we|they|the|my|your|his|her|our|their)\b|how (?:many|much|long|old|far|often|tall|big|do|does|did|is|are|was|were|can|could|should|would)\b|(?:is|are|was|were|does|did|has|can|could|will|would|should) (?:i|you|he|she|it|we|they|the|my|your|his|her)\b|(?:do|have) (?:i|you|we|they)\b)/iu;

/** The text without its questions, or the whole text if nothing else is left. */
export function withoutQuestions(text: string): string {
  const sentences = text.match(SENTENCE);
  if (sentences === null || sentences.length < 2) return text;
  return restOf(text, sentences, isQuestion) ?? text;
}

/**
 * What the text states: the text without its questions; empty if it only asks. A sentence that merely begins like a
 * question is left out beside statements, but counts as one if nothing else is left.
 */
export function statementsOf(text: string): string {
  const sentences = text.match(SENTENCE);
  if (sentences === null) return text;
  return restOf(text, sentences, isQuestion) ?? restOf(text, sentences, isSurelyQuestion) ?? "";
}

/** The text without these sentences; undefined if no word is left. */
function restOf(
  text: string,
  sentences: readonly string[],
  isLeftOut: (sentence: string) => boolean,
): string | undefined {
  const rest = sentences.filter((sentence) => !isLeftOut(sentence));
  if (rest.length === sentences.length) return text;
  const joined = rest.join("");
  return /[\p{L}\p{N}]/u.test(joined) ? joined : undefined;
}

function isSurelyQuestion(sentence: string): boolean {
  if (sentence.length > MAX_QUESTION_CHARS) return false;
  return sentence.includes("?") || ASKS_FOR_SURE.test(sentence);
}

function isQuestion(sentence: string): boolean {
  if (sentence.length > MAX_QUESTION_CHARS) return false;
  return sentence.includes("?") || BEGINS_AS_QUESTION.test(sentence);
}
