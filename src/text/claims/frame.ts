/**
 * What is a sentence about, apart from its values? "The rent is 1,400 euros" and "Actually the rent is 1,450 euros"
 * have the same frame and two values.
 *
 * The frame masks numbers, amounts, dates, times, names that have a capital inside a sentence, and what follows "is" if
 * the subject is an attribute with one value ("my favourite colour is …"). A mask names the kind of value it hides, so
 * a price is never compared with a date. A sentence without values is its own frame. Nothing is guessed: a name that
 * opens a sentence stays, because its capital says nothing.
 */

import { readStatement } from "../sameness/statement.ts";
import { isMonth } from "../values/dates.ts";
import { CURRENCIES } from "../values/units.ts";
import { casedTexts } from "../words/case.ts";
import { BE_AND_HAVE, FACT_VERBS, PREPOSITIONS, PRONOUNS, SUBJECT_VERBS } from "../words/grammar.ts";
import type { Token } from "../words/token.ts";
import { hasCapital } from "../words/words.ts";
import { stripMarker } from "./marker.ts";

export interface SentenceFrame {
  /** Equal for sentences that differ only in their values. */
  readonly key: string;
  /** In the order of the sentence, in canonical spelling. */
  readonly values: readonly string[];
}

const MIN_FRAME_WORDS = 2;
const MAX_SUBJECT_WORDS = 6;
const MAX_COMPLEMENT_WORDS = 5;
const ATTRIBUTES = new Set(
  `name names nickname surname age height weight size colour color birthday birthdate anniversary address email
  mail phone number city town hometown country home job role title position occupation profession employer salary
  income budget rent price cost fee rate deadline date launch release version status password timezone zone
  language framework database editor tool stack os browser diet manager boss supervisor lead leader wife husband
  partner spouse girlfriend boyfriend doctor dentist lawyer landlord roommate teacher capital headquarters
  location currency goal target owner author nationality religion major degree school university username handle
  theme font mode pronouns`.split(/\s+/),
);
const SINGLE_VALUE_SIGNS = new Set("favourite favorite preferred main default current primary".split(" "));
const NO_COMPLEMENT = new Set(
  `not no never and or but because if when that which who than too very so really also still already going only just
  being been to`.split(/\s+/),
);
const NO_SMALL_LETTER = /^[^\p{Ll}]*$/u;

export function frame(text: string): SentenceFrame {
  return frameOf(text, readStatement(stripMarker(text).text));
}

/** The same, for a text without its marker that has already been read. */
export function frameOf(text: string, tokens: readonly Token[]): SentenceFrame {
  const complement = complementOf(tokens);
  const isShouted = NO_SMALL_LETTER.test(text);
  const key: string[] = [];
  const values: string[] = [];
  for (let i = 0; i < tokens.length; ) {
    const value = i === complement?.start ? complement : valueAt(tokens, i, isShouted);
    key.push(value?.mask ?? (tokens[i] as Token).text);
    if (value) values.push(casedTexts(tokens, i, i + value.length).join(" "));
    i += value?.length ?? 1;
  }
  // With fewer than two words besides its values, a sentence is about nothing: its text is the frame.
  if (key.length - values.length < MIN_FRAME_WORDS)
    return { key: textOf(tokens, 0, tokens.length) || text, values: [] };
  return { key: key.join(" "), values };
}

const MASK = /<(\w+)>/g;
const WHEN: ReadonlySet<string | undefined> = new Set(["date", "time"]);

/**
 * Do both say the same about the same thing, with a different value? They may differ in one value, or in dates and
 * times only. If a name and a figure differ, the figure is somebody else's ("my son Tom is 5", "my son Jim is 7").
 */
export function differInOneValue(a: SentenceFrame, b: SentenceFrame): boolean {
  if (a.key !== b.key) return false;
  const kinds = Array.from(a.key.matchAll(MASK), ([, kind]) => kind);
  const differing = kinds.filter((_, i) => a.values[i] !== b.values[i]);
  return differing.length === 1 || (differing.length > 1 && differing.every((kind) => WHEN.has(kind)));
}

interface Value {
  readonly mask: string;
  readonly length: number;
}

function valueAt(tokens: readonly Token[], at: number, isShouted: boolean): Value | undefined {
  const { kind, text } = tokens[at] as Token;
  if (kind === "date" || kind === "time") return { mask: `<${kind}>`, length: 1 };
  if (kind === "number") {
    const unit = tokens[at + 1];
    const isMoney = unit?.kind === "unit" && CURRENCIES.has(unit.text);
    return isMoney ? { mask: "<money>", length: 2 } : { mask: "<number>", length: 1 };
  }
  if (isShouted || !isName(tokens, at) || isMonth(text)) return undefined;
  let length = 1;
  while (isName(tokens, at + length) && tokens[at + length]?.before === "") length++;
  return { mask: "<name>", length };
}

/** A capital where the grammar does not require one. */
function isName(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (at === 0 || token === undefined || token.kind !== "word" || token.before === ".") return false;
  return hasCapital(token.raw) && !PRONOUNS.has(token.text) && !token.text.startsWith("i'");
}

function complementOf(tokens: readonly Token[]): (Value & { readonly start: number }) | undefined {
  const copula = tokens.findIndex(({ text }) => text === "is" || text === "are");
  if (copula < 1 || copula > MAX_SUBJECT_WORDS || !isAttribute(tokens.slice(0, copula))) return undefined;
  const isPrepositional = PREPOSITIONS.has(tokens[copula + 1]?.text ?? "");
  const start = copula + (isPrepositional ? 2 : 1);
  const length = tokens.length - start;
  if (length < 1 || length > MAX_COMPLEMENT_WORDS) return undefined;
  return tokens.slice(start).every(isPlainWord) ? { mask: "<value>", start, length } : undefined;
}

/** "rent", "my favourite colour", "name of my dog": something that has one value at a time. */
function isAttribute(subject: readonly Token[]): boolean {
  if (subject.some(({ text, before }, i) => isSentencePart(text) || (i > 0 && before !== ""))) return false;
  if (subject.some(({ text }) => SINGLE_VALUE_SIGNS.has(text))) return true;
  const preposition = subject.findIndex(({ text }) => PREPOSITIONS.has(text));
  return ATTRIBUTES.has(subject.at(preposition < 0 ? -1 : preposition - 1)?.text ?? "");
}

function isSentencePart(text: string): boolean {
  return PRONOUNS.has(text) || BE_AND_HAVE.has(text) || FACT_VERBS.has(text) || SUBJECT_VERBS.has(text);
}

function isPlainWord({ text, kind, before }: Token): boolean {
  if (kind === "number" || kind === "date" || kind === "time" || before !== "") return false;
  return !NO_COMPLEMENT.has(text) && !PREPOSITIONS.has(text) && !isSentencePart(text);
}

function textOf(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(" ");
}
