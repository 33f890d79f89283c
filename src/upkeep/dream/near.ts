/**
 * Which facts are near each other? Finds pairs by cosine without comparing every fact with every other.
 *
 * Two facts are compared if they share one of their rarest words, or the sign bits of some of their vectors' components
 * (near vectors agree in most signs: locality-sensitive hashing). Each fact is compared with a bounded number of
 * others, so the work grows with the number of facts. A pair may be missed; such a pair simply stays as it is.
 *
 * The search goes class by class, the highest first. A fact is compared only with facts of its own class or above, and
 * only those facts decide which words are rare and how many sign bits are used. So what is found among the principal's
 * facts does not depend on what lower classes have written, however much it is.
 */
import { AUTHORITIES } from "../../model/source.ts";
import { idsInSlices, sortInSlices } from "../../passes/in-slices.ts";
import type { PassView } from "../../passes/pass.ts";
import { root } from "../../text/claims/claim.ts";
import { words } from "../../text/words/words.ts";
import { NearRows, Stretches } from "./near-rows.ts";
import { type DreamTools, FACTS_PER_SLICE, isDreamable, type Nearness, type NearPair } from "./stage.ts";

const LEAST_BITS = 6;
const MOST_BITS = 16;
const RARE_WORDS = 3;
const COMPARED_PER_BUCKET = 12;
/** How many pairs are reported for each fact, the nearest first. */
const NEAREST = 5;
const PAIRS_PER_SLICE = 1_024;
/** Comparing a fact with others takes longer than looking at it, so other work can run more often. */
const COMPARED_PER_SLICE = 16;

/** All near pairs, found once and shared by the stages of one run. */
export function* pairsOf(
  view: PassView,
  tools: Pick<DreamTools, "found" | "nearness">,
): Generator<NearPair | undefined, void> {
  if (tools.found.pairs !== undefined) {
    for (const [i, pair] of tools.found.pairs.entries()) {
      if (i % PAIRS_PER_SLICE === 0) yield undefined;
      yield pair;
    }
    return;
  }
  const pairs: NearPair[] = [];
  for (const pair of nearPairs(view, tools.nearness)) {
    if (pair !== undefined) pairs.push(pair);
    yield pair;
  }
  tools.found.pairs = pairs;
}

/** A fact's vector and words, kept until it is compared with others. */
interface Placed {
  readonly row: number;
  readonly terms: readonly string[];
}

/** The tables in which facts that are worth comparing find each other. */
interface Meeting {
  readonly rows: NearRows;
  /** By word: the number of facts of the classes seen so far that contain it. */
  readonly seen: Map<string, number>;
  readonly byWord: Map<string, number[]>;
  /** By the number of sign bits. Facts of higher classes are also in the tables that lower classes use. */
  readonly bySigns: Map<number, Stretches>;
}

/**
 * Pairs with a cosine of at least `related`, the nearest of each fact; undefined now and then, to let other work run.
 */
function* nearPairs(view: PassView, nearness: Nearness): Generator<NearPair | undefined, void> {
  const classes = yield* byClass(view);
  const rows = new NearRows();
  const meeting: Meeting = { rows, seen: new Map(), byWord: new Map(), bySigns: new Map() };
  const counts = classes.map((facts) => facts.length);
  const upTo = (level: number) => counts.slice(0, level + 1).reduce((sum, count) => sum + count, 0);
  const bitsAt = classes.map((_, level) => bitsFor(upTo(level)));
  for (const [level, ids] of classes.entries()) {
    const placed = yield* place(ids, view, nearness, meeting);
    for (const [i, one] of placed.entries()) {
      if (i % COMPARED_PER_SLICE === 0) yield undefined;
      yield* nearest(one.row, met(one, meeting, bitsAt.slice(level)), rows, nearness.related);
    }
  }
}

