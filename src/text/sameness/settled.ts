/**
 * Would reading a form again change it? For the common forms the answer is known without reading: this halves the
 * cost of `canonical`. "No" may be wrong and costs a pass; "yes" must be right, and a property test sees to it.
 *
 * The stages run in one order, so only a later stage can leave work for an earlier one: an article dropped from
 * before a filler, a date put before a unit. Signs are left to another pass altogether.
 */

import { NUMBER_WORDS, ORDINALS } from "../values/number-words.ts";
import { CURRENCIES, UNITS } from "../values/units.ts";
import { areWrittenOut } from "../words/contractions.ts";
import type { Token } from "../words/token.ts";
import { ARTICLES } from "./articles.ts";
import { hasFiller } from "./fillers.ts";

/** What is read in English only. The text may be taken for English now and not before, as its "au $" is "aud" here. */
const ENGLISH_ONLY = ARTICLES | NUMBER_WORDS;
const PLAIN_FORM = /^[a-z0-9 ]+$/;
/** Each word would be read as itself: signs stand inside words only, but for a minus before a figure and "%" by itself. */
const SIGNED_FORM = /^(?:-(?=[0-9]))?[a-z0-9]+(?:(?:[':-]| -(?=[0-9])| )[a-z0-9]+| %)*$/;

export function isSettled(form: string, tokens: readonly Token[]): boolean {
  if ((!PLAIN_FORM.test(form) && !SIGNED_FORM.test(form)) || hasFiller(tokens)) return false;
  if (form.includes("'") && !areWrittenOut(tokens)) return false;
  for (let i = 0; i < tokens.length; i++) {
    const { kind, lists } = tokens[i] as Token;
    if (kind === "word" ? (lists & ENGLISH_ONLY) !== 0 : !isSettledValue(tokens, i)) return false;
  }
  return true;
}

function isSettledValue(tokens: readonly Token[], at: number): boolean {
  const { kind, text } = tokens[at] as Token;
  const next = tokens[at + 1];
  if (kind === "number" && next?.kind === "unit") return true;
  if (kind === "number" || kind === "unit") return isNoPartOfValue(next);
  // A day without a year, or a month with one, is two words again: read as before, unless a day stands before it.
  if (kind === "date" && !text.includes("-") && ORDINALS.has(tokens[at - 1]?.text ?? "")) return false;
  // Of "15:00 per cent" the first reader had taken the time, and the next one takes the number.
  return isNoPartOfValue(tokens[at - 1]) && isNoPartOfValue(next) && next?.text !== "per";
}

function isNoPartOfValue(token: Token | undefined): boolean {
  if (token === undefined) return true;
  const { kind, text } = token;
  return kind === "word" && !/^(?:am|pm|minus|of)$/.test(text) && !UNITS.has(text) && !CURRENCIES.has(text);
}
