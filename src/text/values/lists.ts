/**
 * Which words are a plain list, whose order says nothing? "apples, pears and plums" is "plums, apples and pears"; "the
 * dog bit the man and the cat ran" is not a list.
 *
 * Without a grammar, both ends of a list must be certain. It starts after a word of a closed set ("likes", "my",
 * "allergic to") or at the start of the text. It ends with the text or, if it started with the text, before a verb. Its
 * items contain no verb, pronoun, preposition or negation that we know. So "a black dog and a cat" and "a black cat and
 * a dog" stay two statements. Two lists in one statement, lists of figures, and anything less certain keep their order.
 */
import { BE_AND_HAVE, FACT_VERBS, POSSESSIVES, SUBJECT_VERBS } from "../words/grammar.ts";
import { hasListed, PAUSED, rewrite, type Token } from "../words/token.ts";
import { listWords } from "../words/word-lists.ts";

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const MAX_ITEM_WORDS = 3;
const MAX_ITEMS = 50;

/** Prepositions before a list. "Of", "from" and "to" have too many other uses. */
const LIST_PREPOSITIONS = set("in for with about between on by both either");
const INTRODUCERS: ReadonlySet<string> = new Set([
  ...FACT_VERBS,
  ...BE_AND_HAVE,
  ...LIST_PREPOSITIONS,
  ...POSSESSIVES,
]);
/** After one of these, "to" precedes a thing and not a verb. */
const TO_A_THING = set(
  `allergic intolerant sensitive addicted immune related married been goes went gone travels travelled traveled
  moved moves flew flies listens listen listened talks talked speaks spoke access trip trips flight flights
  visits close next belongs belong subscribed committed`,
);
const SUBJECT_PRONOUNS = set("i we they he she you");
const OF_A_THING = set("consists consist consisted composed made fond proud afraid scared tired fan list");
/**
 * Participles say what was done, one thing after the other, so their order matters. In a plain list after "is", the
 * items say what something is.
 */
const PARTICIPLE = /[a-z]{3}ed$|^(?:taken|beaten|broken|driven|written|stolen|eaten|given)$/;
/** Words that no item of a plain list contains. */
const NO_ITEM = set(
  `not no never nor neither without except but if unless because since although though while when where who whom
  whose which what how why that than then so as also only just even still yet before after until from to of at
  into onto over under above below through against during like i you he she it we they me him us them there here
  do does did will would can could should shall may might must let than versus vs instead respectively am is are
  was were be been being has have had and or`,
);
/** Words that make order matter, anywhere in the text. */
const ORDERED = set(
  `respectively then first second third last order ordered ranked rank ranking top priority priorities sequence
  followed before after next former latter 1st 3rd 2nd`,
);
const JOINERS = listWords(["and", "or"]);
/** "3-2", "5/7". */
const TWO_NUMBERS = /\d[-/:]\d/;

/** "A, B and C" and "A, B, and C" become "A and B and C". */
export function joinCommaLists(tokens: readonly Token[]): readonly Token[] {
  if (!hasListed(tokens, JOINERS) || !hasListed(tokens, PAUSED)) return tokens;
  const joiners = new Map<number, Token>();
  for (let i = tokens.length - 1; i > 0; i--) {
    const token = tokens[i] as Token;
    if (!isJoiner(token)) continue;
    // Walk back from the joiner over short items that a comma separates.
    let end = i;
    for (let start = itemStart(tokens, end); start > 0; start = itemStart(tokens, end)) {
      joiners.set(start, rewrite(token, token.text, token.kind, ""));
      end = start;
    }
  }
  if (joiners.size === 0) return tokens;
  return tokens.flatMap((token, i) => {
    const joiner = joiners.get(i);
    return joiner ? [joiner, rewrite(token, token.text, token.kind, "")] : [token];
  });
}

/** The start of the item that ends before `end`, if a comma precedes it and the item is plain; otherwise 0. */
function itemStart(tokens: readonly Token[], end: number): number {
  for (let i = end - 1; i > 0 && end - i <= MAX_ITEM_WORDS; i--) {
    const { text, before } = tokens[i] as Token;
    if (NO_ITEM.has(text) || FACT_VERBS.has(text) || before === ".") return 0;
    if (before === ",") return i;
  }
  return 0;
}

function isJoiner({ lists }: Token): boolean {
  return (lists & JOINERS) !== 0;
}

function isOrdering({ text }: Token): boolean {
  return ORDERED.has(text);
}

/**
 * Sorts the items of a plain list, if it is the only list. With two lists ("Tom and Jim are 5 and 7") the order says
 * which items belong together. It looks at words only, not at punctuation, so it does not change its own output.
 */
export function sortLists(tokens: readonly Token[]): readonly Token[] {
  if (!hasListed(tokens, JOINERS)) return tokens;
  const first = tokens.findIndex(isJoiner);
  if (first < 1) return tokens;
  const list = listAround(tokens, first);
  if (list === undefined || tokens.some(isOrdering)) return tokens;
  const { start, end, sorted } = list;
  const before = tokens.slice(0, start);
  const after = tokens.slice(end);
  return after.some(isJoiner) || isPaired([...before, ...after]) ? tokens : [...before, ...sorted, ...after];
}

