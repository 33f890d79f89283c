/**
 * Which of the facts that survived the cut say the same? Copies count once, however many there are: the best one of the
 * highest class stays, and lists the ids of its copies.
 *
 * Applies below class 3 only: the principal's own words are the principal's to merge. Facts that differ in a word that
 * carries meaning are no copies. A copy of a higher class's fact disappears without being listed there: no figure of a
 * higher class depends on a lower one.
 *
 * Many facts by one writer that are alike except for a few words ("of one cast") are a series: somebody who adds a word
 * to each of four hundred copies has not said four hundred things. A series is not reduced to one hit, because the
 * difference may be what is asked for; but it gets a limited share of the places (`places.ts`), and its other members
 * are listed behind its best.
 */
import { product } from "../indexes/vectors/vector-kernel.ts";
import { vouchedFor } from "../model/author.ts";
import type { Fact } from "../model/fact.ts";
import { TRUSTED } from "../model/source.ts";
import { areOfOneCast, type CopyReading, readForCopies } from "../text/sameness/near-copy.ts";
import type { Candidate } from "./candidate.ts";

/** Below this cosine two facts are not alike; above it their words decide. */
const NEAR = 0.6;
/** Fewer alike facts by one writer are no series yet: the keys, the weekdays, a family. */
const SERIES_FROM = 17;

export type VectorOf = (id: string) => Int8Array | undefined;

/** `ranked`: the best first; the result keeps that order. */
export function withoutCopies(ranked: readonly Candidate[], vectorOf: VectorOf): readonly Candidate[] {
  if (ranked.every(({ fact }) => fact.authority === TRUSTED)) return ranked;
  const originals = new Map<string, Original>();
  const own: Candidate[] = [];
  for (const one of byClass(ranked)) {
    if (one.fact.authority === TRUSTED) own.push(one);
    const reading = readingOf(one.fact);
    const original = originals.get(reading.form);
    if (original === undefined) originals.set(reading.form, new Original(one, reading, vectorOf));
    else if (original.one.fact.authority === one.fact.authority) original.copies.push(one.fact.id);
  }
  const lower = [...originals.values()].filter(({ one }) => one.fact.authority < TRUSTED);
  const series = seriesIn(lower);
  const kept = new Map<Candidate, Candidate>(own.map((one) => [one, one]));
  for (const original of lower) kept.set(original.one, original.asKept(series.get(original)));
  return ranked.flatMap((one) => kept.get(one) ?? []);
}

/**
 * Readings of facts found before: reading a text takes longer than all else here. Collected together with their facts.
 */
const readings = new WeakMap<Fact, CopyReading>();

function readingOf(fact: Fact): CopyReading {
  const known = readings.get(fact);
  if (known !== undefined) return known;
  const reading = readForCopies(fact.content);
  readings.set(fact, reading);
  return reading;
}

/** The highest class first; the order within a class stays. */
function byClass(ranked: readonly Candidate[]): readonly Candidate[] {
  return [...ranked].sort((a, b) => b.fact.authority - a.fact.authority);
}

/** Lists the members of a series that got no place behind the best of the series. */
export function withSeriesBehind(
  hits: readonly Candidate[],
  kept: readonly Candidate[],
): readonly Candidate[] {
  if (kept.every(({ series }) => series === undefined)) return hits;
  const placed = new Set(hits);
  return hits.map((hit) => {
    if (hit.series !== hit.fact.id) return hit;
    const behind = kept.filter((one) => one.series === hit.series && !placed.has(one));
    return { ...hit, copies: [...(hit.copies ?? []), ...behind.flatMap(idsOf)] };
  });
}

function idsOf({ fact, copies = [] }: Candidate): readonly string[] {
  return [fact.id, ...copies];
}

/** The candidate that stands for this copy. */
export function originalOf(id: string, among: readonly Candidate[]): Candidate | undefined {
  return among.find(({ copies }) => copies?.includes(id));
}

/**
 * Maps each member of a series to the best of that series. A series has one writer; actors are claims, so they do not
 * tell writers apart.
 */
function seriesIn(originals: readonly Original[]): ReadonlyMap<Original, Original> {
  const byWriter = new Map<string, Original[]>();
  for (const original of originals) {
    const key = writerKey(original.one.fact);
    const written = byWriter.get(key);
    if (written === undefined) byWriter.set(key, [original]);
    else written.push(original);
  }
  const series = new Map<Original, Original>();
  for (const written of byWriter.values()) {
    if (written.length < SERIES_FROM) continue;
    for (const [best, ...others] of castsOf(written)) {
      if (best === undefined || others.length + 1 < SERIES_FROM) continue;
      for (const one of [best, ...others]) series.set(one, best);
    }
  }
  return series;
}

function writerKey({ authority, source, sourceName, writer }: Fact): string {
  return JSON.stringify([authority, source, sourceName, ...vouchedFor(writer)]);
}

/** Groups each fact with the first (best) one that it is like. */
function castsOf(originals: readonly Original[]): readonly (readonly Original[])[] {
  const casts: Original[][] = [];
  for (const original of originals) {
    const cast = casts.find(([best]) => best?.isLike(original));
    if (cast === undefined) casts.push([original]);
    else cast.push(original);
  }
  return casts;
}

/** A fact that was found, with what it is compared by. */
class Original {
  readonly one: Candidate;
  readonly copies: string[] = [];
  private readonly reading: CopyReading;
  private readonly vector: Int8Array | undefined;
  private readonly square: number;

  constructor(one: Candidate, reading: CopyReading, vectorOf: VectorOf) {
    this.one = one;
    this.reading = reading;
    this.vector = vectorOf(one.fact.id);
    this.square = this.vector === undefined ? 0 : product(this.vector, 0, this.vector, 0);
  }

  isLike(other: Original): boolean {
    if (this.vector === undefined || other.vector === undefined) return false;
    const cosine = product(this.vector, 0, other.vector, 0) / Math.sqrt(this.square * other.square);
    return cosine >= NEAR && areOfOneCast(this.reading, other.reading);
  }

  asKept(best: Original | undefined): Candidate {
    const { one, copies } = this;
    if (best === undefined && copies.length === 0) return one;
    const marked = best === undefined ? one : { ...one, series: best.one.fact.id };
    return copies.length === 0 ? marked : { ...marked, copies };
  }
}
