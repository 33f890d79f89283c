/**
 * Which turns does a way of keeping conversations find again, when a later question is asked?
 */
import { isPrincipals } from "../../src/converse/turn.ts";
import type { Fact } from "../../src/index.ts";
import type { TurnKey } from "./conversations.ts";
import { type Drawn, type Hearing, isLasting } from "./drawn.ts";
import { PlainBm25 } from "./plain-bm25.ts";
import { firstPersonSentences } from "./selectors.ts";

/** So many characters of hits are looked at. */
export const MAX_HIT_CHARS = 3_000;
const DEPTH = 200;

export interface Reach {
  readonly name: string;
  readonly hear: (one: Drawn, key: TurnKey) => void;
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

export function reachesFor(hearing: Hearing): readonly Reach[] {
  return [
    bm25("BM25, all turns", ({ turn }) => [turn.content]),
    bm25("BM25, user turns", ({ turn }) => (isPrincipals(turn) ? [turn.content] : [])),
    bm25("BM25, first-person sentences", ({ turn }) =>
      isPrincipals(turn) ? firstPersonSentences(turn.content) : [],
    ),
    bm25("BM25, facts by rules", ({ facts }) => facts.map(({ content }) => content)),
    memoryOf("memory, observed and distilled", hearing, () => true),
    memoryOf("memory, lasting facts only", hearing, isLasting),
  ];
}

function bm25(name: string, textsOf: (one: Drawn) => readonly string[]): Reach {
  const index = new PlainBm25();
  return {
    name,
    hear: (one, key) => {
      for (const text of textsOf(one)) index.add({ key, text });
    },
    find: (query) => within(index.find(query), ({ text }) => text.length).map(({ key }) => key),
  };
}

/** The memory that heard the turns itself. */
function memoryOf(name: string, hearing: Hearing, takes: (fact: Fact) => boolean): Reach {
  return {
    name,
    hear: () => undefined,
    find: (query) =>
      hearing.find(query, (facts) => within(facts.filter(takes), ({ content }) => content.length), DEPTH),
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
