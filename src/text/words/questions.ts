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

/** The text without its questions, or the whole text if nothing else is left. */
export function withoutQuestions(text: string): string {
  const sentences = text.match(SENTENCE);
  if (sentences === null || sentences.length < 2) return text;
  const stated = sentences.filter((sentence) => !isQuestion(sentence));
  if (stated.length === sentences.length) return text;
  const rest = stated.join("");
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

function isQuestion(sentence: string): boolean {
  if (sentence.length > MAX_QUESTION_CHARS) return false;
  return sentence.includes("?") || BEGINS_AS_QUESTION.test(sentence);
}
