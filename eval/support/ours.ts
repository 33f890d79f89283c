/**
 * How does Tideline take part? As a host would use it: facts added in order at their dates, recalled passively,
 * with the defaults; and, beside that, each of its lanes alone.
 */
import {
  hybridRecallCapability,
  lexicalRecallCapability,
  type RecallCapability,
  vectorRecallCapability,
} from "../../src/eval.ts";
import {
  type AddInput,
  type AddResult,
  type EmbedderAdapter,
  MemoryStore,
  type RefusedResult,
  type StorageAdapter,
} from "../../src/index.ts";
import { connectSeeded, openSeeded } from "../../src/testing/seeded-memory.ts";
import { type Corpus, runsOf, type Saying } from "./corpus.ts";
import { casesOf, type Filled, type System } from "./systems.ts";

const SEED = 1;

/** The defaults, as they are. */
export const tideline: System = system("tideline", hybridRecallCapability);

/** The same, led on by the names that facts share. */
const withNames: System = system("tideline+names", (store, now) => {
  const memory = openSeeded(store, { clock: { now: () => now }, seed: SEED });
  return {
    name: "tideline+names",
    recall: (query, { depth }) => {
      const deep = depth === undefined ? {} : { limit: depth, minScore: 0 };
      return memory.search(query, { ...deep, graph: true }).map(({ fact }) => fact.id);
    },
  };
});

/** What a lane finds alone, and with names besides. */
export const LANES: readonly System[] = [
  withNames,
  system("lexical", lexicalRecallCapability),
  system("vector", vectorRecallCapability),
];

/** The defaults, with a learned encoder behind the vector lane. */
export function withEncoder(embedder: EmbedderAdapter): System {
  return system("tideline+encoder", async (store, now) => {
    const memory = connectSeeded(store, { clock: { now: () => now }, seed: SEED, embedder });
    await memory.embedPending();
    return {
      name: "tideline+encoder",
      recall: async (query, { depth }) => {
        const deep = depth === undefined ? {} : { limit: depth, minScore: 0 };
        return (await memory.recall(query, { ...deep, passive: true })).map(({ fact }) => fact.id);
      },
    };
  });
}

type Connect = (store: StorageAdapter, askedAt: number) => RecallCapability | Promise<RecallCapability>;

function system(name: string, connect: Connect): System {
  return { name, fill: (corpus) => fill(corpus, connect) };
}

async function fill(corpus: Corpus, connect: Connect): Promise<Filled> {
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
    capability: await connect(store, corpus.askedAt),
    cases: casesOf(corpus, (key) => book.idOf(key)),
    notes: book.notes(),
    close: () => memory.close(),
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
