/**
 * What do the features need to know of a fact's text that the index does not tell? Its words as rows of the word
 * table, and whether it holds a number, a place or a denial.
 *
 * Read when a fact first comes near an answer, and kept as long as the fact object lives: reading a text costs more
 * than all the features.
 */
import { findRows } from "../../indexes/word-table/lookup.ts";
import { statedText } from "../../indexes/words/stated-text.ts";
import type { Fact } from "../../model/fact.ts";
import { analyse } from "../../text/words/analyse.ts";

export interface FactReading {
  readonly terms: ReadonlySet<string>;
  /** Rows of the word table, each once: one per word that the table has, at most `MAX_ROWS`. */
  readonly rows: readonly number[];
  /** Names in it, as the index folds them. */
  readonly names: readonly string[];
  readonly hasNumber: boolean;
  readonly hasPlace: boolean;
  readonly isNegated: boolean;
}

/** A long text has some word that is like almost anything, and each row costs time. */
const MAX_ROWS = 64;
const DIGIT = /^\d/;
const NEGATED =
  /\b(?:not|no|never|none|nothing|without|cannot|avoid|except|mustn|nicht|kein\p{Ll}*|nie|ohne|jamais|sans|pas|nunca|sin)\b|n['’]t\b|不|没|ない|ません/iu;
/** A preposition of place before a capital. */
const PLACED = /\b(?:in|at|near|from|to|on|nach|aus|à|en|de)\s+(?:the\s+|a\s+|my\s+|our\s+)?\p{Lu}/u;

const readings = new WeakMap<Fact, FactReading>();

export function readFact(fact: Fact): FactReading {
  const known = readings.get(fact);
  if (known !== undefined) return known;
  const reading = read(fact);
  readings.set(fact, reading);
  return reading;
}

export function isNegated(text: string): boolean {
  return NEGATED.test(text);
}

function read(fact: Fact): FactReading {
  const text = statedText(fact);
  const { terms, names } = analyse(text);
  const all = [...terms, ...otherFields(fact).flatMap((field) => analyse(field).terms)];
  return {
    terms: new Set(all.map((term) => term.text)),
    rows: findRows(
      all.map(({ word }) => word),
      MAX_ROWS,
    ),
    names,
    hasNumber: terms.some((term) => DIGIT.test(term.text)),
    hasPlace: PLACED.test(text),
    isNegated: isNegated(text),
  };
}

function otherFields({ aliases, tags, slot }: Fact): readonly string[] {
  return [...aliases, ...tags, ...(slot === undefined ? [] : [slot.subject, slot.attribute])];
}
