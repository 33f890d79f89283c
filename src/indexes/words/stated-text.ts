/**
 * Which part of a fact's text states something? For the principal's own words, all of it. In anybody else's text,
 * questions are left out: a text must not rank higher because it repeats the question that it wants to answer.
 *
 * A fact below class 3 that only asks states nothing. Nothing finds it by relevance, and it lends nothing to its
 * neighbours.
 */
import type { Fact } from "../../model/fact.ts";
import { TRUSTED } from "../../model/source.ts";
import { statementsOf } from "../../text/words/questions.ts";

export function statedText({ content, authority }: Pick<Fact, "content" | "authority">): string {
  return authority === TRUSTED ? content : statementsOf(content);
}

/** It only asks. A slot is a statement, whatever the text says. */
export function statesNothing(fact: Pick<Fact, "content" | "authority" | "slot">): boolean {
  return fact.slot === undefined && fact.content !== "" && statedText(fact) === "";
}
