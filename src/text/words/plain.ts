/**
 * Which words does a plain text consist of? Plain means: letters a to z and figures, separated by a space or by a pause
 * and a space. Most texts are plain from end to end and are read here without trying a regular expression.
 *
 * It takes only tokens that every pattern of `words.ts` would find as well, and leaves the rest to them.
 */
import { type Break, listedToken, NO_WORDS, NUMBERS, PAUSED, type Token } from "./token.ts";
import { hashOn, ListedWords, SMALL } from "./word-lists.ts";

const SPACE = 32;
const COMMA = 44;

/** The tokens of listed words in their usual form: small letters after a space. They are made once and shared. */
const LISTED = new ListedWords((word, lists) => listedToken(word, word, "word", "", false, lists));

/**
 * Reads on from the end of a token. Returns the end of the last token, or the length of the text if nothing else
 * follows.
 */
export function readPlain(text: string, from: number, tokens: Token[]): number {
  let end = from;
  let begin = from === 0 ? 0 : behindGap(text, from);
  while (begin >= 0 && begin < text.length) {
    let stop = begin;
    let hash = 0;
    let capitals = 0;
    for (; stop < text.length; stop++) {
      const code = text.charCodeAt(stop);
      const letter = code | SMALL;
      if (letter < 97 || letter > 122) break;
      hash = hashOn(hash, letter);
      capitals |= code ^ letter;
    }
    const isWord = stop > begin;
    if (!isWord) stop = endOfFigure(text, begin);
    const next = behindGap(text, stop);
    if (stop === begin || next < 0) return end;
    const before = begin - end < 2 ? "" : text.charCodeAt(end) === COMMA ? "," : ".";
    if (isWord) tokens.push(wordAt(text, begin, stop, before, hash, capitals === 0));
    else tokens.push(figureAt(text, begin, stop, before));
    end = stop;
    begin = next;
  }
  return begin < 0 ? end : text.length;
}

function wordAt(
  text: string,
  begin: number,
  end: number,
  before: Break,
  hash: number,
  isSmall: boolean,
): Token {
  const known = LISTED.find(text, begin, end, hash);
  if (known !== undefined && isSmall && before === "" && begin > 0) return known;
  const raw = text.slice(begin, end);
  const small = isSmall ? raw : raw.toLowerCase();
  const lists = known === undefined ? 0 : known.lists;
  return listedToken(small, raw, "word", before, begin === 0, before === "" ? lists : lists | PAUSED);
}

function figureAt(text: string, begin: number, end: number, before: Break): Token {
  const figure = text.slice(begin, end);
  const lists = before === "" ? NO_WORDS | NUMBERS : NO_WORDS | NUMBERS | PAUSED;
  return listedToken(figure, figure, "number", before, begin === 0, lists);
}

/** The index after the space, or the pause and space, at the end of a token; -1 if anything else follows the token. */
function behindGap(text: string, end: number): number {
  if (end >= text.length) return end;
  const code = text.charCodeAt(end);
  if (code === SPACE) return end + 1;
  if (!isPause(code)) return -1;
  const isLast = end + 1 === text.length;
  return isLast ? end + 1 : text.charCodeAt(end + 1) === SPACE ? end + 2 : -1;
}

/** One of , . : ; ! ? */
function isPause(code: number): boolean {
  return code === COMMA || code === 46 || code === 58 || code === 59 || code === 33 || code === 63;
}

/** The end of a run of digits, which may have commas between digits. */
function endOfFigure(text: string, from: number): number {
  let end = from;
  while (end < text.length && isDigit(text.charCodeAt(end))) {
    end++;
    if (end + 1 < text.length && text.charCodeAt(end) === COMMA && isDigit(text.charCodeAt(end + 1))) end++;
  }
  return end;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
