/**
 * Which number do these words spell? "Three" is 3, "two hundred and fifty" is 250, "1.5 million" is 1500000.
 *
 * "One" stays a word where it is a pronoun ("no one", "this one"). "First" and "third" become 1st and 3rd, but "second"
 * stays, because it is also a unit of time.
 */
import { hasListed, rewrite, type Token } from "../words/token.ts";
import { listWords } from "../words/word-lists.ts";

const list = (words: string): readonly string[] => words.trim().split(/\s+/);

const SMALL = new Map(
  list(
    `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen`,
  ).map((word, value) => [word, value] as const),
);
const TENS = new Map(
  list("twenty thirty forty fifty sixty seventy eighty ninety").map(
    (word, i) => [word, 20 + 10 * i] as const,
  ),
);
const SCALES = new Map([
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
]);
export const ORDINALS: ReadonlyMap<string, string> = new Map([
  ...list(
    `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
    fifteenth sixteenth seventeenth eighteenth nineteenth twentieth`,
  ).map((word, i) => [word, `${i + 1}${["st", "nd", "rd"][i] ?? "th"}`] as const),
  ["thirtieth", "30th"],
]);
export const NUMBER_WORDS = listWords([
  "hundred",
  ...[SMALL, TENS, SCALES, ORDINALS].flatMap((words: ReadonlyMap<string, unknown>) => [...words.keys()]),
]);
const PRONOUN_BEFORE = new Set(
  "no any some every each this that which the another only other not number".split(" "),
);
const PRONOUN_AFTER = new Set("another of who that".split(" "));
const DECIMAL = /^\d+(?:\.\d+)?$/;

/** For English text only. */
export function readNumberWords(tokens: readonly Token[]): readonly Token[] {
  if (!hasListed(tokens, NUMBER_WORDS)) return tokens;
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i] as Token;
    const read = readAt(tokens, i);
    if (read === undefined) out.push(ordinalOf(token));
    else out.push(rewrite(token, read.text, "number"));
    i += read?.length ?? 1;
  }
  return out;
}

function ordinalOf(token: Token): Token {
  const text = token.text === "second" ? undefined : ORDINALS.get(token.text);
  return text === undefined ? token : rewrite(token, text, "number");
}

interface Reading {
  readonly value: number;
  readonly length: number;
}

/**
 * Reads groups below a thousand, each with a smaller scale than the one before: "two million three hundred thousand".
 */
function readAt(
  tokens: readonly Token[],
  from: number,
): { readonly text: string; readonly length: number } | undefined {
  const word = (i: number): string => tokens[i]?.text ?? "";
  if (word(from) === "one" && isPronoun(tokens, from)) return undefined;
  let value = 0;
  let smallest = Number.POSITIVE_INFINITY;
  let i = from;
  for (let group = firstGroup(word, i); group !== undefined; group = groupAt(word, i)) {
    const scale = SCALES.get(word(i + group.length));
    if (scale !== undefined && scale >= smallest) break;
    value += group.value * (scale ?? 1);
    i += group.length;
    if (scale === undefined) break;
    smallest = scale;
    i++;
    if (word(i) === "and" && groupAt(word, i + 1) !== undefined) i++;
  }
  const whole = round(value);
  return i === from || !Number.isSafeInteger(whole) ? undefined : { text: String(whole), length: i - from };
}

/** The first group may be written in figures ("1.5 million") or be left out ("a thousand"). */
function firstGroup(word: (i: number) => string, i: number): Reading | undefined {
  const isScaled = SCALES.has(word(i + 1)) || word(i + 1) === "hundred";
  if (isScaled && DECIMAL.test(word(i))) {
    const isHundreds = word(i + 1) === "hundred";
    return { value: Number(word(i)) * (isHundreds ? 100 : 1), length: isHundreds ? 2 : 1 };
  }
  return SCALES.has(word(i)) ? { value: 1, length: 0 } : groupAt(word, i);
}

/** A number below a thousand: "three hundred and fifty". */
function groupAt(word: (i: number) => string, i: number): Reading | undefined {
  const head = belowHundred(word, i);
  const hundredAt = i + (head?.length ?? 0);
  if (word(hundredAt) !== "hundred" || head?.value === 0) return head;
  const restAt = hundredAt + (word(hundredAt + 1) === "and" ? 2 : 1);
  const rest = belowHundred(word, restAt);
  const value = 100 * (head?.value ?? 1);
  if (rest === undefined) return { value, length: hundredAt + 1 - i };
  return { value: value + rest.value, length: restAt + rest.length - i };
}

function isPronoun(tokens: readonly Token[], at: number): boolean {
  return PRONOUN_BEFORE.has(tokens[at - 1]?.text ?? "") || PRONOUN_AFTER.has(tokens[at + 1]?.text ?? "");
}

function belowHundred(word: (i: number) => string, i: number): Reading | undefined {
  const small = SMALL.get(word(i));
  if (small !== undefined) return { value: small, length: 1 };
  const tens = TENS.get(word(i));
  if (tens === undefined) return undefined;
  const ones = SMALL.get(word(i + 1)) ?? 0;
  return ones > 0 && ones < 10 ? { value: tens + ones, length: 2 } : { value: tens, length: 1 };
}

/** Removes floating-point error: 1.1 million is exactly 1100000. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
