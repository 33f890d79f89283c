/**
 * Which sentences of a text ask instead of stating?
 *
 * Those with a question mark, and those in the word order of a question, with the verb right behind the question word or
 * behind what it asks for: "what is", "which bank does". A text that repeats a question need not end it with the mark.
 * Clauses that begin with a question word state something: "What I like is quiet", "Where I live is Oslo".
 */

/** A longer question states something before it asks. */
const MAX_QUESTION_CHARS = 160;
/**
 * Between two sentences: behind a mark with a space after it, so not inside "3.5", and behind each line. It matches no
 * characters, so that the sentences add up to the text, and a text without an end costs no more than others.
 */
const SENTENCE_END = /(?<=[.!?])(?=\s)|(?<=\n)/;

const VERB = "(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)";
const WORD = "[\\p{L}\\p{N}'’-]+";
const SUBJECT = "(?:i|you|he|she|it|we|they|the|my|your|his|her|our|their)";
/** "Who is", "where else can", "when in May is". */
const VERB_SECOND = `(?:who|whom|whose|what|where|when|which|why)(?:['’]s| (?:(?:exactly|specifically|else|then|again|now|not|and \\p{L}+|(?:in|on|at|of) ${WORD}) )?${VERB})\\b`;
/** "Which bank does", "what colour is"; but not "what I like is". */
const NOUN_FIRST = `(?:what|which|whose) (?!${SUBJECT}\\b)(?:${WORD} ){1,2}?${VERB}\\b`;
const HOW =
  "how (?:many|much|long|old|far|often|tall|big|do|does|did|is|are|was|were|can|could|should|would)\\b";

const BEGINS_AS_QUESTION = new RegExp(
  `^\\s*(?:${VERB_SECOND}|${NOUN_FIRST}|${HOW}|(?:is|are|was|were|do|does|did|has|have|can|could|will|would|should) (?:i|you|he|she|it|we|they|the|my|your|his|her|there|this|that)\\b)`,
  "iu",
);

/**
 * Without the mark, only this word order asks for sure: "Which tools are best depends on the wood." and "Do the dishes."
 * begin like questions too.
 */
const ASKS_FOR_SURE = new RegExp(
  `^\\s*(?:${VERB_SECOND}|${NOUN_FIRST} ${SUBJECT}\\b|${HOW}|(?:is|are|was|were|does|did|has|can|could|will|would|should) (?:i|you|he|she|it|we|they|the|my|your|his|her)\\b|(?:do|have) (?:i|you|we|they)\\b)`,
  "iu",
);

const BE = "(?:is|are|was|were)";
/** Behind these a clause of its own begins, and the next verb is that clause's. */
const OPENS_CLAUSE =
  "(?:that|which|who|whom|whose|what|where|when|why|how|if|because|since|while|after|before|until|as|than|and|but|or|so)";
/** A verb in the third person or in the past, by its form. A noun of such a form is plural, and "are" follows it. */
const FINITE =
  "(?:\\p{Ll}{2,}s(?<!ss|us|is|as|ics|series|species|news|lens)|\\p{Ll}{3,}(?<!e)ed|said|told|wrote|meant|saw|got|made|gave|took|thought|felt|found|heard|chose|lost|kept|knew|brought|hurt|broke|went|came)";

/**
 * A clause that is the subject of its sentence: a second verb follows, with something behind it. Names are told by their
 * capitals: "What Anna wants is the blue one".
 */
const CLAUSES: readonly RegExp[] = [
  // "What is important to me is quiet", "What has helped was the cold": no subject of its own follows the first verb.
  new RegExp(
    `^\\s*[Ww]hat(?:['’]s| (?:is|was|has|had|can|could|will|would|should)) (?!(?:${SUBJECT}|an?|this|that|these|those|there)\\b)(?=\\p{Ll})(?:(?!${OPENS_CLAUSE}\\b)${WORD} ){1,12}?${BE} (?!(?:i|you|he|she|it|we|they)\\b)\\S`,
    "u",
  ),
  // "What helps is the cold", "What Anna said was the truth"; but not "What events is Anna planning".
  new RegExp(
    `^\\s*[Ww]hat (?:\\p{Lu}${WORD} )?${FINITE} (?:is|was) (?!\\p{Lu}${WORD} \\p{Ll}+(?:ing|ed)\\b)\\S`,
    "u",
  ),
  // "What Anna does is teach", "What Anna can do is sing".
  new RegExp(`^\\s*[Ww]hat \\p{Lu}${WORD} ${VERB} (?:${WORD} ){0,2}?(?:is|was) \\S`, "u"),
  // "How much I pay is 900 euros".
  new RegExp(
    `^\\s*how (?:many|much|long|old|far|often|tall|big) (?:(?!(?:of|${VERB})\\b)${WORD} )?${SUBJECT} (?:${WORD} ){1,10}?${BE} \\S`,
    "iu",
  ),
];

/** The text without its questions, or the whole text if nothing else is left. */
export function withoutQuestions(text: string): string {
  const sentences = text.split(SENTENCE_END);
  if (sentences.length < 2) return text;
  return restOf(text, sentences, isQuestion) ?? text;
}

/**
 * What the text states: the text without its questions; empty if it only asks. A sentence that merely begins like a
 * question is left out beside statements, but counts as one if nothing else is left.
 */
export function statementsOf(text: string): string {
  const sentences = text.split(SENTENCE_END);
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
  return asks(sentence, ASKS_FOR_SURE);
}

function isQuestion(sentence: string): boolean {
  return asks(sentence, BEGINS_AS_QUESTION);
}

function asks(sentence: string, order: RegExp): boolean {
  if (sentence.length > MAX_QUESTION_CHARS) return false;
  return sentence.includes("?") || (order.test(sentence) && !CLAUSES.some((clause) => clause.test(sentence)));
}
