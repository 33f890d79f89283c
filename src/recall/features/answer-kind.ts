/**
 * What kind of answer does a question want, by its question words: a time, a number, somebody, a place? And does it
 * ask for what is *not* so?
 *
 * A few languages, closed lists. A question that none of them fits wants no kind in particular.
 */
import { isNegated } from "./read-fact.ts";

export interface AnswerKind {
  readonly isTime: boolean;
  readonly isNumber: boolean;
  readonly isPerson: boolean;
  readonly isPlace: boolean;
  readonly isNegated: boolean;
}

const TIME =
  /\b(?:when|how long|since when|until when|what time|(?:what|which) (?:\p{L}+ )?(?:day|date|year|month|week|evening|afternoon|morning|hour)s?|wann|wie lange|quand|cuándo|quando|combien de temps)\b|什么时候|几点|いつ|何時/iu;
const NUMBER =
  /\b(?:how (?:many|much|often|old|tall|big|far|long|high|heavy)|what size|wie ?(?:viele?|oft|alt|gro(?:ß|ss))|combien|quel âge|cuánt[oa]s?|quant[oiae])\b|多少|几|いくつ|いくら|何[人本冊個回歳]/iu;
const PERSON = /\b(?:who|whose|whom|wer|wem|wen|wessen|qui|quién|quiénes|chi)\b|谁|誰|だれ/iu;
const PLACE =
  /\b(?:where|(?:what|which) (?:city|town|country|place|street)|wo|wohin|woher|où|dónde|adónde|dove)\b|哪里|哪儿|在哪|どこ/iu;

export function answerKindOf(question: string): AnswerKind {
  return {
    isTime: TIME.test(question),
    isNumber: NUMBER.test(question),
    isPerson: PERSON.test(question),
    isPlace: PLACE.test(question),
    isNegated: isNegated(question),
  };
}
