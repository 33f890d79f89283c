/**
 * Would reading a canonical form again change it? For common forms this is known without reading, which halves the cost
 * of `canonical`. A wrong "no" costs one more pass; a "yes" must be right, and a property test checks that.
 *
 * The stages run in a fixed order, so only a later stage can leave work for an earlier one: an article dropped before a
 * filler, a date put before a unit. Forms with other signs always get another pass.
 */

import { NUMBER_WORDS, ORDINALS } from "../values/number-words.ts";
import { CURRENCIES, UNITS } from "../values/units.ts";
import { areWrittenOut } from "../words/contractions.ts";
import type { Token } from "../words/token.ts";
import { ARTICLES } from "./articles.ts";
import { hasFiller } from "./fillers.ts";

/**
 * Words that are read in English text only. The form may look English although the text did not: the "au $" of a text,
 * with its French "au", has become "aud".
 */
const ENGLISH_ONLY = ARTICLES | NUMBER_WORDS;
const PLAIN_FORM = /^[a-z0-9 ]+$/;
/**
 * Forms whose every word would be read as itself: signs stand only inside words, except a minus before a figure and "%"
 * by itself.
 */
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
  // A date like "may 3" or "may 2026" is two words in the form. They are read as the same date again, unless an ordinal
  // before them would be read as the day.
  if (kind === "date" && !text.includes("-") && ORDINALS.has(tokens[at - 1]?.text ?? "")) return false;
  // "15:00 per cent": this pass read the time from "3 pm"; the next one would read "per cent" as a unit.
  return isNoPartOfValue(tokens[at - 1]) && isNoPartOfValue(next) && next?.text !== "per";
}

function isNoPartOfValue(token: Token | undefined): boolean {
  if (token === undefined) return true;
  const { kind, text } = token;
  return kind === "word" && !/^(?:am|pm|minus|of)$/.test(text) && !UNITS.has(text) && !CURRENCIES.has(text);
}
