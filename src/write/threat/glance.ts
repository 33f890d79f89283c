/**
 * Is a text beyond suspicion? One pass looks every word up once, and tells of most texts that no phrase and no shape
 * can be found there: too little stands in them of what each one needs (`needs.ts`). Nor may there be anything else
 * that a close look is for: characters to unmask, blobs, ciphers, words in disguise.
 *
 * It judges nothing: a text under suspicion is looked at closely, and nearly always harmless too.
 */
import { assert } from "../../assert.ts";
import { anyConcepts, LANES, type Lanes, tellingWords } from "./concepts.ts";
import { CIPHERED_WORD, mayHaveBlobs } from "./encoded.ts";
import type { Grammar } from "./grammar.ts";
import { type Lexicon, signature, signatureOf, weightOf } from "./lexicon.ts";
import { type Choice, LONG_WORD, needsOf, OPENING_CHARS } from "./needs.ts";
import { type Phrase, WordSet } from "./phrases.ts";
import { alternativesIn, together } from "./together.ts";
import { idsOfWord, MIN_GLUED_CHARS, MIN_SPELT_LETTERS } from "./words.ts";

/** Longer texts have a bit of everything. */
const MAX_CHARS = 1_000;

/** What is to be found, and how many words make a text a ciphered one. */
export type Sought = {
  readonly lexicon: Lexicon;
  readonly phrases: readonly Phrase[];
  /** Those that can match in ASCII. */
  readonly shapes: readonly RegExp[];
  /** Could one of its rules apply? */
  readonly grammar: Pick<Grammar, "couldApply">;
  readonly ciphers: Iterable<string>;
  readonly minCipherWords: number;
};

/** A text that has one of each set may have it; then a shape is tried, and a phrase is left to a close look. */
type Candidate = { readonly needs: readonly WordSet[]; readonly shape: RegExp | undefined };

export class Glance {
  readonly #lexicon: Lexicon;
  readonly #minCipherWords: number;
  /** Ids by the signatures of words, and by openings. The lexicon's come first, so that phrases can ask for them. */
  readonly #marks = new Marks();
  readonly #signIds = new Uint16Array(128);
  /** Ids of what is no word of the lexicon. */
  readonly #otherIds = new Map<string, number>();
  readonly #words: readonly string[];
  readonly #longWordId: number;
  readonly #cipherId: number;
  /** By the ids of what tells most about them. */
  readonly #candidates: Candidate[][] = [];
  readonly #grammar: Pick<Grammar, "couldApply">;
  /** What words may stand for, by their ids. */
  readonly #concepts: (Lanes | undefined)[] = [];
  readonly #anyConcepts = anyConcepts();
  /** Shapes of which nothing is known beforehand. */
  readonly #alwaysTried: readonly RegExp[];

  constructor({ lexicon, phrases, shapes, grammar, ciphers, minCipherWords }: Sought) {
    this.#lexicon = lexicon;
    this.#minCipherWords = minCipherWords;
    this.#words = Array.from(lexicon.words());
    for (const word of this.#words) this.#marks.add(signatureOf(word), lexicon.idOf(word));
    this.#longWordId = this.#idOf(LONG_WORD);
    this.#cipherId = this.#idOf("a word in cipher");
    for (const word of ciphers) this.#marks.add(signatureOf(word), this.#cipherId);
    for (const phrase of phrases) this.#add(this.#needsOfPhrase(phrase));
    this.#grammar = grammar;
    this.#addConcepts();
    const ways = shapes.flatMap(({ source, flags }) =>
      alternativesIn(source).map((way) => ({ needs: needsOf(way), shape: new RegExp(way, flags) })),
    );
    for (const { needs, shape } of ways)
      this.#add(
        needs.map((choice) => this.#setOf(choice)),
        shape,
      );
    this.#alwaysTried = together(ways.flatMap(({ needs, shape }) => (needs.length === 0 ? shape : [])));
  }

  #add([telling, ...needs]: readonly WordSet[], shape?: RegExp): void {
    for (const id of telling?.ids ?? []) {
      const candidates = this.#candidates[id] ?? [];
      candidates.push({ needs, shape });
      this.#candidates[id] = candidates;
    }
  }

