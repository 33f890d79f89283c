/**
 * How does a text become a vector, without a model?
 *
 * A vector has two halves that never mix. *Meaning* is the weighted sum of the words' rows in the bundled table: it
 * brings "what do I eat" near "a strict vegetarian diet". *Form* is a holographic sum of the words' letter groups: it
 * brings "vegitarian" near "vegetarian", and is the only half of words that the table does not have, in any script.
 *
 * Form is a holographic reduced representation with cheap binding. In theory, a group of letters is the product of
 * its letters, each bound to its position. Such a product of random atoms is itself a random atom, so it is drawn
 * directly from the group's hash, as some signed places. Binding by circular convolution would give the same, and
 * cost several times as much as everything else here. Bundling is addition.
 *
 * Weights come from the table's order of frequency, never from memory: a vector depends on its text alone, never
 * drifts, and tells nothing about other facts. Each half has a fixed length, so a cosine is `MEANING_SHARE ·
 * cos(meaning) + (1 − MEANING_SHARE) · cos(form)` if both texts have both halves. All sums are of whole numbers, so
 * the same text gives the same bytes on every machine.
 */
import { forgetStems } from "../../text/words/stems.ts";
import { isAnyStopWord, isStopWord } from "../../text/words/stop-words.ts";
import { forgetText, words } from "../../text/words/words.ts";
import { findRow, forgetForms, frequencyOf, ROW_FIGURES, readRow } from "../word-table/lookup.ts";
import { isFraming } from "../words/framing.ts";
import { type Bundle, openBundle } from "./bundle.ts";

/** Vectors of different versions are never compared. Raise it with any change here or in the table. */
export const ENCODER_VERSION = 1;
export const MEANING_DIMENSIONS = ROW_FIGURES;
const FORM_DIMENSIONS = 128;
export const DIMENSIONS = MEANING_DIMENSIONS + FORM_DIMENSIONS;
/** Meaning's share of a vector's squared length. */
const MEANING_SHARE = 0.8;

/** Length of a whole vector: figures fit into a byte, and rounding costs little. */
const VECTOR_LENGTH = 400;
const MEANING_LENGTH = VECTOR_LENGTH * Math.sqrt(MEANING_SHARE);
const FORM_LENGTH = VECTOR_LENGTH * Math.sqrt(1 - MEANING_SHARE);

/** Length of each half of a word's atom before it is weighted: as large as sums of many words allow. */
const ATOM_LENGTH = 8_192;
const GLUE_WEIGHT = 0.02;
const FRAME_WEIGHT = 0.1;
/** A word of frequency p weighs a / (a + p), with this constant as a. */
const FREQUENCY_PIVOT = 0.000_3;
/** An unknown word of few letters is mostly a function word of another language. */
const SHORT_WORD_WEIGHT = 0.4;
const SHORT_WORD_LETTERS = 3;

const SMALLEST_GROUP = 2;
const LARGEST_GROUP = 3;
/**
 * A group of letters touches sixteen places, four per draw of random bits: so many that hardly any place of a word
 * stays empty.
 */
const DRAWS_PER_GROUP = 4;
const PLACES_PER_DRAW = 4;

/** Words whose atoms are kept. When there is no room for more, all are dropped, and words in use come back. */
const MAX_KEPT_ATOMS = 32_768;
/** The number of each word's atom. */
const kept = new Map<string, number>();
let bundle: Bundle | undefined;
const WORDS_AT_ONCE = 128;
const numbers: number[] = [];
const form = new Int32Array(FORM_DIMENSIONS);

export function encode(text: string): Int8Array {
  return encodeTerms(words(text));
}

/** `terms`: as `words` gives them. */
export function encodeTerms(terms: readonly string[]): Int8Array {
  const vector = new Int8Array(DIMENSIONS);
  encodeInto(terms, vector, 0);
  return vector;
}

/** How near two texts are, from -1 to 1; 0 if one of them has nothing to compare. */
export function cosineOfTexts(a: string, b: string): number {
  const [x, y] = [encode(a), encode(b)];
  let [product, squareX, squareY] = [0, 0, 0];
  for (let i = 0; i < DIMENSIONS; i++) {
    const [p, q] = [x[i] as number, y[i] as number];
    product += p * q;
    squareX += p * p;
    squareY += q * q;
  }
  return squareX === 0 || squareY === 0 ? 0 : product / Math.sqrt(squareX * squareY);
}

