/**
 * Does a text say how an assistant should do things from now on?
 *
 * Two kinds: a *standing instruction* ("always answer in metric", "when I ask for a recipe, give grams") and a
 * *preference* ("I prefer short answers"). The result is the sentence, or the clause of a long sentence, that says it,
 * so that a line of a prompt can hold that part of a long text.
 *
 * Precision first. A single request ("translate this"), a habit ("I always take the bus"), a proverb, a title or a
 * quotation is no standing instruction, and a text too long to be one is not read for instructions at all. What is
 * missed can be labelled by hand. The patterns of each language are in `wish-patterns.ts`.
 */
import { piecesOf, type Span } from "../words/sentences.ts";
import { INSTRUCTIONS, PREFERENCES } from "./wish-patterns.ts";

export interface ReadWish extends Span {
  readonly wish: "instruction" | "preference";
}

/** A longer text is a document or a task, whatever single sentences of it say. */
const MAX_INSTRUCTION_CHARS = 600;
/** A preference may open a long message. */
const MAX_READ_CHARS = 1_200;
const MAX_SENTENCE_CHARS = 700;
/** The part of a long sentence that is quoted. */
const MAX_SPAN_CHARS = 180;

/** Words without which no pattern matches: nearly all facts are done after this test. */
const MAYBE =
  /always|never|don['’]?t|\bdo not\b|from now on|going forward|in future|in the future|whenever|\bwhen i\b|\bif i ask|every time|by default|call me|address me|refer to me|answer|repl(?:y|ies)|respon|explanations|\bspeak\b|talk to me|\bwrite\b|\buse\b|\bbe (?:brief|concise|direct|blunt)|\bno (?:emoji|small talk|jargon|spoilers)|make sure|prefer|favou?rite|rather|like .* (?:better|more)|immer|niemals|wenn ich|falls ich|\bkeine\b|\bnie\b|stets|künftig|zukunft|ab (?:jetzt|sofort)|nenn|duz|siez|antwort|bevorzug|lieb|toujours|jamais|désormais|dorénavant|appelle|tutoie|vouvoie|réponds|répondez|préf|siempre|nunca|\bno (?:me )?\p{L}+[ae]s\b|cuando|quando|quand je|lorsque|jamás|a partir de|llám|respond|prefier|sempre|\bmai\b|d'ora|rispond|chiam|prefer|agora|chame|chama|prefir|altijd|nooit|voortaan|noem|liever|voorkeur|[总總一][是直]|永[远遠]|始[终終]|以[后後]|今[后後]|[从從][现現]在|[请請]|叫我|[称稱]呼我|不要|偏好|更喜[欢歡]|更[愿願]意|いつも|常に|必ず|今後|これから|絶対|呼んで|ください|下さい|の方が|のほうが|好[みむ]/iu;

export function readWish(text: string): ReadWish | undefined {
  const head = text.slice(0, MAX_READ_CHARS);
  if (!MAYBE.test(head)) return undefined;
  const words = withoutFences(head);
  const isShort = text.trim().length <= MAX_INSTRUCTION_CHARS;
  const sentences = sentencesOf(words);
  const isWhole = sentences.length === 1;
  for (const span of isShort ? sentences : []) {
    const sentence = words.slice(span.from, span.to);
    if (isNotOwn(sentence)) continue;
    if (INSTRUCTIONS.some((pattern) => (pattern.isWhole ? isWhole : true) && pattern.matches.test(sentence)))
      return { wish: "instruction", ...cutSpan(words, span) };
  }
  for (const span of sentences) {
    const found = preferenceIn(words.slice(span.from, span.to));
    if (found !== undefined)
      return {
        wish: "preference",
        ...cutSpan(words, { from: span.from + found.from, to: span.from + found.to }),
      };
  }
  return undefined;
}

/** The part of a text that says the wish; the whole text if none of its sentences says one. */
export function wishSpan(text: string): Span {
  return readWish(text) ?? { from: 0, to: text.length };
}

function preferenceIn(sentence: string): Span | undefined {
  for (const pattern of PREFERENCES) {
    const match = pattern.exec(sentence);
    if (match === null || sentence.length - match.index - match[0].length < MIN_WISHED_CHARS) continue;
    const rest = sentence.slice(match.index + match[0].length);
    const end = isLong(sentence) ? CLAUSE_ENDS.exec(rest)?.index : undefined;
    return isLong(sentence)
      ? { from: match.index, to: match.index + match[0].length + (end ?? rest.length) }
      : { from: 0, to: sentence.length };
  }
  return undefined;
}

/** "As I prefer" says nothing. */
const MIN_WISHED_CHARS = 4;
const LONG_CHARS = 140;
function isLong(sentence: string): boolean {
  return sentence.length > LONG_CHARS;
}

/** Where a preference ends and the rest of a long sentence begins. */
const CLAUSE_ENDS =
  /(?:,| and| so| but) (?:how|what|which|can|could|would|will|do|please|help|considering|given|so i|but i|and i|i'm|i am|i want|especially)\b|, (?:which|as|since|because|while)\b/i;

/** Code is not read: its words belong to the program. Keeps every character in its place. */
function withoutFences(text: string): string {
  if (!text.includes("```")) return text;
  return text.replace(/```[\s\S]*?(?:```|$)/g, (code) => " ".repeat(code.length));
}

function sentencesOf(text: string): readonly Span[] {
  return piecesOf(text).filter(({ from, to }) => to - from <= MAX_SENTENCE_CHARS);
}

/** A question, or the words of somebody else. */
function isNotOwn(sentence: string): boolean {
  return /[?？]["'’”)\]\s]*$|(?:\b(?:said|says|told (?:me|us|him|her|them)|used to say|the saying goes|sagte|sagt|dit|dice|disse))[.!"'”]*$/iu.test(
    sentence,
  );
}

/** At most as long as a line may be, and without blanks at its ends. */
function cutSpan(text: string, { from, to }: Span): Span {
  const part = text.slice(from, to);
  const begin = from + (part.length - part.trimStart().length);
  const end = begin + part.trim().length;
  if (end - begin <= MAX_SPAN_CHARS) return { from: begin, to: end };
  const cut = text.lastIndexOf(" ", begin + MAX_SPAN_CHARS);
  return { from: begin, to: cut > begin + MAX_SPAN_CHARS / 2 ? cut : begin + MAX_SPAN_CHARS };
}