  /** Words that may stand for concepts: whole ones by their signature, stems by their opening. */
  #addConcepts(): void {
    for (const { letters, isStem, concepts } of tellingWords()) {
      const id = this.#newId(isStem ? `${letters}*` : `"${letters}"`);
      this.#marks.add(isStem ? openingKey(letters) : signatureOf(letters), id);
      this.#concepts[id] = concepts;
    }
  }

  /** What tells most first. A guess: short words are common. */
  #needsOfPhrase({ steps }: Phrase): readonly WordSet[] {
    const commonness = ({ ids }: WordSet) =>
      ids.reduce((sum, id) => sum + 4 ** -(this.#words[id - 1] ?? "").length, 0);
    return steps
      .filter(({ isAbsent, isOptional }) => !isAbsent && !isOptional)
      .map(({ words }) => ({ words, rank: commonness(words) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ words }) => words);
  }

  #setOf(choice: Choice): WordSet {
    return new WordSet(choice.map((mark) => this.#idOf(mark)));
  }

  #idOf(mark: string): number {
    const known = this.#otherIds.get(mark);
    if (known !== undefined) return known;
    const id = this.#newId(mark);
    if (/^[a-z0-9]+$/.test(mark)) this.#marks.add(openingKey(mark), id);
    else if (mark.length === 1) this.#signIds[mark.charCodeAt(0)] = id;
    return id;
  }

  #newId(name: string): number {
    const id = this.#words.length + this.#otherIds.size + 1;
    this.#otherIds.set(name, id);
    return id;
  }

  /** Can nothing be found in it? */
  isClear(text: string): boolean {
    if (text.length > MAX_CHARS) return false;
    const seen = this.#read(text);
    return seen !== undefined && !this.#isSuspect(text, seen) && !mayHaveBlobs(text);
  }

  /** The ids of what stands in the text; undefined if that cannot be said at a glance. */
  #read(text: string): readonly number[] | undefined {
    const seen: number[] = [];
    const { length } = text;
    let start = 0;
    let weight = 0;
    let opening = 0;
    let last = 0;
    let isOdd = false;
    let singleLetters = 0;
    for (let at = 0; at <= length; at++) {
      const code = at < length ? text.charCodeAt(at) : BLANK;
      if (code > 127) return undefined;
      const letter = LETTER_WEIGHTS[code] as number;
      if (letter !== 0) {
        weight = (weight + letter) | 0;
        last = code | LOWER;
        if (at - start < OPENING_CHARS) opening = (opening << 8) | last;
        continue;
      }
      const kind = KINDS[code] as number;
      if (kind !== SPACE) {
        if (kind === MASKED) return undefined;
        const id = this.#signIds[code] as number;
        if (id !== 0) seen.push(id);
        const next = text.charCodeAt(at + 1);
        const isWithin = isWordCode(next) && (at > start || kind === STOP);
        if (kind === DIGIT || (code === APOSTROPHE && isWithin)) {
          isOdd = true;
          continue;
        }
        if ((isWithin && kind !== SIGN) || (code === COLON && next === SLASH)) return undefined;
      }
      const chars = at - start;
      if (chars > 0) {
        singleLetters = chars === 1 ? singleLetters + 1 : 0;
        if (singleLetters === MIN_SPELT_LETTERS) return undefined;
        if (isOdd || chars >= MIN_GLUED_CHARS) this.#readOddWord(text.slice(start, at).toLowerCase(), seen);
        else {
          const first = opening >>> (8 * Math.min(chars - 1, OPENING_CHARS - 1));
          this.#marks.find(signature(weight, first, last, chars), seen);
          this.#marks.find(mixed(opening), seen);
        }
        weight = 0;
        opening = 0;
        isOdd = false;
      }
      start = at + 1;
    }
    return seen;
  }

  /** A word with digits or apostrophes, or one so long that it may be several. */
  #readOddWord(word: string, seen: number[]): void {
    seen.push(...idsOfWord(word, this.#lexicon));
    if (word.length >= MIN_GLUED_CHARS) seen.push(this.#longWordId);
    for (const part of word.split("'")) {
      this.#marks.find(openingKey(part), seen);
      this.#marks.find(signatureOf(part), seen);
    }
    for (const part of word.match(CIPHERED_WORD) ?? []) this.#marks.find(signatureOf(part), seen);
  }

  #isSuspect(text: string, seen: readonly number[]): boolean {
    let ciphers = 0;
    for (const id of seen) {
      if (id === this.#cipherId && ++ciphers === this.#minCipherWords) return true;
      const candidates = this.#candidates[id];
      if (candidates === undefined) continue;
      for (const { needs, shape } of candidates) {
        if (areAllIn(seen, needs) && shape?.test(text) !== false) return true;
      }
    }
    if (this.#grammar.couldApply(this.#conceptsIn(seen))) return true;
    return this.#alwaysTried.some((shape) => shape.test(text));
  }

  #conceptsIn(seen: readonly number[]): Lanes {
    const found = this.#anyConcepts.slice();
    for (const id of seen) {
      const concepts = this.#concepts[id];
      if (concepts === undefined) continue;
      for (let lane = 0; lane < LANES; lane++) found[lane] = (found[lane] ?? 0) | (concepts[lane] ?? 0);
    }
    return found;
  }
}

function areAllIn(seen: readonly number[], sets: readonly WordSet[]): boolean {
  for (const set of sets) if (!isAnyIn(seen, set)) return false;
  return true;
}

function isAnyIn(seen: readonly number[], set: WordSet): boolean {
  for (const id of seen) if (set.has(id)) return true;
  return false;
}

// ── characters

/** What is read at a glance: letters are none of these. */
const SPACE = 0;
const SIGN = 1;
const DIGIT = 2;
/** Inside a word it may stand for a letter. */
const JOINING = 3;
const STOP = 4;
/** Must be unmasked, or is of a tag or an address. */
const MASKED = 5;

const BLANK = 0x20;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const COLON = 0x3a;
/** Turns a capital letter into a small one, and leaves digits alone. */
const LOWER = 0x20;

const LETTER_WEIGHTS = Int32Array.from({ length: 128 }, (_, code) =>
  /[a-z]/i.test(String.fromCharCode(code)) ? weightOf(code | LOWER) : 0,
);
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/[ \t\n\r]/.test(sign)) return SPACE;
  if (/\d/.test(sign)) return DIGIT;
  if (/[^ -~]|[&%\\<@]/.test(sign)) return MASKED;
  if (/['$!|]/.test(sign)) return JOINING;
  return sign === "." ? STOP : SIGN;
});

