/**
 * Do two texts say the same except for their presentation? And are two texts of one cast, that is, alike except for a
 * word or a few?
 *
 * Texts are copies if they have the same form. The form is stricter than likeness and looser than `canonical`: it
 * leaves out decoration (questions, numbering, bullets, fillers, articles, words that only stress, repetitions) and
 * lets a part that says when or where stand at either end of its sentence. Every other word counts: two texts that
 * differ in a name, a figure, a day, a colour, a negation or any other word that carries meaning are no copies.
 *
 * Likeness is not sameness: "Anna has the blue key" and "Ben has the blue key" are of one cast, but two facts.
 */

import { joinCommaLists, sortLists } from "../values/lists.ts";
import { casedTexts } from "../words/case.ts";
import { looksEnglish } from "../words/language.ts";
import { withoutQuestions } from "../words/questions.ts";
import type { Token } from "../words/token.ts";
import { readStatement } from "./statement.ts";

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Marks around a text, and bullets in front of it. A sign before a figure may belong to the figure. */
const FRAME = /^[\s*_]+|[\s*_]+$/g;
const BULLET = /^(?:[-–—•·●○■□▪◆◇►▶>~=#|]+\s+)+(?![\d.,$€£])/u;
/** Numbering stands before words that can stand alone: "(12) is my room" has no numbering. */
const STANDS = "(?!(?:is|are|was|were|has|had|can|will|of|and|or|to|for)\\b)\\S+\\s+\\S";
const NUMBERING = new RegExp(
  `^(?:[([]\\d{1,3}[)\\]]|\\d{1,3}\\)|[([]?[a-z][)\\]])[.:]?\\s+(?=${STANDS})`,
  "i",
);
/** "2. Stock" is a floor: a number with a dot is numbering only before a word that begins a sentence. */
const BEGINS =
  "the|my|our|your|his|her|their|its|i|we|you|he|she|it|they|this|that|these|those|there|der|die|das|mein|meine|le|la|les|el|los|las|il|lo|gli";
const DOTTED = new RegExp(`^\\d{1,3}[.:]\\s+(?=(?:${BEGINS})\\s)`, "i");
/** Words that stress or join, and change no meaning. */
const EMPTY = set("also just really indeed simply basically certainly definitely hereby that");
/** A part that begins with one of these may stand at either end of a sentence. */
const MOVABLE = set(
  `on in at by for from with since until till during before after if when because while as today tomorrow yesterday
  tonight now currently usually sometimes here there`,
);
/** The meaning of these words depends on where they stand. */
const SCOPED = set(
  `not no never none nobody nothing nowhere neither nor without cannot only even all every each some any most many few
  almost always nearly both either or than but`,
);

/** A sentence with fewer words is a heading, a name or a figure. */
const WHOLE_WORDS = 3;

/** Two texts are of one cast if they share this part of all their words … */
const SHARED = 0.75;
/** … or if they differ in one word each and share at least this many. */
const SHARED_WORDS = 3;

export interface CopyReading {
  /** Equal for copies. */
  readonly form: string;
  readonly words: ReadonlySet<string>;
}

export function readForCopies(text: string): CopyReading {
  const tokens = sortLists(joinCommaLists(readStatement(undecorated(withoutQuestions(text)))));
  const isEnglish = looksEnglish(tokens);
  const sentences = sentencesOf(tokens).map((words) => (isEnglish ? settled(words) : words));
  const form = onceEach(sentences).join(". ");
  return { form: form === "" ? text : form, words: new Set(sentences.flat()) };
}

/** In order; whole sentences only once. Short ones may repeat: in "Tom: 5. Ben: 7. Ann: 5" the second 5 is Ann's. */
function onceEach(sentences: readonly (readonly string[])[]): readonly string[] {
  const said = new Set<string>();
  return sentences.flatMap((words) => {
    const sentence = words.join(" ");
    if (words.length >= WHOLE_WORDS && said.has(sentence)) return [];
    said.add(sentence);
    return [sentence];
  });
}

function undecorated(text: string): string {
  return text.replace(FRAME, "").replace(BULLET, "").replace(NUMBERING, "").replace(DOTTED, "");
}

/** The words of each sentence, without empty words and without a word that repeats the one before. */
function sentencesOf(tokens: readonly Token[]): readonly (readonly string[])[] {
  const texts = casedTexts(tokens);
  const sentences: string[][] = [];
  let last: string[] | undefined;
  for (const [i, { before, kind }] of tokens.entries()) {
    const word = texts[i] as string;
    if (last === undefined || before === ".") {
      last = [];
      sentences.push(last);
    }
    if (EMPTY.has(word) || (kind === "word" && last.at(-1) === word)) continue;
    last.push(word);
  }
  return sentences.filter((words) => words.length > 0);
}

/**
 * The sentence rotated to start at a fixed word: "on Monday the shop is closed" equals "the shop is closed on Monday".
 */
function settled(words: readonly string[]): readonly string[] {
  if (!words.some((word) => MOVABLE.has(word)) || words.some((word) => SCOPED.has(word))) return words;
  let first = 0;
  for (let start = 1; start < words.length; start++) if (isBefore(words, start, first)) first = start;
  return [...words.slice(first), ...words.slice(0, first)];
}

/** Read in a circle, does the text from word `one` on sort before the text from word `other` on? */
function isBefore(words: readonly string[], one: number, other: number): boolean {
  for (let i = 0; i < words.length; i++) {
    const a = words[(one + i) % words.length] as string;
    const b = words[(other + i) % words.length] as string;
    if (a !== b) return a < b;
  }
  return false;
}

export function areOfOneCast({ words: a }: CopyReading, { words: b }: CopyReading): boolean {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  if (shared >= SHARED * (a.size + b.size - shared)) return true;
  return shared >= SHARED_WORDS && a.size - shared <= 1 && b.size - shared <= 1;
}
