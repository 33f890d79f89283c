/**
 * Which facts are near each other? Pairs by cosine, without comparing all with all.
 *
 * Two facts are compared if they share one of their rarest words, or a stretch of their vectors' signs (near vectors
 * agree in most signs). Each is compared with a bounded number of others, so the work grows with the number of
 * facts; a pair may be missed, and is no worse off than before.
 *
 * A fact is set only against facts of its own class or above, in an order in which the higher class comes first.
 * So what is found among the principal's facts does not depend on what else is there.
 */
import type { Fact } from "../../model/fact.ts";
import { root } from "../../text/claim.ts";
import { words } from "../../text/words.ts";
import type { PassView } from "../pass.ts";
import { type DreamTools, FACTS_PER_TURN, isAwake, type Nearness, type NearPair } from "./stage.ts";

const BANDS = 12;
const RARE_WORDS = 3;
const COMPARED_PER_BUCKET = 12;
/** The nearest ones of each fact that are told of. */
const NEAREST = 5;

/** The same for every stage of one run: found once. */
export function* pairsOf(view: PassView, tools: DreamTools): Generator<NearPair | undefined, void> {
  if (tools.found.pairs !== undefined) {
    yield* tools.found.pairs;
    return;
  }
  const pairs: NearPair[] = [];
  for (const pair of nearPairs(view, tools.nearness)) {
    if (pair !== undefined) pairs.push(pair);
    yield pair;
  }
  tools.found.pairs = pairs;
}

interface Placed {
  readonly fact: Fact;
  readonly vector: ArrayLike<number>;
  readonly length: number;
  readonly terms: readonly string[];
}

/** Pairs at or above `related`, of each fact the nearest; undefined between, for others to have a turn. */
function* nearPairs(view: PassView, nearness: Nearness): Generator<NearPair | undefined, void> {
  const placed = yield* place(view, nearness);
  const seen = new Map<string, number>();
  for (const { terms } of placed) for (const term of terms) seen.set(term, (seen.get(term) ?? 0) + 1);
  const bits = Math.min(16, Math.max(6, Math.round(Math.log2(placed.length + 1)) - 2));
  const buckets = new Map<string, Placed[]>();
  for (let i = 0; i < placed.length; i++) {
    if (i % FACTS_PER_TURN === 0) yield undefined;
    const one = placed[i] as Placed;
    const met = new Set<Placed>();
    for (const key of [...rareWords(one, seen), ...bands(one.vector, bits)]) {
      const bucket = buckets.get(key);
      if (bucket === undefined) {
        buckets.set(key, [one]);
        continue;
      }
      for (const other of bucket) met.add(other);
      // The first ones stay: they are of the highest class, and the oldest.
      if (bucket.length < COMPARED_PER_BUCKET) bucket.push(one);
    }
    yield* nearest(one, met, nearness.related);
  }
}

/** The higher class first, then the older: whoever comes later is set against those before. */
function* place(view: PassView, nearness: Nearness): Generator<undefined, readonly Placed[]> {
  const facts = [...view.state.facts.values()].filter(isAwake);
  facts.sort((a, b) => b.authority - a.authority || (a.id < b.id ? -1 : 1));
  const placed: Placed[] = [];
  for (const [i, fact] of facts.entries()) {
    if (i % FACTS_PER_TURN === 0) yield undefined;
    const vector = nearness.vectorOf(fact);
    const length = vector === undefined ? 0 : Math.sqrt(dot(vector, vector));
    if (vector !== undefined && length > 0)
      placed.push({ fact, vector, length, terms: [...new Set(words(fact.content).map(root))] });
  }
  return placed;
}

function rareWords({ terms }: Placed, seen: ReadonlyMap<string, number>): readonly string[] {
  const count = (term: string) => seen.get(term) ?? 0;
  const rare = terms.filter((term) => count(term) > 1);
  rare.sort((a, b) => count(a) - count(b) || (a < b ? -1 : 1));
  return rare.slice(0, RARE_WORDS).map((term) => `w ${term}`);
}

/** Signs of some of the figures, a fixed choice per band. */
function bands(vector: ArrayLike<number>, bits: number): readonly string[] {
  const keys: string[] = [];
  for (let band = 0; band < BANDS; band++) {
    let key = 0;
    for (let bit = 0; bit < bits; bit++) {
      const at = (band * 7919 + bit * 104_729 + band * bit * 31) % vector.length;
      key = key * 2 + ((vector[at] as number) > 0 ? 1 : 0);
    }
    keys.push(`${band} ${key}`);
  }
  return keys;
}

function* nearest(one: Placed, others: Iterable<Placed>, least: number): Generator<NearPair, void> {
  const near: NearPair[] = [];
  for (const other of others) {
    const cosine = dot(one.vector, other.vector) / (one.length * other.length);
    if (cosine >= least) near.push({ fact: one.fact.id, other: other.fact.id, cosine });
  }
  near.sort((a, b) => b.cosine - a.cosine || (a.other < b.other ? -1 : 1));
  yield* near.slice(0, NEAREST);
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