/** The ids of the facts that the dream works on, the highest class first; by id within a class. */
function* byClass(view: PassView): Generator<undefined, readonly (readonly string[])[]> {
  const classes = new Map<number, string[]>(AUTHORITIES.map((authority) => [authority, []]));
  for (const [i, id] of (yield* idsInSlices(view)).entries()) {
    if (i % (8 * FACTS_PER_SLICE) === 0) yield undefined;
    const fact = view.state.facts.get(id);
    if (isDreamable(fact)) classes.get(fact.authority)?.push(id);
  }
  const sorted: (readonly string[])[] = [];
  for (const authority of AUTHORITIES.toReversed())
    sorted.push(yield* sortInSlices(classes.get(authority) ?? [], (a, b) => (a < b ? -1 : 1)));
  return sorted;
}

/** The number of sign bits that puts a few facts into each bucket. */
function bitsFor(facts: number): number {
  return Math.min(MOST_BITS, Math.max(LEAST_BITS, Math.round(Math.log2(facts + 1)) - 2));
}

function* place(
  ids: readonly string[],
  view: PassView,
  nearness: Nearness,
  { rows, seen }: Meeting,
): Generator<undefined, readonly Placed[]> {
  const placed: Placed[] = [];
  for (const [i, id] of ids.entries()) {
    if (i % FACTS_PER_SLICE === 0) yield undefined;
    const fact = view.state.facts.get(id);
    if (!isDreamable(fact)) continue;
    const vector = nearness.vectorOf(fact);
    const row = vector && rows.add(id, vector);
    if (row === undefined) continue;
    const terms = [...new Set(words(fact.content).map(root))];
    for (const term of terms) seen.set(term, (seen.get(term) ?? 0) + 1);
    placed.push({ row, terms });
  }
  return placed;
}

/** The facts already in this fact's buckets. The fact is added to these buckets too. */
function met(
  one: Placed,
  { rows, seen, byWord, bySigns }: Meeting,
  bitsFrom: readonly number[],
): Set<number> {
  const others = new Set<number>();
  for (const word of rareWords(one, seen)) meet(byWord, word, one.row, others);
  const [own] = bitsFrom;
  for (const bits of new Set(bitsFrom)) {
    const stretches = bySigns.get(bits) ?? new Stretches(bits, COMPARED_PER_BUCKET);
    bySigns.set(bits, stretches);
    // It is also added to the tables of lower classes, but not compared with what is there.
    stretches.meet(rows, one.row, bits === own ? others : undefined);
  }
  return others;
}

function meet(buckets: Map<string, number[]>, key: string, row: number, others: Set<number>): void {
  const bucket = buckets.get(key);
  if (bucket === undefined) {
    buckets.set(key, [row]);
    return;
  }
  for (const other of bucket) others.add(other);
  // A full bucket keeps its first rows: they are of the highest class, and the oldest.
  if (bucket.length < COMPARED_PER_BUCKET) bucket.push(row);
}

/**
 * The rarest words that other facts have too, and a few that no other fact has so far, by which a fact of a lower class
 * may find this one.
 */
function rareWords({ terms }: Placed, seen: ReadonlyMap<string, number>): readonly string[] {
  const count = (term: string) => seen.get(term) ?? 0;
  const shared = terms.filter((term) => count(term) > 1);
  shared.sort((a, b) => count(a) - count(b) || (a < b ? -1 : 1));
  const own = terms.filter((term) => count(term) === 1).sort();
  return [...shared.slice(0, RARE_WORDS), ...own.slice(0, RARE_WORDS)];
}

function* nearest(
  row: number,
  others: Iterable<number>,
  rows: NearRows,
  least: number,
): Generator<NearPair, void> {
  const near: NearPair[] = [];
  const fact = rows.idOf(row);
  for (const one of others) {
    const cosine = rows.cosine(row, one);
    if (cosine >= least) near.push({ fact, other: rows.idOf(one), cosine });
  }
  near.sort((a, b) => b.cosine - a.cosine || (a.other < b.other ? -1 : 1));
  yield* near.slice(0, NEAREST);
}
