/**
 * Which facts are near each other? Pairs by cosine, without comparing all with all.
 *
 * Two facts are compared if they share one of their rarest words, or a stretch of their vectors' signs (near vectors
 * agree in most signs). Each is compared with a bounded number of others, so the work grows with the number of
 * facts; a pair may be missed, and is no worse off than before.
 *
 * Class by class, the highest first: a fact is set only against facts of its own class or above, and which words are
 * rare and how long a stretch is depends on those alone. So what is found among the principal's facts does not
 * depend on what else is there, however much of it.
 */
import { AUTHORITIES } from "../../model/source.ts";
import { idsInTurns, sortInTurns } from "../../passes/in-turns.ts";
import type { PassView } from "../../passes/pass.ts";
import { root } from "../../text/claims/claim.ts";
import { words } from "../../text/words/words.ts";
import { NearRows, Stretches } from "./near-rows.ts";
import { type DreamTools, FACTS_PER_TURN, isAwake, type Nearness, type NearPair } from "./stage.ts";

const LEAST_BITS = 6;
const MOST_BITS = 16;
const RARE_WORDS = 3;
const COMPARED_PER_BUCKET = 12;
/** The nearest ones of each fact that are told of. */
const NEAREST = 5;
const PAIRS_PER_TURN = 1_024;
/** What a fact is compared with takes longer than looking at it. */
const COMPARED_PER_TURN = 16;

/** The same for every stage of one run: found once. */
export function* pairsOf(view: PassView, tools: DreamTools): Generator<NearPair | undefined, void> {
  if (tools.found.pairs !== undefined) {
    for (const [i, pair] of tools.found.pairs.entries()) {
      if (i % PAIRS_PER_TURN === 0) yield undefined;
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

/** A fact and its words, until it is set against others. */
interface Placed {
  readonly row: number;
  readonly terms: readonly string[];
}

/** Where facts meet. */
interface Meeting {
  readonly rows: NearRows;
  /** In how many facts of this class or above a word stands. */
  readonly seen: Map<string, number>;
  readonly byWord: Map<string, number[]>;
  /** By the length of a stretch. Facts of higher classes stand in those of lower ones too. */
  readonly bySigns: Map<number, Stretches>;
}

/** Pairs at or above `related`, of each fact the nearest; undefined between, for others to have a turn. */
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
      if (i % COMPARED_PER_TURN === 0) yield undefined;
      yield* nearest(one.row, met(one, meeting, bitsAt.slice(level)), rows, nearness.related);
    }
  }
}

/** Ids of the facts that are awake, the highest class first; in a class by id. */
function* byClass(view: PassView): Generator<undefined, readonly (readonly string[])[]> {
  const classes = new Map<number, string[]>(AUTHORITIES.map((authority) => [authority, []]));
  for (const [i, id] of (yield* idsInTurns(view)).entries()) {
    if (i % (8 * FACTS_PER_TURN) === 0) yield undefined;
    const fact = view.state.facts.get(id);
    if (isAwake(fact)) classes.get(fact.authority)?.push(id);
  }
  const sorted: (readonly string[])[] = [];
  for (const authority of AUTHORITIES.toReversed())
    sorted.push(yield* sortInTurns(classes.get(authority) ?? [], (a, b) => (a < b ? -1 : 1)));
  return sorted;
}

/** As many signs as leave some facts in a stretch. */
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
    if (i % FACTS_PER_TURN === 0) yield undefined;
    const fact = view.state.facts.get(id);
    if (!isAwake(fact)) continue;
    const vector = nearness.vectorOf(fact);
    const row = vector && rows.add(id, vector);
    if (row === undefined) continue;
    const terms = [...new Set(words(fact.content).map(root))];
    for (const term of terms) seen.set(term, (seen.get(term) ?? 0) + 1);
    placed.push({ row, terms });
  }
  return placed;
}

/** Those that were there before, where this one belongs; from now on it stands there too. */
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
    // Among lower classes it stands as well, and is not set against them.
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
  // The first ones stay: they are of the highest class, and the oldest.
  if (bucket.length < COMPARED_PER_BUCKET) bucket.push(row);
}

/** The rarest that others have too; and some that nobody has so far, by which a lower class may find it. */
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
