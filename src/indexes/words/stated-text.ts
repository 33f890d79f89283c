/**
 * Which part of a fact's text states something? For the principal's own words, all of it. In anybody else's text,
 * questions are left out: a text must not rank higher because it repeats the question that it wants to answer.
 *
 * A text of nothing but questions is kept whole: its words lead to what was said next.
 */
import type { Fact } from "../../model/fact.ts";
import { TRUSTED } from "../../model/source.ts";
import { withoutQuestions } from "../../text/words/questions.ts";

export function statedText({ content, authority }: Pick<Fact, "content" | "authority">): string {
  return authority === TRUSTED ? content : withoutQuestions(content);
}
