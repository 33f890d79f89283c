/**
 * Which of the facts that survived the cut say the same in nearly the same words? Near-copies are one voice, however
 * often it speaks: the best one of the highest class stays, and says how many stand behind it.
 *
 * Below class 3 only: the principal's own words are the principal's to merge. Facts that differ in a number, a name or a
 * negation are not copies of each other, whatever else they share. A copy of what a higher class said goes without a
 * trace on the other: no figure of a higher class depends on a lower one.
 */
import { product } from "../indexes/vectors/vector-kernel.ts";
import { TRUSTED } from "../model/source.ts";
import { areNearCopies, readForCopies, type WordsAndValues } from "../text/sameness/near-copy.ts";
import type { Candidate } from "./candidate.ts";

/** A cosine below this is no copy; above it the words decide. */
const NEAR = 0.8;

export type VectorOf = (id: string) => Int8Array | undefined;

/** `ranked`: in order, the best first; so are those that stay. */
export function withoutCopies(ranked: readonly Candidate[], vectorOf: VectorOf): readonly Candidate[] {
  if (ranked.every(({ fact }) => fact.authority === TRUSTED)) return ranked;
  const originals: Original[] = [];
  for (const one of byClass(ranked)) {
    const reader = new Original(one, vectorOf);
    const original =
      one.fact.authority === TRUSTED ? undefined : originals.find((other) => other.isLike(reader));
    if (original === undefined) originals.push(reader);
    else if (original.one.fact.authority === one.fact.authority) original.copies.push(one.fact.id);
  }
  const kept = new Map(originals.map(({ one, copies }) => [one, copies]));
  return ranked.flatMap((one) => {
    const copies = kept.get(one);
    if (copies === undefined) return [];
    return copies.length === 0 ? [one] : [{ ...one, copies }];
  });
}

/** The highest class first; within a class in the same order. */
function byClass(ranked: readonly Candidate[]): readonly Candidate[] {
  return [...ranked].sort((a, b) => b.fact.authority - a.fact.authority);
}

/** The fact that stands in the list for this near-copy of it. */
export function originalOf(id: string, kept: readonly Candidate[]): Candidate | undefined {
  return kept.find(({ copies }) => copies?.includes(id));
}

/** A fact that was found, with what it is compared by, worked out when that is needed. */
class Original {
  readonly one: Candidate;
  readonly copies: string[] = [];
  private readonly vector: Int8Array | undefined;
  private readonly square: number;
  private read: WordsAndValues | undefined;

  constructor(one: Candidate, vectorOf: VectorOf) {
    this.one = one;
    this.vector = vectorOf(one.fact.id);
    this.square = this.vector === undefined ? 0 : product(this.vector, 0, this.vector, 0);
  }

  isLike(other: Original): boolean {
    if (this.vector === undefined || other.vector === undefined) return false;
    const cosine = product(this.vector, 0, other.vector, 0) / Math.sqrt(this.square * other.square);
    return cosine >= NEAR && areNearCopies(this.reading, other.reading);
  }

  private get reading(): WordsAndValues {
    this.read ??= readForCopies(this.one.fact.content);
    return this.read;
  }
}