/** Writes the vector to `to`, starting at `from`. */
export function encodeInto(terms: readonly string[], to: Int8Array, from: number): void {
  bundle ??= openBundle(MAX_KEPT_ATOMS, DIMENSIONS);
  bundle.sums.fill(0);
  for (let begin = 0; begin < terms.length; begin += WORDS_AT_ONCE) {
    if (kept.size + WORDS_AT_ONCE > MAX_KEPT_ATOMS) kept.clear();
    const end = Math.min(terms.length, begin + WORDS_AT_ONCE);
    numbers.length = 0;
    for (let i = begin; i < end; i++) numbers.push(atomOf(terms[i] as string, bundle.atoms));
    bundle.add(numbers);
  }
  writeHalf(bundle.sums, 0, MEANING_DIMENSIONS, MEANING_LENGTH, to, from);
  writeHalf(bundle.sums, MEANING_DIMENSIONS, DIMENSIONS, FORM_LENGTH, to, from);
}

/** The words of an erased fact must not stay in memory. */
export function forgetWords(): void {
  forgetText();
  forgetStems();
  forgetForms();
  kept.clear();
  bundle?.atoms.fill(0);
  bundle?.sums.fill(0);
  form.fill(0);
}

function writeHalf(
  sum: Int32Array,
  begin: number,
  end: number,
  length: number,
  to: Int8Array,
  from: number,
): void {
  let square = 0;
  for (let i = begin; i < end; i++) square += (sum[i] as number) ** 2;
  const scale = square === 0 ? 0 : length / Math.sqrt(square);
  for (let i = begin; i < end; i++) {
    const figure = sum[i] as number;
    // Signs are practically random, so a branch on them would be slow. `sign` is -1 (all bits set) for a negative
    // figure, else 0.
    const sign = figure >> 31;
    const rounded = (((figure ^ sign) - sign) * scale + 0.5) | 0;
    to[from + i] = (Math.min(rounded, 127) ^ sign) - sign;
  }
}

/** The number of the word's weighted atom, which is made if it is not kept. */
function atomOf(term: string, all: Int16Array): number {
  const known = kept.get(term);
  if (known !== undefined) return known;
  const number = kept.size;
  const at = number * DIMENSIONS;
  const row = findRow(term);
  const length = ATOM_LENGTH * weightOf(term, row);
  if (row === undefined) all.fill(0, at, at + MEANING_DIMENSIONS);
  else readRow(row, length, all, at);
  writeForm(term, length, all, at + MEANING_DIMENSIONS);
  kept.set(term, number);
  return number;
}

function weightOf(term: string, row: number | undefined): number {
  if (isStopWord(term, "en")) return GLUE_WEIGHT;
  if (isFraming(term)) return FRAME_WEIGHT;
  if (row !== undefined) return FREQUENCY_PIVOT / (FREQUENCY_PIVOT + frequencyOf(row));
  if (isAnyStopWord(term)) return GLUE_WEIGHT;
  return term.length <= SHORT_WORD_LETTERS && /^[a-z]+$/.test(term) ? SHORT_WORD_WEIGHT : 1;
}

/** Sums all groups of two and three letters; the marks at both ends of the word count as letters. */
function writeForm(term: string, length: number, to: Int16Array, from: number): void {
  form.fill(0);
  const framed = `<${term}>`;
  for (let begin = 0; begin < framed.length; begin++) {
    let hash = 0x811c9dc5;
    const end = Math.min(framed.length, begin + LARGEST_GROUP);
    for (let i = begin; i < end; i++) {
      hash = Math.imul(hash ^ framed.charCodeAt(i), 0x01000193);
      if (i - begin + 1 >= SMALLEST_GROUP) addGroup(hash);
    }
  }
  let square = 0;
  for (const figure of form) square += figure * figure;
  const scale = square === 0 ? 0 : length / Math.sqrt(square);
  for (let i = 0; i < FORM_DIMENSIONS; i++) to[from + i] = (form[i] as number) * scale;
}

/** Each place takes eight bits of a draw: seven for where, one for the sign. */
function addGroup(hash: number): void {
  for (let draw = 1; draw <= DRAWS_PER_GROUP; draw++) {
    let bits = mixed(hash + Math.imul(draw, 0x9e3779b9));
    for (let i = 0; i < PLACES_PER_DRAW; i++, bits >>>= 8) {
      const place = bits & 127;
      form[place] = (form[place] as number) + ((bits & 128) === 0 ? 1 : -1);
    }
  }
}

/** Spreads a hash over all its bits. (The finaliser of MurmurHash3 with its constants: public domain.) */
function mixed(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