/** "Tom and Jim are 5, 7": values that belong to the items one by one. */
function isPaired(around: readonly Token[]): boolean {
  return around.filter(isValue).length > 1 || around.some(isValueOfTwo);
}

function isValue({ kind }: Token): boolean {
  return kind === "number" || kind === "date" || kind === "time";
}

function isValueOfTwo({ kind, text }: Token): boolean {
  return kind === "number" && TWO_NUMBERS.test(text);
}

interface PlainList {
  readonly start: number;
  readonly end: number;
  readonly sorted: readonly Token[];
}

function listAround(tokens: readonly Token[], joinerAt: number): PlainList | undefined {
  const joiner = tokens[joinerAt] as Token;
  const start = listStart(tokens, joinerAt);
  if (start === undefined) return undefined;
  const items: Token[][] = [tokens.slice(start, joinerAt)];
  let end = joinerAt;
  while (end < tokens.length && tokens[end]?.text === joiner.text && items.length <= MAX_ITEMS) {
    const itemEnd = endOfItem(tokens, end + 1);
    items.push(tokens.slice(end + 1, itemEnd));
    end = itemEnd;
  }
  if (!isPlain(tokens, items, start, end)) return undefined;
  return { start, end, sorted: sortItems(items, joiner) };
}

function endOfItem(tokens: readonly Token[], from: number): number {
  let end = from;
  while (end < tokens.length && !endsItem(tokens[end] as Token, end === from)) end++;
  return end;
}

function endsItem({ text }: Token, isFirst: boolean): boolean {
  if (isFirst && POSSESSIVES.has(text)) return false;
  // The first word of an item is a thing, even if it looks like a verb: "Rust and Go".
  return (
    NO_ITEM.has(text) ||
    INTRODUCERS.has(text) ||
    (!isFirst && (SUBJECT_VERBS.has(text) || PARTICIPLE.test(text)))
  );
}

/**
 * The index after the nearest word that may introduce a list; undefined if a word that rules out a list comes first.
 */
function listStart(tokens: readonly Token[], joinerAt: number): number | undefined {
  for (let i = joinerAt - 1; i >= 0 && joinerAt - 1 - i <= MAX_ITEM_WORDS; i--) {
    const { text } = tokens[i] as Token;
    if (INTRODUCERS.has(text) || (i < joinerAt - 1 && introducesList(text, tokens[i - 1]?.text ?? "")))
      return startBehind(tokens, i, joinerAt);
    if (NO_ITEM.has(text) || (i < joinerAt - 1 && SUBJECT_VERBS.has(text))) return undefined;
  }
  return joinerAt <= MAX_ITEM_WORDS ? 0 : undefined;
}

function introducesList(text: string, previous: string): boolean {
  if (text === "to") return TO_A_THING.has(previous);
  if (text === "of") return OF_A_THING.has(previous);
  // "I packed socks and shirts": the word after the subject is the verb, whatever it is. Likewise "We are using Rust
  // and Go".
  if (SUBJECT_PRONOUNS.has(previous)) return !NO_ITEM.has(text);
  return BE_AND_HAVE.has(previous) && text.endsWith("ing");
}

/** "my wife and my son": if the next item has the same possessive, the first possessive is part of the first item. */
function startBehind(tokens: readonly Token[], introducerAt: number, joinerAt: number): number {
  const { text } = tokens[introducerAt] as Token;
  const isPartOfItem = POSSESSIVES.has(text) && tokens[joinerAt + 1]?.text === text;
  return isPartOfItem ? introducerAt : introducerAt + 1;
}

function isPlain(tokens: readonly Token[], items: readonly Token[][], start: number, end: number): boolean {
  if (items.length > MAX_ITEMS) return false;
  if (items.some((item) => item.length === 0 || item.length > MAX_ITEM_WORDS)) return false;
  // "The score was 3 and 2": the position of a figure may say what it belongs to.
  if (items.some((item) => item.some(isValue))) return false;
  const introducer = tokens[start - 1]?.text ?? "";
  // "was tried and arrested": things that happened, in their order.
  if (BE_AND_HAVE.has(introducer) && items.some((item) => PARTICIPLE.test(item.at(-1)?.text ?? "")))
    return false;
  if (end === tokens.length) return start > 0 || items.every((item) => item.length === 1);
  const after = tokens[end]?.text ?? "";
  const isVerb =
    FACT_VERBS.has(after) || BE_AND_HAVE.has(after) || SUBJECT_VERBS.has(after) || PARTICIPLE.test(after);
  return start === 0 && isVerb;
}

function sortItems(items: readonly (readonly Token[])[], joiner: Token): Token[] {
  const keyed = items.map((item) => ({ item, key: item.map(({ text }) => text).join(" ") }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.flatMap(({ item }, i) => (i === 0 ? item : [joiner, ...item]));
}
