/**
 * Which turns does a way of keeping conversations find again, when a later question is asked?
 */
import { isPrincipals } from "../../src/converse/turn.ts";
import { type AddInput, MemoryStore } from "../../src/index.ts";
import { openSeeded } from "../../src/testing/seeded-memory.ts";
import type { Person, TurnKey } from "./conversations.ts";
import { type Drawn, isLasting } from "./drawn.ts";
import { PlainBm25 } from "./plain-bm25.ts";
import { firstPersonSentences } from "./selectors.ts";

/** So many characters of hits are looked at. */
export const MAX_HIT_CHARS = 3_000;
const DEPTH = 200;
const SEED = 1;

export interface Reach {
  readonly name: string;
  readonly hear: (one: Drawn, at: number, key: TurnKey) => void;
  /** Keys of the turns behind the hits. */
  readonly find: (query: string) => readonly TurnKey[];
}

/** How many of how many. */
export class Share {
  of = 0;
  private right = 0;

  count(isRight: boolean): void {
    this.of++;
    if (isRight) this.right++;
  }

  text(): string {
    return (this.right / Math.max(1, this.of)).toFixed(3);
  }
}

export function reachesFor(person: Person): readonly Reach[] {
  return [
    bm25("BM25, all turns", ({ turn }) => [turn.content]),
    bm25("BM25, user turns", ({ turn }) => (isPrincipals(turn) ? [turn.content] : [])),
    bm25("BM25, first-person sentences", ({ turn }) =>
      isPrincipals(turn) ? firstPersonSentences(turn.content) : [],
    ),
    bm25("BM25, facts by rules", ({ facts }) => facts.map(({ content }) => content)),
    memoryOf("memory, facts by rules", person, () => true),
    memoryOf("memory, lasting facts only", person, isLasting),
  ];
}

function bm25(name: string, textsOf: (one: Drawn) => readonly string[]): Reach {
  const index = new PlainBm25();
  return {
    name,
    hear: (one, _, key) => {
      for (const text of textsOf(one)) index.add({ key, text });
    },
    find: (query) => within(index.find(query), ({ text }) => text.length).map(({ key }) => key),
  };
}

/** A memory without settings; each fact is added as its session ends. */
function memoryOf(name: string, { talks }: Person, takes: (fact: AddInput) => boolean): Reach {
  let now = talks[0]?.at ?? 0;
  const memory = openSeeded(new MemoryStore(), { clock: { now: () => now }, seed: SEED });
  const sources = new Map<string, Set<TurnKey>>();
  return {
    name,
    hear: ({ facts }, at, key) => {
      now = Math.max(now, at);
      for (const result of memory.addMany(facts.filter(takes))) {
        if (result.outcome === "refused") continue;
        const keys = sources.get(result.fact.id) ?? new Set();
        sources.set(result.fact.id, keys.add(key));
      }
    },
    find: (query) => {
      const hits = memory.search(query, { limit: DEPTH, minScore: 0 });
      return within(hits, ({ fact }) => fact.content.length).flatMap(({ fact }) => [
        ...(sources.get(fact.id) ?? []),
      ]);
    },
  };
}

/** The first hits that fit, and always the first. */
function within<T>(hits: readonly T[], charsOf: (hit: T) => number): readonly T[] {
  let chars = 0;
  const end = hits.findIndex((hit, i) => {
    chars += charsOf(hit);
    return i > 0 && chars > MAX_HIT_CHARS;
  });
  return end < 0 ? hits : hits.slice(0, end);
}
