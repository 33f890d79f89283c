/**
 * Which rules apply to a text? Reads the text's concepts in order, notes where each sign of `rules.ts` was last seen, and
 * finds the rules whose signs stand near each other.
 */
import { ConceptSet, readConcepts } from "./concepts.ts";
import { compilePhrase, matchesAt, type Phrase } from "./phrases.ts";
import { type Mark, type Rule, SIGNS } from "./rules.ts";
import type { Words } from "./words.ts";

/** A rule that applies, and where the first of its marks stands. */
export type Found = { readonly rule: Rule; readonly at: number };

type Compiled = Phrase<ConceptSet>;
/** One phrase of a mark. */
type Way = { readonly phrase: Compiled; readonly mark: number };
/** A rule with its marks as numbers. */
type Ready = {
  readonly rule: Rule;
  readonly marks: readonly (readonly number[])[];
  readonly rows: readonly (readonly (readonly [number, number])[])[];
};

/** The marks of a rule stand within so many words. */
const NEAR_WORDS = 30;

const LONG_AGO = -1_000_000_000;

export class Grammar {
  readonly #rules: readonly Ready[];
  readonly #mostWords: number;
  readonly #marks: readonly Mark[];
  readonly #ways: readonly Way[];
  /** Which phrases may begin with a token? By its id, as far as it was asked. */
  readonly #beginning: (readonly Way[])[] = [];

  /** `mostWords`: a longer text is not judged. */
  constructor(rules: readonly Rule[], mostWords = Number.POSITIVE_INFINITY) {
    this.#mostWords = mostWords;
    this.#marks = [...new Set(rules.flatMap(marksOf))];
    const numberOf = (mark: Mark) => this.#marks.indexOf(mark);
    this.#rules = rules.map((rule) => ({
      rule,
      marks: rule.marks.map((ways) => ways.map(numberOf)),
      rows: (rule.least?.of ?? []).map((row) =>
        row.map(([mark, weight]) => [numberOf(mark), weight] as const),
      ),
    }));
    this.#ways = this.#marks.flatMap((name, mark) => phrasesOf(name).map((phrase) => ({ phrase, mark })));
  }

  /** The first place of each rule that applies, in the text; undefined if the text is too long to be judged. */
  find(text: string): readonly Found[] | undefined {
    const words = readConcepts(text);
    if (words.ids.length > this.#mostWords) return undefined;
    const last = new Int32Array(this.#marks.length).fill(LONG_AGO);
    const found = new Map<Rule, number>();
    for (let index = 0; index < words.ids.length; index++) {
      if (!this.#mark(words, index, last)) continue;
      for (const ready of this.#rules) {
        if (found.has(ready.rule) || !applies(ready, last, index - NEAR_WORDS)) continue;
        found.set(ready.rule, words.at[placeOf(ready, last)] ?? 0);
      }
      if (found.size === this.#rules.length) break;
    }
    return [...found].map(([rule, at]) => ({ rule, at }));
  }

  /** Notes which marks begin at a word. Are there any? */
  #mark(words: Words, index: number, last: Int32Array): boolean {
    let isMarked = false;
    for (const { phrase, mark } of this.#waysFrom(words.ids[index] ?? 0)) {
      if (last[mark] === index || !matchesAt(phrase, words, index)) continue;
      last[mark] = index;
      isMarked = true;
    }
    return isMarked;
  }

  #waysFrom(id: number): readonly Way[] {
    if (id === 0) return NO_WAYS;
    const known = this.#beginning[id];
    if (known !== undefined) return known;
    const ways = this.#ways.filter(({ phrase }) => phrase.steps[0]?.words.has(id));
    this.#beginning[id] = ways;
    return ways;
  }
}

const NO_WAYS: readonly Way[] = [];

function marksOf({ marks, least }: Rule): readonly Mark[] {
  return [...marks.flat(), ...(least?.of.flat().map(([mark]) => mark) ?? [])];
}

function phrasesOf(mark: Mark): readonly Compiled[] {
  const written: readonly string[] = mark in SIGNS ? SIGNS[mark as keyof typeof SIGNS] : [mark];
  return written.map((one) => compilePhrase(one, (names) => new ConceptSet(names)));
}

function applies({ rule: { least }, marks, rows }: Ready, last: Int32Array, since: number): boolean {
  const isNear = (mark: number) => (last[mark] ?? LONG_AGO) >= since;
  if (!marks.every((ways) => ways.some(isNear))) return false;
  if (least === undefined) return true;
  return sumOf(rows, isNear) >= least.sum;
}

function sumOf(rows: Ready["rows"], isThere: (mark: number) => boolean): number {
  let sum = 0;
  for (const row of rows) sum += row.find(([mark]) => isThere(mark))?.[1] ?? 0;
  return sum;
}

/** Where the first of its marks stands. */
function placeOf({ marks }: Ready, last: Int32Array): number {
  return Math.min(
    ...marks.flat().flatMap((mark) => ((last[mark] ?? LONG_AGO) >= 0 ? (last[mark] ?? 0) : [])),
  );
}
