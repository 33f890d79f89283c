/**
 * What is known of one word, number or sign of a text?
 */
import { listsOf, listWords } from "./word-lists.ts";

export type TokenKind = "word" | "number" | "symbol" | "unspaced" | "unit" | "date" | "time";

/** What stands between a token and the one before it, beyond space. */
export type Break = "" | "," | ".";

export interface Token {
  /** Case folded. */
  readonly text: string;
  /** As written. */
  readonly raw: string;
  readonly kind: TokenKind;
  readonly before: Break;
  /** No white space between this token and the one before. */
  readonly isGlued: boolean;
  /** The lists that the text stands in, and those of the next four that it belongs to by their rules. */
  readonly lists: number;
}

/** All numbers. */
export const NUMBERS = listWords();
/** All that is no word. */
export const NO_WORDS = listWords();
/** All with more in them than small letters and digits: signs, accents, another script. Figures alone are not. */
export const COMPOSED = listWords();
/** All behind a comma or a stop. */
export const PAUSED = listWords();
const SIMPLE = /^(?:[a-z0-9]+|[0-9.,]+)$/;

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
  return listedToken(text, raw, kind, before, isGlued, lists);
}

/** Every token is made here, so that all have one shape in memory and reading them stays fast. */
export function listedToken(
  text: string,
  raw: string,
  kind: TokenKind,
  before: Break,
  isGlued: boolean,
  lists: number,
): Token {
  return { text, raw, kind, before, isGlued, lists };
}

/** Does one of them stand in one of these lists? Most texts lack what a stage of reading is about. */
export function hasListed(tokens: readonly Token[], lists: number): boolean {
  for (let i = 0; i < tokens.length; i++) if (((tokens[i] as Token).lists & lists) !== 0) return true;
  return false;
}

/** A token read as something else. */
export function rewrite(
  token: Token,
  text: string,
  kind: TokenKind = token.kind,
  before = token.before,
): Token {
  return makeToken(text, token.raw, kind, before, token.isGlued);
}
