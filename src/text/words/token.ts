/**
 * What is known about one word, number or sign of a text?
 */
import { listsOf, listWords } from "./word-lists.ts";

export type TokenKind = "word" | "number" | "symbol" | "unspaced" | "unit" | "date" | "time";

/** The punctuation between a token and the one before it. */
export type Break = "" | "," | ".";

export interface Token {
  /** With its case folded. */
  readonly text: string;
  /** As written. */
  readonly raw: string;
  readonly kind: TokenKind;
  readonly before: Break;
  /** There is no white space between this token and the one before. */
  readonly isGlued: boolean;
  /**
   * The word lists that contain the text, as bits, and those of the next four lists that apply to the token by rule.
   */
  readonly lists: number;
}

/** Contains every number. */
export const NUMBERS = listWords();
/** Contains every token that is not a word. */
export const NO_WORDS = listWords();
/**
 * Contains every token that has more than small letters and digits: signs, accents, another script. Plain numbers, even
 * with points and commas, are not in it.
 */
export const COMPOSED = listWords();
/** Contains every token that follows a comma or a stop. */
export const PAUSED = listWords();
const SIMPLE = /^(?:[a-z0-9]+|[0-9.,]+)$/;

/** Every token is made here, so that all have the same shape in memory and reading them stays fast. */
export function makeToken(
  text: string,
  raw: string,
  kind: TokenKind,
  before: Break,
  isGlued: boolean,
): Token {
  let lists = listsOf(text);
  if (kind !== "word") lists |= kind === "number" ? NO_WORDS | NUMBERS : NO_WORDS;
  if (!SIMPLE.test(text)) lists |= COMPOSED;
  if (before !== "") lists |= PAUSED;
  return { text, raw, kind, before, isGlued, lists };
}

/** Is any of the tokens in one of these lists? Lets a stage skip the many texts that do not concern it. */
export function hasListed(tokens: readonly Token[], lists: number): boolean {
  for (let i = 0; i < tokens.length; i++) if (((tokens[i] as Token).lists & lists) !== 0) return true;
  return false;
}

/** The same token, read as something else. */
export function rewrite(
  token: Token,
  text: string,
  kind: TokenKind = token.kind,
  before = token.before,
): Token {
  return makeToken(text, token.raw, kind, before, token.isGlued);
}
