/**
 * What does keeping vectors in fewer bits save, and what does it cost?
 *
 * Vectors of made-up facts, by the model-free encoder, as plain floats; queries are facts with a third of their words
 * gone. For 32, 8, 4 and 2 bits, and for the mix that retention gives facts of many ages: bytes against floats, the
 * cosine between a vector and what is left of it, and how many of the ten nearest by exact floats are still among
 * the ten nearest by mixed-precision distance (FRQAD). Then the same in the learned lane itself, as it is after a night
 * under the layered policy: bytes in memory and in the blob, beside the lane without it and beside floats.
 *
 *   npm run bench -- compress [--facts=5000]
 */
import { parseArgs } from "node:util";
import {
  dequantize,
  mixedDistance,
  type Precision,
  precisionOf,
  quantize,
  retentionOf,
} from "../src/advanced.ts";
import type { Fact } from "../src/index.ts";
import { LearnedVectors } from "../src/indexes/learned/learned.ts";
import { encode } from "../src/indexes/vectors/encoder.ts";
import { nodeHash } from "../src/stores/node-ports.ts";
import { seededChance } from "../src/testing/chance.ts";
import { makeFacts } from "./support/facts.ts";
import { wholeNumber } from "./support/measure.ts";

const SEED = 11;
const QUERIES = 100;
const NEAREST = 10;
const DAY_MS = 86_400_000;
const { values } = parseArgs({ options: { facts: { type: "string", default: "5000" } } });
const facts = makeFacts(wholeNumber("facts", values.facts, 100), SEED);
const texts = facts.map((one) => one.body?.content ?? "");
const vectors = texts.map((text) => unit(Float32Array.from(encode(text))));
const chance = seededChance(SEED);
const queries = Array.from({ length: QUERIES }, () => {
  const words = (texts[Math.floor(chance() * texts.length)] ?? "").split(" ");
  return unit(Float32Array.from(encode(words.filter(() => chance() > 1 / 3).join(" "))));
});

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function nearest(distance: (i: number) => number): readonly number[] {
  const all = vectors.map((_, i) => [distance(i), i] as const);
  return all
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    .slice(0, NEAREST)
    .map(([, i]) => i);
}

function measure(name: string, bitsOf: (i: number) => Precision): void {
  const kept = vectors.map((vector, i) => quantize(vector, bitsOf(i)));
  const back = kept.map((one) => unit(dequantize(one)));
  const bytes = kept.reduce((sum, one) => sum + one.bytes.length, 0);
  const fidelity =
    vectors.reduce((sum, vector, i) => sum + dot(vector, back[i] ?? vector), 0) / vectors.length;
  let found = 0;
  for (const query of queries) {
    const exact = new Set(nearest((i) => 1 - dot(query, vectors[i] ?? query)));
    const mixed = nearest((i) => mixedDistance(dot(query, back[i] ?? query), 32, bitsOf(i)));
    found += mixed.filter((i) => exact.has(i)).length;
  }
  const ratio = (4 * (vectors[0]?.length ?? 0) * vectors.length) / bytes;
  console.log(
    `${name.padEnd(16)} ${ratio.toFixed(1)}× smaller, fidelity ${fidelity.toFixed(4)}, of the ten nearest ${((10 * found) / queries.length).toFixed(1)} % stay`,
  );
}

for (const bits of [32, 8, 4, 2] as const) measure(`${bits} bits`, () => bits);
const ages = facts.map((_, i) => (60 * i) / facts.length);
const aged = (days: number) => ({
  layer: "episodic",
  tier: "long",
  source: "owner_message",
  authority: 3,
  accessCount: 0,
  lastAccessedAt: -days * DAY_MS,
});
const byRetention = (i: number) => precisionOf(retentionOf(aged(ages[i] ?? 0) as unknown as Fact, 0));
measure("by retention", byRetention);

/** The lane as recall uses it: how much it takes, and how many of the exact ten nearest it still finds. */
function measureLane(name: string, bitsOf?: (i: number) => Precision): void {
  const space = { model: "bench", dimensions: vectors[0]?.length ?? 0 };
  const lane = new LearnedVectors(space, nodeHash, bitsOf !== undefined);
  for (const [i, vector] of vectors.entries()) {
    lane.put(`${i}`, vector, space);
    if (bitsOf !== undefined) lane.compress(`${i}`, bitsOf(i));
  }
  const known = new Map(vectors.map((_, i) => [`${i}`, facts[i] as unknown as Fact]));
  const blob = lane.encode({ facts: known })?.length ?? 0;
  let found = 0;
  const startMs = performance.now();
  const answers = queries.map((query) => lane.nearest(query, space, NEAREST));
  const ms = (performance.now() - startMs) / queries.length;
  for (const [q, answer] of answers.entries()) {
    const query = queries[q] as Float32Array;
    const exact = new Set(nearest((i) => 1 - dot(query, vectors[i] ?? query)));
    found += answer.filter(({ id }) => exact.has(Number(id))).length;
  }
  const { bytes, asFloats } = lane.memory;
  console.log(
    `${name.padEnd(16)} ${(bytes / vectors.length).toFixed(0)} B a vector in memory (floats : it = ${(asFloats / bytes).toFixed(1)}), ${(blob / vectors.length).toFixed(0)} B on disk, recall@10 ${((10 * found) / queries.length).toFixed(1)} %, ${ms.toFixed(2)} ms a query`,
  );
}

measureLane("lane, ungraded");
for (const bits of [32, 8, 4, 2] as const) measureLane(`lane, ${bits} bits`, () => bits);
measureLane("lane, by retention", byRetention);
