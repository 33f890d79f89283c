/**
 * What does a memory hear, and what is it asked in between? A corpus is asked when all of it was said; a diary is
 * asked as it goes.
 */
import { MemoryStore, type SyncTideline } from "../../src/index.ts";
import { openSeeded } from "../../src/testing/seeded-memory.ts";
import { type Corpus, type Question, runsOf, type Saying } from "./corpus.ts";

export type Step =
  | { readonly at: number; readonly say: readonly Saying[] }
  | { readonly at: number; readonly ask: Question };

export interface Story {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** The memory, the time and the ids of the gold when a question comes. */
export interface Asked {
  readonly question: Question;
  readonly gold: readonly string[];
  readonly now: number;
  readonly store: MemoryStore;
  readonly memory: SyncTideline;
}

export function storyOf({ name, sayings, questions, askedAt }: Corpus): Story {
  return {
    name,
    steps: [
      ...[...runsOf(sayings)].map((say) => ({ at: say[0]?.at ?? askedAt, say })),
      ...questions.map((ask) => ({ at: askedAt, ask })),
    ],
  };
}

/** Tells the story to a memory of its own, and stops at each question. */
export function* tell({ steps }: Story): Generator<Asked> {
  let now = 0;
  const store = new MemoryStore();
  const memory = openSeeded(store, { clock: { now: () => now }, seed: 1 });
  const ids = new Map<string, string>();
  for (const step of steps) {
    now = Math.max(now, step.at);
    if ("ask" in step) {
      const gold = step.ask.gold.map((key) => ids.get(key) ?? key);
      yield { question: step.ask, gold, now, store, memory };
      continue;
    }
    const inputs = step.say.map(({ input, links }) =>
      links === undefined
        ? input
        : { ...input, links: links.map(({ kind, to }) => ({ kind, to: ids.get(to) ?? to })) },
    );
    const results = memory.addMany(inputs);
    for (const [i, { key }] of step.say.entries()) {
      const result = results[i];
      if (result !== undefined && result.outcome !== "refused") ids.set(key, result.fact.id);
    }
  }
  memory.close();
}
