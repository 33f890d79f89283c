/**
 * When do two facts say the same? When their canonical forms are equal: so sameness is transitive, and found
 * by one look-up at any size.
 *
 * The form evens out what carries no meaning (case, but for codes and some units; punctuation, spelling of numbers and dates, short forms,
 * articles, the order of plain lists) and nothing else. No stems, no stop words, no synonyms: "to" is not
 * "from", "lives" is not "lived". A missed restatement costs a duplicate, a wrong merge costs a fact; every
 * rule here is chosen by that.
 */

import { casedText, casedTexts } from "./case.ts";
import { joinCommaLists, sortLists } from "./lists.ts";
import { isSettled } from "./settled.ts";
import { readStatement } from "./statement.ts";
import { hasListed, NO_WORDS, PAUSED, type Token } from "./token.ts";
import { foldCase, foldForms, TRADE_MARKS } from "./words.ts";

/** Changes with every change of a form: what was derived by another version is derived anew. */
export const ANALYSER_VERSION = 8;

/** A pass may uncover work for the next one ("by the way" behind an article). More than two are rare. */
const MAX_PASSES = 8;
const LETTERS = /^[a-z]+$/;
/** Words that answer before a pause, and deny what follows without one. Where a language has one of them as another word,
 *  a pause behind it costs a meeting, no fact. */
const ANSWERS = new Set("no never nothing none nobody não nie nem nu не нет لا không".split(" "));
const CLOSING = /[\s"')\]!?.]/;

export function canonical(text: string): string {
  return canonicalOf(text, readStatement(text));
}

/** The same, for a text that has been read already. */
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

/** Only punctuation: then the punctuation is the statement. Or only signs that are passed over beside words. */
function withoutWords(text: string): string {
  const form = foldCase(foldForms(text)).normalize("NFC").replace(/\s+/g, " ").trim();
  return form === "" ? (text.match(TRADE_MARKS) ?? []).join("") : form;
}

/** By its mark: "Anna leads the team?" is no statement. Walks back, where a pattern would start over and over. */
function isQuestion(text: string): boolean {
  if (!text.includes("?")) return false;
  for (let i = text.length - 1; i >= 0 && CLOSING.test(text[i] as string); i--)
    if (text[i] === "?") return true;
  return false;
}

/** "5 $100 bills": without the gap a reader would take 5 and 100 for groups of one number. */
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

/** "No, meat is fine" is not "No meat is fine": here the pause is the meaning. ("No. 5" is a number.) */
function isBehindAnswer({ before, kind }: Token, at: number, tokens: readonly Token[]): boolean {
  if (before === "" || (before === "." && kind === "number")) return false;
  return ANSWERS.has(tokens[at - 1]?.text ?? "");
}

/** Words with a space between; scripts that have none without, and with a comma where a pause was. */
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
