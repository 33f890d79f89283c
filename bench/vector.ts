/**
 * What does the vector lane cost, next to a plain scan of floats?
 *
 * Facts are sentences of 12 words, queries of 6, drawn from the bundled table, common words far more often. The rival
 * keeps the same vectors as 32-bit floats and computes every cosine in plain JavaScript, for the same 50 nearest.
 * What the first step of a search loses is counted, not assumed: `found` is the share of the true 50 nearest.
 * Sentences of drawn words resemble nothing and one another, so this is the hard case: `npm run eval -- vector`
 * counts the same on real text.
 *
 *   npm run bench -- vector [--facts=100000] [--queries=200] [--json result.json]
 */
import { parseArgs } from "node:util";
import { DIMENSIONS, encode, encodeInto, encodeTerms } from "../src/indexes/vectors/encoder.ts";
import { VectorIndex } from "../src/indexes/vectors/vectors.ts";
import { WORDS } from "../src/indexes/word-table/table.ts";
import { emptyState, evolve, type State } from "../src/log/fold.ts";
import { type Chance, seededChance } from "../src/testing/chance.ts";
import { words } from "../src/text/words/words.ts";
import { makeFacts } from "./support/facts.ts";
import { collectGarbage, held, machineNow, timed, wholeNumber, writeJson } from "./support/measure.ts";
import { median, printVerdicts, quantile, ratios, type Verdict } from "./support/verdict.ts";

const SEED = 20_250_101;
const FACT_WORDS = 12;
const QUERY_WORDS = 6;
const NEAREST = 50;
const RIVAL_QUERIES = 10;
const ROUNDS = 5;

function main(): void {
  const { values } = parseArgs({
    options: {
      facts: { type: "string", default: "100000" },
      queries: { type: "string", default: "200" },
      json: { type: "string" },
    },
  });
  const most = wholeNumber("facts", values.facts, 1_000);
  const queries = wholeNumber("queries", values.queries, RIVAL_QUERIES);
  const machine = machineNow();
  console.log(`Node ${machine.node}, ${machine.cores} × ${machine.cpu}, load ${machine.load}`);
  console.log(`the table's first use: ${timed(() => encode("tea")).toFixed(1)} ms\n`);
  const sizes = [1_000, 10_000, 100_000].filter((size) => size <= most);
  const verdicts = [...measureEncoding(), ...sizes.flatMap((size) => measureSearch(size, queries))];
  printVerdicts(verdicts);
  if (values.json !== undefined) writeJson(values.json, { most, queries, ...machine }, verdicts);
}

function drawTerms(vocabulary: readonly string[], count: number, chance: Chance): readonly string[] {
  // The third power crowds the draw towards the first words, much as language does.
  return Array.from({ length: count }, () => vocabulary[Math.floor(vocabulary.length * chance() ** 3)]!);
}

function measureEncoding(): readonly Verdict[] {
  const vocabulary = WORDS.split(" ");
  const chance = seededChance(SEED);
  const texts = Array.from({ length: 20_000 }, () => drawTerms(vocabulary, FACT_WORDS, chance).join(" "));
  const to = new Int8Array(DIMENSIONS);
  const perText = (work: (text: string) => unknown) =>
    Array.from({ length: ROUNDS }, () => (timed(() => texts.forEach(work)) / texts.length) * 1_000);
  const all = perText((text) => encodeInto(words(text), to, 0));
  const terms = perText(words);
  return [
    {
      question: `encode ${FACT_WORDS} words (rival: splitting them)`,
      ours: `${median(all).toFixed(1)} µs`,
      rival: `${median(terms).toFixed(1)} µs`,
      ...held(ratios(all, terms)),
      bar: undefined,
    },
  ];
}

