/**
 * Which words at the start or end of a sentence say nothing about the world? "Please note that", "btw", "thanks".
 *
 * Only whole phrases count, only at the start or end, and never the whole text. "Actually" is not a filler, because it
 * announces a correction.
 */
import type { Token } from "../words/token.ts";
import { listWords } from "../words/word-lists.ts";

type Phrase = readonly string[];

const phrases = (text: string): readonly Phrase[] =>
  text.split(/\s*,\s*/).map((phrase) => phrase.trim().split(" "));

const LEADING = phrases(
  `please, pls, btw, by the way, fyi, note that, please note that, remember that,
  keep in mind that, bear in mind that, just so you know, for the record, for your information, as a reminder,
  just a reminder, a reminder that, reminder that, be aware that, you should know that, for what it is worth`,
);
const TRAILING = phrases("please, pls, btw, by the way, fyi, just so you know, for the record");
/** Fillers only before a break: "Note: …", "Hello, …". But "Hello Kitty" is a cat. */
const LEADING_BEFORE_BREAK = new Set("note reminder remember info hi hey hello ok okay".split(" "));
const TRAILING_AFTER_BREAK = new Set(["thanks", "cheers"]);
const SPEAKER = new Set(["i", "my", "we", "our"]);

const byFirst = index(LEADING, (phrase) => phrase[0] as string);
const byLast = index(TRAILING, (phrase) => phrase.at(-1) as string);

/** Words with which a filler begins or ends. Most texts have none of them at their start or end. */
const EDGES = listWords([
  ...byFirst.keys(),
  ...byLast.keys(),
  ...LEADING_BEFORE_BREAK,
  ...TRAILING_AFTER_BREAK,
  "you",
]);

function index(list: readonly Phrase[], keyOf: (phrase: Phrase) => string): Map<string, readonly Phrase[]> {
  const map = new Map<string, readonly Phrase[]>();
  for (const phrase of list) map.set(keyOf(phrase), [...(map.get(keyOf(phrase)) ?? []), phrase]);
  return map;
}

export function stripFillers(tokens: readonly Token[]): readonly Token[] {
  if (!hasFillerEdge(tokens)) return tokens;
  let from = 0;
  let to = tokens.length;
  for (let more = true; more; ) {
    const leading = leadingLength(tokens, from, to);
    const trailing = leading > 0 ? 0 : trailingLength(tokens, from, to);
    more = leading + trailing > 0 && leading + trailing < to - from;
    if (more) {
      from += leading;
      to -= trailing;
    }
  }
  return from === 0 && to === tokens.length ? tokens : tokens.slice(from, to);
}

/** Is there a filler at the start or the end? */
export function hasFiller(tokens: readonly Token[]): boolean {
  if (!hasFillerEdge(tokens)) return false;
  return leadingLength(tokens, 0, tokens.length) > 0 || trailingLength(tokens, 0, tokens.length) > 0;
}

function hasFillerEdge(tokens: readonly Token[]): boolean {
  if (tokens.length === 0) return false;
  const edges = (tokens[0] as Token).lists | (tokens[tokens.length - 1] as Token).lists;
  return (edges & EDGES) !== 0;
}

function leadingLength(tokens: readonly Token[], from: number, to: number): number {
  const first = tokens[from]?.text ?? "";
  const next = tokens[from + 1];
  if (LEADING_BEFORE_BREAK.has(first) && next) {
    if (next.before !== "" || (first === "remember" && SPEAKER.has(next.text))) return 1;
  }
  const candidates = byFirst.get(first);
  return candidates === undefined ? 0 : longest(candidates, (phrase) => isAt(phrase, tokens, from, to));
}

function trailingLength(tokens: readonly Token[], from: number, to: number): number {
  const last = tokens[to - 1];
  if (last && last.before !== "" && TRAILING_AFTER_BREAK.has(last.text)) return 1;
  if (last?.text === "you" && tokens[to - 2]?.text === "thank" && tokens[to - 2]?.before !== "") return 2;
  const candidates = byLast.get(last?.text ?? "");
  if (candidates === undefined) return 0;
  return longest(candidates, (phrase) => isAt(phrase, tokens, Math.max(from, to - phrase.length), to));
}

function longest(candidates: readonly Phrase[], isMatch: (phrase: Phrase) => boolean): number {
  let best = 0;
  for (const phrase of candidates) {
    if (phrase.length > best && isMatch(phrase)) best = phrase.length;
  }
  return best;
}

function isAt(phrase: Phrase, tokens: readonly Token[], from: number, to: number): boolean {
  return from + phrase.length <= to && phrase.every((word, i) => tokens[from + i]?.text === word);
}
