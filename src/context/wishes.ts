/**
 * Which standing instructions and preferences fit the question best? A profile has no room for all of them, and those
 * that matter share few words with a question: "use APA style when I ask about references" with "how should I list my
 * sources?".
 *
 * How close they are depends on the two texts alone, never on what else there is: the words they share, related words
 * for half, and the cosine of their vectors.
 */

import { squareOf } from "../indexes/vectors/class-vectors.ts";
import { encode } from "../indexes/vectors/encoder.ts";
import { relatedTo } from "../indexes/word-table/related.ts";
import type { Fact } from "../model/fact.ts";
import { TRUSTED } from "../model/source.ts";
import { isFitForProfile } from "../recall/profile-facts.ts";
import { wishSpan } from "../text/claims/wish.ts";
import { analyse } from "../text/words/analyse.ts";
import { isScaffold } from "../text/words/scaffold.ts";

/** At most this many. */
const MOST = 5;
/** Less close than this is about something else. */
const LEAST_CLOSE = 0.25;
const RELATED_SHARE = 0.5;
/** A short text is not closer for being short. */
const SHORTEST_WORDS = 3;

/** The closest of these, class 3 before class 2. */
export function closeWishes(question: string, facts: readonly Fact[]): readonly Fact[] {
  const asked = termsOf(question);
  if (asked.size === 0) return [];
  const related = new Map([...asked].map(([term, word]) => [term, relatedTo(word)]));
  const vector = encode(question);
  const square = squareOf(vector);
  return facts
    .map((fact) => ({ fact, close: closeness(readWished(fact), related, vector, square) }))
    .filter(({ fact, close }) => close >= LEAST_CLOSE && isFitForProfile(fact))
    .sort(
      (a, b) =>
        Number(b.fact.authority === TRUSTED) - Number(a.fact.authority === TRUSTED) ||
        b.close - a.close ||
        (a.fact.id < b.fact.id ? -1 : 1),
    )
    .slice(0, MOST)
    .map(({ fact }) => fact);
}

interface Wished {
  readonly terms: ReadonlySet<string>;
  readonly vector: Int8Array;
  readonly square: number;
}

const known = new WeakMap<Fact, Wished>();

function readWished(fact: Fact): Wished {
  const before = known.get(fact);
  if (before !== undefined) return before;
  const { from, to } = wishSpan(fact.content);
  const text = fact.content.slice(from, to);
  const vector = encode(text);
  const wished = { terms: new Set(termsOf(text).keys()), vector, square: squareOf(vector) };
  known.set(fact, wished);
  return wished;
}

/** The terms that say what a text is about, each with its word. */
function termsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    analyse(text).terms.flatMap(({ text: term, word }) => (isScaffold(word) ? [] : [[term, word] as const])),
  );
}

function closeness(
  wished: Wished,
  related: ReadonlyMap<string, ReturnType<typeof relatedTo>>,
  vector: Int8Array,
  square: number,
): number {
  let shared = 0;
  for (const [term, others] of related) {
    if (wished.terms.has(term)) shared += 1;
    else {
      let best = 0;
      for (const other of others) if (wished.terms.has(other.term)) best = Math.max(best, other.cosine);
      shared += RELATED_SHARE * best;
    }
  }
  return shared / Math.sqrt(wished.terms.size + SHORTEST_WORDS) + cosine(vector, square, wished);
}

function cosine(a: Int8Array, square: number, { vector: b, square: other }: Wished): number {
  let product = 0;
  for (let i = 0; i < a.length; i++) product += (a[i] as number) * (b[i] as number);
  const squares = square * other;
  return squares === 0 ? 0 : product / Math.sqrt(squares);
}