function measureSearch(size: number, queryCount: number): readonly Verdict[] {
  const vocabulary = WORDS.split(" ");
  const chance = seededChance(SEED + size);
  const state = stateOf(size, () => drawTerms(vocabulary, FACT_WORDS, chance).join(" "));
  collectGarbage();
  const before = process.memoryUsage();
  const index = new VectorIndex();
  const buildMs = timed(() => index.restore(state, undefined));
  collectGarbage();
  const after = process.memoryUsage();
  const bytes = index.encode(state);
  const restoreMs = timed(() => new VectorIndex().restore(state, bytes));
  const queries = Array.from({ length: queryCount }, () =>
    encodeTerms(drawTerms(vocabulary, QUERY_WORDS, chance)),
  );
  for (const query of queries) index.nearest(query, NEAREST);
  const ours = queries.map((query) => timed(() => index.nearest(query, NEAREST)));
  const rival = new FloatScan(index, [...state.facts.keys()]);
  const some = queries.slice(0, RIVAL_QUERIES);
  const rivals = some.map((query) => timed(() => rival.nearest(query)));
  const found = some.map((query) => overlap(index.nearest(query, NEAREST), rival.nearest(query)));
  console.log(
    `${size} facts: built in ${buildMs.toFixed(0)} ms, restored in ${restoreMs.toFixed(0)} ms, blob ${(bytes.length / size).toFixed(0)} B a fact, ` +
      `${((after.heapUsed + after.external - before.heapUsed - before.external) / size).toFixed(0)} B of memory a fact`,
  );
  const millis = (all: readonly number[], share: number) => `${quantile(all, share).toFixed(3)} ms`;
  return [
    {
      question: `${NEAREST} nearest of ${size}, p50`,
      ours: millis(ours, 0.5),
      rival: millis(rivals, 0.5),
      ...held([quantile(ours, 0.5) / quantile(rivals, 0.5)]),
      bar: { kind: "at most", value: 0.2 },
    },
    {
      question: `  p95`,
      ours: millis(ours, 0.95),
      rival: millis(rivals, 0.95),
      ...held([quantile(ours, 0.95) / quantile(rivals, 0.95)]),
      bar: undefined,
    },
    { question: "  found", ours: "", rival: "", ...held(found, ""), value: mean(found), bar: undefined },
  ];
}

function stateOf(count: number, text: () => string): State {
  let state = emptyState("owner");
  makeFacts(count, SEED).forEach((event, i) => {
    state = evolve(state, { ...event, body: { content: text() } }, i + 1);
  });
  return state;
}

/** Every cosine, of floats, one after the other. */
class FloatScan {
  private readonly ids: readonly string[];
  private readonly figures: Float32Array;

  constructor(index: VectorIndex, ids: readonly string[]) {
    this.ids = ids;
    this.figures = new Float32Array(ids.length * DIMENSIONS);
    for (const [row, id] of ids.entries()) this.figures.set(index.vectorOf(id)!, row * DIMENSIONS);
  }

  nearest(query: Int8Array): readonly { readonly id: string }[] {
    const { ids, figures } = this;
    const asked = Float32Array.from(query);
    const found: { id: string; product: number }[] = [];
    let least = Number.NEGATIVE_INFINITY;
    for (let row = 0, at = 0; row < ids.length; row++) {
      let product = 0;
      for (let i = 0; i < DIMENSIONS; i++) product += figures[at++]! * asked[i]!;
      if (product < least) continue;
      found.push({ id: ids[row]!, product });
      if (found.length < 4 * NEAREST) continue;
      found.sort((a, b) => b.product - a.product || (a.id < b.id ? -1 : 1)).length = NEAREST;
      least = found.at(-1)!.product;
    }
    return found.sort((a, b) => b.product - a.product || (a.id < b.id ? -1 : 1)).slice(0, NEAREST);
  }
}

function overlap(
  ours: readonly { readonly id: string }[],
  truth: readonly { readonly id: string }[],
): number {
  const ids = new Set(ours.map(({ id }) => id));
  return truth.filter(({ id }) => ids.has(id)).length / truth.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}

main();
