/**
 * When do two facts say the same? When their canonical forms are equal. So sameness is transitive, and one look-up
 * finds it at any size.
 *
 * The form evens out only what carries no meaning: case (except in codes and some units), punctuation, the spelling of
 * numbers and dates, short forms, articles and the order of plain lists. There are no stems, no stop words and no
 * synonyms: "to" is not "from", "lives" is not "lived". A missed restatement costs a duplicate, a wrong merge costs a
 * fact; every rule here is chosen by that.
 */

import { joinCommaLists, sortLists } from "../values/lists.ts";
import { casedText, casedTexts } from "../words/case.ts";
import { hasListed, NO_WORDS, PAUSED, type Token } from "../words/token.ts";
import { foldCase, foldForms, TRADE_MARKS } from "../words/words.ts";
import { isSettled } from "./settled.ts";
import { readStatement } from "./statement.ts";

/** Raise it with every change to the form: what another version derived is then derived anew. */
export const ANALYSER_VERSION = 10;

/** A pass may leave work for the next one ("btw" after an article that was dropped). More than two are rare. */
const MAX_PASSES = 8;
const LETTERS = /^[a-z]+$/;
/**
 * Words that answer if a pause follows, and negate what follows if none does. In a language where one of them is a
 * different word, the comma that is kept costs a missed match, but no fact.
 */
const ANSWERS = new Set("no never nothing none nobody não nie nem nu не нет لا không".split(" "));
const CLOSING = /[\s"')\]!?.]/;

export function canonical(text: string): string {
  return canonicalOf(text, readStatement(text));
}

/** The same, for a text that has already been read. */
export function canonicalOf(text: string, read: readonly Token[]): string {
  let { form, isFinal } = pass(text, read);
  for (let i = 1; i < MAX_PASSES && !isFinal; i++) {
    const next = pass(form, readStatement(form));
    isFinal = next.isFinal || next.form === form;
    form = next.form;
  }
  return form;
}

interface Passed {
  readonly form: string;
  /** Another pass would change nothing. */
  readonly isFinal: boolean;
}

function pass(text: string, read: readonly Token[]): Passed {
  const tokens = sortLists(joinCommaLists(read));
  if (tokens.length === 0) return { form: withoutWords(text), isFinal: false };
  const form = isQuestion(text) ? `${join(tokens)} ?` : join(tokens);
  return { form, isFinal: tokens === read && isSettled(form, tokens) };
}

/** A text without words: its punctuation is the statement, or the signs that are ignored beside words. */
function withoutWords(text: string): string {
  const form = foldCase(foldForms(text)).normalize("NFC").replace(/\s+/g, " ").trim();
  return form === "" ? (text.match(TRADE_MARKS) ?? []).join("") : form;
}

/**
 * Does it end with a question mark? "Anna leads the team?" is not a statement. Walks back from the end, where a regular
 * expression would start over again and again.
 */
function isQuestion(text: string): boolean {
  if (!text.includes("?")) return false;
  for (let i = text.length - 1; i >= 0 && CLOSING.test(text[i] as string); i--)
    if (text[i] === "?") return true;
  return false;
}

/**
 * No gap before the unit in "5 $100 bills", which becomes "5 100usd bills": "5 100 usd" would be read as 5100 dollars.
 */
function isTightUnit(tokens: readonly Token[], at: number): boolean {
  return (
    tokens[at]?.kind === "unit" &&
    at > 1 &&
    tokens[at - 2]?.kind === "number" &&
    LETTERS.test(tokens[at]?.text ?? "")
  );
}

function isJoinedOtherwise({ kind }: Token): boolean {
  return kind === "unspaced" || kind === "unit";
}

/** "No, meat is fine" is not "No meat is fine": here the pause carries the meaning. ("No. 5" is a number.) */
function isBehindAnswer({ before, kind }: Token, at: number, tokens: readonly Token[]): boolean {
  if (before === "" || (before === "." && kind === "number")) return false;
  return ANSWERS.has(tokens[at - 1]?.text ?? "");
}

/** Joins words with a space; scripts without spaces without one, and with a comma where a pause was. */
function join(tokens: readonly Token[]): string {
  const hasGaps =
    hasListed(tokens, NO_WORDS | PAUSED) && (tokens.some(isJoinedOtherwise) || tokens.some(isBehindAnswer));
  if (!hasGaps) return casedTexts(tokens).join(" ");
  let out = casedText(tokens, 0);
  for (let i = 1; i < tokens.length; i++) out += gapBefore(tokens, i) + casedText(tokens, i);
  return out;
}

function gapBefore(tokens: readonly Token[], at: number): string {
  const token = tokens[at] as Token;
  if (token.kind === "unspaced" && tokens[at - 1]?.kind === "unspaced") return token.before === "" ? "" : ",";
  if (isTightUnit(tokens, at)) return "";
  return isBehindAnswer(token, at, tokens) ? ", " : " ";
}
