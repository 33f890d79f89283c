/**
 * Which characters of a turn are the speaker's own words? What is pasted or quoted is taken out: programs, block quotes
 * and long quotations leave a hole of their length; from forwarded mail, or from the material that a request is about
 * ("Translate this: …"), to the end nothing is left. Every character that stays keeps its place.
 *
 * It decides what the rules read, not what a quote is worth.
 */

const FENCE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g;
const CODE = /`[^`\n]+`/g;
const BLOCK_QUOTE = /^[ \t]*>.*$/gm;
/** A quotation of up to three words is a title or a term. */
const QUOTATION =
  /"[^"\n]{0,600}"|“[^”\n]{0,600}[”\n]|„[^“”\n]{0,600}[“”\n]|«[^»\n]{0,600}[»\n]|»[^«\n]{0,600}[«\n]|(?<![\p{L}\p{N}])['‘](?=\S)(?:[^'’\n]|['’](?=\p{L})){0,500}?[^\s'’]['’](?![\p{L}\p{N}])/gu;
const TITLE_WORDS = 3;
/** A mail begins: two or more header lines. */
const MAIL =
  /^[*_ \t]*(?:from|to|cc|subject|date|sent|von|an|betreff|datum|de|para|asunto|à|objet|da|oggetto)[*_]*:.*\n(?:[ \t]*\n)?[*_ \t]*(?:from|to|cc|subject|date|sent|von|an|betreff|datum|de|para|asunto|à|objet|a|da|oggetto)[*_]*:/im;
/** A line of a transcript: who speaks, or who speaks when. */
const SPEAKER_LINE = /^(\p{Lu}[\p{L}'-]+(?: \p{L}[\p{L}'-]+){0,4}):[ \t]{1,3}\S/gmu;
const TIMED_LINE = /^\p{Lu}[\p{L} '-]{1,40} {1,4}\d{1,2}:\d\d/mu;
const SEPARATOR =
  /^[ \t]*(?:-{3,}|={3,}|\*{3,}|_{3,}|-+ ?(?:original message|forwarded message|begin forwarded|weitergeleitete).*)[ \t]*$|^on .{5,80} wrote:$|^am .{5,80} schrieb.{0,60}:$|^le .{5,80} a écrit ?:$/im;
const WORK =
  "clean|revise|polish|summari[sz]e|translate|paraphrase|proof-?read|re-?write|rephrase|reword|edit|correct|improve|shorten|analy[sz]e|critique|classify|extract|convert|explain|review|check|fix|grade|format|transcribe|respond to|reply to|answer|continue|expand|simplify|describe|write|create|generate|compose|draft|design|make|give|list|provide|act|imagine|pretend|suppose|assume|roleplay|role-play|ignore|fasse|fass|übersetz\\p{L}*|korrigier\\p{L}*|schreib\\p{L}*|traduis\\p{L}*|traduire|résum\\p{L}*|corrige\\p{L}*|écris|écrire|traduc\\p{L}*|resum\\p{L}*|escrib\\p{L}*|reescrib\\p{L}*|traduci|riassumi";
/** A request for work on a text. What follows its colon, or in later paragraphs, is that text. */
const REQUEST = new RegExp(
  `^\\s*(?:(?:please|now|ok|okay|hi|hello|hey|so|and|then|bitte|por favor|s'il (?:te|vous) pla[iî]t)[,.! ]+)*(?:(?:can|could|would|will) you (?:please )?(?:help me )?|i (?:want|need|would like) you to |i'd like you to |help me (?:to )?)?(?:${WORK})(?![\\p{L}])`,
  "iu",
);
const HANDS_OVER = new RegExp(
  `(?:^|[.!?\\n]\\s{0,8}|\\b(?:please|can you|could you|help me) )(?:please )?(?:${WORK})\\b[^.!?\\n:]{0,120}\\b(?:this|these|that|it|the following|following|text|passage|article|e-?mail|letter|message|paragraph|story|essay|post|review|below|dies\\p{L}*|folgend\\p{L}*|suivant\\p{L}*|ceci|siguiente\\p{L}*|esto|este|questo)\\b[^.!?\\n:]{0,60}:`,
  "iu",
);
const ROLE_PLAY =
  /\b(?:act as|you are (?:a|an|going to be|now)\b|i want you to act|pretend (?:to be|you|that|i am|i'm)|imagine (?:you|that|i|we)|let's (?:pretend|say|assume|role-?play)|suppose (?:i|we|that|you)|role-?play|for this (?:story|scenario|game)|in character|respond as|from now on you|ignore (?:all|the|any|previous))/i;
const MATERIAL =
  "text|essay|article|e-?mails?|content|code|script|transcript|interview|story|draft|report|post|abstract|description|data|document|letter|examples?|sample|conversation|copy|lead magnet|prompt|instructions|job description|chapter|paper|poem|lyrics|speech|outline|brief|questions?|avatar|company|project|information|info|details";
/** "Here is the article:" and a text after it. */
const PRESENTS = new RegExp(
  `\\b(?:here(?:'s| is| are)|below|attached|the following|following is|this is|these are|i(?:'m| am| will be|'ll be) (?:providing|giving|sending|sharing|pasting)|i received this)\\b[^.?!\\n:]{0,80}\\b(?:${MATERIAL})\\b[^.?!\\n:]{0,60}(?::|\\n|\\[)`,
  "iu",
);
const PARAGRAPH = /\n[ \t]*\n/;
/** The request itself may be this long; a turn that is longer is read only up to its first paragraph. */
const MAX_OWN_CHARS = 1_500;
/** Nobody types more than that. */
const MAX_READ_CHARS = 8_000;
/** What is presented as a text is at least so long. */
const MATERIAL_CHARS = 300;

/** From here on nobody's "I" is his own. */
export function playsPart(content: string): boolean {
  return ROLE_PLAY.test(content.slice(0, MAX_READ_CHARS));
}

export function isTask(content: string): boolean {
  return REQUEST.test(content.slice(0, MAX_READ_CHARS));
}

export function ownWords(content: string): string {
  let text = content.slice(0, MAX_READ_CHARS);
  for (const pattern of [FENCE, CODE, BLOCK_QUOTE]) text = text.replace(pattern, blankQuotation);
  text = text.replace(QUOTATION, (quotation) =>
    quotation.split(/\s+/).length <= TITLE_WORDS ? quotation : blankQuotation(quotation),
  );
  return text.slice(0, endOfOwn(text));
}

/** A mark that stands where words were taken out: a sentence with it is not whole. */
export const HOLE = "\u0000";

function blankQuotation(words: string): string {
  return words.replace(/[^\n]/g, HOLE);
}

function endOfOwn(text: string): number {
  const ends = [MAIL, SEPARATOR, TIMED_LINE].map((pattern) => pattern.exec(text)?.index ?? text.length);
  ends.push(transcriptIn(text));
  const handed = HANDS_OVER.exec(text);
  if (handed !== null) ends.push(handed.index);
  const paragraph = PARAGRAPH.exec(text)?.index ?? text.length;
  const presented = PRESENTS.exec(text);
  if (presented !== null && text.length - presented.index > MATERIAL_CHARS) ends.push(presented.index);
  if (REQUEST.test(text)) ends.push(Math.min(paragraph, /[:：]\s/.exec(text)?.index ?? text.length));
  if (text.length > MAX_OWN_CHARS) ends.push(paragraph);
  return Math.min(...ends);
}

/** Where somebody speaks who speaks again later. */
function transcriptIn(text: string): number {
  const first = new Map<string, number>();
  for (const { index, 1: name = "" } of text.matchAll(SPEAKER_LINE)) {
    const before = first.get(name);
    if (before !== undefined) return before;
    first.set(name, index);
  }
  return text.length;
}
