/**
 * Which part of a fact's text says something? All of what the principal said. In what anybody else said a question is
 * no statement: a text that repeats the question it wants to answer earns nothing by that.
 *
 * A text that only asks is kept as it is: its words lead to what was said next.
 */
import type { Fact } from "../../model/fact.ts";
import { TRUSTED } from "../../model/source.ts";
import { withoutQuestions } from "../../text/words/questions.ts";

export function statedText({ content, authority }: Pick<Fact, "content" | "authority">): string {
  return authority === TRUSTED ? content : withoutQuestions(content);
}
