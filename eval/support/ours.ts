/**
 * How does Tideline take part? As a host would use it: facts added in order at their dates, recalled passively,
 * with the defaults; and, beside that, each of its lanes alone.
 */
import { type AddResult, MemoryStore, type RefusedResult } from "../../src/index.ts";
import type { Recalled, RecallOptions } from "../../src/recall/hit.ts";
import { openSeeded } from "../../src/testing/seeded-memory.ts";
import type { SyncTideline } from "../../src/tideline.ts";
import { type Corpus, runsOf } from "./corpus.ts";
import type { Filled, System } from "./systems.ts";

const SEED = 1;

type Recalling = SyncTideline & { recall(query: string, options?: RecallOptions): Recalled };

/** The defaults, as they are. */
export const tideline: System = { name: "tideline", fill: async (corpus) => fill(corpus) };

function fill(corpus: Corpus): Filled {
  let now = 0;
  const memory = openSeeded(new MemoryStore(), { clock: { now: () => now }, seed: SEED }) as Recalling;
  const book = new Book();
  for (const run of runsOf(corpus.sayings)) {
    now = run[0]?.at ?? now;
    const results = memory.addMany(run.map(({ input }) => input));
    for (const [i, { key }] of run.entries()) book.enter(key, results[i]);
  }
  now = corpus.askedAt;
  const recall = (query: string, options: RecallOptions): readonly string[] =>
    memory.recall(query, { passive: true, ...options }).map(({ fact }) => book.keyOf(fact.id));
  return {
    search: async (query, limit) => recall(query, { limit, minScore: 0 }),
    ask: async (query) => recall(query, {}),
    kept: (key) => book.kept(key),
    notes: book.notes(),
    close: () => memory.close(),
  };
}

/** Which fact did each saying become? */
class Book {
  private readonly ids = new Map<string, string>();
  private readonly keys = new Map<string, string>();
  private readonly outcomes = new Map<string, number>();

  enter(key: string, result: AddResult | RefusedResult | undefined): void {
    const outcome = result?.outcome ?? "refused";
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    if (result === undefined || result.outcome === "refused") return;
    this.ids.set(key, result.fact.id);
    if (!this.keys.has(result.fact.id)) this.keys.set(result.fact.id, key);
    if (result.fact.quarantined)
      this.outcomes.set("quarantined", (this.outcomes.get("quarantined") ?? 0) + 1);
  }

  keyOf(id: string): string {
    return this.keys.get(id) ?? id;
  }

  kept(key: string): string {
    const id = this.ids.get(key);
    return id === undefined ? key : this.keyOf(id);
  }

  notes(): string {
    return [...this.outcomes]
      .filter(([outcome]) => outcome !== "added")
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(", ");
  }
}
