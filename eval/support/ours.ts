/**
 * How does Tideline take part? As a host would use it: facts added in order at their dates, recalled passively,
 * with the defaults; and, beside that, each of its lanes alone.
 */
import { hybridRecallCapability, type RecallCapability, vectorRecallCapability } from "../../src/eval.ts";
import {
  type AddInput,
  type AddResult,
  type EmbedderAdapter,
  MemoryStore,
  type RefusedResult,
  type StorageAdapter,
  Tideline,
} from "../../src/index.ts";
import { openSeeded } from "../../src/testing/seeded-memory.ts";
import { type Corpus, runsOf, type Saying } from "./corpus.ts";
import { casesOf, type Filled, type System } from "./systems.ts";

const SEED = 1;

/** The defaults, as they are. */
export const tideline: System = {
  name: "tideline",
  fill: async (corpus) => fill(corpus, hybridRecallCapability),
};

/** What a lane finds alone. */
export const LANES: readonly System[] = [
  { name: "vector", fill: async (corpus) => fill(corpus, vectorRecallCapability) },
];

function fill(corpus: Corpus, capabilityOf: (store: StorageAdapter) => RecallCapability): Filled {
  let now = 0;
  const store = new MemoryStore();
  const memory = openSeeded(store, { clock: { now: () => now }, seed: SEED });
  const book = new Book();
  for (const run of runsOf(corpus.sayings)) {
    now = run[0]?.at ?? now;
    const results = memory.addMany(run.map((saying) => book.inputOf(saying)));
    for (const [i, { key }] of run.entries()) book.enter(key, results[i]);
  }
  return {
    capability: capabilityOf(store),
    cases: casesOf(corpus, (key) => book.idOf(key)),
    notes: book.notes(),
    close: () => memory.close(),
  };
}

/** With a learned embedder behind the vector lane. */
export function withEncoder(embedder: EmbedderAdapter): System {
  return {
    name: "tideline+encoder",
    async fill(corpus) {
      let now = 0;
      const memory = await Tideline.connect(new MemoryStore(), { clock: { now: () => now }, embedder });
      const book = new Book();
      for (const run of runsOf(corpus.sayings)) {
        now = run[0]?.at ?? now;
        const results = await memory.addMany(run.map((saying) => book.inputOf(saying)));
        for (const [i, { key }] of run.entries()) book.enter(key, results[i]);
      }
      await memory.embedPending();
      now = corpus.askedAt;
      return {
        capability: {
          name: "tideline+encoder",
          recall: async (query, { depth }) => {
            const cut = depth === undefined ? {} : { limit: depth, minScore: 0 };
            return (await memory.recall(query, { passive: true, ...cut })).map(({ fact }) => fact.id);
          },
        },
        cases: casesOf(corpus, (key) => book.idOf(key)),
        notes: book.notes(),
        close: () => void memory.close(),
      };
    },
  };
}

/** Which fact did each saying become? */
class Book {
  private readonly ids = new Map<string, string>();
  private readonly outcomes = new Map<string, number>();

  enter(key: string, result: AddResult | RefusedResult | undefined): void {
    if (result === undefined || result.outcome === "refused") {
      this.count("refused");
      return;
    }
    this.ids.set(key, result.fact.id);
    if (result.outcome !== "added") this.count(result.outcome);
    if (result.fact.quarantined) this.count("quarantined");
  }

  inputOf({ input, links }: Saying): AddInput {
    if (links === undefined) return input;
    return { ...input, links: links.map(({ kind, to }) => ({ kind, to: this.idOf(to) })) };
  }

  /** What was refused has no id, and is not found under its key either. */
  idOf(key: string): string {
    return this.ids.get(key) ?? key;
  }

  notes(): string {
    return [...this.outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(", ");
  }

  private count(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}
