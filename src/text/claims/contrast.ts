/**
 * Which statement does a contrast replace? "The launch is on 13 May, not 3 May" states one thing and denies the same
 * sentence with the other value; so does "We use Postgres instead of MySQL".
 *
 * The other value takes the place of the last value of its kind; otherwise, of what follows the last verb or
 * preposition; otherwise, if both are names, of the subject.
 */

import { readStatement } from "../sameness/statement.ts";
import { casedTexts } from "../words/case.ts";
import { BE_AND_HAVE, FACT_VERBS, PREPOSITIONS, SUBJECT_VERBS } from "../words/grammar.ts";
import type { Token } from "../words/token.ts";

export interface Contrast {
  readonly statement: string;
  readonly denied: readonly string[];
}

const MAX_OTHER_WORDS = 5;
const NOT_OTHER = /^(.*\S)\s*(?:,|;| -+)\s*(?:and |but )?not\s+((?:[^,;]|,(?=\d))+?)[\s.!]*$/is;
const INSTEAD_OF = /^(.*\S)\s+instead of\s+((?:[^,;]|,(?=\d))+?)[\s.!]*$/is;
/** After "not" these words open a remark, not a value. */
const NO_VALUE = new Set(
  `that only because yet really sure just if when even very always all any so too much many more less i you he she we
  they it is are am was were do does did as since until who which what how why least necessarily quite
  for`.split(/\s+/),
);
const CAPITAL = /^\p{Lu}/u;

export function readContrast(text: string): Contrast | undefined {
  const match = NOT_OTHER.exec(text) ?? INSTEAD_OF.exec(text);
  if (match === null) return undefined;
  const statement = match[1] as string;
  const tokens = readStatement(statement);
  const other = readStatement(match[2] as string);
  const first = other[0]?.text ?? "";
  if (other.length === 0 || other.length > MAX_OTHER_WORDS || tokens.length < 2 || NO_VALUE.has(first))
    return undefined;
  if (first.endsWith("ing") || tokens.some(({ text: word }) => word === "not")) return undefined;
  const denied = withOther(tokens, other);
  return denied === undefined ? undefined : { statement, denied: [denied] };
}

function withOther(tokens: readonly Token[], other: readonly Token[]): string | undefined {
  const typed = other.find(({ kind }) => kind === "number" || kind === "date" || kind === "time");
  if (typed) return withTyped(tokens, other, typed);
  const start = PREPOSITIONS.has(other[0]?.text ?? "")
    ? tokens.findLastIndex(({ text }) => text === other[0]?.text)
    : tailStart(tokens);
  const tail = tokens.slice(Math.max(start, 0));
  const isSubject = isName(other[0]) && isName(tokens[0]) && !tail.some(isName) && !isName(tokens.at(-1));
  if (isSubject && start !== 0) return spell([...other, ...tokens.slice(1)]);
  return start <= 0 || start >= tokens.length ? undefined : spell([...tokens.slice(0, start), ...other]);
}

function withTyped(tokens: readonly Token[], other: readonly Token[], typed: Token): string | undefined {
  const at = tokens.findLastIndex(({ kind }) => kind === typed.kind);
  if (at < 0) return undefined;
  const value = other.slice(other.indexOf(typed));
  const hasUnit = tokens[at + 1]?.kind === "unit" && value[1]?.kind === "unit";
  return spell([...tokens.slice(0, at), ...value, ...tokens.slice(at + (hasUnit ? 2 : 1))]);
}

/** The index after the last word that a value may follow. */
function tailStart(tokens: readonly Token[]): number {
  const last = tokens.findLastIndex(
    ({ text }) =>
      PREPOSITIONS.has(text) || BE_AND_HAVE.has(text) || FACT_VERBS.has(text) || SUBJECT_VERBS.has(text),
  );
  return last < 0 ? -1 : last + 1;
}

function isName(token: Token | undefined): boolean {
  return token !== undefined && token.kind === "word" && CAPITAL.test(token.raw) && token.text !== "i";
}

function spell(tokens: readonly Token[]): string {
  return casedTexts(tokens).join(" ");
}