function isWordCode(code: number): boolean {
  return code < 128 && (LETTER_WEIGHTS[code] !== 0 || KINDS[code] === DIGIT);
}

function openingKey(word: string): number {
  let opening = 0;
  for (let at = 0; at < word.length && at < OPENING_CHARS; at++)
    opening = (opening << 8) | word.charCodeAt(at);
  return mixed(opening);
}

function mixed(opening: number): number {
  return Math.imul(opening, 0x9e3779b1);
}

const SLOT_BITS = 15;
const SLOTS = 1 << SLOT_BITS;

/**
 * Which ids has a key? Now and then one of another key is among them: no more is kept of keys than tells most of
 * them apart, so that all fit into a small array, which is asked twice per word.
 */
class Marks {
  readonly #slots = new Uint32Array(SLOTS);
  #size = 0;

  add(key: number, id: number): void {
    this.#size += 1;
    assert(this.#size < SLOTS / 2 && id < 1 << 16, "the glance has room for the table of threats");
    let slot = key >>> (32 - SLOT_BITS);
    while (this.#slots[slot] !== 0) slot = (slot + 1) % SLOTS;
    this.#slots[slot] = (key << 16) | id;
  }

  find(key: number, ids: number[]): void {
    let slot = key >>> (32 - SLOT_BITS);
    for (let mark = this.#slots[slot] as number; mark !== 0; mark = this.#slots[slot] as number) {
      if (mark >>> 16 === (key & 0xffff)) ids.push(mark & 0xffff);
      slot = (slot + 1) % SLOTS;
    }
  }
}
