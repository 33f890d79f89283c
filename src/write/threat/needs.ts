/**
 * What must stand in a text for an expression to match there? Read from its source, so that nobody who writes one
 * has to say it, or can say it wrongly.
 *
 * A text is seen as words (runs of a-z and 0-9, in any case) and the signs between them. Of a word its opening is
 * asked for: its first four characters, or all of a shorter one. `\b(?:curl|wget)\b[^\n]{0,200}\|` needs "curl" or
 * "wget", and it needs "|". Rather too little is found than too much: nothing is known of a word whose beginning
 * is not, and what may be missing is not needed. Only for texts in ASCII that hold no run as long as a blob, and no
 * full stop right before a word.
 */
import { assert } from "../../assert.ts";
import { isLongRun } from "./encoded.ts";
import { MIN_GLUED_CHARS } from "./words.ts";

/** One of these must be there: openings of words, signs, or a long word. No text has one of none. */
export type Choice = readonly string[];

export const OPENING_CHARS = 4;
/** A word as long as those that may be glued together. */
export const LONG_WORD = "long word";
/** Ordinary sentences have these. */
const PROSE = new Set([...".,:;!?'\"()-", LONG_WORD]);

/** All that is needed at once, what tells most first. */
export function needsOf(source: string): readonly Choice[] {
  const { needs } = walk(parse(source), { isBetweenWords: false, isClosed: false });
  return needs.sort(byCommonness);
}

function byCommonness(a: Choice, b: Choice): number {
  return commonness(a) - commonness(b);
}

/** A guess: short words are common. */
function commonness(choice: Choice): number {
  return choice.reduce((sum, mark) => sum + (PROSE.has(mark) ? 100 : 1 + OPENING_CHARS - mark.length), 0);
}

// ── what follows from the parts of an expression

/** Does it begin where no word goes on; and does whatever word it ends with end there? */
type Edges = { readonly isBetweenWords: boolean; readonly isClosed: boolean };
type Walked = { readonly needs: Choice[]; readonly isBetweenWords: boolean };

function walk(parts: readonly Part[], { isBetweenWords, isClosed }: Edges): Walked {
  const needs: Choice[] = [];
  /** The word so far: "" between words, undefined if its beginning is not known. */
  let word = isBetweenWords ? "" : undefined;
  for (const [index, part] of parts.entries()) {
    if (part.kind === "letters") {
      if (part.letters.length >= MIN_GLUED_CHARS) needs.push([LONG_WORD]);
      if (word !== undefined) word += part.letters;
      continue;
    }
    if (word) needs.push(...openingIn(word, isApart(parts.slice(index), isClosed)));
    const isBetween = word === "";
    const rest = parts.slice(index + 1);
    const after =
      part.kind === "signs" ? walkSigns(part, rest) : walkGroup(part, isBetween, isApart(rest, isClosed));
    if (part.least > 0) needs.push(...after.needs);
    word = after.isBetweenWords && (part.least > 0 || isBetween) ? "" : undefined;
  }
  if (word) needs.push(...openingIn(word, isClosed));
  return { needs, isBetweenWords: word === "" };
}

function openingIn(word: string, isWhole: boolean): readonly Choice[] {
  return isWhole || word.length >= OPENING_CHARS ? [[word.slice(0, OPENING_CHARS)]] : [];
}

function walkSigns({ signs, least }: Signs, rest: readonly Part[]): Walked {
  const isBetweenWords = !HAS_LETTER.test(signs);
  if (isLongRun(signs, least) || (signs === "." && isWithinWord(rest[0])))
    return { needs: [[]], isBetweenWords };
  return { needs: isBetweenWords && !/\s/.test(signs) ? [Array.from(signs)] : [], isBetweenWords };
}

/** What is needed whichever way is taken: what tells most of each, then what tells second most, and so on. */
function walkGroup({ ways, most }: Group, isBetweenWords: boolean, isClosed: boolean): Walked {
  // What is repeated may stand beside itself.
  const edges = { isBetweenWords: isBetweenWords && most === 1, isClosed: isClosed && most === 1 };
  const walked = ways.map((way) => walk(way, edges));
  const possible = walked
    .map(({ needs }) => needs.sort(byCommonness))
    .filter(([first]) => first?.length !== 0);
  const count = Math.min(...possible.map((needs) => needs.length));
  const needs =
    possible.length === 0
      ? [[]]
      : Array.from({ length: count }, (_, rank) => possible.flatMap((one) => one[rank] ?? []));
  return { needs, isBetweenWords: walked.every((way) => way.isBetweenWords) };
}

