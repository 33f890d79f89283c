/**
 * How does a text become a vector, without a model?
 *
 * A vector has two halves that never mix. *Meaning* is the weighted sum of the words' rows in the bundled table:
 * it brings "what do I eat" near "a strict vegetarian diet". *Form* is a holographic sum of the words' letter
 * groups: it brings "vegitarian" near "vegetarian", and is all there is for words that the table does not know, in
 * any script.
 *
 * Form is a holographic reduced representation with cheap binding. A group of letters stands for its letters, each
 * bound to its place; such a product of random atoms is itself a random atom, so it is drawn directly from the
 * group's hash: some signed places. Binding by circular convolution gives the same, at several times what all the
 * rest costs. Bundling is addition.
 *
 * Weights come from the table's order of frequency and never from memory: a vector depends on its text alone, never
 * drifts, and tells nothing of other facts. Each half has a fixed length, so that a cosine is
 * `MEANING_SHARE · cos(meaning) + (1 − MEANING_SHARE) · cos(form)` where both texts have both halves. All sums are of
 * whole numbers: the same text gives the same bytes on every machine.
 */
import { forgetStems } from "../../text/words/stems.ts";
import { isAnyStopWord, isStopWord } from "../../text/words/stop-words.ts";
import { forgetText, words } from "../../text/words/words.ts";
import { findRow, forgetForms, frequencyOf, ROW_FIGURES, readRow } from "../word-table/lookup.ts";
import { isFraming } from "../words/framing.ts";
import { type Bundle, openBundle } from "./bundle.ts";

/** Vectors of other versions are not compared with: raise it with any change here or in the table. */
export const ENCODER_VERSION = 1;
export const MEANING_DIMENSIONS = ROW_FIGURES;
const FORM_DIMENSIONS = 128;
export const DIMENSIONS = MEANING_DIMENSIONS + FORM_DIMENSIONS;
/** Of the squared length. */
const MEANING_SHARE = 0.8;

/** Of a whole vector: figures stay within a byte, and rounding costs little. */
const VECTOR_LENGTH = 400;
const MEANING_LENGTH = VECTOR_LENGTH * Math.sqrt(MEANING_SHARE);
const FORM_LENGTH = VECTOR_LENGTH * Math.sqrt(1 - MEANING_SHARE);

/** The length of one word's half before it is weighed: as large as sums of many allow. */
const ATOM_LENGTH = 8_192;
const GLUE_WEIGHT = 0.02;
const FRAME_WEIGHT = 0.1;
/** A word of frequency p weighs a / (a + p). */
const FREQUENCY_PIVOT = 0.000_3;
/** Unknown words of few letters are mostly the glue of another language. */
const SHORT_WORD_WEIGHT = 0.4;
const SHORT_WORD_LETTERS = 3;

const SMALLEST_GROUP = 2;
const LARGEST_GROUP = 3;
/** Places that one group of letters touches, four per draw: enough that no place of a word stays empty. */
const DRAWS_PER_GROUP = 4;
const PLACES_PER_DRAW = 4;

/** Words whose atoms are kept; then the memory is emptied, and filled again by what is in use. */
const MAX_KEPT_ATOMS = 32_768;
/** Their numbers. */
const kept = new Map<string, number>();
let bundle: Bundle | undefined;
const WORDS_AT_ONCE = 128;
const numbers: number[] = [];
const form = new Int32Array(FORM_DIMENSIONS);

export function encode(text: string): Int8Array {
  return encodeTerms(words(text));
}

/** The terms as `words` gives them. */
export function encodeTerms(terms: readonly string[]): Int8Array {
  const vector = new Int8Array(DIMENSIONS);
  encodeInto(terms, vector, 0);
  return vector;
}

/** Writes the vector to `to`, from place `from` on. */
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

/** Words of erased facts must not stay in memory. */
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
    // Signs are as good as random, so they are not branched on: all bits of a negative one's are set.
    const sign = figure >> 31;
    const rounded = (((figure ^ sign) - sign) * scale + 0.5) | 0;
    to[from + i] = (Math.min(rounded, 127) ^ sign) - sign;
  }
}

/** The number of the word's weighed atom. */
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

/** Every group of two or three letters, the word's ends being letters too. */
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

/** Eight bits of a draw per place: seven say where, one says which way. */
function addGroup(hash: number): void {
  for (let draw = 1; draw <= DRAWS_PER_GROUP; draw++) {
    let bits = mixed(hash + Math.imul(draw, 0x9e3779b9));
    for (let i = 0; i < PLACES_PER_DRAW; i++, bits >>>= 8) {
      const place = bits & 127;
      form[place] = (form[place] as number) + ((bits & 128) === 0 ? 1 : -1);
    }
  }
}

/** Spreads a hash over all of its bits. (The finisher of MurmurHash3, by its constants: public domain.) */
function mixed(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