/** Does a word that stands before these parts end there, whatever they match? */
function isApart(parts: readonly Part[], isClosed: boolean): boolean {
  for (const part of parts) {
    if (part.kind === "letters") return false;
    if (part.kind === "signs" && HAS_LETTER.test(part.signs)) return false;
    if (part.kind === "group" && !part.ways.every((way) => isApart(way, false))) return false;
    if (part.least > 0) return true;
  }
  return isClosed;
}

/** Does it begin with a letter or a digit, whatever it matches? */
function isWithinWord(part: Part | undefined): boolean {
  if (part === undefined || part.kind === "letters") return part !== undefined;
  if (part.least === 0) return false;
  return part.kind === "signs"
    ? /^[a-z0-9]+$/.test(part.signs)
    : part.ways.every(([first]) => isWithinWord(first));
}

// ── the parts

type Often = { readonly least: number; readonly most: number };
/** In lower case, like all signs. */
type Letters = { readonly kind: "letters"; readonly letters: string };
/** One of these. An edge of a word or of the text is a blank: no sign of its own, and words do not go on there. */
type Signs = Often & { readonly kind: "signs"; readonly signs: string };
type Group = Often & { readonly kind: "group"; readonly ways: readonly (readonly Part[])[] };
type Part = Letters | Signs | Group;

const HAS_LETTER = /[a-z0-9]/;
/** Letters that are not repeated, the opening of a group, a class, a repetition, an escape, any other character. */
const TOKEN =
  /[A-Za-z0-9]+(?![*+?{])|\((?:\?(?:<?[=!]|:))?|\[(?:\\.|[^\]\\])*\]|(?:[*+?]|\{\d+(?:,\d*)?\})\??|\\.|./gsu;
const LETTERS = /^[A-Za-z0-9]+$/;
const REPETITION = /^(?:(?<sign>[*+?])|\{(?<least>\d+)(?<upTo>,(?<most>\d*))?\})/;
const KNOWN_ESCAPE = /^\\[bdnrstwDSW]$|^\\\W$/;
const ONCE: Often = { least: 1, most: 1 };

function parse(source: string): readonly Part[] {
  const tokens = source.match(TOKEN) ?? [];
  let at = 0;
  const readWays = (): (readonly Part[])[] => {
    const ways = [readWay()];
    while (tokens[at] === "|") {
      at += 1;
      ways.push(readWay());
    }
    return ways;
  };
  const readWay = (): readonly Part[] => {
    const parts: Part[] = [];
    while (at < tokens.length && tokens[at] !== "|" && tokens[at] !== ")") parts.push(...readPart());
    return parts;
  };
  const readPart = (): readonly Part[] => {
    const token = tokens[at++] ?? "";
    if (!token.startsWith("(")) return [readSigns(token)];
    const ways = readWays();
    at += 1;
    const often = readOften();
    // What is only looked at is no part of the match: the parts around it still stand side by side.
    return /[=!]/.test(token) ? [] : [{ kind: "group", ways, ...often }];
  };
  const readSigns = (token: string): Part => {
    const isOnce = !REPETITION.test(tokens[at] ?? "");
    const signs = LETTERS.test(token) ? token.toLowerCase() : signsOf(token);
    if (isOnce && (signs.length === 1 || LETTERS.test(token)) && HAS_LETTER.test(signs))
      return { kind: "letters", letters: signs };
    return { kind: "signs", signs, ...readOften() };
  };
  const readOften = (): Often => {
    const groups = REPETITION.exec(tokens[at] ?? "")?.groups;
    if (groups === undefined) return ONCE;
    at += 1;
    const { sign, least, upTo, most } = groups;
    if (sign !== undefined)
      return { least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Number.POSITIVE_INFINITY };
    if (upTo === undefined) return { least: Number(least), most: Number(least) };
    return { least: Number(least), most: most ? Number(most) : Number.POSITIVE_INFINITY };
  };
  const ways = readWays();
  assert(at === tokens.length, `all of ${source} is read`);
  return [{ kind: "group", ways, ...ONCE }];
}

const ASCII = String.fromCharCode(...Array(128).keys());
const SIGNS_OF = new Map<string, string>();

function signsOf(token: string): string {
  const signs = SIGNS_OF.get(token) ?? matchedBy(token);
  SIGNS_OF.set(token, signs);
  return signs;
}

function matchedBy(token: string): string {
  if (token === "^" || token === "$" || token === "\\b") return " ";
  assert(!token.startsWith("\\") || KNOWN_ESCAPE.test(token), `what ${token} stands for is known`);
  const matched = ASCII.match(new RegExp(token, "gs")) ?? [];
  return Array.from(new Set(matched.map((sign) => sign.toLowerCase()))).join("");
}
